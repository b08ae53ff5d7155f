package sanitize

import (
	"strings"
	"testing"
)

// A character or a sequence that arrives in two pieces is shown whole.
func TestIncomplete(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 0, "abc\r": 1, "abc\r\n": 0, "\xc3": 1, "\xc3\xa9": 0, "x\xe2\x82": 2, "\x1b": 1, "a\x1b[": 2, "a\x1b[31": 4, "a\x1b[31m": 0,
		"\x1b]0;ti": 6, "\x1b]0;t\x07": 0, "\x1b(": 2, "\x1b(B": 0, "\x1bM": 0, "\xff\xff": 0,
	} {
		if got := Incomplete(text); got != want {
			t.Errorf("Incomplete(%q) = %d, want %d", text, got, want)
		}
	}
}

// Bytes that are not UTF-8 are read as Windows-1252 one by one, and none becomes a control
// character.
func TestDecodeBytes(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a\x1b[1m": "a\x1b[1m", "é€": "é€", "\xe9t\xe9 é": "été é", "\x80\x93\x9b": "€“›", "\x81\x8d\x8f\x90\x9d": "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD", "\xff\xc3": "ÿÃ",
	} {
		if got := DecodeBytes(text); got != want {
			t.Errorf("DecodeBytes(%q) = %q, want %q", text, got, want)
		}
	}
}

// The time to sanitize a text grows in proportion to its length.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "a\bb", "\x1b[", "\x1b]0;x\x07", "\x1b", "\xff\x1b(", "\r\n\r", "\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		got := Text(text)
		if i := strings.IndexFunc(got, unwanted); i >= 0 && got[i:i+3] != "\uFFFD" {
			t.Errorf("Text(%q) = %q", text, got)
		}
		if again := Text(got); again != got {
			t.Errorf("Text(%q) = %q, and again %q", text, got, again)
		}
		if n := Incomplete(text); n < 0 || n > len(text) {
			t.Errorf("Incomplete(%q) = %d", text, n)
		}
	})
}

// A text of only backspaces or only beginnings of sequences is read in time.
func TestTextOfManyControls(t *testing.T) {
	const size = 1 << 20
	if got := Text(strings.Repeat("a\b", size/2)); got != "" {
		t.Errorf("%d bytes are left", len(got))
	}
	if got := Text(strings.Repeat("\x1b[", size/2)); strings.Contains(got, "\x1b") {
		t.Error("an escape is left")
	}
}
