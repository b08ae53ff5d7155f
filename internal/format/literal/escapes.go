package literal

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Escapes are the escapes of a language that begin with a backslash.
type Escapes struct {
	// Chars has what a backslash and a byte represent. A line feed is a continued line, whatever its
	// line end is.
	Chars map[byte]string
	// Hex has the bytes that hexadecimal digits follow, and the number of these.
	Hex map[byte]int
	// Braces means that \u{1F600} is an escape too.
	Braces bool
	// Octal means that up to three octal digits are an escape.
	Octal bool
	// Bytes means that the hexadecimal digits after x and octal digits are a byte of UTF-8. Else they
	// are a character.
	Bytes bool
	// Pairs means that a character after U+FFFF is written as two escapes.
	Pairs bool
	// Skip are the bytes after a continued line that represent nothing.
	Skip string
}

// LongestEscape is the number of bytes that [Escapes.Read] may need: \xF0\x9F\x98\x80.
const LongestEscape = 16

// Read returns what the escape at the start of b represents, and its length, or 0 if b begins with no
// escape of the language.
func (e *Escapes) Read(b []byte) (text string, n int) {
	if len(b) < 2 {
		return "", 0
	}
	if b[1] == '\r' && len(b) > 2 && b[2] == '\n' {
		if text, ok := e.Chars['\n']; ok {
			return text, 3
		}
	}
	if v, n := e.readByte(b); n > 0 {
		if v < utf8.RuneSelf || !e.Bytes {
			return string(rune(v)), n
		}
		return e.readBytes(b)
	}
	if text, ok := e.Chars[b[1]]; ok {
		return text, 2
	}
	if e.Braces && len(b) > 2 && b[1] == 'u' && b[2] == '{' {
		digits, _, closed := bytes.Cut(b[3:min(len(b), LongestEscape)], []byte{'}'})
		r, err := strconv.ParseUint(string(digits), 16, 31)
		if !closed || err != nil || !utf8.ValidRune(rune(r)) {
			return "", 0
		}
		return string(rune(r)), len(digits) + 4
	}
	n = 2 + e.Hex[b[1]]
	r, ok := code(b, n)
	switch {
	case n == 2 || !ok:
		return "", 0
	case e.Pairs && utf16.IsSurrogate(r) && len(b) >= 2*n && b[n] == b[0] && b[n+1] == b[1]:
		low, _ := code(b[n:], n)
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return string(r), 2 * n
		}
		return "", 0
	case !utf8.ValidRune(r): // a lone surrogate is no character
		return "", 0
	}
	return string(r), n
}

// code returns the number in b[2:n].
func code(b []byte, n int) (rune, bool) {
	if len(b) < n {
		return 0, false
	}
	r, err := strconv.ParseUint(string(b[2:n]), 16, 31)
	return rune(r), err == nil
}

// readByte returns the number and the length of the escape of a byte at the start of b.
func (e *Escapes) readByte(b []byte) (v byte, n int) {
	base, digits := 8, 0
	switch {
	case len(b) < 2 || b[0] != '\\':
		return 0, 0
	case e.Bytes && b[1] == 'x' && e.Hex['x'] > 0 && len(b) > 3:
		base, n, digits = 16, 2, 2
	case e.Octal:
		for n = 1; n+digits < min(len(b), 4) && '0' <= b[n+digits] && b[n+digits] <= '7'; {
			digits++
		}
	}
	if digits == 0 {
		return 0, 0
	}
	x, err := strconv.ParseUint(string(b[n:n+digits]), base, 8)
	if err != nil {
		return 0, 0
	}
	return byte(x), n + digits
}

// readBytes returns the character whose bytes are the escapes at the start of b, and their length.
func (e *Escapes) readBytes(b []byte) (text string, n int) {
	var char []byte
	for len(char) < utf8.UTFMax && !utf8.FullRune(char) {
		v, width := e.readByte(b[n:])
		if width == 0 {
			return "", 0
		}
		char = append(char, v)
		n += width
	}
	if r, size := utf8.DecodeRune(char); r == utf8.RuneError && size < 2 {
		return "", 0
	}
	return string(char), n
}
