package gateway

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	earlhttp "github.com/earl-url/earl/open/http"
)

// inside is the Host of the gateway of these tests.
const inside = "127.0.0.1:1738"

// visitor returns a request that every guard lets pass.
func visitor(g *Gateway, method, path string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host = inside
	r.AddCookie(g.keys.Cookie(inside))
	return r
}

// Each attack is stopped by exactly one guard: without it the request would pass.
// Source: rfc1738 6.
func TestEachGuardStopsItsAttack(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	at := func(host string) func(r *http.Request) { // with a cookie for that host
		return func(r *http.Request) {
			r.Host = host
			r.AddCookie(g.keys.Cookie(host))
		}
	}
	for _, tt := range []struct {
		name, guard string
		change      func(r *http.Request)
	}{
		{"a request to a proxy", "absolute-form", func(r *http.Request) { r.RequestURI = "http://127.0.0.1:1738/" }},
		{"a tunnel", "absolute-form", func(r *http.Request) { r.RequestURI = "h.example:443" }},
		{"a name that was rebound to this machine", "host", at("evil.example:1738")},
		{"another address of this machine, IPv6", "host", at("[::1]:1738")},
		{"an address of the same machine", "host", at("127.0.0.2:1738")},
		{"a name in another case, with a dot", "host", at("LOCALHOST.:1738")},
		{"a method that changes something", "method", func(r *http.Request) { r.Method = http.MethodDelete }},
		{"a preflight", "method", func(r *http.Request) { r.Method = http.MethodOptions }},
		{"a fetch by another page", "origin", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }},
		{"a form of another page", "origin", func(r *http.Request) {
			r.Method = http.MethodPost
			r.Header.Set("Origin", "https://evil.example")
		}},
		{"a page without an origin", "origin", func(r *http.Request) { r.Header.Set("Origin", "null") }},
		{"another port of this machine", "origin", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8080") }},
		{"https in place of http", "origin", func(r *http.Request) { r.Header.Set("Origin", "https://"+inside) }},
		{"two origins", "origin", func(r *http.Request) { r.Header["Origin"] = []string{"http://" + inside, "http://evil.example"} }},
		{"an origin without a site, said by a sandbox", "origin", func(r *http.Request) {
			r.Header.Set("Origin", "null")
			r.Header.Set("Sec-Fetch-Site", "none")
		}},
		{"a link of another site", "fetch-site", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }},
		{"a picture on another port's page", "fetch-site", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }},
		{"a browser that never saw the start link", "cookie", func(r *http.Request) { r.Header.Del("Cookie") }},
		{"the cookie of another name of this gateway", "cookie", func(r *http.Request) { r.Header.Set("Cookie", "earl-1738="+g.keys.Cookie(g.name).Value) }},
		{"the cookie of this host at the other name", "cookie", func(r *http.Request) { r.Host = g.name }},
		{"a cookie of another sitting", "cookie", func(r *http.Request) { r.Header.Set("Cookie", "earl-1738="+access.Random()) }},
		{"the token in place of the cookie", "cookie", func(r *http.Request) { r.Header.Set("Cookie", "earl-1738="+g.starts.New("", nil)) }},
		{"an empty cookie", "cookie", func(r *http.Request) { r.Header.Set("Cookie", "earl-1738=") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := visitor(g, http.MethodGet, "/open?url=x")
			if f := access.Check(g.guards, r); f != nil {
				t.Fatalf("refused as it was: %s", f.Text)
			}
			tt.change(r)
			var by []string
			for _, guard := range g.guards {
				if guard.Check(r) != nil {
					by = append(by, guard.Name)
				}
			}
			if !slices.Equal(by, []string{tt.guard}) {
				t.Errorf("stopped by %q, want %q alone", by, tt.guard)
			}
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			if w.Code < 400 || strings.Contains(w.Body.String(), "<html") {
				t.Errorf("answered with %d: %s", w.Code, w.Body)
			}
		})
	}
}

