// Package json decodes the strings of JSON for package literal: "http:\/\/h\/a?b\u0026c" is
// http://h/a?b&c. It also reads JSON lines, and the comments and strings of JSON5. It follows RFC
// 8259 and the JSON5 Data Interchange Format. What is not JSON is text.
package json

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/format/literal"
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	// JSON5 also reads strings in apostrophes.
	JSON5 bool

	quote byte   // the string that is read, or 0
	end   string // of the comment that is read, or ""
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, d.step)
}

// step reads the next part.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	switch {
	case d.end != "":
		return d.comment(t, src, last)
	case d.quote != 0:
		return d.inside(t, src, last)
	}
	return d.outside(t, src, last)
}

// outside reads what is not in a string, up to the start of a string or a comment.
func (d *Decoder) outside(t *literal.Text, src []byte, last bool) int {
	marks := `"/`
	if d.JSON5 {
		marks = `"/'`
	}
	n := bytes.IndexAny(src, marks)
	switch {
	case n < 0:
		n = len(src)
	case n > 0:
	case src[0] != '/':
		d.quote = src[0]
		n = 1
	case len(src) == 1 && !last:
		return 0
	default:
		if n = 1; len(src) > 1 && src[1] == '/' {
			d.end = "\n"
		} else if len(src) > 1 && src[1] == '*' {
			n, d.end = 2, "*/"
		}
	}
	t.Copy(src[:n])
	return n
}

// comment reads a comment, up to its end.
func (d *Decoder) comment(t *literal.Text, src []byte, last bool) int {
	n := bytes.Index(src, []byte(d.end))
	switch {
	case n >= 0:
		n += len(d.end)
		d.end = ""
	case last || len(d.end) == 1:
		n = len(src)
	default:
		n = len(src) - 1 // the end may be in two pieces
	}
	t.Copy(src[:n])
	return n
}

// inside reads a string, up to its end or an escape.
func (d *Decoder) inside(t *literal.Text, src []byte, last bool) int {
	n := 0
	for n < len(src) && src[n] != d.quote && src[n] != '\\' && src[n] != '\n' {
		n++
	}
	switch {
	case n > 0 || src[0] == '\n' || src[0] == d.quote:
		if n == 0 { // a string that is not closed ends with its line
			n, d.quote = 1, 0
		}
		t.Copy(src[:n])
		return n
	}
	const longest = len(`\uD83D\uDE00`)
	if len(src) < longest && !last {
		return 0
	}
	s, n := escape(src)
	if n == 0 {
		t.Copy(src[:1])
		return 1
	}
	t.Put(s, n)
	return n
}

// escape reads the escape at the start of b: the text that it represents, and its length, or 0 if
// it is not an escape of JSON. Source: rfc8259 7; JSON5 5.1.
func escape(b []byte) (text string, n int) {
	if len(b) < 2 {
		return "", 0
	}
	switch c := b[1]; c {
	case '"', '\\', '/', '\'':
		return string(c), 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'n':
		return "\n", 2
	case 'r':
		return "\r", 2
	case 't':
		return "\t", 2
	case '\n': // a continued line of JSON5
		return "", 2
	case 'x':
		if r, ok := unit(b, len(`\xHH`)); ok {
			return string(r), len(`\xHH`)
		}
	case 'u':
		return unicode(b)
	}
	return "", 0
}

// unicode reads \uHHHH, or two of them that are a surrogate pair.
func unicode(b []byte) (text string, n int) {
	const length = len(`\uHHHH`)
	r, ok := unit(b, length)
	if !ok {
		return "", 0
	}
	if !utf16.IsSurrogate(r) {
		return string(r), length
	}
	if len(b) >= 2*length && b[length] == '\\' && b[length+1] == 'u' {
		if low, ok := unit(b[length:], length); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return string(pair), 2 * length
			}
		}
	}
	return "", 0 // a lone surrogate is no character
}

// unit returns the number of an escape of a length, after its backslash and its letter.
func unit(b []byte, length int) (rune, bool) {
	if len(b) < length {
		return 0, false
	}
	code, err := strconv.ParseUint(string(b[2:length]), 16, 16)
	return rune(code), err == nil
}
