package gateway

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	openhttp "github.com/earl-url/earl/open/http"
)

// traceOf follows the link "What was sent" of a page.
func (b *browser) traceOf(page string) string {
	b.Helper()
	_, rest, found := strings.Cut(page, `id="to-trace" href="`)
	link, _, _ := strings.Cut(rest, `"`)
	if !found {
		b.Fatalf("no link to the trace in %s", page)
	}
	resp, trace := b.get(link)
	if resp.StatusCode != http.StatusOK {
		b.Errorf("%s: %s", link, resp.Status)
	}
	return trace
}

// loopback lets the openers reach servers of a test.
var loopback = []open.Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}

// The page shows the lines of a protocol, the server and the number of bytes.
func TestTraceOfGopher(t *testing.T) {
	t.Parallel()
	server := peers.Serve(t, func(c net.Conn) {
		io.ReadFull(c, make([]byte, len("motd\r\n")))
		io.WriteString(c, "welcome\r\n")
	})
	b := start(t, Options{AllowNet: loopback, Openers: []open.Opener{gopher.Opener{}}})
	address := "gopher://" + server + "/0motd"
	_, plan := b.get("/explain?url=" + url.QueryEscape(address))
	b.wants(plan, `id="wire"><li><code>motd`)
	_, page := b.open(address)
	b.wants(b.traceOf(page), "&gt; motd", "<dd>"+server+"</dd>", "Opened after", "<dt>Sent</dt><dd>1 line, 6 B</dd>", "<dt>Content</dt><dd>9 B</dd>")
}

// The page shows the TLS version and the subject of the certificate, even for a connection
// that an earlier visit made.
func TestTraceOfTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") }))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	o := &openhttp.Opener{Options: openhttp.Options{TLS: &tls.Config{RootCAs: roots}}}
	defer o.Close()
	b := start(t, Options{AllowNet: loopback, Openers: []open.Opener{o}})
	for range 2 {
		_, page := b.open(server.URL + "/")
		b.wants(b.traceOf(page), "TLS 1.3", "O=Acme Co", "&gt; GET / HTTP/1.1", "&lt; HTTP/1.1 200 OK", server.Listener.Addr().String())
	}
}

// The page hides every password: typed into the URL, typed into the form, or sent by the
// server.
func TestTraceHidesPasswords(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{asking{"ftp", func(ctx context.Context, r *open.Call) (open.Resource, error) {
		l, err := r.Login(ctx, open.Login{User: userOf(r.URL)})
		if err != nil {
			return nil, err
		}
		password, _ := l.Password.Reveal()
		r.Trace(open.Event{Dir: 'C', Line: "PASS " + string(password)})
		r.Trace(open.Event{Dir: 'S', Line: "230 welcome " + string(password) + ", see http://a:" + secret + "2@h/"})
		r.Trace(open.Event{Dir: '#', Line: "the password was " + string(password)})
		return document(r, "text/plain", "the treasure"), nil
	}}}})
	resp, _ := b.open("ftp://me:" + secret + "@h.example/a")
	_, page := b.get(resp.Header.Get("Location"))
	trace := b.traceOf(page)
	b.wants(trace, "&gt; PASS "+earl.Hidden, "230 welcome")
	if strings.Contains(trace, secret) {
		t.Error(body(trace))
	}
}

// The page does not show lines with secret answers.
func TestTraceHidesAnswers(t *testing.T) {
	t.Parallel()
	const form = "gopher://h.example/0ask%09%09?"
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		r.Trace(open.Event{Dir: 'C', Line: earl.Octets(r.URL.Path()).Printable()})
		if r.Policy.Ask {
			return document(r, "text/plain", "thanks"), nil
		}
		return &open.Form{Meta: open.Meta{URL: r.URL}, Fields: []open.Question{{Name: "a", Prompt: "A", Secret: true}}, Answer: func(answers []string) (earl.URL, error) {
			return earl.RFC3986.Parse("gopher://h.example/0ask%09%09+%091%0D%0A+-1%0D%0A" + answers[0] + "%0D%0A.%0D%0A")
		}}, nil
	}}}})
	resp, _ := b.post("/answer", url.Values{"url": {form}, "answer0": {secret}})
	_, page := b.get(resp.Header.Get("Location"))
	b.wants(page, "thanks")
	trace := b.traceOf(page)
	b.wants(trace, "The lines are not shown", "<dt>Sent</dt><dd>1 line")
	if strings.Contains(trace, secret) {
		t.Error(body(trace))
	}
}

// A server cannot fill the memory or the page with its lines.
func TestTraceIsBounded(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		r.Trace(open.Event{Dir: 'S', Line: "<script>\u202e\x1b[2J"})
		for range 10_000 {
			r.Trace(open.Event{Dir: 'S', Line: strings.Repeat("x", 1000)})
		}
		return document(r, "text/plain", ""), nil
	}}}})
	_, page := b.open("http://h.example/a")
	trace := b.traceOf(page)
	b.lacks(trace, "<script>\\", "\u202e", "\x1b")
	if n := strings.Count(trace, "xxx</code>"); n == 0 || n > visit.MaxLog/1000 {
		t.Errorf("%d lines are shown", n)
	}
	b.wants(trace, "more lines are not kept", "10001 lines")
}

// A URL that failed to open has a trace. The page of a trace that is not kept says so.
func TestTraceOfFailure(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		r.Trace(open.Event{Dir: 'S', Line: "no"})
		return nil, fmt.Errorf("x: %w", open.ErrNotFound)
	}}}})
	_, page := b.open("http://h.example/a")
	b.wants(b.traceOf(page), "Failed after", "&lt; no")
	b.gateway.visits.Clear()
	if resp, page := b.get("/trace?visit=no"); resp.StatusCode != http.StatusGone {
		t.Errorf("%s: %s", resp.Status, body(page))
	}
}
