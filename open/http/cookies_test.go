package http

import (
	"fmt"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// oneJar is a jar that sends one cookie to one host and records what it receives.
type oneJar struct {
	mu   sync.Mutex
	host string
	got  []string
}

func (j *oneJar) Cookies(u *url.URL) []*nethttp.Cookie {
	if u.Host != j.host || u.EscapedPath() != "/a%2Fb" {
		return nil
	}
	return []*nethttp.Cookie{{Name: "id", Value: "secret77"}, {Name: "b", Value: "2"}}
}

func (j *oneJar) SetCookies(u *url.URL, cookies []*nethttp.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range cookies {
		j.got = append(j.got, u.Host+" "+c.Name+"="+c.Value)
	}
}

// Cookies are sent only where the jar allows, and are not shown, although the server repeats one.
// Source: rfc6265 5.4.
func TestCookies(t *testing.T) {
	var seen []string
	other := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		seen = append(seen, "other "+r.Header.Get("Cookie"))
		io.WriteString(w, "done")
	}))
	defer other.Close()
	first := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		seen = append(seen, "first "+r.Header.Get("Cookie"))
		w.Header().Add("Set-Cookie", "new=secret88; Path=/")
		w.Header().Add("X-Echo", r.Header.Get("Cookie"))
		nethttp.Redirect(w, r, other.URL+"/a%2Fb", nethttp.StatusFound)
	}))
	defer first.Close()
	jar := &oneJar{host: strings.TrimPrefix(first.URL, "http://")}
	var trace strings.Builder
	opener := &Opener{Options: Options{Jar: jar}}
	client := open.New(open.Options{Trace: func(e open.Event) { fmt.Fprintln(&trace, e.Line) }}, opener)
	defer client.Close()
	u, err := earl.RFC3986.Parse(first.URL + "/a%2Fb")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := client.Plan(t.Context(), &open.Request{URL: u})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range plan.Steps {
		if strings.Contains(step.Line, "secret77") {
			t.Errorf("the plan shows a cookie: %s", step.Line)
		}
	}
	res, err := client.Follow(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	res.(*open.Document).Body.Close()
	if got, want := strings.Join(seen, "|"), "first id=secret77; b=2|other "; got != want {
		t.Errorf("the servers saw %q, want %q", got, want)
	}
	if got, want := strings.Join(jar.got, "|"), jar.host+" new=secret88"; got != want {
		t.Errorf("the jar received %q, want %q", got, want)
	}
	if text := trace.String(); strings.Contains(text, "secret77") || strings.Contains(text, "secret88") || !strings.Contains(text, "Cookie: xxxxx") {
		t.Errorf("the trace shows a cookie:\n%s", text)
	}
}

// An Observer sees lookups, connections and headers; Head and Coding change the request.
func TestObserver(t *testing.T) {
	s := httptest.NewTLSServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("X-Method", r.Method)
		w.Header().Set("X-Coding", r.Header.Get("Accept-Encoding"))
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, "body")
	}))
	defer s.Close()
	config := s.Client().Transport.(*nethttp.Transport).TLSClientConfig
	client := open.New(open.Options{}, &Opener{Options: Options{TLS: config}})
	defer client.Close()
	u, err := earl.RFC3986.Parse(s.URL + "/x")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var events []string
	add := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		events = append(events, fmt.Sprintf(format, args...))
	}
	o := &open.Observer{
		Lookup:  func() { add("lookup") },
		Connect: func(a netip.AddrPort) { add("connect %s", a) },
		Secure:  func(open.Security) { add("secure") },
		Response: func(r *open.Response) {
			add("%s %s %d %q %s %s %s", r.Method, r.Proto, r.Code, r.Status, r.Remote, r.Fields["X-Method"], r.Fields["X-Coding"])
		},
	}
	res, err := client.Do(t.Context(), &open.Request{URL: u, Head: true, Coding: "gzip, br", Observer: o})
	if err != nil {
		t.Fatal(err)
	}
	doc := res.(*open.Document)
	text, err := io.ReadAll(doc.Body)
	doc.Body.Close()
	if len(text) > 0 || err != nil || doc.Coding != "gzip" || len(doc.Note) > 0 {
		t.Errorf("read %q, %v; coding %q, notes %q", text, err, doc.Coding, doc.Note)
	}
	address := strings.TrimPrefix(s.URL, "https://")
	want := []string{"lookup", "connect " + address, "secure", `HEAD HTTP/1.1 200 "200 OK" ` + address + ` [HEAD] [gzip, br]`}
	if got := strings.Join(events, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("observed:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}
