package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// through sends a request to a proxy, like a program that is configured to use it.
func through(p http.Handler, method, target string, change ...func(*http.Request)) (*http.Response, string) {
	r := httptest.NewRequest(method, target, nil)
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	resp := w.Result()
	body, _ := io.ReadAll(resp.Body)
	return resp, string(body)
}

// A client of the proxy receives what arrived of a truncated document, and can see that it is
// truncated.
func TestProxyCutDocument(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		d := document(r, "text/plain", "")
		d.Size, d.Body = -1, io.NopCloser(io.MultiReader(strings.NewReader("half"), failing{}))
		return d, nil
	}}}})
	defer g.Close()
	server := httptest.NewServer(g.Proxy())
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET gopher://h/0a HTTP/1.1\r\nHost: h\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if string(text) != "half" || err == nil {
		t.Errorf("the document is %q, %v; want the part that arrived, and an error", text, err)
	}
}

// C3: with the proxy an HTTP client can open every scheme. It receives a document unchanged, a
// listing as links of their own schemes, and a question as a form.
func TestProxy(t *testing.T) {
	t.Parallel()
	var asked []string
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{
		toy{"wais", func(r *open.Call) (open.Resource, error) {
			asked = append(asked, r.URL.String())
			if strings.Contains(r.URL.String(), "?") {
				return listingOf(r, entry("a <hit>", "wais://h/db/TEXT/1"), entry("odd", "javascript:alert(1)")), nil
			}
			return &open.Form{Meta: open.Meta{URL: r.URL}, Title: "db", Fields: []open.Question{{Name: "search", Prompt: "Words"}}, Answer: func(a []string) (earl.URL, error) {
				return views.WAIS{Host: "h", Database: "db", Search: earl.Some(earl.Octets(a[0]))}.URL(earl.RFC3986)
			}}, nil
		}},
		library("gopher", map[string][2]string{"/0text": {"text/plain", "hello"}, "/hpage": {"text/html", "<script>x</script>"}}),
		toy{"prospero", func(r *open.Call) (open.Resource, error) {
			return &open.Referral{Meta: open.Meta{URL: r.URL}, Targets: []earl.URL{earl.RFC3986.MustParse("file:///etc/passwd"), earl.RFC3986.MustParse("gopher://h/0text")}}, nil
		}},
		toy{"telnet", func(r *open.Call) (open.Resource, error) {
			return &open.Session{Meta: open.Meta{URL: r.URL}, Conn: silent{make(chan struct{})}}, nil
		}},
		toy{"file", func(r *open.Call) (open.Resource, error) {
			t.Error("a file was opened")
			return nil, open.ErrNotFound
		}},
	}})
	defer g.Close()
	p := g.Proxy()

	resp, body := through(p, http.MethodGet, "gopher://h/0text")
	if resp.StatusCode != 200 || body != "hello" || resp.Header.Get("Content-Type") != "text/plain" || resp.Header.Get("Set-Cookie") != "" {
		t.Errorf("%s %q %v", resp.Status, body, resp.Header)
	}
	if resp, body = through(p, http.MethodHead, "gopher://h/0text"); body != "" || resp.Header.Get("Content-Length") != "5" {
		t.Errorf("HEAD: %q %v", body, resp.Header)
	}
	if _, body = through(p, http.MethodGet, "gopher://h/hpage"); body != "<script>x</script>" {
		t.Errorf("a page is not as it is: %q", body)
	}
	resp, body = through(p, http.MethodGet, "gopher://h/0text", func(r *http.Request) { r.Header.Set("Range", "bytes=1-3") })
	if resp.StatusCode != 206 || body != "ell" {
		t.Errorf("a part: %s %q", resp.Status, body)
	}
	_, body = through(p, http.MethodGet, "wais://h/db")
	if !strings.Contains(body, `action="wais://h/db"`) || !strings.Contains(body, `name="earl-answer-0"`) {
		t.Errorf("a form: %s", body)
	}
	resp, body = through(p, http.MethodGet, "wais://h/db?earl-answer-0=fish+%26+chips")
	if resp.StatusCode != 200 || !strings.Contains(body, "a &lt;hit&gt;") {
		t.Errorf("its answer: %s %s", resp.Status, body)
	}
	_, body = through(p, http.MethodGet, "wais://h/db?fish")
	if !strings.Contains(body, `<li><a href="wais://h/db/TEXT/1">a &lt;hit&gt;</a>`) || strings.Contains(body, `href="javascript`) {
		t.Errorf("a listing: %s", body)
	}
	if want := "wais://h/db wais://h/db wais://h/db?fish%20&%20chips wais://h/db?fish"; strings.Join(asked, " ") != want {
		t.Errorf("asked %q", asked)
	}
	resp, _ = through(p, http.MethodGet, "prospero://h/x")
	if to := resp.Header.Get("Location"); resp.StatusCode != 303 || to != "gopher://h/0text" {
		t.Errorf("a referral: %s %q", resp.Status, to)
	}
	for target, want := range map[string]int{
		"telnet://h/": 501, "gopher://h/0none": 404, "file:///etc/passwd": 403, "gopher://h/0a%0D%0Ab": 403, "urn:x:y": 501, "gopher://10.0.0.1/": 403, "gopher://h/0a|b": 404, "gopher://h/0text|?[]": 404,
	} {
		if resp, body := through(p, http.MethodGet, target); resp.StatusCode != want {
			t.Errorf("%s: %s %s", target, resp.Status, body)
		}
	}
}

