package linkcheck_test

import (
	nethttp "net/http"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// moved is a site whose pages redirect to the Location in the map, unchanged.
type moved struct {
	pages
	to map[string]string
}

// ServeHTTP redirects, or serves a page.
func (m moved) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	if to, ok := m.to[r.URL.Path]; ok {
		w.Header().Set("Location", to)
		w.WriteHeader(nethttp.StatusMovedPermanently)
		return
	}
	m.pages.ServeHTTP(w, r)
}

// The fragment of a Location replaces that of the link; a Location without a fragment keeps it.
// Source: rfc9110 10.2.2.
func TestRedirectToAFragment(t *testing.T) {
	t.Parallel()
	site := serve(t, moved{pages{"/page": "<p id=here>"}, map[string]string{"/own": "/page#here", "/none": "/page"}})
	for _, row := range []struct {
		url  string
		want linkcheck.Status
	}{
		{"/own#elsewhere", linkcheck.Redirected},
		{"/own", linkcheck.Redirected},
		{"/none#here", linkcheck.Redirected},
		{"/none#elsewhere", linkcheck.NoFragment},
	} {
		if got := one(t, quick(t), site+row.url); got.Status != row.want {
			t.Errorf("%s: %v: %s, want %v", row.url, got.Status, got.Message, row.want)
		}
	}
}

// D13: under draft1996 a BASE that is not absolute is reported unchanged, and is not used as a
// base.
func TestRelativeBaseUnderDraft1996(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/in/": `<base href="/other/"><a href="x">`, "/in/x": ""})
	o := quick(t)
	o.Edition = earl.Draft1996
	o.Recursive = true
	list, _ := run(t, o, typed(site+"/in/"))
	got := map[string]linkcheck.Status{}
	for _, r := range list {
		got[r.URL] = r.Status
	}
	if got["/other/"] != linkcheck.Relative || got[site+"/in/x"] != linkcheck.OK || len(got) != 3 {
		t.Errorf("%q", lines(list))
	}
}

// A page whose Location is written in another form is the same page: its links are reported
// once.
func TestRedirectToTheSamePage(t *testing.T) {
	t.Parallel()
	var m moved
	site := serve(t, &m)
	m = moved{
		pages{"/": "<a href=/page><a href=/old>", "/page": "<a href=/gone>"},
		map[string]string{"/old": "HTTP" + site[len("http"):] + "/%70age"},
	}
	o := quick(t)
	o.Recursive = true
	list, summary := run(t, o, typed(site+"/"))
	if summary.Pages != 2 || summary.Count(linkcheck.NotFound) != 1 {
		t.Errorf("%d pages: %q", summary.Pages, lines(list))
	}
	for _, r := range list {
		if r.Status == linkcheck.NotFound && len(r.Places) != 1 {
			t.Errorf("%s is in %+v", r.URL, r.Places)
		}
	}
}
