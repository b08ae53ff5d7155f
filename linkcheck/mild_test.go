package linkcheck_test

import (
	nethttp "net/http"
	"slices"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// What no server has reported is a warning where the URL is an example, and a fault elsewhere.
func TestExample(t *testing.T) {
	t.Parallel()
	dead := serve(t, nethttp.NotFoundHandler()) + "/dead"
	links := []linkcheck.Link{
		{URL: "file:///no/such/file", Place: linkcheck.Place{File: "a.txt", Text: "file:///no/such/file"}, Example: true},
		{URL: "file:///no/such/file", Place: linkcheck.Place{File: "a.md", Text: "file:///no/such/file"}},
		{URL: "http://[bad/", Place: linkcheck.Place{File: "a.go", Text: "http://[bad/"}, Example: true},
		{URL: dead, Place: linkcheck.Place{File: "a.go", Text: dead}, Example: true},
	}
	list, _ := run(t, quick(t), func(yield func(linkcheck.Link, error) bool) {
		for _, l := range links {
			if !yield(l, nil) {
				return
			}
		}
	})
	var got []string
	for _, r := range list {
		for _, p := range r.Places {
			got = append(got, p.File+" "+r.Severity.String()+" "+r.Status.String())
		}
	}
	slices.Sort(got)
	if want := []string{"a.go fault not-found", "a.go warning invalid", "a.md fault not-found", "a.txt warning not-found"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