// A request with If-Range receives the whole object, since the proxy does not know whether the
// object has changed. So does HEAD, which has no parts. Source: rfc9110 13.1.5, 14.2.
func TestProxySendsTheWholeOnCondition(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{library("gopher", map[string][2]string{"/0text": {"text/plain", "hello"}})}})
	defer g.Close()
	for _, tt := range []struct{ method, condition, want string }{
		{http.MethodGet, `"another"`, "hello"},
		{http.MethodGet, "Sat, 29 Oct 1994 19:43:31 GMT", "hello"},
		{http.MethodHead, "", ""},
	} {
		resp, body := through(g.Proxy(), tt.method, "gopher://h/0text", func(r *http.Request) {
			r.Header.Set("Range", "bytes=1-3")
			if tt.condition != "" {
				r.Header.Set("If-Range", tt.condition)
			}
		})
		if resp.StatusCode != http.StatusOK || body != tt.want || resp.Header.Get("Content-Length") != "5" || resp.Header.Get("Content-Range") != "" {
			t.Errorf("%s, %q: %s %q %v", tt.method, tt.condition, resp.Status, body, resp.Header)
		}
	}
}

// A request for a part of an object of unknown size receives the whole object.
// Source: rfc9110 14.2.
func TestProxySendsTheWholeForAPart(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		d := document(r, "text/plain", "0123456789")
		d.Size = -1
		return d, nil
	}}}})
	defer g.Close()
	resp, body := through(g.Proxy(), http.MethodGet, "gopher://h/0text", func(r *http.Request) { r.Header.Set("Range", "bytes=1-3") })
	if resp.StatusCode != http.StatusOK || body != "0123456789" || resp.Header.Get("Content-Range") != "" {
		t.Errorf("%s %q %v", resp.Status, body, resp.Header)
	}
}

