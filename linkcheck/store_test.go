package linkcheck_test

import (
	"context"
	"errors"
	"fmt"
	nethttp "net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// A notebook is a Store without a file.
type notebook struct {
	mu    sync.Mutex
	last  map[string]linkcheck.Observation // of earlier runs
	done  map[string]linkcheck.Result
	links map[string][]linkcheck.Link
	fail  error // of Keep
	kept  func(n int)
}

func newNotebook() *notebook {
	return &notebook{last: map[string]linkcheck.Observation{}, done: map[string]linkcheck.Result{}, links: map[string][]linkcheck.Link{}}
}

func (n *notebook) Last(_ context.Context, url string) (linkcheck.Observation, bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	o, ok := n.last[url]
	return o, ok, nil
}

func (n *notebook) Done(_ context.Context, url string) (linkcheck.Result, []linkcheck.Link, bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	r, ok := n.done[url]
	return r, n.links[url], ok, nil
}

func (n *notebook) Keep(_ context.Context, r linkcheck.Result, links []linkcheck.Link) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fail != nil {
		return n.fail
	}
	n.done[r.URL], n.links[r.URL] = r, links
	if n.kept != nil {
		n.kept(len(n.done))
	}
	return nil
}

// end ends a run: its observations become those of an earlier run.
func (n *notebook) end() {
	for url, r := range n.done {
		n.last[url] = linkcheck.Observation{URL: url, Time: r.Time, Status: r.Status, Final: r.Final, Type: r.Type, Size: r.Size, Digest: r.Digest, Shape: r.Shape, Title: r.Title}
	}
	clear(n.done)
	clear(n.links)
}

// Must show 6, F4: a check that is interrupted and resumed gives the same report as one that is
// not, and opens no page twice.
func TestResume(t *testing.T) {
	t.Parallel()
	s := startServers(t)
	g := &generated{n: 300}
	g.seen = make([]atomic.Bool, g.n)
	site := serve(t, g)
	for _, k := range s.links() {
		g.links = append(g.links, strings.ReplaceAll(k.url, "SITE", site))
	}
	o := quick(t)
	o.Client, o.Recursive = s.client(t), true
	whole, _ := run(t, o, typed(site+"/p/0"))
	want := lines(whole)

	for _, stop := range []int{1, 10, 150, 250} {
		for i := range g.seen {
			g.seen[i].Store(false)
		}
		g.again.Store(0)
		n := newNotebook()
		ctx, cancel := context.WithCancel(t.Context())
		n.kept = func(kept int) {
			if kept == stop {
				cancel()
			}
		}
		o.Store = n
		if _, err := linkcheck.Run(ctx, o, typed(site+"/p/0"), func(linkcheck.Result) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Fatalf("the error of a check that was ended is %v", err)
		}
		n.kept = nil
		list, _ := run(t, o, typed(site+"/p/0"))
		if again := g.again.Load(); int(again) > linkcheck.Defaults().Parallel { // URLs that were being opened when the first run ended
			t.Errorf("ended after %d: %d pages are opened again", stop, again)
		}
		if got := lines(list); !slices.Equal(got, want) {
			t.Errorf("ended after %d: %d results, want %d", stop, len(got), len(want))
			for _, l := range got {
				if !slices.Contains(want, l) {
					t.Log("more:", l)
				}
			}
			for _, l := range want {
				if !slices.Contains(got, l) {
					t.Log("less:", l)
				}
			}
		}
		cancel()
	}
}

// Must show 7, F4: a page with different content at the same URL is reported. A page that only
// has another date is not, and neither is a page that was never seen.
func TestChanged(t *testing.T) {
	t.Parallel()
	var at atomic.Int64
	texts := []string{"<p>We open at noon. 21 Nov 2026", "<p>We open at noon. 22 Nov 2026", "<p>Play roulette here now. 22 Nov 2026", "<p>Play roulette here now. 23 Nov 2026"}
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, texts[at.Load()])
	}))
	n := newNotebook()
	o := quick(t)
	o.Store, o.Depth = n, linkcheck.Content
	for i, want := range []linkcheck.Status{linkcheck.OK, linkcheck.OK, linkcheck.Changed, linkcheck.OK} {
		at.Store(int64(i))
		got := one(t, o, site+"/")
		if got.Status != want || (got.Before != nil) != (i > 0) || got.Status.Fault() {
			t.Errorf("look %d: %s (%s), before %v; want %s", i, got.Status, got.Message, got.Before, want)
		}
		n.end()
	}
}

// Since skips only URLs that were seen and were OK.
func TestSince(t *testing.T) {
	t.Parallel()
	w := &recorder{Handler: pages{"/well": "", "/old": "", "/bad": "", "/new": "", "/fragment": "<p id=x>"}}
	site := w.serve(t)
	now := time.Now()
	n := newNotebook()
	for path, o := range map[string]linkcheck.Observation{
		"/well": {Time: now}, "/old": {Time: now.Add(-2 * time.Hour)}, "/bad": {Time: now, Status: linkcheck.NotFound}, "/fragment": {Time: now},
	} {
		o.URL = site + path
		n.last[o.URL] = o
	}
	o := quick(t)
	o.Store, o.Since = n, now.Add(-time.Hour)
	_, summary := run(t, o, linked(site+"/well", site+"/old", site+"/bad", site+"/new", site+"/fragment#x"))
	asked := w.requests()
	slices.Sort(asked)
	if want := []string{"GET /fragment", "HEAD /bad", "HEAD /new", "HEAD /old"}; !slices.Equal(asked, want) || summary.Count(linkcheck.OK) != 5 {
		t.Errorf("asked %q, want %q; %+v", asked, want, summary)
	}
}

// If the Store fails, the check ends with its error.
func TestMemoryFails(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/": ""})
	o := quick(t)
	n := newNotebook()
	n.fail = errors.New("the disk is full")
	o.Store = n
	_, err := linkcheck.Run(t.Context(), o, linked(site+"/"), func(linkcheck.Result) error { return nil })
	if !errors.Is(err, n.fail) {
		t.Errorf("error %v, want that of the store", err)
	}
}
