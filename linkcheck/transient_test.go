package linkcheck_test

import (
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// flaky fails the first requests of each path. The path says how.
type flaky struct {
	fails int

	mu   sync.Mutex
	seen map[string]int // GET and HEAD requests
}

func (f *flaky) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	f.mu.Lock()
	if f.seen == nil {
		f.seen = map[string]int{}
	}
	f.seen[r.URL.Path]++
	failed := f.seen[r.URL.Path] <= f.fails
	f.mu.Unlock()
	var code int
	fmt.Sscanf(r.URL.Path, "/%d", &code)
	switch {
	case r.URL.Path == "/robots.txt" && !failed:
		io.WriteString(w, "User-agent: *\nDisallow: /private\n")
		return
	case r.URL.Path == "/robots.txt":
		w.WriteHeader(nethttp.StatusBadGateway)
		return
	case failed && code != 0:
		w.WriteHeader(code)
		return
	case failed && strings.HasPrefix(r.URL.Path, "/reset"):
		conn, _, _ := nethttp.NewResponseController(w).Hijack()
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
		return
	case failed && strings.HasPrefix(r.URL.Path, "/short"):
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, "<p>")
		return
	}
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<title>t</title><p id=a>text")
}

// A link that works at the second try is not a fault, at any depth.
func TestRetriesAtEveryDepth(t *testing.T) {
	t.Parallel()
	paths := []string{"/reset", "/short", "/500", "/502", "/503", "/504", "/429", "/408", "/reset2#a"}
	for _, depth := range []linkcheck.Depth{linkcheck.Exists, linkcheck.Content} {
		for _, recursive := range []bool{false, true} {
			site := serve(t, &flaky{fails: 2})
			o := quick(t)
			o.Depth, o.Recursive = depth, recursive
			var links []string
			for _, path := range paths {
				links = append(links, site+path)
			}
			targets := linked(links...)
			if recursive {
				targets = typed(links...)
			}
			list, summary := run(t, o, targets)
			if summary.Faults() > 0 || len(list) != len(paths) {
				t.Errorf("%v, recursive %v: %q", depth, recursive, lines(list))
			}
		}
	}
}

// A failure that lasts is a fault after Options.Retries.
func TestFailureThatStays(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/500", "/reset", "/short"} {
		f := &flaky{fails: 1000}
		o := quick(t)
		o.Depth = linkcheck.Content
		r := one(t, o, serve(t, f)+path)
		f.mu.Lock()
		if r.Severity != linkcheck.SeverityFault || f.seen[path] != 1+linkcheck.Defaults().Retries {
			t.Errorf("%s: %v after %d requests", path, r.Status, f.seen[path])
		}
		f.mu.Unlock()
	}
}

// A robots.txt that fails once still forbids. Source: rfc9309 2.3.1.4.
func TestRobotsIsRetried(t *testing.T) {
	t.Parallel()
	site := serve(t, pagesBehind{&flaky{fails: 1}, `<a href="/private/x">x</a>`})
	o := quick(t)
	o.Recursive = true
	list, summary := run(t, o, typed(site+"/"))
	if summary.Count(linkcheck.Skipped) != 1 || summary.URLs != 2 {
		t.Errorf("%q", lines(list))
	}
}

// pagesBehind is a site with a given first page. Another handler has its other objects.
type pagesBehind struct {
	nethttp.Handler
	first string
}

func (p pagesBehind) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	if r.URL.Path != "/" {
		p.Handler.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, p.first)
}

// If a server never responds to HEAD, the check sends GET long before the time of the URL has
// passed; after 405 and 501 at once. Source: rfc9110 9.3.2, 15.5.6, 15.6.2.
func TestSilentHead(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch {
		case r.Method != nethttp.MethodHead:
		case r.URL.Path == "/405":
			w.WriteHeader(nethttp.StatusMethodNotAllowed)
		case r.URL.Path == "/501":
			w.WriteHeader(nethttp.StatusNotImplemented)
		default:
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(func() { close(stop) })
	o := quick(t)
	o.Probe, o.Timeout = 50*time.Millisecond, 20*time.Second
	began := time.Now()
	for _, path := range []string{"/silent", "/405", "/501"} {
		if r := one(t, o, site+path); r.Status != linkcheck.OK {
			t.Errorf("%s: %v: %s", path, r.Status, r.Message)
		}
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A Location is read as a browser reads it, the redirect guards apply, and a redirect without a
// valid URL is broken. Source: rfc9110 10.2.2, 15.4.
func TestLocations(t *testing.T) {
	t.Parallel()
	locations := map[string]string{
		"/blank": "/a b", "/utf8": "/日本", "/latin1": "/caf\xe9", "/backslash": `\x\y`, "/pipe": "/a|b?c|d",
		"/file": "file:///etc/pass wd", "/ftp": "ftp://h.example/a b", "/host": "http://a b/",
	}
	for code := range 9 {
		locations[fmt.Sprintf("/%d", 300+code)] = ""
	}
	var mu sync.Mutex
	got := map[string]string{}
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		to, ok := locations[r.URL.Path]
		switch {
		case !ok:
			mu.Lock()
			got[r.RequestURI] = r.Method
			mu.Unlock()
		case to == "":
			var code int
			fmt.Sscanf(r.URL.Path, "/%d", &code)
			w.WriteHeader(code)
		default:
			w.Header()["Location"] = []string{to}
			w.WriteHeader(nethttp.StatusFound)
		}
	}))
	for path, want := range map[string]string{
		"/blank": "/a%20b", "/utf8": "/%E6%97%A5%E6%9C%AC", "/latin1": "/caf%E9", "/backslash": "/x/y", "/pipe": "/a|b?c|d",
	} {
		r := one(t, quick(t), site+path)
		if r.Status != linkcheck.Redirected || r.Severity != linkcheck.SeverityOK {
			t.Errorf("%s: %v, %s; want %s", path, r.Status, r.Message, want)
		}
	}
	for path, want := range map[string]linkcheck.Status{
		"/file": linkcheck.Refused, "/ftp": linkcheck.Refused, "/host": linkcheck.Broken, "/301": linkcheck.Broken, "/302": linkcheck.Broken,
		"/303": linkcheck.Broken, "/307": linkcheck.Broken, "/308": linkcheck.Broken, "/300": linkcheck.OK,
	} {
		if r := one(t, quick(t), site+path); r.Status != want {
			t.Errorf("%s: %v: %s, want %v", path, r.Status, r.Message, want)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"/a%20b", "/%E6%97%A5%E6%9C%AC", "/caf%E9", "/x/y"} {
		if got[want] == "" {
			t.Errorf("no request of %s: %q", want, got)
		}
	}
}
