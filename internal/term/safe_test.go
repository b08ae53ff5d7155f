package term

import (
	"bytes"
	"testing"
)

// TestSafe: text from a server cannot control a terminal (SPEC F2, and the
// paragraph on terminals in the design).
func TestSafe(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain text", "plain text"},
		{"\x1b[2J", `\x1B[2J`},
		{"a\x00b\x7f", `a\x00b\x7F`},
		{"a\nb\tc\rd", `a\nb\tc\rd`},
		{"\u009b31m", `\u{009B}31m`}, // C1 as a character
		{"\x9b31m", `\x9B31m`},       // C1 as a byte
		{"caf\u00e9", "caf\u00e9"},
		{"caf\xe9", `caf\xE9`},
		{"\u202egpj.exe", `\u{202E}gpj.exe`}, // right-to-left override
		{"a\u2066b\u200bc\ufeff", `a\u{2066}b\u{200B}c\u{FEFF}`},
		{"\U000e0041", `\u{E0041}`}, // a tag character
		{"日本", "日本"},
		{"a\u00a0b", "a\u00a0b"},
	} {
		if got := Safe(c.in); got != c.want {
			t.Errorf("Safe(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestWriterKeepsPartedCharacters(t *testing.T) {
	in := "a\r\nb\tcaf\u00e9 日本\x1b[0m\u009b \xe6\x97 \r x \u202e\r\n\xe6\x97"
	want := "a\nb\tcaf\u00e9 日本\\x1B[0m\\u{009B} \\xE6\\x97 \\r x \\u{202E}\n\\xE6\\x97"
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := NewWriter(&out)
		for i := 0; i < len(in); i += size {
			if _, err := w.Write([]byte(in[i:min(i+size, len(in))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("in writes of %d bytes: %q, want %q", size, out.String(), want)
		}
	}
}

func TestPainter(t *testing.T) {
	if got := (Painter{}).Paint(Red, "x"); got != "x" {
		t.Errorf("the zero Painter paints %q", got)
	}
	if got := (Painter{On: true}).Paint(Red, "x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("Paint = %q", got)
	}
}
