package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// readings is how many hyphens and spaces of one URL are read both ways.
const readings = 3

// A wrapper is the text in angle brackets.
type wrapper struct {
	start, end int    // of the text in it, without white space around it
	past       int    // after its ">"
	clean      []byte // without white space
	hyphens    []int  // in clean: there was a line break after these hyphens
	spaces     []int  // in clean: there was white space other than a line break before these bytes
}

// wrapped checks the wrapper that "<" at open may start, with a colon at p. The
// prefix URL: may be missing, but then the text must be a URL of a known form
// without blank lines. Source: rfc1738 appendix; draft1993 Wrappers.
func (s *scanner) wrapped(open, p int) (candidate, verdict) {
	start := open + 1
	prefixed := bytes.EqualFold(bytes.TrimSpace(s.buf[start:p]), []byte(prefix[:len(prefix)-1]))
	if prefixed {
		start = p + 1
	}
	s.advance(open)
	w, v := s.after(open).unwrap(start, s.position.depth, prefixed)
	if v != found {
		if v == long {
			v = none // there is no closing bracket
		}
		return candidate{}, v
	}
	f := candidate{start: w.start, end: w.end, past: w.past, kind: Wrapped, confidence: High}
	switch {
	case !prefixed && ascii.IsSpace(s.buf[start]) && len(w.spaces) > 0: // "a < http://h/ and b > c"
		return candidate{}, none
	case !prefixed && len(bytes.Fields(s.buf[start:p])) > 1: // "<a or http://h/>"
		return candidate{}, none
	case s.wrappedURL(w.clean, prefixed):
	case prefixed && isRelative(w.clean):
		f.relative, f.confidence = true, Low
	default:
		return candidate{}, none
	}
	if len(w.clean) != w.end-w.start {
		f.url = string(w.clean)
	}
	if f.alternatives = w.alternatives(); f.alternatives != nil {
		f.confidence = min(f.confidence, Medium)
	}
	return f, found
}

// unwrap reads a wrapper's text from i. If the first line is quoted with ">", a
// ">" that quotes a later line does not end the wrapper.
func (t text) unwrap(i, depth int, prefixed bool) (w wrapper, v verdict) {
	w.start, w.end = i, i
	var gap gap
	for ; i < len(t.b); i++ {
		c := t.b[i]
		switch {
		case c == '\n':
			if gap.lines++; gap.lines > 1 && !prefixed {
				return w, none
			}
			gap.quotes = depth
		case ascii.IsSpace(c):
			gap.space = true
		case c == '>' && gap.lines > 0 && gap.quotes > 0:
			gap.quotes--
		case c == '>':
			w.past = i + 1
			return w, found
		case c == '<' || c < ' ' || c == 0x7F || !prefixed && (c == '"' || c == '|'):
			return w, none
		default:
			w.add(c, i, gap)
			gap.space, gap.lines = false, 0
		}
	}
	if v = t.end(); v == none {
		return w, none
	}
	return w, v
}

// A gap is the white space since the last byte of a wrapper's text.
type gap struct {
	space  bool
	lines  int // line breaks
	quotes int // the number of ">" that may still quote this line
}

// add adds a byte at i, which follows a gap.
func (w *wrapper) add(c byte, i int, g gap) {
	switch n := len(w.clean); {
	case n == 0:
		w.start = i
	case g.lines > 0:
		if w.clean[n-1] == '-' {
			w.hyphens = append(w.hyphens, n-1)
		}
	case g.space:
		w.spaces = append(w.spaces, n)
	}
	w.clean = append(w.clean, c)
	w.end = i + 1
}

// wrappedURL reports whether the text of a wrapper is a URL. With the prefix
// any scheme is accepted.
func (s *scanner) wrappedURL(clean []byte, prefixed bool) bool {
	n := bytes.IndexByte(clean, ':')
	if n <= 0 || !is(clean[0], letter) {
		return false
	}
	for _, c := range clean[:n] {
		if !is(c, schemeOctet) {
			return false
		}
	}
	if prefixed {
		return true
	}
	rest := clean[n+1:]
	if bytes.HasPrefix(rest, []byte("//")) {
		return len(rest) > 2 && n > 1
	}
	if bytes.EqualFold(clean[:n], []byte("news")) && len(rest) > 0 {
		return true // a newsgroup without a dot
	}
	if n > schemeLength {
		return false
	}
	form, ok := s.schemes.of(clean[:n])
	if !ok {
		return false
	}
	_, v := form(text{b: clean, last: true}, n+1)
	return v == found
}

// isRelative reports whether a text is a reference without a scheme rather than words.
func isRelative(clean []byte) bool {
	name := bytes.IndexFunc(clean, func(r rune) bool { return r >= utf8.RuneSelf || is(byte(r), letter|digit) }) >= 0
	return name && (strings.IndexByte("/.#?", clean[0]) >= 0 || bytes.IndexByte(clean, '/') > 0)
}

// alternatives returns the other readings of a wrapper: each hyphen before a
// line break may belong to the break, and each space may belong to the URL. If
// there are more than readings, it returns only the reading that differs in all
// of them.
func (w *wrapper) alternatives() []string {
	n := len(w.hyphens) + len(w.spaces)
	if n == 0 {
		return nil
	}
	if n > readings {
		return []string{w.reading(func(int) bool { return true })}
	}
	var all []string
	for set := 1; set < 1<<n; set++ {
		all = append(all, w.reading(func(k int) bool { return set>>k&1 != 0 }))
	}
	return all
}

// reading returns the text with the other choice at the chosen hyphens and
// spaces, which are numbered in this order.
func (w *wrapper) reading(chosen func(k int) bool) string {
	var b []byte
	h, s := 0, 0
	for i, c := range w.clean {
		if s < len(w.spaces) && w.spaces[s] == i {
			if chosen(len(w.hyphens) + s) {
				b = append(b, ' ')
			}
			s++
		}
		if h < len(w.hyphens) && w.hyphens[h] == i {
			h++
			if chosen(h - 1) {
				continue
			}
		}
		b = append(b, c)
	}
	return string(b)
}
