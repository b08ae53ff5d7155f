package archive_test

import (
	"context"
	"errors"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/archive"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// A timeGate is a small archive with two copies of each page of h.example, one of 2010 and one
// of 2020. It records the requested URLs.
type timeGate struct {
	mu    sync.Mutex
	asked []string
}

// copies are the times of the copies.
var copies = []time.Time{time.Date(2010, 1, 2, 3, 4, 5, 0, time.UTC), time.Date(2020, 6, 7, 8, 9, 10, 0, time.UTC)}

// ServeHTTP responds as in rfc7089 4.1.1: the TimeGate redirects to a memento.
func (g *timeGate) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	g.mu.Lock()
	g.asked = append(g.asked, r.Method+" "+r.RequestURI)
	g.mu.Unlock()
	if stamp, ok := strings.CutPrefix(r.URL.Path, "/copy/"); ok {
		when, _ := time.Parse("20060102150405", stamp[:14])
		w.Header().Set("Memento-Datetime", when.Format(nethttp.TimeFormat))
		if strings.Contains(r.URL.Path, "lost") {
			w.WriteHeader(404)
		}
		return
	}
	url, ok := strings.CutPrefix(r.RequestURI, "/gate/")
	switch {
	case !ok, strings.Contains(url, "never"):
		w.WriteHeader(404)
	case strings.Contains(url, "nohead") && r.Method == "HEAD":
		w.WriteHeader(405)
	case strings.Contains(url, "busy"):
		w.WriteHeader(503)
	case strings.Contains(url, "plain"):
	case strings.Contains(url, "toftp"):
		w.Header().Set("Location", "ftp://127.0.0.1/x")
		w.WriteHeader(302)
	case strings.Contains(url, "loop"):
		w.Header().Set("Location", r.RequestURI)
		w.WriteHeader(302)
	case strings.Contains(url, "direct"): // rfc7089 4.1.2: 200 with Content-Location
		w.Header().Set("Memento-Datetime", copies[0].Format(nethttp.TimeFormat))
		w.Header().Set("Content-Location", "/copy/20100102030405/"+url)
	default:
		best := copies[1]
		if want, err := nethttp.ParseTime(r.Header.Get("Accept-Datetime")); err == nil && want.Sub(copies[0]) < copies[1].Sub(want) {
			best = copies[0]
		}
		w.Header().Set("Vary", "accept-datetime")
		w.Header().Set("Location", "/copy/"+best.Format("20060102150405")+"/"+url)
		w.WriteHeader(302)
	}
}

// start starts a TimeGate and returns a Finder for it, and its URL.
func start(t *testing.T, o archive.Options) (*timeGate, *archive.Finder, string) {
	t.Helper()
	g := new(timeGate)
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	opener := new(http.Opener)
	t.Cleanup(func() { opener.Close() })
	o.TimeGate, o.Interval = s.URL+"/gate/", -1
	o.Transport = archive.NewTransport(open.Options{}, opener, o.TimeGate)
	f, err := archive.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g, f, s.URL
}

// The copy nearest to the time is found, with its time and URL.
func TestFindNearestCopy(t *testing.T) {
	t.Parallel()
	_, f, server := start(t, archive.Options{})
	for _, c := range []struct {
		url       string
		when      time.Time
		want      time.Time
		wantURL   string
		wantError string
	}{
		{url: "http://h.example/a?b=c%20d#top", when: copies[0].AddDate(1, 0, 0), want: copies[0], wantURL: "/copy/20100102030405/http://h.example/a?b=c%20d"},
		{url: "http://h.example/a", when: copies[1], want: copies[1], wantURL: "/copy/20200607080910/http://h.example/a"},
		{url: "https://h.example//x//y", want: copies[1], wantURL: "/copy/20200607080910/https://h.example//x//y"},
		{url: "http://h.example/nohead", want: copies[1], wantURL: "/copy/20200607080910/http://h.example/nohead"},
		{url: "http://h.example/direct", want: copies[0], wantURL: "/copy/20100102030405/http://h.example/direct"},
		{url: "http://h.example/never", wantError: "the archive has no copy"},
		{url: "http://h.example/lost", wantError: "the archive has no copy"},
		{url: "http://h.example/plain", wantError: "Memento-Datetime is missing"},
		{url: "http://h.example/busy", wantError: "503 Service Unavailable"},
		{url: "http://h.example/toftp", wantError: `redirects to the scheme "ftp"`},
		{url: "http://h.example/loop", wantError: "more than 10 times"},
	} {
		got, err := f.Find(t.Context(), c.url, c.when)
		switch {
		case c.wantError != "":
			if err == nil || !strings.Contains(err.Error(), c.wantError) {
				t.Errorf("Find(%q): %v, want %q", c.url, err, c.wantError)
			}
		case err != nil:
			t.Errorf("Find(%q): %v", c.url, err)
		case got.URL != server+c.wantURL || !got.Time.Equal(c.want):
			t.Errorf("Find(%q) = %v, want %s, %v", c.url, got, c.wantURL, c.want)
		}
	}
}