// The guards also check OPTIONS *, to which net/http would respond itself.
// Source: rfc9110 9.3.7.
func TestServerAsAWholeIsGuarded(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	conn, err := net.Dial("tcp", b.gateway.options.Hosts[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode < 400 {
		t.Errorf("OPTIONS *: %s", resp.Status)
	}
}

// Browsers omit port 80 in Host and Origin. Only at that port does the gateway accept a name
// without a port. Source: rfc9110 4.2.1, 7.2.
func TestPortOfHTTPIsLeftOut(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{"127.0.0.1:80": http.StatusOK, inside: http.StatusMisdirectedRequest} {
		g := New(Options{Hosts: []string{host}})
		defer g.Close()
		ask := func(path string, cookies []*http.Cookie) *http.Response {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = "127.0.0.1"
			r.Header.Set("Origin", "http://127.0.0.1")
			for _, c := range cookies {
				r.AddCookie(c)
			}
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			return w.Result()
		}
		begun := ask("/start?token="+g.starts.New("", nil), nil)
		if resp := ask("/", begun.Cookies()); resp.StatusCode != want {
			t.Errorf("at %s, Host without a port: %s, want %d", host, resp.Status, want)
		}
	}
}

// The gateway accepts its host name in upper and lower case. Browsers send lower case.
// Source: rfc9110 4.2.3.
func TestCaseOfAHost(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{"Library.example:1738"}})
	defer g.Close()
	for _, host := range []string{"library.example:1738", "Library.example:1738"} {
		r := visitor(g, http.MethodGet, "/")
		r.Host = host
		r.AddCookie(g.keys.Cookie(host))
		if f := access.Check(g.guards, r); f != nil {
			t.Errorf("%s: %s", host, f.Text)
		}
	}
}

// The guards protect every path.
func TestNoPathIsOpenToStrangers(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	paths := []string{"/nothing", "/raw/", "/raw/x/http/h/", "/raw/" + strings.Repeat("0", 32) + "/http/h/",
		"/go/", "/go/x?to=http://h/", "/dead/x?to=y", "/submit/", "/submit/x/http%3A%2F%2Fh%2F?q", "/submit/" + strings.Repeat("0", 32) + "/http%3A%2F%2Fh%2F",
		"/leave/", "/leave/x?to=http://h/", "/leave/" + strings.Repeat("0", 32) + "?to=http%3A%2F%2Fh%2F"}
	for path := range gets {
		paths = append(paths, path)
	}
	for path := range posts {
		paths = append(paths, path)
	}
	for _, path := range paths {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			r := visitor(g, method, path)
			r.Header.Del("Cookie")
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			if path == handlersPath && w.Code == http.StatusOK {
				continue // it is the same for everyone: TestHandlersPageIsPublic
			}
			if w.Code != http.StatusForbidden && (w.Code != http.StatusMethodNotAllowed || !startPaths[path] && !isHandler(path)) {
				t.Errorf("%s %s without a cookie: %d", method, path, w.Code)
			}
		}
	}
}

// The token of the start link becomes a cookie, which no script can read and no other site
// sends. The token is then no longer in the address.
func TestStartLinkBecomesACookie(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	link, err := url.Parse(g.StartLink())
	if err != nil || link.Host != inside || len(link.Query().Get("token")) != 32 {
		t.Fatalf("start link %q: %v", g.StartLink(), err)
	}
	r := httptest.NewRequest(http.MethodGet, link.RequestURI(), nil)
	r.Host = inside
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/" || len(cookies) != 1 {
		t.Fatalf("%d to %q with %v", w.Code, w.Header().Get("Location"), cookies)
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" || c.MaxAge != 0 || len(c.Value) != 32 || c.Value == g.starts.New("", nil) {
		t.Errorf("cookie %v", c)
	}
	for _, token := range []string{"", "0", g.starts.New("", nil)[:31], strings.ToUpper(g.starts.New("", nil)) + "0", g.keys.Cookie("").Value} {
		r := httptest.NewRequest(http.MethodGet, "/start?token="+token, nil)
		r.Host = inside
		w := httptest.NewRecorder()
		if g.ServeHTTP(w, r); w.Code != http.StatusForbidden || len(w.Result().Cookies()) != 0 {
			t.Errorf("token %q: %d %v", token, w.Code, w.Result().Cookies())
		}
	}
	if other := New(Options{Hosts: []string{inside}}); other.name == g.name || other.keys.Cookie("").Value == g.keys.Cookie("").Value {
		t.Error("two gateways have one key")
	}
}

// A form without the token of this run is refused, whatever Origin the browser sends.
func TestFormNeedsItsToken(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for _, form := range []string{"", "form=", "form=" + g.keys.Sign("other", ""), "form=" + g.keys.Cookie("").Value} {
		r := visitor(g, http.MethodPost, "/forget")
		r.Body = http.NoBody
		if form != "" {
			r = visitor(g, http.MethodPost, "/forget?"+form)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		g.history.Add("t", earl.RFC3986.MustParse("http://h/"))
		w := httptest.NewRecorder()
		if g.ServeHTTP(w, r); w.Code != http.StatusForbidden || len(g.history.Newest(1)) == 0 {
			t.Errorf("%q: %d", form, w.Code)
		}
	}
}

// A form that is longer than the limit is refused.
func TestFormIsLimited(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	resp, _ := b.post("/forget", url.Values{"x": {strings.Repeat("x", maxForm)}})
	if resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a form of more than %d bytes: %s", maxForm, resp.Status)
	}
}

