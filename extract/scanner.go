package extract

import (
	"bytes"
	"io"

	"github.com/earl-url/earl"
)

const (
	windowSize  = 128 << 10 // bytes per read
	firstWindow = 16 << 10  // bytes of the first read: most texts are short
	lookBehind  = 512       // bytes that are kept before the current position: more than a host or a scheme has
	retryAlways = 256       // a candidate with fewer bytes is checked again after each read
	emptyReads  = 100       // as in bufio: a reader that returns no bytes this often is broken
)

// A verdict is the result for a candidate.
type verdict uint8

const (
	none  verdict = iota
	found         // it is a URL
	more          // more bytes are needed to decide
	long          // it is longer than the limit
)

// A candidate is a URL in the window.
type candidate struct {
	start, end   int    // of its text
	past         int    // the search continues here, after a wrapper's bracket
	url          string // "" if it is the text unchanged
	kind         Kind
	confidence   Confidence
	relative     bool
	doubt        Doubt
	alternatives []string
}

// A scanner searches a stream through a window. A byte that can indicate a URL
// is a trigger. The scanner decides by the text before and after the trigger.
// If the text after it has not been read yet, it reads more and checks again.
// The result does not depend on where the window begins or ends, so the sizes
// of the reads do not matter.
type scanner struct {
	r       io.Reader
	o       Options
	max     int
	schemes *formTable

	triggers *[256]bool // nil: only the colon

	buf  []byte
	base int64 // offset of buf[0]
	pos  int   // the search continues here
	low  int   // end of the last match: the text before it is not searched again
	eof  bool
	err  error

	position position
	terminal terminal
	plain    int64   // no template begins before this offset
	stretch  stretch // the last stretch that was read as a defanged URL
}

// newScanner returns a scanner at the start of r.
func newScanner(r io.Reader, o Options) *scanner {
	if o.Edition == nil {
		o.Edition = earl.RFC3986
	}
	s := &scanner{r: r, o: o, max: o.MaxLength, schemes: formsOf(o.Edition)}
	if s.max <= 0 {
		s.max = DefaultMaxLength
	}
	if o.Hosts || o.Addresses || o.Defanged {
		s.triggers = &[256]bool{':': true, '.': o.Hosts, '@': o.Addresses, '[': o.Defanged, '(': o.Defanged, '{': o.Defanged}
	}
	s.reset(r)
	return s
}

// reset makes s a scanner at the start of another text.
func (s *scanner) reset(r io.Reader) {
	*s = scanner{r: r, terminal: terminal{held: s.terminal.held[:0], cuts: s.terminal.cuts[:0]}, o: s.o, max: s.max, schemes: s.schemes, triggers: s.triggers, buf: s.buf[:0], position: position{line: 1, head: true}, stretch: s.stretch.reset()}
}

// run yields every match.
func (s *scanner) run(yield func(Match, error) bool) {
	for {
		p := s.next()
		if p < 0 {
			s.pos = len(s.buf)
			if len(s.terminal.links) > 0 && !s.hyperlinks(s.pos, yield) {
				return
			}
			if s.eof {
				break
			}
			s.read()
			continue
		}
		s.pos = p
		f, v := s.check(p)
		switch v {
		case none:
			s.pos++
		case more:
			if len(s.terminal.links) > 0 && !s.hyperlinks(p-lookBehind, yield) {
				return
			}
			s.readAfter()
		case long:
			if !s.hyperlinks(f.start, yield) || !yield(s.match(f, ""), ErrTooLong) {
				return
			}
			s.pass(f.end)
		case found:
			if !s.yield(f, yield) {
				return
			}
		}
	}
	if s.err != nil {
		yield(Match{}, s.err)
	}
}

// yield yields the match of a candidate, or reads more if what follows it decides. It
// returns what yield returns. The address of f is taken here and not in run, whose loop
// is the hot path.
func (s *scanner) yield(f candidate, yield func(Match, error) bool) bool {
	if s.doubt(&f) == more {
		s.readAfter()
		return true
	}
	if len(s.terminal.links) > 0 && !s.hyperlinks(f.start, yield) || !yield(s.match(f, s.original(f.start, f.end)), nil) {
		return false
	}
	s.pass(f.past)
	return true
}

