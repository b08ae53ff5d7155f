package extract_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// A defanged host is read whole, by the written forms in use, or not at all.
func TestDefanged(t *testing.T) {
	for _, c := range []struct{ src, text, want string }{
		{"in brackets", "hxxp://www[.]h[.]example/x", "http://www.h.example/x"},
		{"in brackets", "hxxp://www(.)h{.}example/x", "http://www.h.example/x"},
		{"in brackets: a word", "hxxps://www[dot]h(DOT)example/x", "https://www.h.example/x"},
		{"in brackets: a word", "hxxp://www[punkt]h[punto]com[d]example/x", "http://www.h.com.example/x"},
		{"in brackets: a word", "http://evil[punkt]h.example/x", "http://evil.h.example/x"},
		{"in brackets: a comma", "hxxp://evil[,]h.example/x", "http://evil.h.example/x"},
		{"in brackets: a backslash", `hxxp://evil[\.]h.example/x`, "http://evil.h.example/x"},
		{"one bracket", "hxxp://www[.h.example/x", "http://www.h.example/x"},
		{"one bracket", "hxxp://www.]h.example/x", "http://www.h.example/x"},
		{"one bracket", "hxxp://www(.h.)example/x", "http://www.h.example/x"},
		{"a backslash", `hxxp://evil\.h\.example/x`, "http://evil.h.example/x"},
		{"a word in capitals", "hxxp://evil DOT h.example DOT com/x", "http://evil.h.example.com/x"},
		{"a word", "hxxp://evil dot example dot com/x dot", "http://evil.example.com/x"},
		{"a word: not after a dot", "hxxp://h.example dot matrix", "http://h.example"},
		{"the scheme", "hxxp[:]//h.example/a hXXps[://]h.example/b http[:][//]h.example/c", "http://h.example/a https://h.example/b http://h.example/c"},
		{"an address", "joe[at]h[.]example", "mailto:joe@h.example"},
		{"an address with an @", "joe.b+c@h[.]example[.]org", "mailto:joe.b+c@h.example.org"},
		{"a bracket of the text", "(see hxxp://www[.]h.example) x", "http://www.h.example"},
		{"not defanged", "http://h.example/a (.NET) a.)", "http://h.example/a"},
		{"an unknown mark: no host", "hxxp://evil[foo]h.example/x http://evil[foo]h.example/x", ""},
		{"an unknown mark: no host", "evil[.]h[foo]com/x evil[foo]h[.]com/x", ""},
		{"an unknown mark: no host", "hxxp://evil<.>h.example hxxp://evil|.|com/x hxxp://evil[ . ]com hxxp://evil _dot_ com http://evil.[h]/x", ""},
		{"an unknown mark after the path", "hxxp://h[.]example/a[foo]b", "http://h.example/a[foo]b"},
	} {
		got := urls(t, c.text, extract.Options{Defanged: true})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", c.src, c.text, got, c.want)
		}
	}
	// Without the option, what precedes such a mark is doubtful.
	for _, text := range []string{"http://evil[foo]h.example/x", `http://evil\.h.example/x`} {
		if got := all(t, text, extract.Options{}); len(got) != 1 || got[0].Confidence != extract.Low || len(got[0].Alternatives) != 1 {
			t.Errorf("Text(%q) = %+v, want low confidence and an alternative", text, got)
		}
	}
}
