package http_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// serve sends answer for each connection's first request, and returns the
// address and the unchanged header of each request.
func serve(t *testing.T, answer string) (addr string, heads chan string) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	heads = make(chan string, 64)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer conn.Close()
				r := bufio.NewReader(conn)
				var head strings.Builder
				for {
					line, err := r.ReadString('\n')
					if err != nil {
						return
					}
					if head.WriteString(line); line == "\r\n" {
						break
					}
				}
				heads <- head.String()
				io.WriteString(conn, answer)
			})
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() })
	return l.Addr().String(), heads
}

// client returns a client that is closed with the test.
func client(t *testing.T, o open.Options, opener *http.Opener) *open.Client {
	t.Helper()
	if opener == nil {
		opener = &http.Opener{}
	}
	c := open.New(o, opener)
	t.Cleanup(func() { c.Close() })
	return c
}

// parse parses a URL that is valid under rfc3986.
func parse(t *testing.T, text string) earl.URL {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// get opens a URL that is a document and reads it.
func get(t *testing.T, c *open.Client, r *open.Request) (string, *open.Document, error) {
	t.Helper()
	res, err := c.Do(t.Context(), r)
	if err != nil {
		return "", nil, err
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s is a %T", r.URL.Redacted(), res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), doc, err
}

const empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

// asWritten has the parts of URLs after "http://h:port", and their request
// targets.
var asWritten = []struct{ src, url, want string }{
	{"B23: asks for /", "", "/"},
	{"B23", "/", "/"},
	{"B23", "?q", "/?q"},
	{"B23", "?", "/?"},
	{"B23", "/a?", "/a?"},
	{"B23", "/a?b?c/d", "/a?b?c/d"},
	{"B5", "/%2F", "/%2F"},
	{"B5", "/%2f%7e~%41", "/%2f%7e~%41"},
	{"B5", "//", "//"},
	{"B5", "//x", "//x"},
	{"B5", "//x//?y", "//x//?y"},
	{"B5", "///%2F//", "///%2F//"},
	{"B5", "/a;b=c;d/e;", "/a;b=c;d/e;"},
	{"B5", "/../x/./..", "/../x/./.."},
	{"B5", "/a:b@c!$&'()*+,=", "/a:b@c!$&'()*+,="},
	{"B5", "//a:b@c!$&'()*+,=;%20?%20+", "//a:b@c!$&'()*+,=;%20?%20+"},
	{"B5", "/*", "/*"},
	{"B5", "/%00%0D%0A%FF", "/%00%0D%0A%FF"},
	{"B23: no fragment", "/a#b", "/a"},
	{"B23: no fragment", "/a?b#c?d", "/a?b"},
	{"B23: no fragment", "#", "/"},
}

// B5, B23: net/http rewrites no byte.
func TestRequestLineIsAsWritten(t *testing.T) {
	t.Parallel()
	addr, heads := serve(t, empty)
	c := client(t, open.Options{}, nil)
	for _, tt := range asWritten {
		if _, _, err := get(t, c, &open.Request{URL: parse(t, "http://"+addr+tt.url)}); err != nil {
			t.Errorf("%s: Open(%q): %v", tt.src, tt.url, err)
			continue
		}
		want := "GET " + tt.want + " HTTP/1.1\r\nHost: " + addr + "\r\nUser-Agent: earl\r\nAccept: */*\r\nAccept-Encoding: identity\r\n\r\n"
		if got := <-heads; got != want {
			t.Errorf("%s: Open(%q) sent %q, want %q", tt.src, tt.url, got, want)
		}
	}
}

// B23: the same over HTTP/2, whose request has no line.
func TestHTTP2PathIsAsWritten(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		fmt.Fprintf(w, "%s %s", r.Proto, r.RequestURI)
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	c := client(t, open.Options{}, &http.Opener{Options: http.Options{TLS: trusting(s)}})
	for _, tt := range asWritten {
		got, _, err := get(t, c, &open.Request{URL: parse(t, s.URL+tt.url)})
		if want := "HTTP/2.0 " + tt.want; err != nil || got != want {
			t.Errorf("%s: Open(%q): server read %q, want %q (%v)", tt.src, tt.url, got, want, err)
		}
	}
}

// B5, A6: an empty port is the default port of the scheme; the Host field omits
// a default port.
func TestHostField(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"http://h.example:/":     "h.example",
		"http://H.example:80/":   "H.example",
		"http://h.example:0080/": "h.example",
		"http://h.example:8080/": "h.example:8080",
		"http://[::1]/":          "[::1]",
		"http://[::1]:81/":       "[::1]:81",
		"http://u:p@127.0.0.1/":  "127.0.0.1",
	} {
		addr, heads := serve(t, empty)
		c := client(t, redirected(addr), nil)
		if _, _, err := get(t, c, &open.Request{URL: parse(t, text)}); err != nil {
			t.Errorf("Open(%s): %v", text, err)
			continue
		}
		if head := <-heads; !strings.Contains(head, "\r\nHost: "+want+"\r\n") {
			t.Errorf("Open(%s) sent %q, want the host %q", text, head, want)
		}
	}
}

// F7, B5: proxies from the environment are not used. A configured proxy
// receives the whole URL, byte for byte.
func TestProxy(t *testing.T) {
	proxy, heads := serve(t, empty)
	t.Setenv("HTTP_PROXY", "http://"+proxy)
	addr, direct := serve(t, empty)
	u := parse(t, "http://"+addr+"//a%2Fb?")
	if _, _, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: u}); err != nil {
		t.Fatal(err)
	}
	<-direct
	by := func(*nethttp.Request) (*url.URL, error) { return url.Parse("http://" + proxy) }
	c := client(t, open.Options{}, &http.Opener{Options: http.Options{Proxy: by}})
	if _, _, err := get(t, c, &open.Request{URL: u}); err != nil {
		t.Fatal(err)
	}
	if got, want := <-heads, "GET http://"+addr+"//a%2Fb? HTTP/1.1\r\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the proxy was sent %q, want %q", got, want)
	}
}