// next returns the position of the next trigger in the window, or -1.
func (s *scanner) next() int {
	if s.triggers == nil {
		if i := bytes.IndexByte(s.buf[s.pos:], ':'); i >= 0 {
			return s.pos + i
		}
		return -1
	}
	b := s.buf[s.pos:]
	for i, c := range b {
		if s.triggers[c] && (!isOpener(c) || i+1 == len(b) || startsMark(b[i+1])) {
			return s.pos + i
		}
	}
	return -1
}

// check returns the URL that the trigger at p indicates.
func (s *scanner) check(p int) (candidate, verdict) {
	switch s.buf[p] {
	case ':':
		return s.colon(p)
	case '.':
		return s.hostAt(p)
	case '@':
		return s.addressAt(p)
	}
	return s.defangedHostAt(p)
}

// pass continues the search after a match.
func (s *scanner) pass(end int) { s.pos, s.low = end, end }

// match returns a candidate as a Match. Text is empty if it is too long.
func (s *scanner) match(f candidate, text string) Match {
	s.advance(f.start)
	offset := s.base + int64(f.start)
	if s.terminal.total > 0 {
		offset += s.terminal.removed(offset + 1)
	}
	m := Match{
		Text: text, URL: f.url, Kind: f.kind, Confidence: f.confidence, Relative: f.relative, Doubt: f.doubt, Alternatives: f.alternatives,
		Offset: offset, Line: s.position.line, Column: offset - s.position.start - s.terminal.line + 1,
	}
	if m.URL == "" && text != "" {
		m.URL = text
		if s.terminal.total > 0 {
			m.URL = string(s.buf[f.start:f.end])
		}
	}
	return m
}

// window returns the text of the window.
func (s *scanner) window() text { return text{b: s.buf, last: s.eof, decoded: s.o.Decoded} }

// after returns the text of the window, truncated at the byte that makes a
// match from i too long.
func (s *scanner) after(i int) text {
	if len(s.buf)-i > s.max {
		return text{b: s.buf[:i+s.max+1], cut: true}
	}
	return s.window()
}

// readAfter doubles the bytes in the window, so that a long candidate is
// checked only a few times.
func (s *scanner) readAfter() {
	n := len(s.buf) - s.pos
	if n < retryAlways {
		s.read()
		return
	}
	for !s.eof && len(s.buf)-s.pos < 2*n {
		s.read()
	}
}

// read reads once, and discards the bytes that are no longer needed.
func (s *scanner) read() {
	if cap(s.buf)-len(s.buf) < min(cap(s.buf), windowSize)/2 || cap(s.buf) == 0 {
		s.shift()
	}
	from := len(s.buf)
	if len(s.terminal.held) > 0 {
		s.buf = append(s.buf, s.terminal.held...)
	}
	if s.fill(); !s.o.NoTerminal && len(s.buf) > from {
		s.strip(from)
	}
}

// fill reads once into the window.
func (s *scanner) fill() {
	for range emptyReads {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.eof = true
			if err != io.EOF {
				s.err = err
			}
			return
		}
		if n > 0 {
			return
		}
	}
	s.eof, s.err = true, io.ErrNoProgress
}

// shift moves the window forward and makes room for a read.
func (s *scanner) shift() {
	keep := max(0, s.pos-lookBehind)
	s.advance(keep)
	rest := s.buf[keep:]
	size := windowSize
	if cap(s.buf) == 0 {
		size = firstWindow
	}
	if room := len(rest) + size; room > cap(s.buf) {
		s.buf = append(make([]byte, 0, max(room, 2*cap(s.buf))), rest...)
	} else {
		s.buf = s.buf[:copy(s.buf[:cap(s.buf)], rest)]
	}
	s.base += int64(keep)
	s.terminal.drop(s.base)
	s.pos -= keep
	s.low = max(0, s.low-keep)
}
