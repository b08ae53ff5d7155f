package extract

import (
	"bytes"
	"io"

	"github.com/earl-url/earl"
)

const (
	windowSize  = 128 << 10 // what is read at once
	lookBehind  = 512       // what is kept before the place of the search: more than a host or a scheme has
	retryAlways = 256       // below so many octets a candidate is judged again after each read
	emptyReads  = 100       // as in bufio: a reader that brings nothing so often is broken
)

// A verdict is what was found out about a candidate.
type verdict uint8

const (
	none  verdict = iota
	found         // it is a URL
	more          // the octets at hand do not tell
	long          // it is longer than the limit
)

// A find is a URL in the window.
type find struct {
	start, end   int    // of its text
	past         int    // the search goes on here: behind a wrapper's bracket
	url          string // "": as it stands
	kind         Kind
	confidence   Confidence
	relative     bool
	alternatives []string
}

// A scanner searches a stream through a window. Each octet that can announce a
// URL, a trigger, is judged by what stands before and behind it. What stands
// behind may not have arrived yet: then more is read, and it is judged again. No
// judgement depends on where the window begins or ends, so the pieces in which a
// text arrives make no difference.
type scanner struct {
	r       io.Reader
	o       Options
	max     int
	schemes *formTable

	triggers *[256]bool // nil: a colon is the only one

	buf  []byte
	base int64 // offset of buf[0]
	pos  int   // the search goes on here
	low  int   // end of the last match: nothing before it is looked at
	eof  bool
	err  error

	place   place
	stretch stretch // the last that was read as a defanged URL
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
	*s = scanner{r: r, o: s.o, max: s.max, schemes: s.schemes, triggers: s.triggers, buf: s.buf[:0], place: place{line: 1, head: true}, stretch: s.stretch.reset()}
}

// run yields every match.
func (s *scanner) run(yield func(Match, error) bool) {
	for {
		p := s.next()
		if p < 0 {
			s.pos = len(s.buf)
			if s.eof {
				break
			}
			s.read()
			continue
		}
		s.pos = p
		f, v := s.judge(p)
		switch v {
		case none:
			s.pos++
		case more:
			s.readBehind()
		case long:
			if !yield(s.match(f, ""), ErrTooLong) {
				return
			}
			s.pass(f.end)
		case found:
			if !yield(s.match(f, string(s.buf[f.start:f.end])), nil) {
				return
			}
			s.pass(f.past)
		}
	}
	if s.err != nil {
		yield(Match{}, s.err)
	}
}

// next returns the place of the next trigger, -1 if there is none in the window.
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

// judge says what the trigger at p announces.
func (s *scanner) judge(p int) (find, verdict) {
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

// pass goes on behind a match.
func (s *scanner) pass(end int) { s.pos, s.low = end, end }

// match returns a find as a Match. Text is empty if it is too long.
func (s *scanner) match(f find, text string) Match {
	s.place.advance(s.buf, s.base, f.start)
	m := Match{
		Text: text, URL: f.url, Kind: f.kind, Confidence: f.confidence, Relative: f.relative, Alternatives: f.alternatives,
		Offset: s.base + int64(f.start), Line: s.place.line, Column: s.base + int64(f.start) - s.place.start + 1,
	}
	if m.URL == "" {
		m.URL = text
	}
	return m
}

// window returns the text of the window.
func (s *scanner) window() text { return text{b: s.buf, last: s.eof} }

// behind returns the text of the window, or of it what ends with the octet with which
// a match that starts at i would be too long.
func (s *scanner) behind(i int) text {
	if len(s.buf)-i > s.max {
		return text{b: s.buf[:i+s.max+1], cut: true}
	}
	return s.window()
}

// readBehind reads so much more that a long candidate is judged a few times only:
// twice what is at hand.
func (s *scanner) readBehind() {
	n := len(s.buf) - s.pos
	if n < retryAlways {
		s.read()
		return
	}
	for !s.eof && len(s.buf)-s.pos < 2*n {
		s.read()
	}
}

// read reads once, and gives up what nobody will look at again.
func (s *scanner) read() {
	if cap(s.buf)-len(s.buf) < windowSize/2 {
		s.shift()
	}
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

// shift moves the window on and makes room for a read.
func (s *scanner) shift() {
	keep := max(0, s.pos-lookBehind)
	s.place.advance(s.buf, s.base, keep)
	rest := s.buf[keep:]
	if room := len(rest) + windowSize; room > cap(s.buf) {
		s.buf = append(make([]byte, 0, max(room, 2*cap(s.buf))), rest...)
	} else {
		s.buf = s.buf[:copy(s.buf[:cap(s.buf)], rest)]
	}
	s.base += int64(keep)
	s.pos -= keep
	s.low = max(0, s.low-keep)
}
