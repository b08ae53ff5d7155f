package http_test

import (
	"context"
	"errors"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

func TestProxyOfOtherSchemes(t *testing.T) {
	t.Parallel()
	var line, login string
	s := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		line, login = r.Method+" "+r.RequestURI, r.Header.Get("Proxy-Authorization")
		switch {
		case strings.HasSuffix(r.RequestURI, "/moved"):
			w.Header().Set("Location", "other")
			w.WriteHeader(302)
		case strings.HasSuffix(r.RequestURI, "/login"):
			w.Header().Set("Proxy-Authenticate", `Basic realm="p"`)
			w.WriteHeader(407)
		default:
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, "object")
		}
	}))
	defer s.Close()
	proxy, err := http.NewProxy(http.Options{}, earl.RFC3986.MustParse(strings.Replace(s.URL, "//", "//me:geheim77@", 1)), "wais", "x-new")
	if err != nil {
		t.Fatal(err)
	}
	var trace []string
	c := open.New(open.Options{Trace: func(e open.Event) { trace = append(trace, e.Line) }}, proxy)
	defer c.Close()

	for _, tt := range []struct{ src, url, want string }{
		{"C2", "wais://h.test/db?a%20b#f", "GET wais://h.test/db?a%20b"},
		{"C2", "x-new:a/b", "GET x-new:a/b"},
		{"C2", "wais://h.test", "GET wais://h.test"},
		{"F3", "wais://u:geheim88@h.test/db", "GET wais://u@h.test/db"},
	} {
		res, err := c.Open(context.Background(), earl.RFC3986.MustParse(tt.url))
		if err != nil {
			t.Errorf("%s: %v", tt.url, err)
			continue
		}
		doc := res.(*open.Document)
		b, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if line != tt.want || string(b) != "object" || err != nil {
			t.Errorf("%s: %s asks %q and gives %q, %v; want %q", tt.src, tt.url, line, b, err, tt.want)
		}
		if login != "Basic bWU6Z2VoZWltNzc=" {
			t.Errorf("the proxy's login is %q", login)
		}
	}
	res, err := c.Open(context.Background(), earl.RFC3986.MustParse("wais://h.test/db/moved"))
	if referral, ok := res.(*open.Referral); !ok || err != nil || referral.Targets[0].String() != "wais://h.test/db/other" {
		t.Errorf("a redirection: %v, %v", res, err)
	}
	if _, err := c.Open(context.Background(), earl.RFC3986.MustParse("wais://h.test/login")); err == nil || strings.Contains(err.Error(), "geheim") {
		t.Errorf("a refused login: %v", err)
	}
	if all := strings.Join(trace, "\n"); strings.Contains(all, "geheim") || strings.Contains(all, "bWU6Z2VoZWltNzc=") || !strings.Contains(all, "wais://h.test/db") {
		t.Errorf("F3: the trace is\n%s", all)
	}
	for _, u := range []string{"http://h.test/path", "http://h.test/?q", "ftp://h.test", "http:a"} {
		if p, err := http.NewProxy(http.Options{}, earl.RFC3986.MustParse(u), "wais"); err == nil {
			t.Errorf("%s is taken for a proxy: %v", u, p.Schemes())
		}
	}
}

// F2: a URL that would be more than a request target is not sent. An opaque
// path of whatwg may contain spaces.
func TestProxyIsNotSentSpaces(t *testing.T) {
	t.Parallel()
	asked := false
	s := httptest.NewServer(nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) { asked = true }))
	defer s.Close()
	proxy, err := http.NewProxy(http.Options{}, earl.RFC3986.MustParse(s.URL), "x-new")
	if err != nil {
		t.Fatal(err)
	}
	c := open.New(open.Options{}, proxy)
	defer c.Close()
	if _, err := c.Open(t.Context(), earl.WHATWG.MustParse("x-new:a HTTP/1.0 b")); !errors.Is(err, open.ErrLineBreak) || asked {
		t.Errorf("Open: %v, asked %v, want ErrLineBreak and nothing sent", err, asked)
	}
}
