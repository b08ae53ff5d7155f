package ascii

import (
	"strconv"
	"testing"
	"unicode"
)

// The classes are those of package unicode below 0x80, and empty above.
func TestClasses(t *testing.T) {
	for i := range 256 {
		c, r := byte(i), rune(i)
		if i >= 0x80 {
			r = 0
		}
		_, err := strconv.ParseUint(string(r), 16, 8)
		for name, pair := range map[string][2]bool{
			"IsLetter":       {IsLetter(c), unicode.IsLetter(r)},
			"IsDigit":        {IsDigit(c), unicode.IsDigit(r)},
			"IsAlphanumeric": {IsAlphanumeric(c), unicode.IsLetter(r) || unicode.IsDigit(r)},
			"IsSpace":        {IsSpace(c), unicode.IsSpace(r)},
			"IsHex":          {IsHex(c), err == nil},
			"Hex":            {Hex(c) >= 0, err == nil},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s(%#x) = %v", name, c, pair[0])
			}
		}
		if v, _ := strconv.ParseUint(string(r), 16, 8); err == nil && Hex(c) != int(v) {
			t.Errorf("Hex(%q) = %d", c, Hex(c))
		}
	}
}

func TestTexts(t *testing.T) {
	if !Only("a\x7f") || Only("a\u0080") || IsNumber("") || !IsNumber("019") || IsNumber("1a") {
		t.Error("Only or IsNumber")
	}
	for text, want := range map[string]bool{"a:": true, "a+-.9:b": true, "": false, ":": false, "1a:": false, "a": false, "a/b:": false, "\u00e4:": false} {
		if got := HasScheme(text); got != want {
			t.Errorf("HasScheme(%q) = %v", text, got)
		}
	}
}
