package linkcheck_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	nethttp "net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// The check waits for the time in Retry-After; a link that then works is not a fault.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for _, code := range []int{nethttp.StatusTooManyRequests, nethttp.StatusServiceUnavailable} {
		var first atomic.Int64 // time of the first request
		var early atomic.Bool
		site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			now := time.Now().UnixNano()
			if first.CompareAndSwap(0, now) {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(code)
				return
			}
			early.Store(time.Duration(now-first.Load()) < time.Second)
		}))
		if got := one(t, quick(t), site); got.Status != linkcheck.OK || early.Load() {
			t.Errorf("after %d: %s %s; asked again too early: %v", code, got.Status, got.Message, early.Load())
		}
	}
}

// The number of retries is limited, and so is the wait that a server can request.
func TestRetriesEnd(t *testing.T) {
	t.Parallel()
	rows := []struct {
		after   string
		retries int
		asked   int32
		says    string
	}{
		{"", 0, int32(1 + linkcheck.Defaults().Retries), "503"},
		{"", -1, 1, "503"},
		{"", 5, 6, "503"},
		{"86400", 5, 1, "requests a wait of 24h"},
	}
	for _, r := range rows {
		var asked atomic.Int32
		site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			asked.Add(1)
			if r.after != "" {
				w.Header().Set("Retry-After", r.after)
			}
			w.WriteHeader(nethttp.StatusServiceUnavailable)
		}))
		o := quick(t)
		o.Retries = r.retries
		got := one(t, o, site)
		if got.Status != linkcheck.Failed || !strings.Contains(got.Message, r.says) || asked.Load() != r.asked {
			t.Errorf("%+v: %s %q after %d requests", r, got.Status, got.Message, asked.Load())
		}
	}
}

// A timeout is reported as such, and may be retried.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if asked.Add(1) == 1 || r.URL.Path == "/never" {
			<-r.Context().Done()
		}
	}))
	o := quick(t)
	o.Timeout = 300 * time.Millisecond
	if got := one(t, o, site+"/once"); got.Status != linkcheck.OK {
		t.Errorf("after one time limit: %s %s", got.Status, got.Message)
	}
	o.Retries = -1
	if got := one(t, o, site+"/never"); got.Status != linkcheck.TimedOut {
		t.Errorf("%s %s, want timed-out", got.Status, got.Message)
	}
}

// At most as many URLs of one host, and of all hosts, are open at once as the settings say.
func TestConcurrency(t *testing.T) {
	t.Parallel()
	for _, r := range []struct{ parallel, perHost, hosts, most int }{{8, 0, 1, linkcheck.Defaults().PerHost}, {8, 3, 1, 3}, {2, 3, 3, 2}, {-1, -1, 1, 12}} {
		var now, most atomic.Int32
		var full sync.Cond
		full.L = new(sync.Mutex)
		handler := nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) {
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(20 * time.Millisecond) // long enough for other requests to overlap
			now.Add(-1)
		})
		var urls []string
		for h := range r.hosts {
			site := serve(t, handler)
			for i := range 12 {
				urls = append(urls, fmt.Sprintf("%s/%d/%d", site, h, i))
			}
		}
		o := quick(t)
		o.Parallel, o.PerHost = r.parallel, r.perHost
		run(t, o, linked(urls...))
		if int(most.Load()) > r.most {
			t.Errorf("%+v: %d at a time", r, most.Load())
		}
	}
}

// Requests to one host start no faster than the rate; those to other hosts do not wait for
// them.
func TestRate(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var times []time.Time
	site := serve(t, nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) {
		mu.Lock()
		defer mu.Unlock()
		times = append(times, time.Now())
	}))
	var urls []string
	for i := range 6 {
		urls = append(urls, fmt.Sprintf("%s/%d", site, i))
	}
	o := quick(t)
	o.Rate = 20
	run(t, o, linked(urls...))
	if took := times[5].Sub(times[0]); took < 5*50*time.Millisecond-20*time.Millisecond {
		t.Errorf("6 opens at 20 a second took %v", took)
	}
}

// An unreachable host is tried for one URL, with all retries, and for no other URL. An unknown
// host name is looked up once.
func TestDeadHost(t *testing.T) {
	t.Parallel()
	var dials, lookups atomic.Int32
	o := quick(t)
	o.Client = open.New(open.Options{
		LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			lookups.Add(1)
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("no route to host")}
		},
	}, all.Openers()...)
	o.PerHost = 1
	var urls []string
	for i := range 50 {
		urls = append(urls, fmt.Sprintf("http://127.0.0.1:7777/%d", i), fmt.Sprintf("http://nosuch.example/%d", i))
	}
	if _, summary := run(t, o, linked(urls...)); summary.Count(linkcheck.NoConnection) != 100 {
		t.Errorf("%+v", summary)
	}
	if dials.Load() != int32(1+linkcheck.Defaults().Retries) || lookups.Load() != 1 {
		t.Errorf("%d dials and %d look-ups", dials.Load(), lookups.Load())
	}
}

