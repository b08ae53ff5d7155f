package gateway

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// handed returns the request that a browser sends to the handler after a click on another
// site, without the cookie.
func handed(address string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, handlePath+"?url="+url.QueryEscape(address), nil)
	r.Host = inside
	for name, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Accept": "text/html"} {
		r.Header.Set(name, value)
	}
	return r
}

// answerTo returns the response of a gateway.
func answerTo(g *Gateway, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

// F1: a click on another site opens nothing. The page shows the URL and its cautions,
// and only its button opens it.
func TestHandlerOpensNothingBeforeTheClick(t *testing.T) {
	t.Parallel()
	opened := 0
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		opened++
		return document(r, "text/plain", "here it is"), nil
	}, "ftp", "mailto", "telnet")})
	defer g.Close()
	g.history.Add("a secret visit", earl.RFC3986.MustParse("ftp://secret.example/"))

	// The request of the other site has no cookie. The page opens the next one as a page of
	// the gateway.
	w := answerTo(g, handed("ftp://h/x"))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `content="0; url=/handle?url=ftp%3A%2F%2Fh%2Fx"`) {
		t.Errorf("the first page: %d %s", w.Code, w.Body)
	}
	// Without a cookie it asks for a start link, and keeps the requested path.
	r := handed("ftp://h/x")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w = answerTo(g, r)
	if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `data-to="/handle?url=ftp%3A%2F%2Fh%2Fx"`) || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("without a session: %d %s", w.Code, w.Body)
	}
	// With the cookie it is a page that no other page can frame.
	w = answerTo(g, visitor(g, http.MethodGet, handlePath+"?url="+url.QueryEscape("ftp://www.bank.example@h/x")))
	page := w.Body.String()
	for _, want := range []string{`id="open" href="/open?url=ftp%3A%2F%2Fwww.bank.example%40h%2Fx"`, `id="cautions"`, "part-host", "Nothing has been sent yet"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if w.Header().Get("X-Frame-Options") != "DENY" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") || strings.Contains(page, "secret") {
		t.Errorf("headers %v, page %s", w.Header(), page)
	}
	if opened > 0 {
		t.Fatalf("opened %d times before the click", opened)
	}
	if w = answerTo(g, visitor(g, http.MethodGet, "/open?url=ftp%3A%2F%2Fh%2Fx")); opened != 1 {
		t.Errorf("the button opened %d times: %s", opened, w.Body)
	}
}

// F1: another site can open the handler only with the navigation of a tab.
func TestHandlerTakesOnlyTabs(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(nil, "ftp")})
	defer g.Close()
	for name, change := range map[string]func(r *http.Request){
		"a frame":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Dest", "iframe") },
		"an object": func(r *http.Request) { r.Header.Set("Sec-Fetch-Dest", "object") },
		"an image": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Dest", "image")
			r.Header.Set("Sec-Fetch-Mode", "no-cors")
		},
		"a fetch":         func(r *http.Request) { r.Header.Set("Sec-Fetch-Dest", "empty"); r.Header.Set("Sec-Fetch-Mode", "cors") },
		"a form":          func(r *http.Request) { r.Method = http.MethodPost },
		"a posted origin": func(r *http.Request) { r.Method = http.MethodPost; r.Header.Set("Origin", "https://evil.example") },
		"another host":    func(r *http.Request) { r.Host = "evil.example:1738" },
		"HEAD":            func(r *http.Request) { r.Method = http.MethodHead },
		"a frame, private": func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Dest", "iframe")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
		},
	} {
		for _, path := range []string{handlePath, handlersPath} {
			r := handed("ftp://h/x")
			r.URL.Path = path
			change(r)
			if path == handlersPath && (name == "HEAD" || name == "a frame, private") {
				continue // that page has nothing to protect
			}
			if w := answerTo(g, r); w.Code < 400 || strings.Contains(w.Body.String(), "/handle?url") {
				t.Errorf("%s at %s: %d %s", name, path, w.Code, w.Body)
			}
		}
	}
}

// F1: the handler refuses files, addresses of the gateway and schemes that it cannot open. It
// shows the reason, and uses no login from a link.
func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside, "localhost:1738"}, Openers: schemesOf(nil, "ftp", "http", "file")})
	defer g.Close()
	for address, want := range map[string]string{
		"file:///etc/passwd":                    "type its URL into the address bar",
		"file://h.example/pub/a":                `id="meant" href="/leave?url=ftp%3A%2F%2Fh.example%2Fpub%2Fa"`,
		"URL:ftp://h/a":                         `id="meant" href="/leave?url=ftp%3A%2F%2Fh%2Fa"`,
		"javascript:alert(1)":                   "does not open javascript URLs",
		"gopher://h/":                           "does not open gopher URLs",
		"http://127.0.0.1:1738/open?url=x":      "an address of the gateway itself",
		"http://LOCALHOST:1738/":                "an address of the gateway itself",
		"http://" + g.name + "/forget":          "an address of the gateway itself",
		"ftp://me:geheim@h/x":                   "The gateway has removed it",
		"http://[::ffff:127.0.0.1]:1738/handle": "",
	} {
		w := answerTo(g, visitor(g, http.MethodGet, handlePath+"?url="+url.QueryEscape(address)))
		page := w.Body.String()
		if !strings.Contains(page, want) || strings.Contains(page, "geheim") {
			t.Errorf("%s: %d: no %q in %s", address, w.Code, want, page)
		}
		if opens := strings.Contains(page, `id="open"`); opens != (strings.HasPrefix(address, "ftp") || want == "") {
			t.Errorf("%s: a button %v", address, opens)
		}
	}
	if g.logins.Count() > 0 {
		t.Error("a link put a login into the session")
	}
}

// The page that registers handlers is at the address of the handler and needs no cookie. It
// shows nothing about the browser session, and says if its port may change.
func TestHandlersPageIsPublic(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: schemesOf(nil, "ftp", "news", "gopher")})
	defer g.Close()
	r := handed("")
	r.URL.Path = handlersPath
	w := answerTo(g, r)
	page := w.Body.String()
	for _, want := range []string{`data-handler="http://127.0.0.1:1738/handle?url=%s"`, `data-scheme="ftp"`, `data-scheme="news"`} {
		if w.Code != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%d: no %q in %s", w.Code, want, page)
		}
	}
	for _, bad := range []string{"gopher\"", g.keys.Sign(formPurpose, ""), g.name, `id="port"`} {
		if strings.Contains(page, bad) {
			t.Errorf("%q in %s", bad, page)
		}
	}
	if w := answerTo(g, func() *http.Request { r := visitor(g, http.MethodGet, handlersPath); r.Host = g.name; return r }()); w.Header().Get("Location") != "http://"+inside+handlersPath {
		t.Errorf("at the name of the session: %d %v", w.Code, w.Header())
	}
	other := New(Options{Hosts: []string{"127.0.0.1:4711"}})
	defer other.Close()
	r.Host = "127.0.0.1:4711"
	if w := answerTo(other, r); !strings.Contains(w.Body.String(), `id="port"`) {
		t.Errorf("at port 4711: %s", w.Body)
	}
}
