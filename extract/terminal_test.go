package extract_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
)

// Sequences for a terminal are no characters of the text. Text has them, because it is
// unchanged; a position is one of the text with them.
func TestTerminalSequences(t *testing.T) {
	for _, c := range []struct{ src, text, want string }{
		{"ecma48 8.3.117: SGR", "\x1b[36mhttps://h.example/\x1b[0m", "5 https://h.example/"},
		{"ecma48 8.3.117: SGR", "\x1b[1mjoe@h.example.org\x1b[0m \x1b[4mwww.h.example.org\x1b[24m", "4 mailto:joe@h.example.org|30 http://www.h.example.org"},
		{"ecma48 8.3.117: colons", "\x1b[38:2::1:2:3mhttps://h.example/\x1b[m", "14 https://h.example/"},
		{"ecma48 8.3.41: EL, in a URL, as grep does", "https://h.ex\x1b[01;31m\x1b[Kamp\x1b[m\x1b[Kle/", "0 https://h.example/"},
		{"in a scheme", "ht\x1b[1mtps\x1b[0m:\x1b[2m//h.example/", "0 https://h.example/"},
		{"before the colon of a wrapper", "<UR\x1b[1mL:ftp://h.exam\nple/>", "9 ftp://h.example/"},
		{"after a word", "url:\x1b[36mhttps://h.example/\x1b[0m.", "9 https://h.example/"},
		{"iso2022: charsets", "\x1b(B\x1b[mhttps://h.example/\x1b(B\x1b[m", "6 https://h.example/"},
		{"iso2022: charsets", "\x1b%Ghttps://h.example/a\x1b)0b", "3 https://h.example/ab"},
		{"ecma48 5.5: one more byte", "\x1b7https://h.example/\x1b8", "2 https://h.example/"},
		{"ecma48 5.6: a title", "\x1b]0;https://t.example/\ahttps://h.example/", "23 https://h.example/"},
		{"ecma48 5.6: a title", "\x1bkbash\x1b\\https://h.example/", "8 https://h.example/"},
		{"ecma48 9: CSI in eight bits", "\x9b36mhttps://h.example/\x9bm", "4 https://h.example/"},
		{"ecma48 9: CSI in UTF-8", "\u009b36mhttps://h.example/\u009bK", "5 https://h.example/"},
		{"no CSI: a character", "盛https://h.example/盛", "3 https://h.example/盛"},
		{"no CSI: a quote of windows-1252", "\x9bhttps://h.example/", "1 https://h.example/"},
		{"a program: octal", `"\033[36mhttps://h.example/\033[0m"`, "9 https://h.example/"},
		{"a program: hexadecimal", `"\x1b[36mhttps://h.example/\x1B[0m"`, "9 https://h.example/"},
		{"rfc8259 7", `"\u001b[36mhttps://h.example/\u001b[0m"`, "11 https://h.example/"},
		{"rfc8259 7, twice", `"\\u001b[36mhttps://h.example/\\u001b[0m"`, "12 https://h.example/"},
		{"a shell", `'\e[1;36mhttps://h.example/\e[0m'`, "9 https://h.example/"},
		{"a shell: tput sgr0", `'\e(Bhttps://h.example/\e(B'`, "5 https://h.example/"},
		{"CSI in eight bits", `"\x9b36mhttps://h.example/\u009b0m"`, "8 https://h.example/"},
		{"cat -v", "^[[36mhttps://h.example/^[[0m", "6 https://h.example/"},
		{"rust", `"\u{1b}[36mhttps://h.example/\u{1b}[0m"`, "11 https://h.example/"},
		{"printf: a parameter", `"\033[%dmhttps://h.example/\033[0m"`, "9 https://h.example/"},
		{"no sequence: a class of a pattern", `\e[a-z]https://h.example/`, "7 https://h.example/"},
		{"osc8", "\x1b]8;;https://h.example/a?b\x1b\\a page\x1b]8;;\x1b\\", "5 https://h.example/a?b"},
		{"osc8: parameters, BEL", "see\n\x1b]8;id=1;https://h.example/\a1\x1b]8;;\a", "13 https://h.example/"},
		{"osc8: before its text", "\x1b]8;;https://h.example/\ahttps://i.example/\x1b]8;;\a", "5 https://h.example/|24 https://i.example/"},
		{"osc8: a program", `'\033]8;;https://h.example/a\033\\a page\033]8;;\033\\'`, "9 https://h.example/a"},
		{"osc8: a shell", `'\e]8;;https://h.example/a\aa page\e]8;;\a'`, "7 https://h.example/a"},
		{"not ended", "\x1b]8;;https://h.example/a\n", "5 https://h.example/a"},
		{"a control character", "\x1bhttps://h.example/\x1f", "1 https://h.example/"},
	} {
		want := extract.Options{Hosts: true, Addresses: true}
		matches := collect(t, strings.NewReader(c.text), want)
		got := ""
		for _, m := range matches {
			got += fmt.Sprintf("|%d %s", m.Offset, m.URL)
			head := c.text[:m.Offset]
			if !strings.HasPrefix(c.text[m.Offset:], m.Text) || m.Line != int64(strings.Count(head, "\n"))+1 || m.Column != m.Offset-int64(strings.LastIndexByte(head, '\n')) {
				t.Errorf("%s: %q: the position of %+v is wrong", c.src, c.text, m)
			}
		}
		if strings.TrimPrefix(got, "|") != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", c.src, c.text, got, c.want)
		}
		if again := collect(t, iotest.OneByteReader(strings.NewReader(c.text)), want); !reflect.DeepEqual(again, matches) {
			t.Errorf("%s: Text(%q), read byte by byte, = %+v, want %+v", c.src, c.text, again, matches)
		}
	}
}