// B5: sizes and ranges are those of the object, so there is no compression.
func TestNoTransparentGzip(t *testing.T) {
	t.Parallel()
	addr, _ := serve(t, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc")
	text, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
	if err != nil || text != "abc" || doc.Size != 3 || len(doc.Note) != 1 || doc.Coding != "gzip" {
		t.Errorf("Open = %q, size %d, %v, notes %q", text, doc.Size, err, doc.Note)
	}
}

// B5: the properties of an object in the header, and other responses.
func TestDocumentMeta(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		answer, body, mediaType string
		size                    int64
		status                  int
		dated                   bool
	}{
		{"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: Text/HTML; charset=utf-8\r\nLast-Modified: Fri, 20 Nov 2026 11:18:10 GMT\r\n\r\nab", "ab", "text/html; charset=utf-8", 2, 200, true},
		{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: ;;\r\nLast-Modified: yesterday\r\n\r\n2\r\nab\r\n0\r\n\r\n", "ab", "", -1, 200, false},
		{"HTTP/1.0 200 OK\r\n\r\nab", "ab", "", -1, 200, false},
		{"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone", "gone", "", 4, 404, false},
		{"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", "", "", 0, 410, false},
		{"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", "", "", 0, 500, false},
		{"HTTP/1.1 304 Not Modified\r\n\r\n", "", "", -1, 304, false},
		{"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "", "", 0, 302, false},
		{"HTTP/1.1 305 Use Proxy\r\nLocation: http://p/\r\nContent-Length: 0\r\n\r\n", "", "", 0, 305, false},
	} {
		addr, _ := serve(t, tt.answer)
		text, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
		if err != nil {
			t.Errorf("%q: %v", tt.answer, err)
			continue
		}
		if text != tt.body || doc.Size != tt.size && tt.size >= 0 || doc.Status != tt.status || doc.Type != tt.mediaType || doc.Time.IsZero() == tt.dated {
			t.Errorf("%q: %q, %+v", tt.answer, text, doc.Meta)
		}
	}
}

// B5: a HEAD, and a GET if the server does not support HEAD.
func TestProbe(t *testing.T) {
	t.Parallel()
	var methods []string
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		methods = append(methods, r.Method+" "+r.URL.Path)
		switch r.URL.Path {
		case "/no-head":
			if r.Method == "HEAD" {
				w.WriteHeader(405)
				return
			}
		case "/gone":
			w.WriteHeader(410)
			return
		case "/moved":
			w.Header().Set("Location", "/to")
			w.WriteHeader(301)
			return
		}
		w.Header().Set("Content-Length", "1000")
		if r.Method == "GET" {
			w.Write(make([]byte, 1000))
		}
	}))
	t.Cleanup(s.Close)
	c := client(t, open.Options{}, nil)
	for path, want := range map[string]open.Meta{
		"/f":       {Kind: open.KindDocument, Size: 1000, Status: 200},
		"/no-head": {Kind: open.KindDocument, Size: 1000, Status: 200, Note: []string{""}},
		"/gone":    {Kind: open.KindDocument, Size: -1, Status: 410},
		"/moved":   {Kind: open.KindReferral, Size: -1, Status: 301, Note: []string{""}},
	} {
		m, err := c.Probe(t.Context(), parse(t, s.URL+path))
		if err != nil || m.Kind != want.Kind || m.Status != want.Status || m.Size != want.Size || len(m.Note) != len(want.Note) {
			t.Errorf("Probe(%s) = %+v, %v", path, m, err)
		}
	}
	if len(methods) != 5 {
		t.Errorf("the server was asked %q", methods)
	}
}

