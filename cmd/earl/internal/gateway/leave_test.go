package gateway

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/open"
)

// linking returns a gateway that opens the links of pages in these tests.
func linking(t *testing.T) *Gateway {
	t.Helper()
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(nil, "http", "https", "ftp", "gopher", "wais", "news", "mailto", "telnet", "file")})
	t.Cleanup(func() { g.Close() })
	return g
}

// leaveLink returns the path of the leave page from a web page to a URL.
func leaveLink(t *testing.T, g *Gateway, address string) string {
	t.Helper()
	path, ok := g.rewriter.LeavePath(earl.RFC3986.MustParse("http://h/"), earl.RFC3986.MustParse(address))
	if !ok {
		t.Fatalf("no leave page for %s", address)
	}
	return path
}

// sandboxed is a navigation of the frame of a document by the document in its sandbox,
// as browsers send it.
func sandboxed(method, path string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host = inside
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "iframe")
	return r
}

// clicked is a navigation of the whole page by a document in its sandbox.
func clicked(path string) *http.Request {
	r := sandboxed(http.MethodGet, path)
	r.Header.Set("Sec-Fetch-Dest", "document")
	r.Header.Set("Sec-Fetch-User", "?1")
	return r
}

// asked returns the response to a request.
func asked(g *Gateway, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

// F1: a document in its sandbox receives a leave page only with the key of the URL and only
// for a retrieval. It opens nothing by that. Source: rfc1738 6.
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

// A leave page runs nothing and opens nothing. It shows its URL and links to it. Only a page
// of the gateway can show it in a frame, and only if the browser requests it for a frame.
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
			[]string{`<strong id="host"><bdi>o.example</bdi></strong>, and its scheme is gopher.`, `<span class="part part-host"><span><bdi>o.example</bdi>`, "Port 7070 is not the usual port of gopher, which is 70"}},
		{"http://bank.example@evil.example/", "url=http%3A%2F%2Fbank.example%40evil.example%2F",
			[]string{`<span class="part part-user"><span><bdi>bank.example</bdi>`, "but is a user; the host is evil.example"}},
		{"http://o/%E2%80%AEx?a=%3C&b", "url=http%3A%2F%2Fo%2F%25E2%2580%25AEx%3Fa%3D%253C%26b", []string{"%E2%80%AEx", "a=%3C&amp;b"}},
		{"mailto:me@o.example", "url=mailto%3Ame%40o.example", []string{"Its scheme is mailto."}},
		{"http://me:s3cret@o/", "url=http%3A%2F%2Fme%40o%2F", []string{`<span class="part part-user"><span><bdi>me</bdi>`}},
	} {
		link := leaveLink(t, b.gateway, tt.to)
		for dest, want := range map[string]struct{ policy, options string }{
			"iframe":   {"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'", "SAMEORIGIN"},
			"document": {"frame-ancestors 'none'", "DENY"},
		} {
			path := link
			if dest == "document" {
				w := asked(b.gateway, atHost(b, clicked(link)))
				path = "/leave?" + tt.link
				b.wants(w.Body.String(), `content="0; url=`+path+`"`)
			}
			r, _ := http.NewRequest(http.MethodGet, b.base+path, nil)
			r.Header.Set("Sec-Fetch-Dest", dest)
			resp, page := b.do(r)
			if h := resp.Header; resp.StatusCode != http.StatusOK || !strings.Contains(h.Get("Content-Security-Policy"), want.policy) || h.Get("X-Frame-Options") != want.options || h.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s: %s, %v", tt.to, resp.Status, h)
			}
			b.wants(page, append(tt.wants, `id="leave" href="/open?`+tt.link+`" target="_top"`)...)
			b.lacks(page, "s3cret", "http-equiv")
			if dest == "iframe" {
				b.lacks(page, "<script", "<form", "<header")
				if n := strings.Count(page, "<a "); n != 1 {
					t.Errorf("%s: %d links in the leave page", tt.to, n)
				}
			}
			balanced(t, tt.to, page)
		}
	}
	if opened != 0 {
		t.Errorf("%d were opened by a leave page", opened)
	}
	if len(b.gateway.history.Newest(1)) != 0 {
		t.Error("a leave page is in the history")
	}
	if resp, page := b.get("/open?url=" + url.QueryEscape("gopher://o.example/0/x")); resp.StatusCode != http.StatusOK || !strings.Contains(page, "the text") || opened != 1 {
		t.Errorf("the target of a leave page: %s, %d opened", resp.Status, opened)
	}
}

