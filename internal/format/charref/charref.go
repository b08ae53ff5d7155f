// Package charref reads the character references of XML, such as "&amp;".
package charref

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Longest is the length of the longest character reference.
const Longest = 12

// Read returns the length of the reference at the start of a text, and its
// character. If it is not a reference, the character is "&".
// Source: XML 4.1, 4.6.
func Read(text string) (int, string) {
	text = text[:min(len(text), Longest)]
	end := strings.IndexByte(text, ';')
	if end < 0 {
		return 1, "&"
	}
	name := text[1:end]
	switch name {
	case "amp":
		return end + 1, "&"
	case "lt":
		return end + 1, "<"
	case "gt":
		return end + 1, ">"
	case "quot":
		return end + 1, `"`
	case "apos":
		return end + 1, "'"
	}
	if number, ok := strings.CutPrefix(name, "#"); ok {
		radix := 10
		if hex, ok := strings.CutPrefix(number, "x"); ok {
			number, radix = hex, 16
		}
		if n, err := strconv.ParseUint(number, radix, 32); err == nil && n <= utf8.MaxRune {
			return end + 1, string(rune(n))
		}
	}
	return 1, "&"
}
