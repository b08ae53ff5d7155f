package extract_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// all returns the matches of a text.
func all(t testing.TB, text string, o extract.Options) []extract.Match {
	t.Helper()
	var matches []extract.Match
	for m, err := range extract.Text(strings.NewReader(text), o) {
		if err != nil {
			t.Fatalf("Text(%q): %v", text, err)
		}
		matches = append(matches, m)
	}
	return matches
}

// urls returns the URLs of the matches in a text.
func urls(t testing.TB, text string, o extract.Options) (list []string) {
	t.Helper()
	for _, m := range all(t, text, o) {
		list = append(list, m.URL)
	}
	return list
}

// A place is the position of a URL and its value.
type place struct {
	line, column int64
	url          string
}

// places returns the places of matches.
func places(matches []extract.Match) (list []place) {
	for _, m := range matches {
		list = append(list, place{m.Line, m.Column, m.URL})
	}
	return list
}

// E1, E7, A13: the examples of both appendices, broken as they are printed,
// including the fragment.
func TestAppendixExamples(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      []place
	}{
		{"rfc1738 appendix", `      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.
`, []place{
			{1, 39, "ftp://info.cern.ch/pub/www/doc;type=d"},
			{2, 57, "ftp://ds.internic.net/rfc"},
			{3, 50, "http://ds.internic.net/instructions/overview.html#WARNING"},
		}},
		{"draft1994 Examples", `Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc
;type=d> but you can probably pick it up from <URL:ftp://ds.inter
nic.net/rfc>. Note the warning in <URL:http://ds.internic.net/
instructions/overview.html#WARNING>.
`, []place{
			{1, 33, "ftp://info.cern.ch/pub/www/doc;type=d"},
			{2, 52, "ftp://ds.internic.net/rfc"},
			{3, 40, "http://ds.internic.net/instructions/overview.html#WARNING"},
		}},
		{"draft1994 References [2]", "Minnesota, July 1993, <URL:ftp://boombox.micro.umn.edu\r\n/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt>. See also:\r\n<URL:gopher://boombox.micro.umn.edu/11/gopher/\r\ngopher_protocol>.\r\n", []place{
			{1, 28, "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt"},
			{3, 6, "gopher://boombox.micro.umn.edu/11/gopher/gopher_protocol"},
		}},
		{"quoted in mail", "> > as in <URL:ftp://ds.in\n> > ternic.net/r\n>>fc>, and\n> > <URL:http://h/a\n> > >\n", []place{
			{1, 16, "ftp://ds.internic.net/rfc"}, {4, 10, "http://h/a"},
		}},
		{"quoted, and broken on the way", "> as in <URL:ftp://ds.in\nternic.net/rfc>, and\n", []place{{1, 14, "ftp://ds.internic.net/rfc"}}},
		{"draft1993 Wrappers", "under <ftp://info.cern.ch/pub/\n  www/doc> but <http://h/a b> or <\thttp://h/\n>", []place{
			{1, 8, "ftp://info.cern.ch/pub/www/doc"}, {2, 17, "http://h/ab"}, {2, 36, "http://h/"},
		}},
		{"broken anywhere", "<URL\n:\nh\nt\nt\np\n:\n/\n/\nh\n/\n>, <URL:ht\ntp://h/#\na>", []place{{3, 1, "http://h/"}, {12, 9, "http://h/#a"}}},
	} {
		got := all(t, c.text, extract.Options{})
		if !slices.Equal(places(got), c.want) {
			t.Errorf("%s: Text(%q) = %v, want %v", c.src, c.text, places(got), c.want)
		}
		for _, m := range got {
			if c.text[m.Offset:m.Offset+int64(len(m.Text))] != m.Text || m.Kind != extract.Wrapped {
				t.Errorf("%s: %+v is not at its position", c.src, m)
			}
		}
	}
}
