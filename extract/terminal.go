package extract

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

const (
	controlLength = 64   // the longest control sequence that is recognized
	stringLength  = 4096 // the longest string of a terminal: more than programs use for a hyperlink
)

// The bytes that begin a sequence for a terminal.
const (
	escByte = 0x1B // ESC
	csiByte = 0x9B // CSI in eight bits; in UTF-8 it follows 0xC2
	csiLead = 0xC2
)

// written are the forms in which programs and JSON write ESC; a string in a string has two
// backslashes. A program that shows control characters writes ^[.
var written = [...]string{`\033`, `\x1b`, `\u001b`, `\u{1b}`, `\e`, `^[`, `\\033`, `\\x1b`, `\\u001b`, `\\e`}

// writtenCSI are the forms of CSI in eight bits.
var writtenCSI = [...]string{`\x9b`, `\u009b`, `\233`}

// writtenEnds are the written forms of what ends a string: BEL, and ST after its ESC.
var writtenEnds = [...]string{`\a`, `\007`, `\x07`, `\u0007`}

// A sequence is what a terminal obeys and does not show: it sets a color, erases
// a line, selects a charset or starts a hyperlink. Source: ECMA-48; ISO 2022.
type sequence struct {
	n           int // its length
	start, past int // of the target of a hyperlink, in the sequence
}

// A cut is a sequence that was removed from the text.
type cut struct {
	at     int64 // the offset, in the remaining text, of the byte after it
	before int64 // the number of bytes that were removed before it
	raw    string
}

// A hyperlink is a target of the sequence OSC 8. Source: the specification
// "Hyperlinks in terminal emulators".
type hyperlink struct {
	at     int64 // the offset, in the remaining text, of the byte after the sequence
	offset int64 // of url, in the whole text
	url    string
}

// A terminal has the sequences that were removed from the text of a scanner,
// whose window has the remaining text. Offsets of the window become offsets of
// the text by the cuts.
type terminal struct {
	held  []byte // was read, and may be the start of a sequence
	cuts  []cut  // those at the window
	total int64  // the number of bytes that were removed
	line  int64  // the number of them before the line of scanner.position
	links []hyperlink
}

// index returns the index of the first cut at an offset or after it.
func (t *terminal) index(offset int64) int {
	return sort.Search(len(t.cuts), func(i int) bool { return t.cuts[i].at >= offset })
}

// removed returns the number of bytes that were removed before an offset.
func (t *terminal) removed(offset int64) int64 {
	if i := t.index(offset); i < len(t.cuts) {
		return t.cuts[i].before
	}
	return t.total
}

// drop forgets the cuts before an offset.
func (t *terminal) drop(offset int64) {
	t.cuts = append(t.cuts[:0], t.cuts[t.index(offset):]...)
}

// advance counts the lines up to buf[i].
func (s *scanner) advance(i int) {
	start := s.position.start
	s.position.advance(s.buf, s.base, i)
	if s.position.start != start && s.terminal.total > 0 {
		s.terminal.line = s.terminal.removed(s.position.start)
	}
}

// original returns the text of buf[start:end] with its sequences.
func (s *scanner) original(start, end int) string {
	if len(s.terminal.cuts) == 0 {
		return string(s.buf[start:end])
	}
	var b []byte
	for _, c := range s.terminal.cuts[s.terminal.index(s.base+int64(start)+1):] {
		at := int(c.at - s.base)
		if at >= end {
			break
		}
		b = append(append(b, s.buf[start:at]...), c.raw...)
		start = at
	}
	return string(append(b, s.buf[start:end]...))
}

// hyperlinks yields the targets of the hyperlinks before buf[end]. It returns
// what yield returns.
func (s *scanner) hyperlinks(end int, yield func(Match, error) bool) bool {
	for len(s.terminal.links) > 0 && s.terminal.links[0].at <= s.base+int64(end) {
		l := s.terminal.links[0]
		s.terminal.links = s.terminal.links[1:]
		s.advance(int(l.at - s.base))
		m := Match{
			Text: l.url, URL: l.url, Kind: Attribute, Confidence: High, Relative: !ascii.HasScheme(l.url),
			Offset: l.offset, Line: s.position.line, Column: l.offset - s.position.start - s.terminal.line + 1,
		}
		if PlaceholderIn(l.url) {
			m.Doubt = Placeholder
		}
		if m.Relative || m.Doubt != Whole {
			m.Confidence = Low
		}
		if !yield(m, nil) {
			return false
		}
	}
	return true
}