// A proxy refuses requests that a page in a browser started, requests without an absolute URL,
// and requests that do not only retrieve. Each is stopped by one guard.
func TestProxyGuards(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{library("gopher", map[string][2]string{"/0text": {"text/plain", "hello"}})}})
	defer g.Close()
	for name, tt := range map[string]struct {
		guard  string
		change func(*http.Request)
	}{
		"a fetch":           {"browser", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }},
		"no origin":         {"browser", func(r *http.Request) { r.Header.Set("Origin", "null") }},
		"a navigation":      {"browser", func(r *http.Request) { r.Header.Set("Sec-Fetch-Mode", "navigate") }},
		"a typed address":   {"browser", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") }},
		"a page of ours":    {"relative-form", func(r *http.Request) { r.URL, r.RequestURI = &url.URL{Path: "/open"}, "/open?url=gopher://h/" }},
		"a page's tunnel":   {"browser", func(r *http.Request) { r.Method = http.MethodConnect; r.Header.Set("Origin", "null") }},
		"a posted form":     {"retrieval", func(r *http.Request) { r.Method = http.MethodPost }},
		"something deleted": {"retrieval", func(r *http.Request) { r.Method = http.MethodDelete }},
	} {
		r := httptest.NewRequest(http.MethodGet, "gopher://h/0text", nil)
		tt.change(r)
		for _, guard := range access.ProxyGuards() {
			if got := guard.Check(r) != nil; got != (guard.Name == tt.guard) {
				t.Errorf("%s: %s refuses: %t", name, guard.Name, got)
			}
		}
		if resp, body := through(g.Proxy(), http.MethodGet, "gopher://h/0text", tt.change); resp.StatusCode < 400 || body == "hello" {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
}

// F3: the proxy sends no login of the browser session. A password in the URL of a client is
// sent to its server and is not in any page.
func TestProxyHasNoLogins(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{loginOpener("ftp"), toy{"http", func(r *open.Call) (open.Resource, error) {
		if password, _ := r.URL.Password(); password != secret {
			t.Errorf("password %q", password)
		}
		l := listingOf(r, entry("x", "ftp://me:"+secret+"@h/x"))
		return l, nil
	}}}})
	defer g.Close()
	g.logins.Take(earl.RFC3986.MustParse("ftp://me:" + secret + "@h/"))
	if resp, body := through(g.Proxy(), http.MethodGet, "ftp://me@h/"); resp.StatusCode != http.StatusForbidden || strings.Contains(body, secret) {
		t.Errorf("%s %s", resp.Status, body)
	}
	if resp, body := through(g.Proxy(), http.MethodGet, "http://me:"+secret+"@h/"); resp.StatusCode != http.StatusOK || strings.Contains(body, secret) {
		t.Errorf("%s %s", resp.Status, body)
	}
}

// F6: the proxy, too, sends the line ends of a filled-out form only after the form was
// requested. It refuses a link that contains the answers, since any page can have that link.
func TestProxySendsNoFormThatALinkFilledOut(t *testing.T) {
	t.Parallel()
	var seen strings.Builder
	o := gopherhole(t, map[string]string{"/ask\t!": askOpen, "/ask\t+\t1": "+-1\r\nThank you.\r\n.\r\n"}, &seen)
	o.Hosts = []string{inside}
	g := New(o)
	defer g.Close()
	filled := "gopher://h.test/0/ask%09%09+%091%0D%0A+-1%0D%0ABo%0D%0A.%0D%0A"
	if resp, body := through(g.Proxy(), http.MethodGet, filled); resp.StatusCode != http.StatusForbidden || seen.Len() > 0 {
		t.Errorf("%s %s; sent %q", resp.Status, body, seen.String())
	}
	resp, body := through(g.Proxy(), http.MethodGet, "gopher://h.test/0/ask%09%09??earl-answer-0=Bo")
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, "Thank you.") || !strings.HasSuffix(seen.String(), "/ask\t+\t1\r\n+-1\r\nBo\r\n.\r\n") {
		t.Errorf("%s %s; sent %q", resp.Status, body, seen.String())
	}
}

// askOpen is an item with a form without a secret: Gopher+ 1993, 2.6.
const askOpen = "+-1\r\n+INFO: 0Ask\t/ask\th.test\t70\t?\r\n+ASK:\r\n Ask: Your name\tAnn\r\n.\r\n"

// silent is a connection without output.
type silent struct{ closed chan struct{} }

func (s silent) Read([]byte) (int, error)    { <-s.closed; return 0, io.EOF }
func (s silent) Write(p []byte) (int, error) { return len(p), nil }
func (s silent) Resize(uint16, uint16) error { return nil }
func (s silent) OnTyping(func(open.Typing))  {}
func (s silent) Close() error {
	select {
	case <-s.closed:
	default:
		close(s.closed)
	}
	return nil
}