// F1: a kept connection serves only requests with the same checks.
func TestConnectionsStayInTheirPool(t *testing.T) {
	t.Parallel()
	var conns atomic.Int32
	s := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, _ *nethttp.Request) { io.WriteString(w, "ab") }))
	idle := make(chan struct{}, 64)
	s.Config.ConnState = func(_ net.Conn, state nethttp.ConnState) {
		switch state {
		case nethttp.StateNew:
			conns.Add(1)
		case nethttp.StateClosed:
			idle <- struct{}{}
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	opener := &http.Opener{}
	c := client(t, open.Options{}, opener)
	u := parse(t, s.URL+"/")
	for range 3 {
		if _, _, err := get(t, c, &open.Request{URL: u}); err != nil {
			t.Fatal(err)
		}
	}
	if n := conns.Load(); n != 1 {
		t.Errorf("%d connections for three requests, want 1", n)
	}
	_, _, err := get(t, c, &open.Request{URL: u, Policy: &open.Policy{Special: open.SpecialDeny}})
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardPrivateAddress {
		t.Errorf("a stricter policy took the kept connection: %v", err)
	}
	opener.Close()
	<-idle // the server sees the client close it
	if _, _, err := get(t, c, &open.Request{URL: u}); err != nil {
		t.Fatal(err)
	}
	<-idle // after Close nothing is kept
}

// F1: a policy without a pool, of a Request made by hand, does not share
// connections.
func TestNoPoolNoKeptConnection(t *testing.T) {
	t.Parallel()
	addr, _ := serve(t, empty)
	opener := &http.Opener{}
	res, err := opener.Open(t.Context(), &open.Call{
		Request: open.Request{URL: parse(t, "http://"+addr+"/"), Policy: open.Policy{}.Effective()}, Dial: new(net.Dialer).DialContext,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := res.(*open.Document).Body.Close(); err != nil {
		t.Error(err)
	}
}

// B5: a copy uses the fast way, and reading a closed body is an error.
func TestBody(t *testing.T) {
	t.Parallel()
	addr, _ := serve(t, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd")
	res, err := client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	var b strings.Builder
	if n, err := body.(io.WriterTo).WriteTo(&b); n != 4 || err != nil || b.String() != "abcd" {
		t.Errorf("WriteTo = %d, %v: %q", n, err, b.String())
	}

	res, err = client(t, open.Options{}, nil).Open(t.Context(), parse(t, "http://"+addr+"/"))
	if err != nil {
		t.Fatal(err)
	}
	body = res.(*open.Document).Body
	body.Close()
	if _, err := body.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Read after Close: %v", err)
	}
}

// redirected are options of a network in which every address is addr.
func redirected(addr string) open.Options {
	lookup, dial := everyHost(addr)
	return open.Options{LookupNetIP: lookup, DialContext: dial}
}
