package runes

import (
	"testing"
	"unicode"
)

func TestPrintable(t *testing.T) {
	for r, want := range map[rune]bool{
		' ': true, 'a': true, '~': true, 'é': true, '日': true, 0x00A0: true, 0x0301: true, 0x1F600: true, 0xFFFD: true,
		'\n': false, 0x1B: false, 0x7F: false, 0x85: false, 0x9B: false, 0x034F: false, 0x200B: false, 0x202E: false,
		0x2028: false, 0x1680: false, 0x3000: false, 0xFE0F: false, 0xE0041: false, 0xFEFF: false, -1: false, 0x110000: false,
	} {
		if Printable(r) != want {
			t.Errorf("Printable(%U) = %v, want %v", r, !want, want)
		}
	}
}

// The slow twin, with the tables of package unicode.
func TestPrintableTwin(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs) &&
			!unicode.In(r, unicode.Variation_Selector) && r != 0x034F && r != 0x3000 && r != 0x1680
		if Printable(r) != want {
			t.Errorf("Printable(%U) = %v, want %v", r, !want, want)
		}
	}
}
