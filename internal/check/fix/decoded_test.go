package fix_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/linkcheck"
)

// documents are files with links to old. Some are written with escapes.
var documents = map[string]string{
	"a.json":       `{"a":"http://h.example/old","b":"http:\/\/h.example\/old","c":"http://h.example/\u006fld"} // http://h.example/old`,
	"a.json5":      "{a:'http://h.example/old',b:'http:\\/\\/h.example\\/old',c:'http://h.example/\\\nold'}",
	"a.toml":       "a=\"http://h.example/old\"\nb='http://h.example/old'\nc=\"\"\"http://h.example/\\\n  old\"\"\"\nd=\"http://h.example/\\u006fld\"",
	"a.ini":        "a=http://h.example/old\nb=http\\://h.example/old ; http://h.example/old\n",
	"a.properties": "a=http://h.example/old\nb=http\\://h.example/old\nc=http://h.example/\\\n  \\u006fld\n# http://h.example/old\n",
	".env":         "A=http://h.example/old # b\nB='http://h.example/old'\n",
	"a.yaml":       "a: http://h.example/old\nb: [http://h.example/old,'http://h.example/old']\nc: \"http:\\/\\/h.example/old\"\nd: \"http://h.example/\\\n  old\"\ne: |\n  http://h.example/old\n",
	"a.csv":        "a,http://h.example/old,b\nc,\"http://h.example/old\",\"d \"\"http://h.example/old\"\"\"\n",
	"a.tsv":        "a\thttp://h.example/old\tb\n",
	"a.ipynb": `{"cells":[{"cell_type":"markdown","source":["[a](http://h.example/old) [b](http://h.example/",
"old) [c](http://h\\.example/old) http://h.example/old"]},{"cell_type":"code","source":"'http://h.example/old'","outputs":[{"data":{"text/html":"<a href='http://h.example/old'>"}}]}]}`,
	"a.tex":  `\href{http://h.example/old}{a} \url{http://h.example/old} http://h.example/old`,
	"a.adoc": "link:http://h.example/old[a] http://h.example/old[b] link:++http://h.example/old++[c] http://h.example/old\n",
	"a.rst":  "`a <http://h.example/old>`_ http://h.example/old\n\n.. _b: http://h.example/\n   old\n",
	"a.org":  "[[http://h.example/old][a]] http://h.example/old\n",
	"a.go":   "\"http://h.example/old\" `http://h.example/old` \"http:\\/\\/h.example/old\" // http://h.example/old\n",
	"a.md":   `[a](http://h.example/old) [b](http://h\.example/old) http://h.example/old`,
	"a.html": `<a href="http://h.example/old"> <a href='http://h.example&#47;old'> http://h.example/old`,
}

// linksIn returns the links of a file as places, and their URLs.
func linksIn(t *testing.T, name string) (places []linkcheck.Place, urls []string) {
	t.Helper()
	for m, err := range document.URLs(strings.NewReader(read(t, name)), document.Source{Name: name}, extract.Options{}) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		places = append(places, linkcheck.Place{File: name, Offset: m.Offset, Line: m.Line, Column: m.Column, Text: m.Text, Base: m.Base})
		urls = append(urls, m.URL)
	}
	return places, urls
}

// In each format, a link that was rewritten is read as the new URL, and every other link is still
// the old one and has a reason.
func TestDecodedLinks(t *testing.T) {
	for file, text := range documents {
		for _, tail := range []string{"new", "new?a=1&b=2", "new,a", "new;a", "it's", "a_b~c", "a%20b#c", "$a", "(a)", "(a", "a*b", "a!", "a|b", "100%25"} {
			name := write(t, file, text)
			places, before := linksIn(t, name)
			if len(places) == 0 || slices.ContainsFunc(before, func(u string) bool { return u != old }) {
				t.Fatalf("%s: %q", file, before)
			}
			to := "http://i.example/" + tail
			r := moved(old, to, name, "", old, extract.Base{})
			r.Places = places
			p := fix.Make(slices.Values([]linkcheck.Result{r}), fix.Options{})
			want := slices.Clone(before)
			edits := slices.Collect(p.Edits())
			for i := range want {
				if slices.ContainsFunc(edits, func(e fix.Edit) bool { return e.Place == places[i] }) {
					want[i] = to
				}
			}
			apply(t, p)
			if _, got := linksIn(t, name); !slices.Equal(got, want) {
				b, _ := os.ReadFile(name)
				t.Errorf("%s, %s: %q, want %q, in\n%s", file, to, got, want, b)
			}
			if len(edits)+len(p.Left()) != len(places) {
				t.Errorf("%s, %s: %d edits and %d left of %d", file, to, len(edits), len(p.Left()), len(places))
			}
			if tail == "new" && len(edits) == 0 {
				t.Errorf("%s: nothing was rewritten; left: %+v", file, p.Left())
			}
		}
	}
}
