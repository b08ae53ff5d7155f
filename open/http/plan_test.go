package http_test

import (
	"crypto/tls"
	nethttp "net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/opentest"
)

// emptyAnswer is the server's answer in a plan test.
const emptyAnswer = "S: HTTP/1.1 200 OK\nS: Content-Length: 0\nS:\n"

// G11: the plan equals the bytes on the wire, field by field.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	proxy := func(text string) func(*nethttp.Request) (*url.URL, error) {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return nethttp.ProxyURL(u)
	}
	for _, row := range []struct {
		name, transcript string
		options          http.Options
		request          open.Request
		tls              bool
	}{
		{name: "B23: path and search are sent unchanged (rfc1738 3.3)", transcript: `
-- url --
http://h.example/a%2Fb//c;p=1/../d?x=%26&y#fragment
-- wire --
C: GET /a%2Fb//c;p=1/../d?x=%26&y HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C:
` + emptyAnswer},
		{name: "A9: no path, another port, another name of the client (rfc9110 7.2)", transcript: `
-- url --
http://h.example:8080?q
-- wire --
C: GET /?q HTTP/1.1
C: Host: h.example:8080
C: User-Agent: me/1
C: Accept: */*
C: Accept-Encoding: identity
C:
` + emptyAnswer, options: http.Options{UserAgent: "me/1"}},
		{name: "B5: a login (rfc7617 2)", transcript: `
-- url --
http://alice:s3cr3t-9@h.example/
-- wire --
C: GET / HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Connection: close
C: Accept: */*
C: Accept-Encoding: identity
C: Authorization: Basic YWxpY2U6czNjcjN0LTk=
C:
` + emptyAnswer},
		{name: "B5: a user without a password (rfc7617 2)", transcript: `
-- url --
http://alice@h.example/
-- wire --
C: GET / HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Connection: close
C: Accept: */*
C: Accept-Encoding: identity
C: Authorization: Basic YWxpY2U6
C:
` + emptyAnswer},
		{name: "a range of a version, if it has changed (rfc9110 14.2, 13.1)", transcript: `
-- url --
http://h.example/f
-- wire --
C: GET /f HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C: If-Modified-Since: Fri, 20 Nov 2026 11:18:10 GMT
C: If-Range: "v1"
C: Range: bytes=3-4
C:
S: HTTP/1.1 206 Partial Content
S: Content-Range: bytes 3-4/9
S: ETag: "v1"
S: Content-Length: 2
S:
S-: ab
`, request: open.Request{Offset: 3, End: 5, Version: `"v1"`, Since: time.Date(2026, 11, 20, 11, 18, 10, 0, time.UTC)}},
		{name: "A9: https (rfc9110 4.2.2)", transcript: `
-- url --
https://example.com/f
-- wire --
C: GET /f HTTP/1.1
C: Host: example.com
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C:
` + emptyAnswer, tls: true},
		{name: "C2: a proxy with a login (rfc9112 3.2.2; rfc9110 11.7.2)", transcript: `
-- url --
http://alice:s3cr3t-9@h.example/f
-- wire --
C: GET http://h.example/f HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Connection: close
C: Accept: */*
C: Accept-Encoding: identity
C: Authorization: Basic YWxpY2U6czNjcjN0LTk=
C: Range: bytes=2-
C: Proxy-Authorization: Basic YWxpY2U6czNjcjN0LTk=
C:
S: HTTP/1.1 206 Partial Content
S: Content-Range: bytes 2-2/3
S: Content-Length: 1
S:
S-: a
`, options: http.Options{Proxy: proxy("http://alice:s3cr3t-9@proxy.example:3128")}, request: open.Request{Offset: 2}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := opentest.PlanCase{Transcript: row.transcript, Request: row.request}
			if row.tls {
				c.TLS, row.options.TLS = tlsConfigs(t)
			}
			opentest.PlanIsWire(t, &http.Opener{Options: row.options}, c)
		})
	}
}

// tlsConfigs returns the settings of a server with HTTP/1.1 and of its client.
func tlsConfigs(t *testing.T) (server, client *tls.Config) {
	s := httptest.NewTLSServer(nil)
	t.Cleanup(s.Close)
	client = s.Client().Transport.(*nethttp.Transport).TLSClientConfig.Clone()
	client.NextProtos = []string{"http/1.1"}
	return s.TLS, client
}

