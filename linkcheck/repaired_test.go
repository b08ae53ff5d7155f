package linkcheck_test

import (
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// Without an edition, a text that is a URL only after a browser's repair is a
// warning at its own places.
func TestRepairedText(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(redirects))
	links := linked(site+"/page", "\t"+site+"/page", site+"/no ne", site+"/page#a b")
	for _, edition := range []*earl.Edition{nil, earl.WHATWG} {
		o := quick(t)
		o.Edition = edition
		list, summary := run(t, o, links)
		want := [3]int{1, 2, 1}
		if edition != nil {
			want = [3]int{1, 0, 1} // what the edition accepts needs no repair
		}
		if summary.Severities != want {
			t.Errorf("edition %v: %v, want %v: %q", edition, summary.Severities, want, lines(list))
		}
	}
}

// Letters of other scripts are not a repair: the URL Standard allows them, and
// so do HTML and Markdown.
func TestLettersOfOtherScriptsAreNoRepair(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/日本": "<h1 id=über>x</h1>"})
	list, summary := run(t, quick(t), linked(site+"/日本", site+"/日本#über"))
	if summary.Severities != [3]int{1, 0, 0} {
		t.Errorf("%v: %q", summary.Severities, lines(list))
	}
}

// The links of a page are repaired too.
func TestRepairedLinkOfAPage(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/": `<a href="/sp ace">x</a> <a href="/sp%20ace">y</a>`, "/sp ace": "<p>here"})
	o := quick(t)
	o.Recursive = true
	o.Edition = earl.Auto
	list, summary := run(t, o, typed(site+"/"))
	if summary.Count(linkcheck.Repaired) != 1 || summary.Faults() > 0 || summary.URLs != 2 {
		t.Errorf("%q", lines(list))
	}
}

// A text that the editions read differently is refused. "//host/" in a local
// file means https.
func TestServersOfTexts(t *testing.T) {
	t.Parallel()
	o := quick(t)
	o.Depth = linkcheck.Resolve
	file := extract.BaseOf(earl.RFC3986.MustParse("file:///d/page.html"))
	var links []linkcheck.Link
	for _, text := range []string{"http://0x7f.1/", "//h.example/x"} {
		links = append(links, linkcheck.Link{URL: text, Place: linkcheck.Place{File: "page.html", Text: text, Base: file}})
	}
	list, _ := run(t, o, func(yield func(linkcheck.Link, error) bool) {
		for _, l := range links {
			if !yield(l, nil) {
				return
			}
		}
	})
	for _, r := range list {
		switch {
		case r.Places[0].Text == "//h.example/x" && r.Status == linkcheck.OK && r.URL == "https://h.example/x":
		case r.Places[0].Text == "http://0x7f.1/" && r.Status == linkcheck.Refused && strings.Contains(r.Message, `whatwg reads "http://127.0.0.1"`):
		default:
			t.Errorf("%s %s %q", r.URL, r.Status, r.Message)
		}
	}
	if len(list) != len(links) {
		t.Errorf("%d results, want %d", len(list), len(links))
	}
}
