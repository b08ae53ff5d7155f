package gateway

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
)

// navigation returns the request of a tab of a browser, which comes from a page of a
// site: "none", "same-origin" or "cross-site".
func navigation(address, site string) *http.Request {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	r := httptest.NewRequest(http.MethodGet, u.RequestURI(), nil)
	r.Host = u.Host
	for name, value := range map[string]string{
		"Accept": "text/html,*/*", "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
		"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
	} {
		r.Header.Set(name, value)
	}
	return r
}

// answer returns the response of a gateway.
func answer(g *Gateway, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w
}

// attribute returns the value of an attribute on a page, without its escapes.
func attribute(t *testing.T, page, name string) string {
	t.Helper()
	m := regexp.MustCompile(name + `="([^"]*)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no %s in %s", name, page)
	}
	return strings.ReplaceAll(m[1], "&amp;", "&")
}

// A browser gets its cookie at a random name that no one else knows, with links that work
// once. It gets no cookie at 127.0.0.1. Source: rfc6265 8.5.
func TestBrowserEntersAtANameOfItsOwn(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	link := g.StartLinkTo("/explain?url=http%3A%2F%2Fh%2F", nil)
	prefetch := navigation(link, "cross-site")
	prefetch.Header.Set("Sec-Purpose", "prefetch")
	if w := answer(g, prefetch); w.Code != http.StatusForbidden {
		t.Errorf("a prefetch: %d", w.Code)
	}
	arrived := answer(g, navigation(link, "cross-site")) // from the file that earl serve --open makes
	if arrived.Code != http.StatusOK || len(arrived.Result().Cookies()) > 0 {
		t.Fatalf("%d %v %s", arrived.Code, arrived.Result().Cookies(), arrived.Body)
	}
	next := attribute(t, arrived.Body.String(), "data-next")
	if !regexp.MustCompile(`^http://[0-9a-f]{20}\.localhost:1738/enter\?token=[0-9a-f]{32}$`).MatchString(next) {
		t.Fatalf("it continues to %s", next)
	}
	entered := answer(g, navigation(next, "cross-site"))
	cookies := entered.Result().Cookies()
	if to := attribute(t, entered.Body.String(), "href"); len(cookies) != 1 || !strings.Contains(entered.Body.String(), "url=/explain?url=http%3A%2F%2Fh%2F") {
		t.Fatalf("%v, to %s: %s", cookies, to, entered.Body)
	}
	for _, used := range []string{link, next} {
		if w := answer(g, navigation(used, "none")); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 || !strings.Contains(w.Body.String(), `id="start"`) {
			t.Errorf("%s again: %d %v", used, w.Code, w.Result().Cookies())
		}
	}
	for host, want := range map[string]int{g.name: http.StatusOK, inside: http.StatusForbidden} {
		r := navigation("http://"+host+"/", "same-origin")
		r.AddCookie(cookies[0])
		if w := answer(g, r); w.Code != want {
			t.Errorf("the cookie at %s: %d, want %d", host, w.Code, want)
		}
	}
}

// Programs and Safari cannot resolve a name under localhost, and get their cookie at
// the host of the start link. So does every client of a gateway with PlainHost, and
// every client at another name.
func TestClientsThatKeepTheHost(t *testing.T) {
	t.Parallel()
	const safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15"
	for name, tt := range map[string]struct {
		options Options
		host    string
		change  func(r *http.Request)
		enters  bool
	}{
		"Chromium": {Options{}, inside, func(r *http.Request) { r.Header.Set("User-Agent", safari+" Chrome/156.0") }, true},
		"Safari":   {Options{}, inside, func(r *http.Request) { r.Header.Set("User-Agent", safari) }, false},
		"curl":     {Options{}, inside, func(r *http.Request) { r.Header = nil }, false},
		"plain":    {Options{PlainHost: true}, inside, func(*http.Request) {}, false},
		"remote":   {Options{}, "earl.example:1738", func(*http.Request) {}, false},
	} {
		tt.options.Hosts = []string{inside, "earl.example:1738"}
		g := New(tt.options)
		defer g.Close()
		r := navigation(g.StartLink(), "none")
		r.Host = tt.host
		tt.change(r)
		w := answer(g, r)
		if enters := len(w.Result().Cookies()) == 0; enters != tt.enters || w.Code >= 400 {
			t.Errorf("%s: %d, cookies %v: %s", name, w.Code, w.Result().Cookies(), w.Body)
		}
	}
}

