package linkcheck_test

import (
	"context"
	"net"
	nethttp "net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// pipes is a network in memory: every dialled address connects to one http
// server. It has no clock of its own, so that it works in a synctest bubble.
type pipes struct {
	server nethttp.Server
	conns  chan net.Conn
	done   chan struct{}
	c      *open.Client
	lookup func(host string) string // the address of a host; nil: 8.8.8.8

	mu    sync.Mutex
	dials []string // "ip:port", in order
}

// startPipes starts the server.
func startPipes(h nethttp.Handler) *pipes {
	n := &pipes{server: nethttp.Server{Handler: h}, conns: make(chan net.Conn), done: make(chan struct{})}
	go n.server.Serve(n)
	n.c = open.New(open.Options{LookupNetIP: n.find, DialContext: n.dial}, all.Openers()...)
	return n
}

// client returns the client that dials in the network.
func (n *pipes) client() *open.Client { return n.c }

// find looks up a host.
func (n *pipes) find(_ context.Context, _, host string) ([]netip.Addr, error) {
	if n.lookup == nil {
		return []netip.Addr{netip.MustParseAddr("8.8.8.8")}, nil
	}
	return []netip.Addr{netip.MustParseAddr(n.lookup(host))}, nil
}

// dial connects to the server.
func (n *pipes) dial(_ context.Context, _, address string) (net.Conn, error) {
	n.mu.Lock()
	n.dials = append(n.dials, address)
	n.mu.Unlock()
	ours, theirs := net.Pipe()
	select {
	case n.conns <- theirs:
		return ours, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

// dialled returns the addresses that were dialled, each once, in order.
func (n *pipes) dialled() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(n.dials))), " ")
}

// close ends the server and its connections.
func (n *pipes) close() {
	n.c.Close()
	n.server.Close()
}

// Accept implements net.Listener.
func (n *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-n.conns:
		return conn, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (n *pipes) Close() error { close(n.done); return nil }

// Addr implements net.Listener.
func (*pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(8, 8, 8, 8), Port: 80} }

// If the host of a typed URL first had a public address, a private one is not
// dialled later. Source: rfc1738 6.
func TestRebindingIsRefused(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	looks := 0
	n := startPipes(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		w.Header().Set("Connection", "close") // each page needs a new connection
		pages{"/": "<a href=a>", "/a": ""}.ServeHTTP(w, q)
	}))
	t.Cleanup(n.close)
	n.lookup = func(string) string {
		mu.Lock()
		defer mu.Unlock()
		if looks++; looks <= 2 { // robots.txt and the first page
			return "93.184.216.34"
		}
		return "127.0.0.1"
	}
	o := linkcheck.Options{Client: n.client(), Recursive: true, Sorted: true}
	list, _ := run(t, o, typed("http://typed.test/"))
	if got := n.dialled(); got != "93.184.216.34:80" {
		t.Errorf("dialled %s, want only 93.184.216.34:80", got)
	}
	const want = "refused http://typed.test/a: typed.test is 127.0.0.1, a loopback address, and the name had a public address before (guard private-address)"
	if got := lines(list); len(got) != 2 || !strings.HasPrefix(got[1], want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A redirect of robots.txt cannot reach a private address that no one typed,
// like a redirect of a page.
func TestRedirectOfRobotsIsChecked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, to string
		typed    []string
		dialled  string
	}{
		{"private name", "http://inside.test/", nil, "127.0.0.1:80"},
		{"private address", "http://127.0.0.2/robots.txt", nil, "127.0.0.1:80"},
		{"allowed name", "http://inside.test/", []string{"http://inside.test/"}, "127.0.0.1:80 127.0.0.3:80"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n := startPipes(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
				if q.URL.Path == "/robots.txt" && q.Host == "typed.test" {
					nethttp.Redirect(w, q, tt.to, nethttp.StatusFound)
					return
				}
				pages{"/": "", "/robots.txt": "User-agent: *\nDisallow: /\n"}.ServeHTTP(w, q)
			}))
			t.Cleanup(n.close)
			n.lookup = func(host string) string {
				return map[string]string{"typed.test": "127.0.0.1", "inside.test": "127.0.0.3"}[host]
			}
			o := linkcheck.Options{Client: n.client(), Recursive: true, Sorted: true}
			run(t, o, typed(append([]string{"http://typed.test/"}, tt.typed...)...))
			if got := n.dialled(); got != tt.dialled {
				t.Errorf("dialled %s, want %s", got, tt.dialled)
			}
		})
	}
}

// An endless chain of redirects of robots.txt is stopped.
func TestRedirectsOfRobotsEnd(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := 0
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		if q.URL.Path != "/robots.txt" {
			return
		}
		mu.Lock()
		asked++
		mu.Unlock()
		nethttp.Redirect(w, q, "/robots.txt?again", nethttp.StatusFound)
	}))
	o := quick(t)
	o.Recursive, o.Policy.Hops = true, -1
	if _, summary := run(t, o, typed(site+"/")); summary.Faults() > 0 || asked != 1+(open.Policy{}).Effective().Hops {
		t.Errorf("robots.txt was requested %d times, want %d", asked, 1+(open.Policy{}).Effective().Hops)
	}
}

// A robots.txt with few redirects is read. Source: rfc9309 2.3.1.2.
func TestRobotsBehindRedirects(t *testing.T) {
	t.Parallel()
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, q *nethttp.Request) {
		switch {
		case q.URL.Path == "/robots.txt" && len(q.URL.RawQuery) < 5:
			nethttp.Redirect(w, q, "/robots.txt?"+q.URL.RawQuery+"x", nethttp.StatusFound)
		case q.URL.Path == "/robots.txt":
			w.Write([]byte("User-agent: *\nDisallow: /a\n"))
		default:
			pages{"/": "<a href=a>", "/a": ""}.ServeHTTP(w, q)
		}
	}))
	o := quick(t)
	o.Recursive = true
	if _, summary := run(t, o, typed(site+"/")); summary.Count(linkcheck.Skipped) != 1 {
		t.Errorf("%+v, want one URL skipped", summary)
	}
}
