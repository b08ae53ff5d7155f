// Package runes tells which characters may be shown unchanged.
package runes

import (
	"strconv"
	"unicode"
)

// Printable reports whether r may be written to a terminal unchanged: it is a
// printable character, a space or a combining mark. Control characters, marks
// that change the direction of text, and characters without a width are not
// printable.
func Printable(r rune) bool {
	return strconv.IsPrint(r) && r != 0x034F && !unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Zs, r) && r != 0x3000 && r != 0x1680
}
