package diagram

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// viewURLs has a URL with every part of every view (B1, B5, B6, B9-B13, B15, B16).
var viewURLs = []string{
	"ftp://us%00er:pass@host.dom:2121/a//b%2Fc/n%25;type=a",
	"ftp://host.dom", "ftp://@host.dom/",
	"http://h:81/a%2Fb;c?d=%20&e", "https://u:p@h/", "http://h",
	"gopher://h:71/7sel%09sea%09%2B", "gopher://h", "gophers://h/0/a",
	"mailto:a@b?subject=x%20y&cc=c", "mailto:a%25b@c",
	"news:comp.infosystems", "news:a@b", "news:*",
	"nntp://h:120/comp.lang.c/12", "nntp://h/comp.lang.c",
	"telnet://u:p@h:24/", "telnet://h",
	"wais://h:211/db", "wais://h/db?se%20arch", "wais://h/db/text/id",
	"file:///etc/motd", "file://localhost/a%20b/",
	"prospero://h:1526/a/b;version=1;x=%3B",
}

// TestDrawingsFit draws URLs of many shapes: no line is wider than 80 columns, no password is
// shown, and every component has its name.
func TestDrawingsFit(t *testing.T) {
	for _, text := range append(viewURLs[:len(viewURLs):len(viewURLs)],
		"ftp://myname:se%63ret@host.dom:2121/%2Fetc/motd;type=a?q#f",
		"x://:@:?#", "x:", "x:/", "x://h", "a://b:c@d:1/?e#f", "file:///etc",
		"http://"+strings.Repeat("long.", 60)+"example/"+strings.Repeat("path/", 100)+"?"+strings.Repeat("q", 200)+"#"+strings.Repeat("f", 90),
	) {
		u := explain.Explain(t.Context(), text, explain.Options{Editions: []*earl.Edition{earl.RFC3986}}).Main.URL
		lines := Draw(term.Painter{}, u, Room)
		all := strings.Join(lines, "\n")
		for _, l := range lines {
			if term.TextCells(l) > Room {
				t.Errorf("%s: a line of %d columns: %q", text, term.TextCells(l), l)
			}
		}
		if strings.Contains(all, "se%63ret") {
			t.Errorf("F3: the password is in the drawing\n%s", all)
		}
		for _, c := range explain.Components {
			if _, n, ok := u.Span(c.At); ok && (n > 0 || c.Name != "path") && !strings.Contains(all, c.Name) {
				t.Errorf("%s: no name %q in\n%s", text, c.Name, all)
			}
		}
	}
}

func TestShowHidesAndPlaces(t *testing.T) {
	for _, c := range []struct {
		text, want string
		octet      int
		column     int
	}{
		{"http://h/a b", "http://h/a b", 10, 10},
		{"ftp://u:geheim@h/a|", "ftp://u:xxxxx@h/a|", 18, 17},
		{"ftp://u:geheim@h/a|", "ftp://u:xxxxx@h/a|", 10, 8}, // within the password
		{"http://h/\x1b|", `http://h/\x1B|`, 10, 13},
		{"http://h/日|", "http://h/日|", 12, 11},
		{"http://h/\xff|", `http://h/\xFF|`, 10, 13},
		{"http://h/\uFFFD|", "http://h/\uFFFD|", 12, 10}, // a real U+FFFD has three bytes, an invalid one has one
		{"\uFFFD", "\uFFFD", 3, 1},
		{"\uFFFD\xff\xef\xbf", `�\xFF\xEF\xBF`, 4, 5},
	} {
		r := redact(c.text)
		s := show(r.hidden)
		if got, column := s.window(0, s.columns()), s.column(r.at(c.octet)); got != c.want || column != c.column {
			t.Errorf("%q is shown as %q with byte %d in column %d, want %q and %d", c.text, got, c.octet, column, c.want, c.column)
		}
	}
}

