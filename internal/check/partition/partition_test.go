package partition_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/partition"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	earlhttp "github.com/earl-url/earl/open/http"
)

// web is a set of servers that keep a log of their requests.
type web struct {
	mu   sync.Mutex
	log  map[string][]request // by "host:port"
	base []string             // the URL of each server
}

type request struct {
	path  string
	since string
	at    time.Time
}

// newWeb starts servers with pages. /p... exists, /gone does not, /other redirects
// to the next server, /here to a page of the same, /private is forbidden by
// robots.txt, and /busy fails.
func newWeb(t *testing.T, servers int) *web {
	w := &web{log: map[string][]request{}}
	for i := range servers {
		s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			w.log[r.Host] = append(w.log[r.Host], request{r.URL.Path, r.Header.Get("If-Modified-Since"), time.Now()})
			next := w.base[(i+1)%servers]
			w.mu.Unlock()
			page(rw, r, next)
		}))
		t.Cleanup(s.Close)
		w.base = append(w.base, s.URL)
	}
	return w
}

// page serves one request.
func page(rw http.ResponseWriter, r *http.Request, next string) {
	changed := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	switch path := r.URL.Path; {
	case path == "/robots.txt":
		fmt.Fprintln(rw, "User-agent: *\nDisallow: /private")
	case path == "/other":
		http.Redirect(rw, r, next+"/p0", http.StatusMovedPermanently)
	case path == "/here":
		http.Redirect(rw, r, "/p0", http.StatusMovedPermanently)
	case path == "/busy":
		http.Error(rw, "busy", http.StatusServiceUnavailable)
	case strings.HasPrefix(path, "/p"):
		http.ServeContent(rw, r, "page.html", changed, strings.NewReader("<title>A page</title><p>"+path))
	default:
		http.NotFound(rw, r)
	}
}

// options returns Options for servers on loopback.
func options(t *testing.T, rate float64) partition.Options {
	client := open.New(open.Options{}, new(earlhttp.Opener))
	t.Cleanup(func() { client.Close() })
	return partition.Options{Check: linkcheck.Options{
		Client: client, Rate: rate, Retries: -1, Depth: linkcheck.Content, Retrieve: true,
		Policy: open.Policy{AllowNet: []open.Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}},
	}}
}

// Source: rfc9309 2.2.2. Each URL is requested once, and a server never more often than the rate
// allows, its robots.txt included.
func TestPartitionIsPolite(t *testing.T) {
	t.Parallel()
	w := newWeb(t, 4)
	var rows []partition.Row
	for k := range 5 {
		for _, base := range w.base {
			rows = append(rows, partition.Row{URL: fmt.Sprintf("%s/p%d", base, k)})
		}
	}
	const rate = 5
	if err := partition.Check(t.Context(), options(t, rate), rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.State != partition.OK || row.Title != "A page" || row.Digest == "" || row.Modified.IsZero() {
			t.Errorf("%+v, want a row that is OK with all that the page has", row)
		}
	}
	for host, log := range w.log {
		seen := map[string]int{}
		for i, q := range log {
			seen[q.path]++
			// The client waits; the server's clock sees the request a little later or earlier.
			if gap := time.Second / rate / 2; i > 0 && q.at.Sub(log[i-1].at) < gap {
				t.Errorf("%s: %v after %s came %s, want at least %v", host, q.at.Sub(log[i-1].at), log[i-1].path, q.path, gap)
			}
		}
		for path, n := range seen {
			if n != 1 {
				t.Errorf("%s%s was requested %d times, want once", host, path, n)
			}
		}
		if len(seen) != 6 {
			t.Errorf("%s: %d paths were requested, want 5 pages and robots.txt", host, len(seen))
		}
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	w := newWeb(t, 2)
	a := w.base[0]
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	rows := []partition.Row{
		{URL: a + "/p1"},
		{URL: a + "/gone"},
		{URL: a + "/other"},
		{URL: a + "/here"},
		{URL: a + "/private/x"},
		{URL: "not a URL"},
		{URL: "mid:x@y"},
		{URL: a + "/p2", State: partition.OK, NextAt: now.Add(time.Hour), Why: "earlier"},
		{URL: a + "/p3", State: partition.OK, NextAt: now.Add(-time.Hour)},
		{URL: "http://127.0.0.1:1/", Tries: 1},
		{URL: a + "/p1#nosuch"},
	}
	o := options(t, 0)
	o.Now = func() time.Time { return now }
	if err := partition.Check(t.Context(), o, rows); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		state            partition.State
		status, location string
		next             time.Duration
	}{
		{partition.OK, "ok", "", partition.DefaultRecheck},
		{partition.Failed, "not-found", "", partition.DefaultRecheck},
		{partition.Moved, "redirected", w.base[1] + "/p0", partition.DefaultRecheck},
		{partition.Moved, "redirected", a + "/p0", partition.DefaultRecheck},
		{partition.Skipped, "skipped", "", partition.DefaultRecheck},
		{partition.Failed, "relative", "", partition.DefaultRecheck},
		{partition.Skipped, "skipped", "", partition.DefaultRecheck},
		{partition.OK, "", "", time.Hour},
		{partition.OK, "ok", "", partition.DefaultRecheck},
		{partition.Failed, "refused", "", partition.DefaultRecheck}, // by the guard on ports
		{partition.Failed, "no-fragment", "", partition.DefaultRecheck},
	} {
		row := rows[i]
		if row.State != want.state || row.Status != want.status || row.Location != want.location || row.NextAt.Sub(now) != want.next {
			t.Errorf("row %d, %s: %v, %q, %q, due in %v (%s), want %+v", i, row.URL, row.State, row.Status, row.Location, row.NextAt.Sub(now), row.Why, want)
		}
	}
	if log := w.log[strings.TrimPrefix(w.base[1], "http://")]; len(log) > 0 {
		t.Errorf("the other server got %v, want no request", log)
	}
}

