// Package jsonstring writes JSON strings that are safe for a terminal. It escapes
// characters that could control the terminal as \uXXXX, and writes only printable
// characters.
//
//	line = jsonstring.Append(append(line, `{"url":`...), url)
//
// Programs that write JSON objects by hand use this package for each string. Escape is for
// objects that encoding/json has written.
package jsonstring

import (
	"unicode/utf8"

	"github.com/earl-url/earl/internal/runes"
)

// plain has the bytes that are unchanged in a JSON string: printable US-ASCII
// without the quote and the backslash.
var plain = [256]bool{
	' ': true, '!': true, '#': true, '$': true, '%': true, '&': true, '\'': true, '(': true, ')': true, '*': true, '+': true, ',': true,
	'-': true, '.': true, '/': true, '0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true,
	'9': true, ':': true, ';': true, '<': true, '=': true, '>': true, '?': true, '@': true, 'A': true, 'B': true, 'C': true, 'D': true,
	'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true, 'N': true, 'O': true, 'P': true,
	'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true, '[': true, ']': true,
	'^': true, '_': true, '`': true, 'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true,
	'j': true, 'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true,
	'v': true, 'w': true, 'x': true, 'y': true, 'z': true, '{': true, '|': true, '}': true, '~': true,
}

// IsPlain reports whether all characters of text are printable US-ASCII and unchanged in a
// JSON string.
func IsPlain(text string) bool {
	for i := range len(text) {
		if !plain[text[i]] {
			return false
		}
	}
	return true
}

// Append appends text as a JSON string. Each byte that is not valid UTF-8 becomes
// U+FFFD.
func Append(b []byte, text string) []byte {
	b = append(b, '"')
	for {
		i := 0
		for i < len(text) && plain[text[i]] {
			i++
		}
		b = append(b, text[:i]...)
		if i == len(text) {
			return append(b, '"')
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		b = appendEscaped(b, r)
		text = text[i+n:]
	}
}

// AppendAll appends an array of strings.
func AppendAll(b []byte, all []string) []byte {
	b = append(b, '[')
	for i, text := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = Append(b, text)
	}
	return append(b, ']')
}

// AppendOptional appends text as a JSON string, or null if it is absent.
func AppendOptional(b []byte, text string, present bool) []byte {
	if !present {
		return append(b, "null"...)
	}
	return Append(b, text)
}

// Escape escapes the characters in encoded JSON that could control a terminal. The encoder
// must have escaped control characters below 0x20.
func Escape(json []byte) []byte {
	out := make([]byte, 0, len(json)+1)
	for i := 0; i < len(json); {
		r, n := utf8.DecodeRune(json[i:])
		if r < 0x7F {
			out = append(out, json[i])
		} else {
			out = appendEscaped(out, r)
		}
		i += n
	}
	return out
}

// appendEscaped appends one character that is not plain.
func appendEscaped(b []byte, r rune) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(b, '\\', byte(r))
	case r == '\n':
		return append(b, `\n`...)
	case r == '\r':
		return append(b, `\r`...)
	case r == '\t':
		return append(b, `\t`...)
	case r >= utf8.RuneSelf && r != utf8.RuneError && runes.Printable(r):
		return utf8.AppendRune(b, r)
	case r > 0xFFFF: // a surrogate pair
		r -= 0x10000
		return appendUnit(appendUnit(b, 0xD800+r>>10), 0xDC00+r&0x3FF)
	}
	return appendUnit(b, r)
}

// appendUnit appends \uXXXX.
func appendUnit(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