// A target of a hyperlink that is not absolute, or has a placeholder, is no certain match.
func TestDoubtfulHyperlink(t *testing.T) {
	for target, want := range map[string]extract.Confidence{"https://h.example/": extract.High, "a/b": extract.Low, "https://h.example/%s": extract.Low} {
		got := all(t, "\x1b]8;;"+target+"\x1b\\x\x1b]8;;\x1b\\", extract.Options{})
		if len(got) != 1 || got[0].Kind != extract.Attribute || got[0].Confidence != want || got[0].Relative != (target == "a/b") {
			t.Errorf("%q: %+v, want confidence %v", target, got, want)
		}
	}
}

// Many sequences, many in one line, and many that do not end, take linear time, and those that
// were passed are forgotten.
func TestManySequences(t *testing.T) {
	for _, piece := range []string{"\x1b[1m", "\x1b]8;;", `\e]8;;`, "\x1b]8;;x\a", "\x9b", "\xc2", `\`, "\x1b[1mhttp://h/ "} {
		const size = 1 << 20
		r := &repeater{text: piece, left: size, tail: " http://h.example/"}
		n, last := 0, extract.Match{}
		for m, err := range extract.Text(r, extract.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			last, n = m, n+1
		}
		if n == 0 || last.URL != "http://h.example/" || last.Offset != size+1 || last.Column != size+2 {
			t.Errorf("many %q: %d matches, last %+v", piece, n, last)
		}
	}
}

// A text with sequences has the matches of the text without them, at any sizes of reads.
func FuzzTerminal(f *testing.F) {
	for _, s := range []string{"\x1b[1mhttp://h\x1b[K.example/", "\\033[1m", "\x1b]8;;x:y\a", "\x9b1m盛", "\\e]8;;a\\a", "\x1b(B", "\xc2\x9b1m"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, size int) {
		want := collect(t, strings.NewReader(s), everything)
		got := collect(t, &sized{s, max(1, size%16)}, everything)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in pieces: %+v, want %+v", s, got, want)
		}
		for _, m := range want {
			if !strings.HasPrefix(s[m.Offset:], m.Text) {
				t.Fatalf("%q: %+v is not at its position", s, m)
			}
		}
		for range extract.Text(io.LimitReader(strings.NewReader(s), 100), extract.Options{}) {
		}
	})
}
