package earl_test

import (
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// Goroutines use the editions and the same URLs at a time. The race detector reports
// what they share and change. The gate runs this test with it.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	const text = "ftp://user@host.example:2121/a/b%2Fc;type=a"
	var shared []earl.URL
	for _, e := range []*earl.Edition{earl.RFC1738, earl.Draft1994, earl.Draft1996, earl.RFC3986, earl.WHATWG} {
		if u, err := e.Parse(text); err == nil {
			shared = append(shared, u)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, u := range shared {
				useURL(t, u, text)
			}
		})
	}
	group.Wait()
}

// useURL calls what reads a URL, its edition and its view.
func useURL(t *testing.T, u earl.URL, text string) {
	e := u.Edition()
	again, err := e.Parse(text)
	if err != nil || again != u {
		t.Errorf("%s.Parse(%q) = %s, %v, want the same URL as before", e.Name(), text, again.Redacted(), err)
	}
	for range e.Check(text) {
	}
	view, err := views.Parse(u)
	if err != nil {
		t.Errorf("%s: ParseView: %v", e.Name(), err)
		return
	}
	for range view.Parts {
	}
	if _, err := e.Resolve(u, "../x"); err != nil {
		t.Errorf("%s: Resolve: %v", e.Name(), err)
	}
	_ = earl.AppendView(nil, view)
}
