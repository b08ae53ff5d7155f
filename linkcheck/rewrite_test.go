package linkcheck_test

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// A reference that begins with "/" stays below the root, however its dots are written.
func TestRootHoldsReferences(t *testing.T) {
	o := linkcheck.Options{Client: newClient(t), Root: earl.RFC3986.MustParse("file:///d/site")}
	place := linkcheck.Place{File: "x.html", Base: extract.BaseOf(earl.RFC3986.MustParse("file:///d/site/sub/x.html"))}
	for in, want := range map[string]string{
		"/a.html":                   "file:///d/site/a.html",
		"/a.html?q#f":               "file:///d/site/a.html?q#f",
		"/sp ace":                   "file:///d/site/sp%20ace",
		"/../../etc/passwd":         "file:///d/site/etc/passwd",
		"/%2e%2e/%2E%2E/etc/passwd": "file:///d/site/etc/passwd",
		"/a/.%2e/%2e./%2e%2e/b":     "file:///d/site/b",
		"a.html":                    "file:///d/site/sub/a.html",
		"//h.example/a":             "https://h.example/a",
	} {
		place.Text = in
		if got, ok := o.Target(linkcheck.Link{URL: in, Place: place}); got != want || !ok {
			t.Errorf("the target of %q is %q, %v, want %q", in, got, ok, want)
		}
	}
}
