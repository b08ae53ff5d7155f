package linkcheck_test

import (
	"fmt"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// sitePages is how many pages the generated site has; EARL_PAGES sets another number.
func sitePages(t testing.TB) int {
	n, err := strconv.Atoi(os.Getenv("EARL_PAGES"))
	if err != nil {
		n = 10_000
	}
	if testing.Short() {
		n = 500
	}
	return n
}

// A generated site has pages "/p/N". They are a tree in which each page links to ten others, to
// one before it and to itself. Every tenth page also has one of the links of links, in turn.
type generated struct {
	n     int
	links []string
	opens atomic.Int64 // requests for pages
	again atomic.Int64 // requests for a page that was already requested
	seen  []atomic.Bool
}

// ServeHTTP serves a page.
func (g *generated) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	digits, ok := strings.CutPrefix(r.URL.Path, "/p/")
	i, err := strconv.Atoi(digits)
	if !ok || err != nil || i >= g.n {
		faulty(w, r)
		return
	}
	g.opens.Add(1)
	if g.seen[i].Swap(true) {
		g.again.Add(1)
	}
	b := fmt.Appendf(nil, "<title>Page %d</title>\n<h1 id=h%d>Page %d</h1>\n", i, i, i)
	for k := 10*i + 1; k <= 10*i+10 && k < g.n; k++ {
		b = fmt.Appendf(b, "<p>Words about it, and a link to <a href=\"/p/%d#h%d\">page %d</a>.\n", k, k, k)
	}
	b = fmt.Appendf(b, "<a href=\"/p/%d\">back</a> <a href=\"#h%d\">up</a>\n", i/10, i)
	if i%10 == 7 {
		b = fmt.Appendf(b, "<a href=\"%s\">link</a>\n", g.links[i/10%len(g.links)])
	}
	w.Header().Set("Content-Type", "text/html")
	w.Write(b)
}

// Must show 6: a site of 10,000 pages with links of all ten schemes.
func TestLargeSite(t *testing.T) {
	t.Parallel()
	s := startServers(t)
	kinds := s.links()
	g := &generated{n: sitePages(t)}
	g.seen = make([]atomic.Bool, g.n)
	site := httptest.NewServer(g)
	defer site.Close()
	want := map[string]linkcheck.Status{} // by place
	for _, k := range kinds {
		g.links = append(g.links, strings.ReplaceAll(k.url, "SITE", site.URL))
	}
	for i := 7; i < g.n; i += 10 {
		if k := kinds[i/10%len(kinds)]; k.status.Fault() {
			want[fmt.Sprintf("%s/p/%d %s", site.URL, i, g.links[i/10%len(kinds)])] = k.status
		}
	}

	o := quick(t)
	o.Client, o.Recursive, o.Sorted = s.client(t), true, false
	o.PerHost = 8
	var progress linkcheck.Progress
	o.Progress = func(p linkcheck.Progress) { progress = p }
	list, summary := run(t, o, typed(site.URL+"/p/0"))
	t.Logf("%d pages, %d URLs, %d places, %d faults in %v: %.0f pages/s", summary.Pages, summary.URLs, summary.Places, summary.Faults(),
		summary.Took, float64(summary.Pages)/summary.Took.Seconds())

	for _, r := range list {
		if !r.Status.Fault() {
			continue
		}
		for _, p := range r.Places {
			key := p.File + " " + p.Text
			if want[key] != r.Status {
				t.Errorf("%s: %s (%s), want %s", key, r.Status, r.Message, want[key])
			}
			delete(want, key)
		}
	}
	for key, status := range want {
		t.Errorf("%s: not reported, want %s", key, status)
	}
	if g.again.Load() > 0 || int(g.opens.Load()) != g.n {
		t.Errorf("%d pages were opened %d times, %d of them again", g.n, g.opens.Load(), g.again.Load())
	}
	if progress.Done != progress.Known || progress.Known != summary.URLs || progress.Faults != summary.Faults() {
		t.Errorf("the progress ends with %+v, the summary is %+v", progress, summary)
	}
}