// A URL with a login or of a private host is not sent to a public archive. A login is not sent
// to any archive.
func TestFindKeepsPrivateURLs(t *testing.T) {
	t.Parallel()
	g, f, _ := start(t, archive.Options{})
	for _, url := range []string{"http://joe:s3cr3t@h.example/", "http://joe@h.example/", "ftp://h.example/a", "mailto:a@b.example", "not a url"} {
		if _, err := f.Find(t.Context(), url, time.Time{}); !errors.Is(err, archive.ErrPrivate) {
			t.Errorf("Find(%q): %v", url, err)
		}
	}
	if len(g.asked) > 0 {
		t.Errorf("the archive was asked: %q", g.asked)
	}
	if _, err := f.Find(t.Context(), "http://127.0.0.1:1/a", time.Time{}); err != nil {
		t.Errorf("a private archive for a private host: %v", err)
	}
	sent := 0
	public, err := archive.New(archive.Options{TimeGate: "https://archive.example/web/", Transport: transport(func(*nethttp.Request) (*nethttp.Response, error) {
		sent++
		return nil, errors.New("sent")
	})})
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"http://127.0.0.1/", "http://[::1]:8/", "http://10.1.2.3/", "http://192.168.0.1/", "http://169.254.1.1/", "http://localhost/", "http://a.localhost/", "http://wiki/", "http://wiki.internal/", "http://printer.local./", "http://0.0.0.0/"} {
		if _, err := public.Find(t.Context(), url, time.Time{}); !errors.Is(err, archive.ErrPrivate) {
			t.Errorf("Find(%q): %v", url, err)
		}
	}
	if sent > 0 {
		t.Errorf("%d private URLs were sent", sent)
	}
	if _, err := public.Find(t.Context(), "http://h.example/", time.Time{}); err == nil || sent != 1 {
		t.Errorf("a public URL: %v, sent %d times", err, sent)
	}
}

// transport is a function as a RoundTripper.
type transport func(*nethttp.Request) (*nethttp.Response, error)

// RoundTrip calls the function.
func (f transport) RoundTrip(r *nethttp.Request) (*nethttp.Response, error) { return f(r) }

// Only missing pages are looked up, at the date of their oldest document; failures are remarks.
func TestFill(t *testing.T) {
	t.Parallel()
	dates := map[string]time.Time{"new.md": copies[1], "old.md": copies[0]}
	g, f, server := start(t, archive.Options{Date: func(p linkcheck.Place) time.Time { return dates[p.File] }})
	results := []linkcheck.Result{
		{URL: "http://h.example/ok", Status: linkcheck.OK},
		{URL: "http://h.example/1", Status: linkcheck.NotFound, Places: []linkcheck.Place{{File: "new.md"}, {File: "old.md"}, {File: "other.md"}}},
		{URL: "http://h.example/2", Status: linkcheck.NoConnection, Places: []linkcheck.Place{{File: "new.md"}}},
		{URL: "http://h.example/login", Status: linkcheck.Login},
		{URL: "http://h.example/refused", Status: linkcheck.Refused},
		{URL: "http://h.example/never", Status: linkcheck.NotFound},
		{URL: "http://h.example/busy", Status: linkcheck.Failed},
		{URL: "file:///gone", Status: linkcheck.NotFound},
	}
	remarks := f.Fill(t.Context(), results)
	for i, want := range map[int]string{1: "/copy/20100102030405/http://h.example/1", 2: "/copy/20200607080910/http://h.example/2"} {
		if got := results[i].Archived; got == nil || got.URL != server+want {
			t.Errorf("copy of %s: %v, want %s", results[i].URL, got, want)
		}
	}
	for _, i := range []int{0, 3, 4, 5, 6, 7} {
		if results[i].Archived != nil {
			t.Errorf("a copy of %s: %v", results[i].URL, results[i].Archived)
		}
	}
	if len(remarks) != 1 || remarks[0].String() != "archive: http://h.example/busy: the archive responds with 503 Service Unavailable" {
		t.Errorf("remarks %v", remarks)
	}
	for _, line := range g.asked {
		if strings.HasSuffix(line, "/ok") || strings.HasSuffix(line, "/login") || strings.HasSuffix(line, "/refused") {
			t.Errorf("no request: %s", line)
		}
	}
}

