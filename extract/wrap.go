package extract

import (
	"errors"
	"unicode/utf8"
)

// ErrCannotWrap says that a URL holds white space, a control character or an angle
// bracket: in a wrapper it would be read as another. It must be escaped first.
var ErrCannotWrap = errors.New("extract: white space, control characters and angle brackets cannot stand in a wrapper")

// Wrap returns a URL in a wrapper, for a text in which nothing else delimits it:
// <URL:...>, broken into lines of at most width octets, from which [Text] reads
// the same URL. A width of 0 or less breaks nothing.
//
// No line is broken right after a hyphen, nor inside a character, so one of many
// hyphens, or a very narrow one, may be longer. Where delimiters exist already, as
// in an attribute or a request, no wrapper is written. Source: rfc1738 appendix.
func Wrap(url string, width int) (string, error) {
	b, err := AppendWrap(nil, url, width)
	return string(b), err
}

// AppendWrap appends what [Wrap] returns to b.
func AppendWrap(b []byte, url string, width int) ([]byte, error) {
	for i := range len(url) {
		if c := url[i]; c <= ' ' || c == 0x7F || c == '<' || c == '>' {
			return b, ErrCannotWrap
		}
	}
	b = append(b, "<"+prefix...)
	rest := url + ">"
	if width <= 0 {
		return append(b, rest...), nil
	}
	for room := width - len(prefix) - 1; len(rest) > room; room = width {
		n := breakAt(rest, room)
		if n == len(rest) {
			break
		}
		b = append(append(b, rest[:n]...), '\n')
		rest = rest[n:]
	}
	return append(b, rest...), nil
}

// breakAt returns where a text is broken so that at most room octets stand before
// the break, or as few more as can be: its length if nowhere.
func breakAt(text string, room int) int {
	n := max(room, 0)
	for n > 0 && !canBreak(text, n) {
		n--
	}
	if n > 0 {
		return n
	}
	for n = max(room, 0) + 1; n < len(text) && !canBreak(text, n); n++ {
	}
	return n
}

// canBreak reports whether a line can end before text[i]. The bracket that closes
// the wrapper does not begin a line, where it would look like a quotation.
func canBreak(text string, i int) bool {
	return i < len(text)-1 && text[i-1] != '-' && utf8.RuneStart(text[i])
}