// What may pass is tried again, and fails in the end.
func TestTemporaryFailures(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	rows := []partition.Row{{URL: server.URL + "/p"}}
	o := options(t, 0)
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	o.Now = func() time.Time { return now }
	for try := 1; try <= partition.DefaultTries; try++ {
		if err := partition.Check(t.Context(), o, rows); err != nil {
			t.Fatal(err)
		}
		want := partition.Due
		if try == partition.DefaultTries {
			want = partition.Failed
		}
		if row := rows[0]; row.State != want || row.Tries != try || row.NextAt.Sub(now) != partition.DefaultRetry<<(try-1) {
			t.Errorf("try %d: %v, %d tries, due in %v (%s), want %v", try, row.State, row.Tries, row.NextAt.Sub(now), row.Why, want)
		}
		now = rows[0].NextAt
	}
}

// The second round asks whether the pages have changed, and repeats the rest.
func TestUnchangedPagesAreNotReadAgain(t *testing.T) {
	t.Parallel()
	w := newWeb(t, 1)
	rows := []partition.Row{{URL: w.base[0] + "/p1"}}
	o := options(t, 0)
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	o.Now = func() time.Time { return now }
	for range 2 {
		if err := partition.Check(t.Context(), o, rows); err != nil {
			t.Fatal(err)
		}
		now = rows[0].NextAt
	}
	log := w.log[strings.TrimPrefix(w.base[0], "http://")]
	if last := log[len(log)-1]; last.since != "Fri, 02 Jan 2026 03:04:05 GMT" {
		t.Errorf("If-Modified-Since: %q, want the time that the server reported", last.since)
	}
	if row := rows[0]; row.State != partition.OK || row.Digest == "" || row.Title != "A page" || !strings.Contains(row.Why, "not changed") {
		t.Errorf("%+v, want the earlier result", row)
	}
}

// A round has an end: the rows that it does not reach stay due.
func TestRoundsHaveLimits(t *testing.T) {
	t.Parallel()
	w := newWeb(t, 1)
	var rows []partition.Row
	for k := range 20 {
		rows = append(rows, partition.Row{URL: fmt.Sprintf("%s/p%d", w.base[0], k)})
	}
	o := options(t, 0)
	o.PerServer = 5
	if err := partition.Check(t.Context(), o, rows); err != nil {
		t.Fatal(err)
	}
	if n := count(rows, partition.OK); n != 5 {
		t.Errorf("%d rows were checked, want 5", n)
	}
	o.PerServer, o.Check.Rate = 0, 20
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := partition.Check(ctx, o, rows); err != nil {
		t.Fatal(err)
	}
	if n := count(rows, partition.Due); n == 0 || n == 20 {
		t.Errorf("%d rows are due after the time limit, want some", n)
	}
	for range 2 { // the rest
		o.Check.Rate = 0
		if err := partition.Check(t.Context(), o, rows); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(rows, partition.OK); n != 20 {
		t.Errorf("%d rows are OK in the end, want 20", n)
	}
}

func count(rows []partition.Row, s partition.State) (n int) {
	for _, row := range rows {
		if row.State == s {
			n++
		}
	}
	return n
}

func TestParseState(t *testing.T) {
	for s := partition.Due; s <= partition.Skipped; s++ {
		if got, ok := partition.ParseState(s.String()); got != s || !ok {
			t.Errorf("ParseState(%q) = %v, %v", s, got, ok)
		}
	}
	if _, ok := partition.ParseState("nosuch"); ok {
		t.Error("ParseState accepts a word that is no state")
	}
}
