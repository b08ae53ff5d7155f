package linkcheck_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// A recorder is a site that records its requests and connections.
type recorder struct {
	nethttp.Handler
	mu    sync.Mutex
	asked []string // "METHOD path"
	conns chan bool
}

// serve serves the site until the test ends.
func (w *recorder) serve(t *testing.T) string {
	s := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(rw nethttp.ResponseWriter, r *nethttp.Request) {
		w.mu.Lock()
		w.asked = append(w.asked, r.Method+" "+r.URL.RequestURI())
		w.mu.Unlock()
		w.Handler.ServeHTTP(rw, r)
	}))
	w.conns = make(chan bool, 100)
	s.Config.ConnState = func(_ net.Conn, state nethttp.ConnState) {
		if state == nethttp.StateNew {
			w.conns <- true
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}

// requests returns the requests to the site.
func (w *recorder) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// Each depth sends what it promises, and no more.
func TestDepths(t *testing.T) {
	t.Parallel()
	const text = "<title> A \n page </title><a href='/b'>"
	sum := sha256.Sum256([]byte(text))
	rows := []struct {
		depth  linkcheck.Depth
		conns  bool
		asked  []string
		digest string
		title  string
	}{
		{depth: linkcheck.Parse},
		{depth: linkcheck.Resolve},
		{depth: linkcheck.Connect, conns: true},
		{depth: linkcheck.Exists, conns: true, asked: []string{"HEAD /a"}},
		{depth: 0, conns: true, asked: []string{"HEAD /a"}},
		{depth: linkcheck.Content, conns: true, asked: []string{"GET /a"}, digest: hex.EncodeToString(sum[:]), title: "A page"},
	}
	for _, r := range rows {
		t.Run(fmt.Sprintf("%d %s", r.depth, r.depth), func(t *testing.T) {
			w := &recorder{Handler: pages{"/a": text}}
			site := w.serve(t)
			o := quick(t)
			o.Depth = r.depth
			got := one(t, o, site+"/a")
			if got.Status != linkcheck.OK || got.Digest != r.digest || got.Title != r.title {
				t.Errorf("%+v, want the digest %q and the title %q", got, r.digest, r.title)
			}
			conns := false
			if r.conns {
				select {
				case conns = <-w.conns: // the server may notice it late
				case <-time.After(10 * time.Second):
				}
			} else {
				conns = len(w.conns) > 0
			}
			if asked := w.requests(); conns != r.conns || !slices.Equal(asked, r.asked) {
				t.Errorf("connected: %v, asked: %q; want %v, %q", conns, asked, r.conns, r.asked)
			}
		})
	}
}

// A fault is reported only after a request like a browser's, never after only a
// HEAD. A successful HEAD is enough.
func TestHEADAloneIsNoFault(t *testing.T) {
	t.Parallel()
	rows := []struct {
		path   string
		status linkcheck.Status
		asked  []string
	}{
		{"/text", linkcheck.OK, []string{"HEAD /text"}},
		{"/nohead", linkcheck.OK, []string{"HEAD /nohead", "GET /nohead"}},
		{"/head404", linkcheck.OK, []string{"HEAD /head404", "GET /head404"}},
		{"/missing", linkcheck.NotFound, []string{"HEAD /missing", "GET /missing"}},
		{"/moved", linkcheck.Redirected, []string{"HEAD /moved", "GET /moved", "HEAD /ok"}},
	}
	for _, r := range rows {
		w := &recorder{Handler: nethttp.HandlerFunc(faulty)}
		got := one(t, quick(t), w.serve(t)+r.path)
		if asked := w.requests(); got.Status != r.status || !slices.Equal(asked, r.asked) {
			t.Errorf("%s: %s %s after %q, want %s after %q", r.path, got.Status, got.Message, asked, r.status, r.asked)
		}
	}
}

// A fault is found at the lowest depth that can find it, and at each deeper
// one.
func TestFaultsByDepth(t *testing.T) {
	t.Parallel()
	closed := closedPort(t)
	rows := []struct {
		url    string
		from   linkcheck.Depth // the lowest depth that finds it
		status linkcheck.Status
	}{
		{"http://[::1", linkcheck.Parse, linkcheck.Invalid},
		{"telnet://h/path", linkcheck.Parse, linkcheck.Invalid},
		{"htpp://h/", linkcheck.Parse, linkcheck.UnknownScheme},
		{"a/b.html", linkcheck.Resolve, linkcheck.Relative},
		{"http://10.1.2.3/", linkcheck.Resolve, linkcheck.Refused},
		{"ftp://h/a%0Ab", linkcheck.Resolve, linkcheck.Refused}, // F2, F5
		{"http://h:25/", linkcheck.Resolve, linkcheck.Refused},  // F1, F5
		{"http://" + closed + "/", linkcheck.Connect, linkcheck.NoConnection},
		{"http://nosuch.invalid/", linkcheck.Connect, linkcheck.NoConnection},
	}
	for _, r := range rows {
		for d := linkcheck.Parse; d <= linkcheck.Content; d++ {
			o := quick(t)
			o.Depth = d
			want := linkcheck.OK
			if d >= r.from {
				want = r.status
			}
			if got := one(t, o, r.url); got.Status != want {
				t.Errorf("%s at depth %s: %s (%s), want %s", r.url, d, got.Status, got.Message, want)
			}
		}
	}
}

// Connect uses the transport of the scheme. It sends nothing, so a server over UDP cannot
// refuse it: the result is that the host was found.
func TestConnectOverUDP(t *testing.T) {
	t.Parallel()
	closed := closedPort(t)
	for url, want := range map[string]linkcheck.Status{
		"tftp://" + closed + "/a":       linkcheck.OK,
		"prospero://" + closed + "/a":   linkcheck.OK,
		"gopher://" + closed + "/0a":    linkcheck.NoConnection,
		"tftp://nosuch.invalid/a":       linkcheck.NoConnection,
		"tftp://" + closed + "/%0D%0Aa": linkcheck.Refused,
	} {
		o := quick(t)
		o.Depth = linkcheck.Connect
		if got := one(t, o, url); got.Status != want {
			t.Errorf("%s: %s (%s), want %s", url, got.Status, got.Message, want)
		}
	}
}

// Two forms of a URL, and its fragments, are one URL. References are resolved
// against the base of their place, in the edition of the check.
func TestOneURLIsOpenedOnce(t *testing.T) {
	t.Parallel()
	w := &recorder{Handler: pages{"/a/b": "<p id=x>", "/~c": ""}}
	site := w.serve(t)
	e := earl.RFC3986
	links := func(yield func(linkcheck.Link, error) bool) {
		for i, u := range []string{site + "/a/b", strings.Replace(site, "http", "HTTP", 1) + "/a/./b", "b#x", "../a/b", site + "/%7Ec", site + "/~c"} {
			place := linkcheck.Place{File: "f", Offset: int64(i), Base: extract.BaseOf(e.MustParse(site + "/a/z"))}
			if !yield(linkcheck.Link{URL: u, Place: place}, nil) {
				return
			}
		}
	}
	list, summary := run(t, quick(t), links)
	if len(list) != 2 || len(list[0].Places) != 4 || len(list[1].Places) != 2 || summary.URLs != 2 || summary.Places != 6 {
		t.Errorf("%v %+v", lines(list), summary)
	}
	asked := w.requests()
	slices.Sort(asked)
	if want := []string{"GET /a/b", "HEAD /~c"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
}

// If a fragment is found after the visit to its page, the page is read again.
func TestFragmentsThatComeLater(t *testing.T) {
	t.Parallel()
	w := &recorder{Handler: pages{"/a": "<p id=x>"}}
	site := w.serve(t)
	o := quick(t)
	o.Sorted = false
	looked := make(chan struct{})
	o.Progress = func(p linkcheck.Progress) {
		if p.Done == 1 {
			select {
			case <-looked:
			default:
				close(looked)
			}
		}
	}
	var links iter.Seq2[linkcheck.Link, error] = func(yield func(linkcheck.Link, error) bool) {
		link := func(u string) linkcheck.Link { return linkcheck.Link{URL: u, Place: linkcheck.Place{File: u}} }
		_ = yield(link(site+"/a"), nil)
		<-looked
		_ = yield(link(site+"/a#x"), nil) && yield(link(site+"/a#y"), nil) && yield(link(site+"/a#y"), nil)
	}
	list, summary := run(t, o, links)
	if got := summary.Counts; got[linkcheck.OK] != 1 || got[linkcheck.NoFragment] != 1 {
		t.Errorf("%+v", summary)
	}
	places := map[linkcheck.Status]int{}
	for _, r := range list {
		places[r.Status] += len(r.Places)
	}
	if places[linkcheck.OK] != 2 || places[linkcheck.NoFragment] != 2 {
		t.Errorf("%v", lines(list))
	}
	if asked := w.requests(); !slices.Equal(asked, []string{"HEAD /a", "GET /a"}) {
		t.Errorf("asked %q", asked)
	}
}