// A recursion reads robots.txt before it reads a page, and only then.
func TestRobots(t *testing.T) {
	t.Parallel()
	const rules = "User-agent: *\nDisallow: /\n\nUser-agent: earl\nDisallow: /private/\nDisallow: /*.cgi$\n"
	site := func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, rules)
		case "/to-private":
			nethttp.Redirect(w, r, "/private/b", nethttp.StatusFound)
		default:
			pages{
				"/":          `<a href=/private/a><a href=/public><a href=/x.cgi><a href=/to-private>`,
				"/public":    ``,
				"/private/a": ``,
				"/private/b": ``,
				"/private/":  `<a href=/private/a><a href=/public>`,
				"/x.cgi":     ``,
			}.ServeHTTP(w, r)
		}
	}
	w := &recorder{Handler: nethttp.HandlerFunc(site)}
	at := w.serve(t)
	o := quick(t)
	o.Recursive = true
	list, summary := run(t, o, typed(at+"/"))
	if summary.Count(linkcheck.Skipped) != 3 || summary.Count(linkcheck.OK) != 2 {
		t.Errorf("%q", lines(list))
	}
	asked := w.requests()
	slices.Sort(asked)
	if want := []string{"GET /", "GET /public", "GET /robots.txt", "GET /to-private"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}

	// A typed URL is read.
	list, summary = run(t, o, typed(at+"/private/"))
	if summary.Pages != 1 || summary.Count(linkcheck.Skipped) != 1 || summary.Count(linkcheck.OK) != 2 {
		t.Errorf("%q %+v", lines(list), summary)
	}
	o.Recursive = false
	if got := one(t, o, at+"/private/a"); got.Status != linkcheck.OK {
		t.Errorf("without a recursion: %s %s", got.Status, got.Message)
	}
	o.Recursive, o.Agent = true, "another"
	_, summary = run(t, o, typed(at+"/"))
	if summary.Count(linkcheck.Skipped) != 4 {
		t.Errorf("as another agent: %+v", summary)
	}
}

// If the server fails to send robots.txt, pages are forbidden; if robots.txt does not exist,
// they are allowed. Crawl-delay is obeyed. Source: rfc9309 2.3.1.
func TestRobotsStatusAndDelay(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		code    int
		skipped int
	}{{nethttp.StatusNotFound, 0}, {nethttp.StatusInternalServerError, 2}} {
		site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
			if q.URL.Path == "/robots.txt" {
				w.WriteHeader(r.code)
				return
			}
			pages{"/": "<a href=a><a href=b>", "/a": "", "/b": ""}.ServeHTTP(w, q)
		}))
		o := quick(t)
		o.Recursive = true
		if _, summary := run(t, o, typed(site+"/")); summary.Count(linkcheck.Skipped) != r.skipped {
			t.Errorf("status %d: %+v", r.code, summary)
		}
	}
	var mu sync.Mutex
	var times []time.Time
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		if q.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "User-agent: *\nCrawl-delay: 0.2\n")
			return
		}
		mu.Lock()
		times = append(times, time.Now())
		mu.Unlock()
		pages{"/": "<a href=a><a href=b>", "/a": "", "/b": ""}.ServeHTTP(w, q)
	}))
	o := quick(t)
	o.Recursive = true
	run(t, o, typed(site+"/"))
	if took := times[2].Sub(times[0]); took < 350*time.Millisecond {
		t.Errorf("three pages with a delay of 0.2 s took %v", took)
	}
}

// A Crawl-delay longer than MaxCrawlDelay is capped, and the Summary reports it.
func TestCrawlDelayIsCapped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		robots      string // seconds
		limit       time.Duration
		asked, kept time.Duration // 0: not capped
	}{
		{"99999", 50 * time.Millisecond, 99999 * time.Second, 50 * time.Millisecond},
		{"1e300", time.Millisecond, math.MaxInt64, time.Millisecond},
		{"0.05", 50 * time.Millisecond, 0, 0},
		{"0.05", -1, 0, 0},
		{"0.05", 0, 0, 0},
	} {
		site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
			if q.URL.Path == "/robots.txt" {
				fmt.Fprintf(w, "User-agent: *\nCrawl-delay: %s\n", tt.robots)
				return
			}
			pages{"/": "<a href=a><a href=b>", "/a": "", "/b": ""}.ServeHTTP(w, q)
		}))
		o := quick(t)
		o.Recursive, o.MaxCrawlDelay = true, tt.limit
		var told []linkcheck.CrawlDelay
		o.Delayed = func(d linkcheck.CrawlDelay) { told = append(told, d) }
		var want []linkcheck.CrawlDelay
		if tt.asked > 0 {
			want = []linkcheck.CrawlDelay{{Server: site, Asked: tt.asked, Kept: tt.kept}}
		}
		_, summary := run(t, o, typed(site+"/"))
		if summary.Pages != 3 || !slices.Equal(summary.Capped, want) || !slices.Equal(told, want) {
			t.Errorf("Crawl-delay %s, limit %v: %d pages, Capped %v, Delayed %v; want 3, %v", tt.robots, tt.limit, summary.Pages, summary.Capped, told, want)
		}
		if pause := 3 * min(tt.kept, 50*time.Millisecond); summary.Took < pause-tt.kept {
			t.Errorf("Crawl-delay %s, limit %v: took %v", tt.robots, tt.limit, summary.Took)
		}
	}
}

// The default cap of Crawl-delay is a minute, and a negative limit means none.
func TestCrawlDelayLimits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct{ limit, want time.Duration }{{0, linkcheck.Defaults().MaxCrawlDelay}, {-1, 99999 * time.Second}} {
			n := startPipes(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
				if q.URL.Path == "/robots.txt" {
					fmt.Fprint(w, "User-agent: *\nCrawl-delay: 99999\n")
					return
				}
				pages{"/": "<a href=a>", "/a": ""}.ServeHTTP(w, q)
			}))
			o := linkcheck.Options{Client: n.client(), Recursive: true, MaxCrawlDelay: tt.limit}
			began := time.Now()
			_, err := linkcheck.Run(t.Context(), o, typed("http://site.test/"), func(linkcheck.Result) error { return nil })
			if took := time.Since(began); err != nil || took < tt.want || took > tt.want+10*time.Second {
				t.Errorf("limit %v: two pages took %v, %v; want %v", tt.limit, took, err, tt.want)
			}
			n.close()
		}
	})
}
