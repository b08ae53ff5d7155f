package gateway

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
)

// A browser receives a refusal as a page, which says what to do. The page has a field for a
// start link only without the cookie and at an address of the gateway. A program receives a
// line of text.
func TestRefusalsArePages(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	token := "form=" + g.keys.Sign(formPurpose, "")
	for name, tt := range map[string]struct {
		method, path, form string
		change             func(r *http.Request)
		status             int
		want               string
		asks               bool // for a start link
	}{
		"another host":      {"GET", "/", "", func(r *http.Request) { r.Host = "evil.example:1738" }, 421, `href="http://` + inside + `/"`, false},
		"another site":      {"GET", "/", "", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "Another site", false},
		"another origin":    {"POST", "/forget", token, func(r *http.Request) { r.Header.Set("Origin", "http://h") }, 403, "own pages", false},
		"no cookie":         {"GET", "/history", "", func(r *http.Request) { r.Header.Del("Cookie") }, 403, `name="to" value="/history"`, true},
		"form, no cookie":   {"POST", "/forget", token, func(r *http.Request) { r.Header.Del("Cookie") }, 403, `name="to" value="/"`, true},
		"used link":         {"GET", "/start?token=0", "", nil, 403, "used before", true},
		"used entrance":     {"GET", "/enter?token=0", "", nil, 403, "used before", true},
		"used link, given":  {"POST", "/start", "token=0", nil, 403, "used before", true},
		"stale form":        {"POST", "/forget", "form=0", nil, 403, "earlier run", false},
		"long form":         {"POST", "/forget", token + "&x=" + strings.Repeat("x", maxForm), nil, 413, "1 MiB", false},
		"broken form":       {"POST", "/forget", "x=%zz", nil, 413, "incomplete", false},
		"method":            {"DELETE", "/", "", nil, 405, "GET, HEAD and POST", false},
		"method of a page":  {"POST", "/open", "", nil, 405, "this method", false},
		"key of a document": {"GET", "/raw/0/http/h/", "", nil, 403, "no key", false},
		"key of a link":     {"GET", "/go/0?to=http://h/", "", nil, 403, "no key", false},
		"key of a form":     {"GET", "/submit/0/http%3A%2F%2Fh%2F", "", nil, 403, "no key", false},
		"handler, too long": {"GET", "/handle?url=" + strings.Repeat("x", maxExplained), "", nil, 414, "too long", false},
	} {
		request := func(accept string) *httptest.ResponseRecorder {
			r := visitor(g, tt.method, tt.path)
			if tt.form != "" {
				body := httptest.NewRequest(tt.method, "/", strings.NewReader(tt.form))
				r.Body, r.ContentLength = body.Body, body.ContentLength
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			r.Header.Set("Accept", accept)
			if tt.change != nil {
				tt.change(r)
			}
			return answer(g, r)
		}
		w := request("text/html,*/*")
		page := w.Body.String()
		if w.Code != tt.status || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || !strings.Contains(page, "<h1>") || !strings.Contains(page, tt.want) {
			t.Errorf("%s: %d %s, want %d and %q: %s", name, w.Code, w.Header().Get("Content-Type"), tt.status, tt.want, page)
		}
		if asks := strings.Contains(page, `name="token"`); asks != tt.asks {
			t.Errorf("%s: it asks for a start link: %t", name, asks)
		}
		if !tt.asks && !strings.Contains(page, `<a `) {
			t.Errorf("%s: nothing to go on with: %s", name, page)
		}
		if label, _, _ := strings.Cut(g.name, "."); strings.Contains(page, label) {
			t.Errorf("%s: the page has the name", name)
		}
		if tt.asks { // these have no text for programs
			continue
		}
		if w := request("*/*"); w.Code != tt.status || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") || strings.Contains(w.Body.String(), "<") {
			t.Errorf("%s, for a program: %d %s", name, w.Code, w.Body)
		}
	}
}

// The page at a name that the gateway does not have contains only its public address, since
// other pages of that name can read it.
func TestOtherHostGetsNothing(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}})
	defer g.Close()
	for _, path := range []string{"/", "/start?token=0", "/handlers", "/static/style.css", "/open?url=%3Cscript%3E"} {
		r := navigation("http://evil.example:1738"+path, "none")
		w := answer(g, r)
		page := w.Body.String()
		if w.Code != http.StatusMisdirectedRequest || len(w.Result().Cookies()) > 0 || w.Header().Get("Content-Security-Policy") != access.ClosedPolicy {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
		for _, bad := range []string{"<form", "<script", "<input", "/static/", "token", g.keys.Sign(formPurpose, ""), g.run(), "localhost"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: the page has %q: %s", path, bad, page)
			}
		}
	}
}