// strip removes the sequences from what was read after buf[from].
func (s *scanner) strip(from int) {
	t := text{b: s.buf, last: s.eof}
	hold := len(t.b)
	if hold > from && t.b[hold-1] == csiLead && !t.last {
		hold--
	}
	var marks nextMark
	out, done := from, from // the bytes before done are stripped; out is the end of them
	for i := marks.after(t.b, from); i < hold; {
		start, q, v := t.sequenceAt(i)
		switch {
		case v == more:
			hold = start
		case v == none || start < done:
			i = marks.after(t.b, i+1)
		default:
			out += copy(t.b[out:], t.b[done:start])
			s.cut(out, t.b[start:start+q.n], q)
			done = start + q.n
			i = marks.after(t.b, done)
		}
	}
	s.terminal.held = append(s.terminal.held[:0], t.b[hold:]...)
	if done > from {
		hold = out + copy(t.b[out:], t.b[done:hold])
	}
	s.buf = s.buf[:hold]
}

// cut notes a sequence that was removed before buf[i].
func (s *scanner) cut(i int, raw []byte, q sequence) {
	t := &s.terminal
	at := s.base + int64(i)
	if q.past > q.start {
		t.links = append(t.links, hyperlink{at, at + t.total + int64(q.start), string(raw[q.start:q.past])})
	}
	t.cuts = append(t.cuts, cut{at, t.total, string(raw)})
	t.total += int64(len(raw))
}

// A nextMark finds the bytes that can begin a sequence.
type nextMark struct {
	at    [4]int // the next of each
	begun bool
}

// after returns the position of the next mark, from i, or the length of b.
func (m *nextMark) after(b []byte, i int) int {
	next := len(b)
	for k, c := range [...]byte{escByte, csiByte, '\\', '^'} {
		if !m.begun || m.at[k] < i {
			if m.at[k] = bytes.IndexByte(b[min(i, len(b)):], c); m.at[k] < 0 {
				m.at[k] = len(b)
			} else {
				m.at[k] += i
			}
		}
		next = min(next, m.at[k])
	}
	m.begun = true
	return next
}

// sequenceAt returns the sequence with the mark at i, and its start.
func (t text) sequenceAt(i int) (start int, q sequence, v verdict) {
	switch t.b[i] {
	case csiByte:
		for start = i - 1; start >= max(0, i-utf8.UTFMax+1) && !utf8.RuneStart(t.b[start]); {
			start--
		}
		if start >= 0 && t.b[start] >= utf8.RuneSelf {
			if !t.last && !utf8.FullRune(t.b[start:]) {
				return i, q, more
			}
			r, n := utf8.DecodeRune(t.b[start:])
			if n > i-start && r != csiByte {
				return i, q, none // it is in another character
			} else if n <= i-start {
				start = i
			}
		} else {
			start = i
		}
		q.n, v = t.control(i+1, false)
		q.n += i + 1 - start
		return start, q, v
	case escByte:
		q, v = t.command(i, 1, false)
		return i, q, v
	}
	n, v := t.writtenAt(i, written[:])
	switch v {
	case found:
		q, v = t.command(i, n, true)
		return i, q, v
	case none:
		if n, v = t.writtenAt(i, writtenCSI[:]); v == found {
			q.n, v = t.control(i+n, false)
			q.n += n
		}
	}
	return i, q, v
}

// writtenAt returns the length of the first of some forms that is at i.
func (t text) writtenAt(i int, forms []string) (n int, v verdict) {
	for _, form := range forms {
		b := t.b[i:min(len(t.b), i+len(form))]
		switch {
		case !bytes.EqualFold(b, []byte(form[:len(b)])):
		case len(b) == len(form):
			return len(form), found
		case !t.last:
			return 0, more
		}
	}
	return 0, none
}