// TestViolationsFit: the lines about a text of any length fit the page, and
// the marks are under the violations.
func TestViolationsFit(t *testing.T) {
	for _, n := range []int{0, 20, 60, 70, 75, 76, 80, 200, 2000} {
		text := "http://h/" + strings.Repeat("a", n) + "|" + strings.Repeat("b", n) + " é"
		r := reading.New(earl.RFC3986)
		r.Reset(text)
		r.Read()
		for l := range strings.Lines(Long(term.Painter{}, &r, Place{File: "list.txt", Line: 1_000_000})) {
			if term.TextCells(strings.TrimSuffix(l, "\n")) > term.Columns {
				t.Errorf("n=%d: a line of %d columns: %q", n, term.TextCells(l), l)
			}
		}
		var b strings.Builder
		AppendFaults(&b, term.Painter{}, text, r.Violations, r.Allowing(r.Violations))
		lines := strings.Split(b.String(), "\n")
		for i, l := range lines {
			if term.TextCells(l) > term.Columns {
				t.Errorf("n=%d: a line of %d columns: %q", n, term.TextCells(l), l)
			}
			if k := strings.Index(l, "^"); k >= 0 && i > 0 && n == 200 && i == 1 {
				if above := []rune(lines[0]); above[k] != '|' {
					t.Errorf("n=%d: the mark is under %q", n, above[k])
				}
			}
		}
	}
}

// TestShortIsOneLineForEachRule: each rule that a text breaks is one line, with its
// first position, counted from 1: bytes in a file, characters in an argument.
func TestShortIsOneLineForEachRule(t *testing.T) {
	file := Place{File: "list.txt", Line: 7, Column: 3}
	for _, c := range []struct {
		text string
		at   Place
		want []string
	}{
		{"http://h/a|b|c", file, []string{"list.txt:7:13: ", "; and 1 more"}},
		{"http://h/é|", file, []string{"list.txt:7:12: non-ascii: ", "list.txt:7:14: "}},
		{"http://h/é|", Place{}, []string{`earl: "http://h/é|": character 10: non-ascii: `, `earl: "http://h/é|": character 11: `}},
		{"http://h/\xff|", Place{}, []string{`earl: "http://h/\xff|": byte 10: `, `earl: "http://h/\xff|": byte 11: `}},
		{"http://h/a|b", Place{File: "x.jsonl", Line: 2}, []string{"x.jsonl:2: character 11: "}},
		{"ftp://u:geheim@h/|", Place{}, []string{`earl: "ftp://u:xxxxx@h/|": character 18: `}},
		{"x", file, []string{"list.txt:7:3: no-scheme: "}},
	} {
		r := reading.New(earl.RFC3986)
		r.Reset(c.text)
		r.Read()
		lines := strings.SplitAfter(Short(&r, c.at), "\n")
		lines = lines[:len(lines)-1]
		joined := strings.Join(lines, "")
		for _, want := range c.want {
			if !strings.Contains(joined, want) {
				t.Errorf("Short(%q) = %q, want %q in it", c.text, joined, want)
			}
		}
		rules := map[earl.Rule]bool{}
		for _, v := range r.Violations {
			rules[v.Rule] = true
		}
		if len(lines) != len(rules) {
			t.Errorf("Short(%q) has %d lines, want %d, one for each rule", c.text, len(lines), len(rules))
		}
		if strings.Contains(joined, "geheim") {
			t.Errorf("F3: Short(%q) = %q contains the password", c.text, joined)
		}
	}
}

// TestJunkMakesFewErrors: the short errors of a long text are short, however many
// violations it has.
func TestJunkMakesFewErrors(t *testing.T) {
	r := reading.New(earl.RFC3986)
	for start, limit := range map[string]int{"": 300, "http://h/": 2000} {
		r.Reset(start + strings.Repeat("\x00\xff|<>", 20_000))
		r.Read()
		if text := Short(&r, Place{File: "junk", Line: 1, Column: 1}); len(text) > limit {
			t.Errorf("%d bytes for %d violations", len(text), len(r.Violations))
		}
	}
}

// TestSentenceCountsCharacters: a position for users counts characters from 1, or bytes if the
// text is not valid UTF-8.
func TestSentenceCountsCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/|":       "character 10: ",
		"http://h/日本":      "characters 10 to 11: ",
		"http://h/a\xff":   "byte 11: ",
		"":                 "character 1: ",
		"http://h/é日\x7fx": "characters 10 to 11: ",
	} {
		for v := range earl.RFC3986.Check(text) {
			if got := Sentence(text, v); !strings.HasPrefix(got, want) {
				t.Errorf("Sentence(%q) = %q, want %q", text, got, want)
			}
			break
		}
	}
}
