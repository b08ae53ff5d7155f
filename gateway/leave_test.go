package gateway

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/open"
)

// linking returns a gateway that opens what pages of these tests link to.
func linking(t *testing.T) *Gateway {
	t.Helper()
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(nil, "http", "https", "ftp", "gopher", "wais", "news", "mailto", "telnet", "file")})
	t.Cleanup(func() { g.Close() })
	return g
}

// leaveLink returns the path of the leave page to a URL from a page of the Web.
func leaveLink(t *testing.T, g *Gateway, address string) string {
	t.Helper()
	path, ok := g.rewriter.LeavePath(earl.RFC3986.MustParse("http://h/"), earl.RFC3986.MustParse(address))
	if !ok {
		t.Fatalf("no leave page for %s", address)
	}
	return path
}

// sandboxed is a navigation by a document in its sandbox, as browsers send it.
func sandboxed(method, path string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host = inside
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "iframe")
	return r
}

// asked is the answer to a request.
func asked(g *Gateway, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

// F1: a document in its sandbox gets a leave page by the key of its URL and by retrieval
// alone, and opens nothing by it. Source: rfc1738 6.
func TestLeaveNeedsItsKey(t *testing.T) {
	t.Parallel()
	g := linking(t)
	path := leaveLink(t, g, "gopher://o/1/x")
	key := path[len(rewrite.LeavePrefix):strings.IndexByte(path, '?')]
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		if w := asked(g, sandboxed(method, path)); w.Code != http.StatusOK {
			t.Errorf("%s with its key: %d %s", method, w.Code, w.Body)
		}
	}
	for name, path := range map[string]string{
		"no key":             "/leave/?to=gopher%3A%2F%2Fo%2F1%2Fx",
		"no key, no slash":   "/leave?to=gopher%3A%2F%2Fo%2F1%2Fx",
		"a key cut short":    "/leave/" + key[1:] + "?to=gopher%3A%2F%2Fo%2F1%2Fx",
		"more behind it":     "/leave/" + key + "/?to=gopher%3A%2F%2Fo%2F1%2Fx",
		"a key to a server":  "/leave/" + g.keys.Sign("raw", "gopher://o/1/x") + "?to=gopher%3A%2F%2Fo%2F1%2Fx",
		"of another gateway": leaveLink(t, linking(t), "gopher://o/1/x"),
		"another URL":        "/leave/" + key + "?to=gopher%3A%2F%2Fo%2F1%2Fy",
		"another URL first":  "/leave/" + key + "?to=gopher%3A%2F%2Fevil%2F&to=gopher%3A%2F%2Fo%2F1%2Fx",
		"no URL":             "/leave/" + key,
		"what opens":         "/open?url=gopher%3A%2F%2Fo%2F1%2Fx&key=" + key,
		"what opens, within": "/leave/" + key + "/../../open?url=gopher%3A%2F%2Fo%2F1%2Fx&to=gopher%3A%2F%2Fo%2F1%2Fx",
	} {
		if w := asked(g, sandboxed(http.MethodGet, path)); w.Code != http.StatusForbidden {
			t.Errorf("%s: %d", name, w.Code)
		}
		if !strings.HasPrefix(path, rewrite.LeavePrefix) {
			continue
		}
		if w := asked(g, visitor(g, http.MethodGet, path)); w.Code != http.StatusForbidden {
			t.Errorf("%s, with the cookie: %d", name, w.Code)
		}
	}
	stranger := sandboxed(http.MethodGet, path)
	stranger.Header.Set("Origin", "https://evil.example")
	for name, r := range map[string]*http.Request{
		"POST": sandboxed(http.MethodPost, path), "POST with the cookie": visitor(g, http.MethodPost, path), "another origin": stranger,
	} {
		if w := asked(g, r); w.Code != http.StatusForbidden {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	rebound := sandboxed(http.MethodGet, path)
	rebound.Host = "rebound.example:1738"
	if w := asked(g, rebound); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("by another Host: %d", w.Code)
	}
}

// A leave page is a page of ours that nothing runs in and that no other site frames; it
// opens nothing, says where it leads and leads there.
func TestLeave(t *testing.T) {
	t.Parallel()
	opened := 0
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		opened++
		return document(r, "text/plain", "the text"), nil
	}, "http", "gopher", "mailto")})
	for _, tt := range []struct {
		to, link string
		wants    []string
	}{
		{"gopher://o.example:7070/1/a%09b?q", "url=gopher%3A%2F%2Fo.example%3A7070%2F1%2Fa%2509b%3Fq",
			[]string{`<strong id="host"><bdi>o.example</bdi></strong> by gopher.`, `<bdi>o.example</bdi><small>host</small>`, "Port 7070 is not the usual port of gopher, which is 70"}},
		{"http://bank.example@evil.example/", "url=http%3A%2F%2Fbank.example%40evil.example%2F",
			[]string{`<bdi>bank.example</bdi><small>user</small>`, "but is a user; the host is evil.example"}},
		{"http://o/%E2%80%AEx?a=%3C&b", "url=http%3A%2F%2Fo%2F%25E2%2580%25AEx%3Fa%3D%253C%26b", []string{"%E2%80%AEx", "a=%3C&amp;b"}},
		{"mailto:me@o.example", "url=mailto%3Ame%40o.example", []string{"It leads to a URL of the scheme mailto."}},
		{"http://me:s3cret@o/", "url=http%3A%2F%2Fme%40o%2F", []string{`<bdi>me</bdi><small>user</small>`}},
	} {
		resp, page := b.get(leaveLink(t, b.gateway, tt.to))
		const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
		if h := resp.Header; resp.StatusCode != http.StatusOK || h.Get("Content-Security-Policy") != policy || h.Get("X-Frame-Options") != "SAMEORIGIN" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %s, %v", tt.to, resp.Status, h)
		}
		b.wants(page, append(tt.wants, `id="leave" href="/open?`+tt.link+`" target="_top"`)...)
		b.lacks(page, "s3cret", "<script", "<form", "<header", "http-equiv")
		if n := strings.Count(page, "<a "); n != 1 {
			t.Errorf("%s: %d links in the leave page", tt.to, n)
		}
		balanced(t, tt.to, page)
	}
	if opened != 0 {
		t.Errorf("%d were opened by a leave page", opened)
	}
	if len(b.gateway.history.Newest(1)) != 0 {
		t.Error("a leave page is in the history")
	}
	if resp, page := b.get("/open?url=" + url.QueryEscape("gopher://o.example/0/x")); resp.StatusCode != http.StatusOK || !strings.Contains(page, "the text") || opened != 1 {
		t.Errorf("what a leave page leads to: %s, %d opened", resp.Status, opened)
	}
}

// The log has no key of a leave page.
func TestLeaveIsNotLogged(t *testing.T) {
	t.Parallel()
	if got := loggedPath("/leave/0123?to=x"); got != "/leave/..." {
		t.Error(got)
	}
}