// atHost is a request to the gateway of a browser.
func atHost(b *browser, r *http.Request) *http.Request {
	r.Host = b.gateway.options.Hosts[0]
	return r
}

// The log has no key of a link.
func TestLinksAreNotLogged(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"/go/", "/leave/", "/dead/", "/submit/"} {
		if got := loggedPath(prefix + "0123/http%3A%2F%2Fh%2F"); got != prefix+"..." {
			t.Errorf("loggedPath = %q, want %q", got, prefix+"...")
		}
	}
}

// The gateway serves the links and forms of a document only with their keys, only for
// retrieval, and only instead of the whole page. F1.
func TestLinksOfADocumentNeedTheirKeys(t *testing.T) {
	t.Parallel()
	g := linking(t)
	from, u, other := earl.RFC3986.MustParse("http://h/a"), earl.RFC3986.MustParse("http://h/b?x=1#f"), earl.RFC3986.MustParse("http://o/s?x=1#f")
	goPath, _ := g.rewriter.GoPath(u)
	leavePath, _ := g.rewriter.LeavePath(from, other)
	submitPath, _ := g.rewriter.SubmitPath(from, u, true)
	elsewhere, _ := g.rewriter.SubmitPath(from, other, false)
	for path, want := range map[string]string{
		goPath:                          "/open?url=http%3A%2F%2Fh%2Fb%3Fx%3D1%23f",
		leavePath:                       "/leave?url=http%3A%2F%2Fo%2Fs%3Fx%3D1%23f",
		submitPath + "?q=a+b&r=%26":     "/open?url=http%3A%2F%2Fh%2Fb%3Fq%3Da%2Bb%26r%3D%2526%23f",
		submitPath:                      "/open?url=http%3A%2F%2Fh%2Fb%3F%23f",
		submitPath + "?isindex=a+b":     "/open?url=http%3A%2F%2Fh%2Fb%3Fa%2Bb%23f",
		submitPath + "?isindex=a&r=":    "/open?url=http%3A%2F%2Fh%2Fb%3Fisindex%3Da%26r%3D%23f",
		elsewhere + "?q=a":              "/leave?url=http%3A%2F%2Fo%2Fs%3Fq%3Da%23f",
		g.rewriter.DeadPath("irc://o/"): "/dead?url=irc%3A%2F%2Fo%2F",
	} {
		w := asked(g, clicked(path))
		if link := `<meta http-equiv="refresh" content="0; url=` + want + `">`; w.Code != http.StatusOK || !strings.Contains(w.Body.String(), link) || w.Header().Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %d, no %s in %s", path, w.Code, link, w.Body)
		}
		silent := clicked(path)
		silent.Header.Del("Sec-Fetch-Dest")
		if w := asked(g, silent); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "http-equiv") || !strings.Contains(w.Body.String(), `id="continue" href="`+want+`"`) {
			t.Errorf("%s, of a browser that does not say for what: %d %s", path, w.Code, w.Body)
		}
		if w := asked(g, sandboxed(http.MethodGet, path)); w.Code != http.StatusForbidden && path != leavePath {
			t.Errorf("%s in a frame: %d", path, w.Code)
		}
		forged := []string{strings.Replace(path, "%2F", "%2f", 1) + "x", strings.Replace(path, path[strings.Index(path[1:], "/")+2:][:32], strings.Repeat("0", 32), 1)}
		for _, path := range forged {
			if strings.Contains(path, "/submit/") && strings.Contains(path, "?") && path == forged[0] {
				continue // the same form with another query, which needs no other key
			}
			for _, r := range []*http.Request{clicked(path), visitor(g, http.MethodGet, path)} {
				if w := asked(g, r); w.Code != http.StatusForbidden {
					t.Errorf("%s: %d", path, w.Code)
				}
			}
		}
		post := clicked(path)
		post.Method = http.MethodPost
		if w := asked(g, post); w.Code != http.StatusForbidden {
			t.Errorf("POST %s: %d", path, w.Code)
		}
	}
	// A key is for one purpose: the key of a leave page does not open a URL at once.
	for _, path := range []string{
		strings.Replace(leavePath, "/leave/", "/go/", 1), strings.Replace(goPath, "/go/", "/leave/", 1), strings.Replace(goPath, "/go/", "/dead/", 1),
	} {
		if w := asked(g, clicked(path)); w.Code != http.StatusForbidden {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// The fields of a form change only the query of its action, and forms are sent only to web
// servers. Source: HTML, form submission algorithm.
func TestFormsKeepToTheirServer(t *testing.T) {
	t.Parallel()
	g := linking(t)
	from := earl.RFC3986.MustParse("http://h/a")
	submit, _ := g.rewriter.SubmitPath(from, earl.RFC3986.MustParse("http://h"), true)
	for _, query := range []string{"@evil/", "/../x", "#@evil", "a=%0d%0ab", "x://evil/", ""} {
		r := clicked(submit + "?" + query)
		if u, same, err := g.rewriter.SubmitURL(r); err != nil || !same || !strings.HasPrefix(u.String(), "http://h?") {
			t.Errorf("?%s: %s, %t, %v", query, u, same, err)
		}
	}
	for _, action := range []string{"ftp://h/", "gopher://h/7/s", "mailto:me@h", "file:///etc/", "news:a.b", "irc://h/"} {
		if path, ok := g.rewriter.SubmitPath(from, earl.RFC3986.MustParse(action), false); ok {
			t.Errorf("a form is submitted to %s by %s", action, path)
		}
	}
}

// The page of a link that the gateway does not open shows why, and has no link that opens it.
func TestDeadLinks(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: schemesOf(nil, "http", "gopher", "ftp", "file")})
	for text, want := range map[string]string{
		"javascript:alert(1)":                  "runs a script",
		"JavaScript:alert(\"<b>\")":            "runs a script",
		"data:text/html,x":                     "content that the page wrote itself",
		"data:text/html,<i>x":                  "content that the page wrote itself",
		"blob:http://o/x":                      "content of the page itself",
		"file:///etc/passwd":                   "a file on this computer",
		"cid:part@o":                           "a part of a message",
		"irc://o/x":                            "does not open irc",
		"x500:c=GB":                            "has an ldap URL today",
		"whois++://o/x":                        "no server of it runs any more",
		"ws://o/x":                             "the scripts of a page open",
		"archie://o/x":                         "does not know the scheme archie",
		"http://[/":                            "not a URL",
		"next.html":                            "relative",
		"gopher://o/0x%09%09%2B%0D%0Aa%0D%0As": "answers to a form",
		"irc://me:s3cret@o/":                   "does not open irc",
		"nntp://o/x":                           "does not open nntp URLs",
		"file://o.example/pub/a":               `id="meant" href="/leave?url=ftp%3A%2F%2Fo.example%2Fpub%2Fa"`,
		"file://o.example/pub":                 "a file of the computer o.example",
		"file://localhost/etc/motd":            "a file on this computer",
		"URL:gopher://o/0/a":                   `id="meant" href="/leave?url=gopher%3A%2F%2Fo%2F0%2Fa"`,
		"URL:file:///etc/passwd":               "does not know the scheme url",
		"URL:http://me:s3cret@o/":              "does not know the scheme url", // the path has another text
	} {
		w := asked(b.gateway, atHost(b, clicked(b.gateway.rewriter.DeadPath(text))))
		_, to, _ := strings.Cut(w.Body.String(), `href="/dead?`)
		to, _, _ = strings.Cut(to, `"`)
		resp, page := b.get("/dead?" + to)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", text, resp.Status)
		}
		b.wants(page, want)
		if scheme, _, _ := strings.Cut(text, ":"); (slices.Contains([]string{"irc", "archie", "nntp"}, scheme) || text == "URL:file:///etc/passwd") != strings.Contains(page, "Another program may open it") {
			t.Errorf("%s: does another program open it? %s", text, body(page))
		}
		b.lacks(page, "<b>", "s3cret", `href="javascript`, `href="/open?`, "url=file%3A")
		balanced(t, text, page)
	}
}