// Without a cookie a browser gets a page with a field for a start link, and then opens the
// requested path. The page does not contain the random name.
func TestPageBeforeTheCookie(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for _, address := range []string{"http://" + inside + "/open?url=gopher%3A%2F%2Fh%2F", "http://" + inside + "/nothing", "http://" + g.name + "/"} {
		w := answer(g, navigation(address, "none"))
		page := w.Body.String()
		u, _ := url.Parse(address)
		if w.Code != http.StatusForbidden || attribute(t, page, "data-to") != u.RequestURI() || !strings.Contains(page, `name="token"`) {
			t.Errorf("%s: %d %s", address, w.Code, page)
		}
		label, _, _ := strings.Cut(g.name, ".")
		if all := page + strings.Join(w.Header().Values("Content-Security-Policy"), ""); strings.Contains(all, label) || strings.Contains(all, g.keys.Sign(formPurpose, "")) || strings.Contains(all, g.keys.Sign(relayPurpose, "")) {
			t.Errorf("%s: the page has a secret: %s", address, all)
		}
	}
	body := url.Values{"token": {" " + g.StartLink() + " "}, "to": {"/explain?url=x"}}.Encode()
	r := httptest.NewRequest(http.MethodPost, "/start", strings.NewReader(body))
	r.Host = inside
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := answer(g, r)
	if !strings.Contains(w.Body.String(), `url=/explain?url=x"`) || len(w.Result().Cookies()) != 1 {
		t.Errorf("the form goes to %d %s", w.Code, w.Body)
	}
	for _, to := range []string{"//evil.example/", "http://evil.example/", `/\evil.example/`, "/start", "/relay?to=/", "x"} {
		r := navigation("http://"+g.name+"/relay?key="+g.keys.Sign(relayPurpose, "")+"&to="+url.QueryEscape(to), "cross-site")
		if w := answer(g, r); w.Code != http.StatusForbidden {
			t.Errorf("the relay goes to %s: %s", to, w.Body)
		}
	}
}

// A link of another site to the page that asks for a start link cannot choose the path that
// opens afterwards: the script of that page would open it without asking the user.
func TestAnotherSiteDoesNotChooseThePage(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for path := range startPaths {
		w := answer(g, navigation("http://"+inside+path+"?token=x&key=x&to=%2Fopen%3Furl%3Dgopher%3A%2F%2Fh%2F%26sure%3D1", "cross-site"))
		if to := attribute(t, w.Body.String(), "data-to"); w.Code != http.StatusForbidden || to != "" {
			t.Errorf("%s: %d, it continues to %q", path, w.Code, to)
		}
	}
}

// longForm is a form with a file that has no end.
type longForm struct {
	head io.Reader
	read int64
}

func (e *longForm) Read(p []byte) (int, error) {
	if n, err := e.head.Read(p); err == nil {
		return n, nil
	}
	if e.read += int64(len(p)); e.read > 64<<20 {
		return 0, io.ErrUnexpectedEOF
	}
	clear(p)
	return len(p), nil
}

// A client without a cookie cannot fill the memory or the disk: no page reads a long body.
func TestEntrancesReadNoLongBody(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for path := range startPaths {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			body := &longForm{head: strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n")}
			r := httptest.NewRequest(method, path, body)
			r.Host = inside
			r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			if answer(g, r); body.read > 2*maxForm {
				t.Errorf("%s %s reads %d bytes", method, path, body.read)
			}
		}
	}
}

// A browser at 127.0.0.1 finds the random name again with its stored key. Any other key is
// refused.
func TestRelay(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for key, want := range map[string]int{g.keys.Sign(relayPurpose, ""): http.StatusOK, access.Random(): http.StatusForbidden, "": http.StatusForbidden} {
		w := answer(g, navigation("http://"+g.name+"/relay?key="+key+"&to=%2Fopen%3Furl%3Dx", "cross-site"))
		if w.Code != want || (want == http.StatusOK) != strings.Contains(w.Body.String(), `url=/open?url=x"`) {
			t.Errorf("key %q: %d %s", key, w.Code, w.Body)
		}
	}
}

// Another site can open an entrance only with a link.
func TestEntrancesTakeNavigationsOnly(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for path := range startPaths {
		for name, value := range map[string]string{"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "iframe", "Origin": "https://evil.example"} {
			r := navigation("http://"+inside+path+"?token="+g.starts.New("", nil), "cross-site")
			r.Header.Set(name, value)
			if w := answer(g, r); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 || strings.Contains(w.Body.String(), "data-next") {
				t.Errorf("%s with %s: %s: %d", path, name, value, w.Code)
			}
		}
	}
}

// The number of unused links is limited, and the oldest ones stop working.
func TestStartLinksAreBounded(t *testing.T) {
	t.Parallel()
	var l access.Links
	dropped := false
	first := l.New("/first", func() { dropped = true })
	for range 100 {
		l.New("", nil)
	}
	if _, ok := l.Use(first); ok || !dropped {
		t.Error("the first of 101 links works")
	}
	uses := 0
	once := l.New("", func() { uses++ })
	l.Use(once)
	if l.Use(once); uses != 1 {
		t.Errorf("%d uses of one link", uses)
	}
	short := access.Links{Life: 1}
	if _, ok := short.Use(short.New("", nil)); ok {
		t.Error("a link works after its time")
	}
}