// C2, G11: the plan of a proxy for another scheme equals the bytes on the wire.
func TestPlanOfProxyIsWire(t *testing.T) {
	t.Parallel()
	p, err := http.NewProxy(http.Options{}, earl.RFC3986.MustParse("http://proxy.example:3128/"), "wais")
	if err != nil {
		t.Fatal(err)
	}
	opentest.PlanIsWire(t, p, opentest.PlanCase{Transcript: `
-- url --
wais://h.example/db?words
-- wire --
C: GET wais://h.example/db?words HTTP/1.1
C: Host: proxy.example:3128
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C:
` + emptyAnswer})
}

// G11: the plan has the CONNECT to the proxy, and the address of the proxy.
// Source: rfc9110 9.3.6.
func TestPlanOfConnect(t *testing.T) {
	t.Parallel()
	proxy, _ := url.Parse("http://alice:s3cr3t-9@proxy.example:3128")
	peer := opentest.Play(t, `
-- url --
https://h.example/f
-- wire --
C: CONNECT h.example:443 HTTP/1.1
C: Host: h.example:443
C: User-Agent: earl
C: Proxy-Authorization: Basic YWxpY2U6czNjcjN0LTk=
C:
S: HTTP/1.1 403 no
S: Content-Length: 0
S:
`)
	client := peer.Client(open.Options{}, &http.Opener{Options: http.Options{Proxy: nethttp.ProxyURL(proxy)}})
	defer client.Close()
	r := &open.Request{URL: earl.RFC3986.MustParse(peer.URL)}
	plan, err := client.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := client.Do(t.Context(), r); err == nil {
		t.Errorf("Do = %v, want the error of a refused CONNECT", res.Info().Kind)
	}
	peer.Done(t)
	const want = "CONNECT h.example:443 HTTP/1.1|Host: h.example:443|User-Agent: earl|Proxy-Authorization: Basic xxxxx||" +
		"GET /f HTTP/1.1|Host: h.example|User-Agent: earl|Accept: */*|Accept-Encoding: identity|"
	if got := strings.Join(planLines(plan), "|"); got != want {
		t.Errorf("Plan has %q, want %q", got, want)
	}
	if plan.Server != "proxy.example:3128" || !strings.Contains(plan.Note, "connects to h.example:443") {
		t.Errorf("Plan has the server %q and the note %q", plan.Server, plan.Note)
	}
}

// planLines returns the lines of a plan.
func planLines(p open.Plan) []string {
	var lines []string
	for _, s := range p.Steps {
		lines = append(lines, s.Line)
	}
	return lines
}

// A9, B23, F3, G11: the plan for a URL. The plan of a refused URL has what
// would be sent.
func TestPlan(t *testing.T) {
	t.Parallel()
	client := open.New(open.Options{}, &http.Opener{})
	defer client.Close()
	for _, row := range []struct{ in, server, want string }{
		{"http://h", "h:80", "GET / HTTP/1.1|Host: h"},
		{"http://h?q", "h:80", "GET /?q HTTP/1.1|Host: h"},
		{"http://h/a%20b/%2f?c=%3F#f", "h:80", "GET /a%20b/%2f?c=%3F HTTP/1.1|Host: h"},
		{"http://h//x%7Cy", "h:80", "GET //x%7Cy HTTP/1.1|Host: h"},
		{"http://h/?", "h:80", "GET /? HTTP/1.1|Host: h"},
		{"http://h:80/", "h:80", "GET / HTTP/1.1|Host: h"},
		{"http://h:/", "h:80", "GET / HTTP/1.1|Host: h"},
		{"http://h:443/", "h:443", "GET / HTTP/1.1|Host: h:443"},
		{"https://h:443/", "h:443", "GET / HTTP/1.1|Host: h"},
		{"http://[::1]:8080/", "[::1]:8080", "GET / HTTP/1.1|Host: [::1]:8080"},
	} {
		plan, _ := client.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(row.in)}) // some are refused: private-address
		lines := planLines(plan)
		got := strings.Join(lines[:min(len(lines), 2)], "|")
		if got != row.want || plan.Server != row.server || plan.Effect != open.EffectSends || slices.Contains(lines, "Connection: close") {
			t.Errorf("Plan(%q) = %s %q to %q, want %q to %q", row.in, plan.Effect, lines, plan.Server, row.want, row.server)
		}
	}
	for _, text := range []string{"http://a%3Ab:c@h/", "http:///"} {
		plan, err := client.Plan(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(text)})
		if err == nil || len(plan.Steps) > 0 {
			t.Errorf("Plan(%q) = %q, %v, want an error", text, plan.Steps, err)
		}
	}
}
