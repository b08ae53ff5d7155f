package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxHeading is the maximum length of a heading in which emphasis is read:
// longer ones keep their "*" and "_".
const maxHeading = 1 << 10

// A headingText is the visible text of a heading. A nil headingText records
// nothing.
type headingText struct {
	text []byte
	role []role // of each byte of text
}

// A role is what a byte of a heading is.
type role uint8

const (
	plain   role = iota
	dropped      // part of the markup, or an image
	literal      // has no escapes
)

// newHeadingText returns the text of a heading whose markup has not been read
// yet.
func newHeadingText(text []byte) *headingText {
	return &headingText{text, make([]role, len(text))}
}

// drop records that a part is markup.
func (h *headingText) drop(start, end int) { h.mark(start, end, dropped) }

// literal records that a part is markup, except for its content, which has no
// escapes.
func (h *headingText) literal(start, from, to, end int) {
	h.drop(start, from)
	if h != nil && to-from > 2 && isSpace(h.text[from]) && isSpace(h.text[to-1]) { // CommonMark 6.1
		from, to = from+1, to-1
		h.drop(from-1, from)
	}
	h.mark(from, to, literal)
	h.drop(to, end)
}

// isSpace reports whether a byte is a space, or a line end, which is shown as a
// space.
func isSpace(c byte) bool { return c == ' ' || c == '\n' }

// mark sets the role of a part.
func (h *headingText) mark(start, end int, r role) {
	if h == nil {
		return
	}
	for i := start; i < end; i++ {
		h.role[i] = r
	}
}

// String returns the text.
func (h *headingText) String() string {
	var b strings.Builder
	for i := 0; i < len(h.text); {
		end := i + 1
		for end < len(h.text) && h.role[end] == h.role[i] {
			end++
		}
		switch part := string(h.text[i:end]); h.role[i] {
		case plain:
			b.WriteString(unescape(part, true))
		case literal:
			b.WriteString(part)
		}
		i = end
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// A delimiter is a run of "*" or "_" that may begin or end emphasis.
type delimiter struct {
	at, n       int // the rest of the run
	whole       int // its original length
	char        byte
	opens, ends bool
}

// emphasize drops the marks of emphasis in a part. Source: CommonMark 6.2,
// appendix.
func (h *headingText) emphasize(start, end int) {
	if h == nil || len(h.text) > maxHeading {
		return
	}
	var open []delimiter
	for i := start; i < end; i++ {
		c := h.text[i]
		switch {
		case h.role[i] != plain:
		case c == '\\':
			i++
		case c == '*' || c == '_':
			d := h.delimiter(i, end)
			i += d.whole - 1
			if d.ends {
				open = h.match(open, &d)
			}
			if d.opens && d.n > 0 {
				open = append(open, d)
			}
		}
	}
	for i := start; i < end; i++ { // the rest is text, also for the part around it
		if h.role[i] == plain && (h.text[i] == '*' || h.text[i] == '_') && (i == 0 || h.text[i-1] != '\\') {
			h.role[i] = literal
		}
	}
}

// match drops the marks of the emphasis that a run ends, and returns the runs
// that are still open.
func (h *headingText) match(open []delimiter, d *delimiter) []delimiter {
	for k := len(open) - 1; k >= 0 && d.n > 0; k-- {
		o := &open[k]
		if o.char != d.char || (o.ends || d.opens) && (o.whole+d.whole)%3 == 0 && (o.whole%3 != 0 || d.whole%3 != 0) {
			continue
		}
		for o.n > 0 && d.n > 0 {
			n := 1
			if o.n > 1 && d.n > 1 {
				n = 2
			}
			o.n -= n
			h.drop(o.at+o.n, o.at+o.n+n)
			h.drop(d.at, d.at+n)
			d.at, d.n = d.at+n, d.n-n
		}
		open = open[:k+1]
		if o.n == 0 {
			open = open[:k]
		}
	}
	return open
}

// delimiter returns the run at an offset. Source: CommonMark 6.2.
func (h *headingText) delimiter(at, end int) delimiter {
	d := delimiter{at: at, n: runLength(h.text[at:end], h.text[at]), char: h.text[at]}
	d.whole = d.n
	before, _ := utf8.DecodeLastRune(h.text[:at])
	after, _ := utf8.DecodeRune(h.text[at+d.n:])
	if at == 0 {
		before = ' '
	}
	if at+d.n == len(h.text) {
		after = ' '
	}
	blankBefore, blankAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	markBefore, markAfter := unicode.IsPunct(before) || unicode.IsSymbol(before), unicode.IsPunct(after) || unicode.IsSymbol(after)
	left := !blankAfter && (!markAfter || blankBefore || markBefore)
	right := !blankBefore && (!markBefore || blankAfter || markAfter)
	d.opens, d.ends = left, right
	if d.char == '_' {
		d.opens, d.ends = left && (!right || markBefore), right && (!left || markAfter)
	}
	return d
}
