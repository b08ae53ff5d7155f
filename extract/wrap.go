package extract

import (
	"errors"
	"unicode/utf8"
)

// ErrCannotWrap means that a URL contains white space, a control character or
// an angle bracket. Wrapped, it would be read as another URL. Escape it first.
var ErrCannotWrap = errors.New("extract: a wrapped URL cannot contain white space, control characters or angle brackets")

// Wrap returns a URL in a wrapper, <URL:...>, for a text in which nothing else
// delimits it. It is broken into lines of at most width bytes; [Text] finds the
// same URL in it. If width is 0 or less, there are no line breaks.
//
// A line is never broken after a hyphen or inside a character, so a line can be
// longer if it has many hyphens or width is very small. Do not use a wrapper
// where delimiters exist already, such as in an attribute or a request. Source:
// rfc1738 appendix.
func Wrap(url string, width int) (string, error) {
	b, err := AppendWrap(nil, url, width)
	return string(b), err
}

// AppendWrap appends the result of [Wrap] to b.
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

// breakAt returns the position of a line break after at most room bytes, or
// after as few more as possible. It is the length of the text if there is no
// such position.
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

// canBreak reports whether a line can end before text[i]. The closing bracket
// of the wrapper does not begin a line, because it would look like a quotation
// mark of mail.
func canBreak(text string, i int) bool {
	return i < len(text)-1 && text[i-1] != '-' && utf8.RuneStart(text[i])
}
