package screen

import (
	"strings"
	"unicode"
)

// The bytes of the code page with a meaning of their own.
const (
	charNull  = 0x00
	charSpace = 0x40
	charDup   = 0x1C // the key DUP, shown as "*"
	charMark  = 0x1E // the key FIELD MARK, shown as ";"
	charSub   = 0x3F // SUB, in the place of a character that was not known
)

// runeOf returns the character of a cell as it is shown. It returns a space for
// control characters, and for those that the code page does not have.
func (s *Screen) runeOf(c cell) rune {
	switch {
	case c.ge:
		return graphic(c.char)
	case c.char == charDup:
		return '*'
	case c.char == charMark:
		return ';'
	case c.char == charSub:
		return '■'
	case c.char < charSpace:
		return ' '
	}
	r := s.code.DecodeByte(c.char)
	if !unicode.IsPrint(r) {
		return ' '
	}
	return r
}

// graphic returns a character of the graphic set (code page 310). Only those
// that draw boxes are known; a middle dot replaces the others.
func graphic(c byte) rune {
	switch c {
	case charNull, charSpace:
		return ' '
	case 0x85:
		return '│'
	case 0xA2:
		return '─'
	case 0xC4:
		return '└'
	case 0xC5:
		return '┌'
	case 0xC6:
		return '├'
	case 0xC7:
		return '┴'
	case 0xD3:
		return '┼'
	case 0xD4:
		return '┘'
	case 0xD5:
		return '┐'
	case 0xD6:
		return '┤'
	case 0xD7:
		return '┬'
	}
	return '·'
}

// byteOf returns the byte of a character that the user types. ok is false if
// the code page does not have it, or if it is a control character.
func (s *Screen) byteOf(r rune) (c byte, ok bool) {
	c, ok = s.code.EncodeRune(r)
	return c, ok && c >= charSpace && unicode.IsPrint(r)
}

// textOf returns n characters from a place, without the spaces at their end.
func (s *Screen) textOf(at, n int) string {
	var b strings.Builder
	for range n {
		b.WriteRune(s.runeOf(s.cells[at]))
		at = s.next(at)
	}
	return strings.TrimRight(b.String(), " ")
}