// An unreachable archive is not asked again and again, and Lookups limits the requests.
func TestFillStops(t *testing.T) {
	t.Parallel()
	many := func(name string) (all []linkcheck.Result) {
		for range 50 {
			all = append(all, linkcheck.Result{URL: "http://h.example/" + name, Status: linkcheck.NotFound})
		}
		return all
	}
	g, f, _ := start(t, archive.Options{})
	remarks := f.Fill(t.Context(), many("busy"))
	stopped := func(r archive.Remark) bool { return errors.Is(r.Err, archive.ErrStopped) }
	if n := len(g.asked); n < 3 || n > 4 || !slices.ContainsFunc(remarks, stopped) {
		t.Errorf("%d lookups that fail, remarks %v", n, remarks)
	}
	g, f, _ = start(t, archive.Options{Lookups: 5})
	if remarks := f.Fill(t.Context(), many("never")); len(g.asked) != 5 || len(remarks) != 1 {
		t.Errorf("%d lookups of at most 5, remarks %v", len(g.asked), remarks)
	}
}

// Lookups are spaced by the interval.
func TestFillIsPolite(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var at []time.Time
	f, err := archive.New(archive.Options{Interval: 30 * time.Millisecond, TimeGate: "http://archive.example/", Transport: transport(func(r *nethttp.Request) (*nethttp.Response, error) {
		mu.Lock()
		at = append(at, time.Now())
		mu.Unlock()
		return &nethttp.Response{StatusCode: 404, Body: nethttp.NoBody, Request: r}, nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	results := make([]linkcheck.Result, 4)
	for i := range results {
		results[i] = linkcheck.Result{URL: "http://h.example/", Status: linkcheck.NotFound}
	}
	f.Fill(t.Context(), results)
	if len(at) != 4 || at[3].Sub(at[0]) < 80*time.Millisecond {
		t.Errorf("lookups at %v", at)
	}
}

// If a TimeGate does not respond, the lookup times out. If the context ends, the lookups end.
func TestFindTimesOut(t *testing.T) {
	t.Parallel()
	silent := func(r *nethttp.Request) (*nethttp.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	f, err := archive.New(archive.Options{Timeout: 20 * time.Millisecond, TimeGate: "http://archive.example/", Transport: transport(silent)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Find(t.Context(), "http://h.example/", time.Time{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Find(ctx, "http://h.example/", time.Time{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The address that was checked is dialled. A redirect of an archive to a private address is not
// followed: by name or by number, from a public TimeGate or from one with a private address.
// Here only the address of the test's server is dialled.
func TestFindChecksAddresses(t *testing.T) {
	t.Parallel()
	var to string
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(302)
	}))
	t.Cleanup(s.Close)
	for gate, address := range map[string]string{"http://archive.example/gate/": "8.8.8.8", "http://gate.internal/gate/": "10.0.0.1"} {
		for _, to = range []string{"http://inside.example/x", "http://169.254.169.254/latest/", "http://127.0.0.1:8/x", "http://[fd00::1]/x"} {
			var dialled []string
			opener := new(http.Opener)
			o := open.Options{
				LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
					if host == "inside.example" {
						return []netip.Addr{netip.MustParseAddr("10.0.0.2")}, nil
					}
					return []netip.Addr{netip.MustParseAddr(address)}, nil
				},
				DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
					dialled = append(dialled, address)
					return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
				},
			}
			f, err := archive.New(archive.Options{Transport: archive.NewTransport(o, opener, gate), TimeGate: gate, Interval: -1})
			if err != nil {
				t.Fatal(err)
			}
			_, err = f.Find(t.Context(), "http://h.example/", time.Time{})
			opener.Close()
			var refusal *open.Refusal
			if !errors.As(err, &refusal) || len(dialled) != 1 || dialled[0] != address+":80" {
				t.Errorf("%s redirects to %s: error %v, dialled %v", gate, to, err, dialled)
			}
		}
	}
}

// A text that is not the URL of a TimeGate is refused.
func TestNewChecksTheTimeGate(t *testing.T) {
	for _, url := range []string{"archive", "ftp://a.example/", "file:///x", "http://a.example/#x", "http://a b/", "//a.example/"} {
		if _, err := archive.New(archive.Options{TimeGate: url}); err == nil {
			t.Errorf("New(%q): no error", url)
		}
	}
	if _, err := archive.New(archive.Options{}); err != nil {
		t.Error(err)
	}
}

// The date of a document is that of its last commit, its file or its page.
func TestDates(t *testing.T) {
	date := archive.Dates(t.Context())
	name := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(name, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, copies[0], copies[0]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		place linkcheck.Place
		want  time.Time
	}{
		{linkcheck.Place{File: name}, copies[0]},
		{linkcheck.Place{File: "http://h.example/", Modified: copies[1]}, copies[1]},
		{linkcheck.Place{File: "http://h.example/"}, time.Time{}},
		{linkcheck.Place{File: "-"}, time.Time{}},
		{linkcheck.Place{}, time.Time{}},
	} {
		if got := date(c.place); !got.Equal(c.want) {
			t.Errorf("date of %q: %v, want %v", c.place.File, got, c.want)
		}
	}
}
