package jsonstring

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/runes"
)

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", `""`},
		{`a"b\c/`, `"a\"b\\c/"`},
		{"\n\r\t\x00\x1b\x7f", `"\n\r\t\u0000\u001b\u007f"`},
		{"é日\u00a0", "\"é日\u00a0\""},
		{"\u0085\u2028\u202e\ufeff", `"\u0085\u2028\u202e\ufeff"`},
		{"\U0001F600\U000E0041", "\"\U0001F600\\udb40\\udc41\""},
		{"a\xffb\xc3", `"a\ufffdb\ufffd"`},
		{"\ufffd", `"\ufffd"`},
	} {
		if got := string(Append(nil, tt.in)); got != tt.want {
			t.Errorf("Append(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// The slow twin of the table.
func TestIsPlain(t *testing.T) {
	for c := range 256 {
		want := c >= ' ' && c <= '~' && c != '"' && c != '\\'
		if got := IsPlain("a" + string([]byte{byte(c)})); got != want {
			t.Errorf("IsPlain of byte %#x is %v, want %v", c, got, want)
		}
	}
}

func TestAppendAllAndOptional(t *testing.T) {
	if got, want := string(AppendAll(nil, []string{"a", `"`})), `["a","\""]`; got != want {
		t.Errorf("AppendAll = %s, want %s", got, want)
	}
	if got := string(AppendAll(nil, nil)); got != "[]" {
		t.Errorf("AppendAll(nil) = %s, want []", got)
	}
	if got := string(AppendOptional(AppendOptional(nil, "x", false), "", true)); got != `null""` {
		t.Errorf(`AppendOptional = %s, want null""`, got)
	}
}

// FuzzAppend: the output of Append and Escape decodes to the text, and has only
// characters that are safe on a terminal.
func FuzzAppend(f *testing.F) {
	f.Add("a\"\\\n\u202e\xff\U000E0041\ufffd")
	f.Fuzz(func(t *testing.T, text string) {
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, b := range map[string][]byte{"Append": Append(nil, text), "Escape": Escape(encoded)} {
			var got string
			if err := json.Unmarshal(b, &got); err != nil {
				t.Fatalf("%s(%q) = %s: %v", name, text, b, err)
			}
			if utf8.ValidString(text) && got != text {
				t.Errorf("%s(%q) is read as %q", name, text, got)
			}
			if i := strings.IndexFunc(string(b), func(r rune) bool { return !runes.Printable(r) }); i >= 0 {
				t.Errorf("%s(%q) = %q has a character that is not printable", name, text, b)
			}
		}
	})
}

func TestAppendDoesNotAllocate(t *testing.T) {
	b := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() { b = Append(b[:0], "http://h/é\"\u202e") }); n != 0 {
		t.Errorf("Append allocates %v times", n)
	}
}

func BenchmarkAppend(b *testing.B) {
	buf := make([]byte, 0, 256)
	for b.Loop() {
		buf = Append(buf[:0], "http://user@host.example:8080/a/long/path/to/a/file.html?query=1&other=2#fragment")
	}
}