// command reads the sequence at i after its ESC, which has n bytes. isWritten is set if ESC
// is written: then less is a sequence.
func (t text) command(i, n int, isWritten bool) (q sequence, v verdict) {
	k := i + n
	c, ok := t.at(k)
	switch {
	case !ok:
		return q, more
	case c == '[':
		q.n, v = t.control(k+1, !isWritten)
		q.n += k + 1 - i
		return q, v
	case c == ']', !isWritten && bytes.IndexByte([]byte("PX^_k"), c) >= 0:
		return t.controlString(i, k, isWritten)
	case !isWritten && c != 0 && bytes.IndexByte([]byte("78=>DEHMZcno|}~"), c) >= 0:
		return sequence{n: n + 1}, found
	case c == '(' || c == ')', !isWritten && '!' <= c && c <= '/':
		return t.charset(i, k, isWritten)
	}
	return q, none
}

// control reads the parameters of a control sequence from i, and returns its length. With
// all, it may have any final byte; otherwise a sequence without a parameter must be one
// that sets colors or erases a line. Source: ECMA-48 5.4.
func (t text) control(i int, all bool) (n int, v verdict) {
	k := i
	for ; k-i < controlLength; k++ {
		c, ok := t.at(k)
		switch {
		case !ok:
			return 0, more
		case '0' <= c && c <= '?', all && ' ' <= c && c <= '/':
			continue
		case c == '%' && !all: // a parameter of printf
			next, ok := t.at(k + 1)
			if !ok {
				return 0, more
			}
			if next == 'd' || next == 's' {
				k++
				continue
			}
		case '@' <= c && c <= '~' && (all || is(c, letter) && (k > i || c == 'm' || c == 'K')):
			return k + 1 - i, found
		}
		break
	}
	return 0, none
}

// charset reads the sequence at i that selects a charset; its ESC ends before k. Source:
// ISO 2022.
func (t text) charset(i, k int, isWritten bool) (q sequence, v verdict) {
	for first := k; k-first < 4; k++ {
		c, ok := t.at(k)
		switch {
		case !ok:
			return q, more
		case k == first || !isWritten && '!' <= c && c <= '/':
			continue
		case isWritten && bytes.IndexByte([]byte("AB0K"), c) < 0 || c < '0' || c > '~':
			return q, none
		}
		return sequence{n: k + 1 - i}, found
	}
	return q, none
}

// controlString reads the sequence at i that has a string; its ESC ends before k.
// Source: ECMA-48 5.6.
func (t text) controlString(i, k int, isWritten bool) (q sequence, v verdict) {
	for end := k + 1; end-k < stringLength; end++ {
		c, ok := t.at(end)
		if !ok {
			return q, more
		}
		n, v := 0, none
		switch c {
		case '\a':
			n, v = 1, found
		case '\n', '\r', 0:
			return q, none
		case '"':
			if isWritten {
				return q, none
			}
		case escByte:
			if n, v = t.writtenAt(end, []string{"\x1b\\"}); v == none {
				return q, none
			}
		case csiLead:
			n, v = t.writtenAt(end, []string{"\u009c"})
		case '\\':
			if isWritten {
				n, v = t.writtenEnd(end)
			}
		}
		switch {
		case v == more:
			return q, more
		case v == found && n == 0:
			return q, none
		case v == found:
			q = sequence{n: end + n - i}
			if target, ok := bytes.CutPrefix(t.b[k:end], []byte("]8;")); ok {
				if at := bytes.IndexByte(target, ';'); at >= 0 {
					q.start, q.past = end-len(target)+at+1-i, end-i
				}
			}
			return q, found
		}
	}
	return q, none
}

// writtenEnd returns the length of the written end of a string at i. It returns found and 0
// if another sequence begins there.
func (t text) writtenEnd(i int) (n int, v verdict) {
	if n, v = t.writtenAt(i, writtenEnds[:]); v != none {
		return n, v
	}
	if n, v = t.writtenAt(i, written[:]); v != found {
		return n, v
	}
	switch c, ok := t.at(i + n); {
	case !ok:
		return 0, more
	case c != '\\':
		return 0, found
	}
	c, ok := t.at(i + n + 1)
	switch {
	case !ok:
		return 0, more
	case c == '\\':
		return n + 2, found
	}
	return n + 1, found
}