// The policy of every page allows no scripts of others, loads nothing from other sites, lets
// no other site frame the page, and sends no referrer.
func TestPagesAreClosed(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	for path := range gets {
		resp, _ := b.get(path)
		policy := resp.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: policy %q lacks %s", path, policy, want)
			}
		}
		for _, bad := range []string{"unsafe", "http:", "https:", "*", "script-src"} {
			if strings.Contains(strings.Replace(policy, "script-src 'self';", "", 1), bad) {
				t.Errorf("%s: policy %q has %s", path, policy, bad)
			}
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
	}
}

// The guards check a WebSocket like every request: the Origin, the cookie and the Host. Its
// Origin must be that of the page.
func TestSocketIsForOurPagesAlone(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	address := "ws" + strings.TrimPrefix(b.base, "http") + "/session/socket?id=x"
	cookie := b.cookie()
	for name, h := range map[string]http.Header{
		"no cookie":      {"Origin": {b.base}},
		"another origin": {"Origin": {"http://evil.example"}, "Cookie": {cookie}},
		"no origin":      {"Cookie": {cookie}},
		"a sandbox":      {"Origin": {"null"}, "Cookie": {cookie}},
		"no session":     {"Origin": {b.base}, "Cookie": {cookie}},
	} {
		_, resp, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPHeader: h})
		if err == nil || resp == nil || resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %v, %v", name, resp, err)
		}
	}
}

// F1: special addresses are refused unless AllowNet contains them. Even then the gateway does
// not connect to itself.
func TestNetworkGuards(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("inner")) }))
	defer server.Close()
	openers := func() []open.Opener { return []open.Opener{new(earlhttp.Opener), new(ftp.Opener)} }

	closed := start(t, Options{Openers: openers()})
	for _, address := range []string{server.URL, "http://localhost/", "http://10.1.2.3/", "http://[::1]/", "http://169.254.169.254/", "ftp://192.168.0.1/"} {
		resp, page := closed.open(address)
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", address, resp.Status)
		}
		closed.wants(page, "not on the public Internet", "--allow-net")
	}

	n, err := open.ParseNet("127.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Openers: openers(), AllowNet: []open.Net{n}}
	o.Open.LookupNetIP = func(_ context.Context, _, host string) ([]netip.Addr, error) {
		t.Errorf("a name server received a lookup of %s", host)
		return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
	}
	opened := start(t, o)
	if resp, page := opened.open(server.URL); resp.StatusCode != http.StatusOK || !strings.Contains(page, "inner") {
		t.Errorf("%s: %s", server.URL, resp.Status)
	}
	_, port, _ := strings.Cut(opened.gateway.options.Hosts[0], ":")
	for _, address := range []string{opened.base + "/", "http://127.0.0.2:" + port + "/", "ftp://127.0.0.1:" + port + "/", "http://" + opened.gateway.name + "/", "http://A.LocalHost.:" + port + "/"} {
		resp, page := opened.open(address)
		if resp.StatusCode != http.StatusForbidden || !strings.Contains(page, "this gateway itself") {
			t.Errorf("%s: %s", address, resp.Status)
		}
	}
}

// F7: opening a URL waits for a free slot, and other requests never wait.
func TestOpensAreLimited(t *testing.T) {
	t.Parallel()
	hold, held := make(chan struct{}), make(chan struct{})
	o := toy{"http", func(r *open.Call) (open.Resource, error) {
		held <- struct{}{}
		<-hold
		return document(r, "text/plain", "done"), nil
	}}
	b := start(t, Options{Opens: 1, Openers: []open.Opener{o}})
	first := make(chan string)
	for range 2 {
		go func() {
			_, page := b.open("http://h/")
			first <- page
		}()
	}
	<-held
	if resp, _ := b.get("/"); resp.StatusCode != http.StatusOK {
		t.Errorf("the front page while a URL is opened: %s", resp.Status)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if b.gateway.fetch.Acquire(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil).WithContext(gone), earl.RFC3986.MustParse("http://other/")) != nil {
		t.Error("two URLs may be opened at a time")
	}
	close(hold)
	<-held // now the second one runs
	for range 2 {
		b.wants(<-first, "done")
	}
}
