package gateway

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/rewrite"
	"github.com/earl-url/earl/open"
)

// The references of a page in its sandbox are rewritten, so its length changes. A part of the
// page, and a saved copy, are unchanged.
func TestSandboxedPageIsRewritten(t *testing.T) {
	t.Parallel()
	const page = `<!DOCTYPE html><img src="/i.gif">`
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		return document(r, "text/html", page), nil
	}}}})
	raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h/a/b.html"))
	root := strings.TrimSuffix(raw, "/a/b.html")
	ask := func(path, part string) (string, int64) {
		r, _ := http.NewRequest(http.MethodGet, b.base+path, nil)
		if part != "" {
			r.Header.Set("Range", part)
		}
		resp, err := b.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body), resp.ContentLength
	}
	if got, n := ask(raw, ""); got != `<!DOCTYPE html><img src="`+root+`/i.gif">` || n >= 0 && n != int64(len(got)) {
		t.Errorf("the page: %q, of length %d", got, n)
	}
	if got, _ := ask("/file?download=1&url=http://h/a/b.html", ""); got != page {
		t.Errorf("to save: %q", got)
	}
	if got, _ := ask(raw+"?download=1", ""); got == page {
		t.Error("a query of the page's own server is taken for one of the gateway's")
	}
	if got, _ := ask(raw, "bytes=15-"); got != page[15:] {
		t.Errorf("a part: %q", got)
	}
}

// A page that was redirected to another server loads files from that server, and none from
// the first server.
func TestMovedPageLoadsFromItsServer(t *testing.T) {
	t.Parallel()
	moved := earl.RFC3986.MustParse("http://new/d/")
	b := start(t, Options{Openers: schemesOf(func(r *open.Call) (open.Resource, error) {
		r.URL = moved
		return document(r, "text/html", `<img src="i.gif">`), nil
	}, "http")})
	raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://old/d"))
	resp, page := b.get(raw)
	root, _ := b.gateway.rewriter.SandboxPath(moved)
	root = strings.TrimSuffix(root, "/d/")
	if policy := resp.Header.Get("Content-Security-Policy"); page != `<img src="`+root+`/d/i.gif">` || !strings.Contains(policy, root+"/;") || strings.Contains(policy, "/old/") {
		t.Errorf("%s, by %s", page, policy)
	}
}

// A page with the result of a form is rewritten without the URL that contains the answers. A
// page is in place only at its own sandbox path.
func TestRewrittenDocument(t *testing.T) {
	t.Parallel()
	g := linking(t)
	u, moved := earl.RFC3986.MustParse("http://h/a"), earl.RFC3986.MustParse("http://h/b")
	form := earl.RFC3986.MustParse("gopher://h/form")
	path, _ := g.rewriter.SandboxPath(u)
	for name, tt := range map[string]struct {
		path string
		t    target
		u    earl.URL
		want rewrite.Document
	}{
		"in place": {path, target{url: u}, u, rewrite.Document{URL: u, Shown: u, InPlace: true}},
		"moved":    {path, target{url: u}, moved, rewrite.Document{URL: moved, Shown: u}},
		"a file":   {"/file?url=http://h/a", target{url: u}, u, rewrite.Document{URL: u, Shown: u}},
		"kept":     {"/file?visit=x", target{url: u, visit: "x", secret: true, from: form}, u, rewrite.Document{Shown: form}},
	} {
		if got := rewritten(httptest.NewRequest(http.MethodGet, tt.path, nil), tt.t, tt.u); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

// If a browser requests a document as a whole page, for example in a tab opened from the frame,
// the gateway shows its own page about the document. For a frame or a part of a page it sends
// the document. Source: Fetch Metadata Request Headers 2.1.
func TestDocumentIsNeverAWholePage(t *testing.T) {
	t.Parallel()
	opened := 0
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Call) (open.Resource, error) {
		opened++
		return document(r, "text/html", "<p>the document"), nil
	}}}})
	raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h/a%2Fb?q=1&r"))
	const page = "/open?url=http%3A%2F%2Fh%2Fa%252Fb%3Fq%3D1%26r"
	ask := func(path, dest, site string) *httptest.ResponseRecorder {
		r := atHost(b, visitor(b.gateway, http.MethodGet, path))
		r.Header.Set("Sec-Fetch-Dest", dest)
		r.Header.Set("Sec-Fetch-Site", site)
		if site == "cross-site" { // for which a browser sends no cookie
			r.Header.Del("Cookie")
		} else {
			r.Header.Set("Cookie", b.cookie())
		}
		return asked(b.gateway, r)
	}
	for _, site := range []string{"cross-site", "none", "same-origin"} {
		w := ask(raw, "document", site)
		if w.Code != http.StatusOK || opened != 0 || !strings.Contains(w.Body.String(), `content="0; url=`+page+`"`) || strings.Contains(w.Body.String(), "the document") {
			t.Errorf("%s: %d %s", site, w.Code, w.Body)
		}
	}
	file := "/file?url=http%3A%2F%2Fh%2Fa%252Fb%3Fq%3D1%26r"
	if w := ask(file, "document", "same-origin"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != page || opened != 0 {
		t.Errorf("%s: %d to %s", file, w.Code, w.Header().Get("Location"))
	}
	for _, dest := range []string{"iframe", "image", "style", "font", "audio", ""} {
		if w := ask(raw, dest, "cross-site"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "the document") {
			t.Errorf("as %s: %d %s", dest, w.Code, w.Body)
		}
	}
	if w := ask(file+"&download=1", "document", "same-origin"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "the document") {
		t.Errorf("to save: %d", w.Code)
	}
}

// The key of a local file opens only files in its directory and below, however their paths
// are written. F1.
func TestKeyOfAFileIsForItsDirectory(t *testing.T) {
	t.Parallel()
	var opened []string
	b := start(t, Options{Openers: []open.Opener{toy{"file", func(r *open.Call) (open.Resource, error) {
		opened = append(opened, r.URL.String())
		return document(r, "text/html", "<img src=a.png>"), nil
	}}}})
	raw, ok := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("file:///home/me/site/index.html"))
	dir := strings.TrimSuffix(raw, "index.html")
	if !ok || !strings.HasSuffix(dir, ".4/file//home/me/site/") {
		t.Fatalf("SandboxPath = %q", raw)
	}
	ask := func(path string) int {
		r := atHost(b, sandboxed(http.MethodGet, "/"))
		r.RequestURI, r.URL.Path = path, path
		return asked(b.gateway, r).Code
	}
	for _, path := range []string{raw, dir, dir + "a.png", dir + "sub/x%20y.css", dir + "..a/...", dir + "%2e%2e%2e"} {
		if code := ask(path); code != http.StatusOK {
			t.Errorf("%s: %d", path, code)
		}
	}
	want := []string{"file:///home/me/site/index.html", "file:///home/me/site/", "file:///home/me/site/a.png", "file:///home/me/site/sub/x%20y.css", "file:///home/me/site/..a/...", "file:///home/me/site/%2e%2e%2e"}
	if !slices.Equal(opened, want) {
		t.Errorf("opened %q, want %q", opened, want)
	}
	opened = nil
	up := strings.TrimSuffix(dir, "site/")
	key, _, _ := strings.Cut(strings.TrimPrefix(dir, "/raw/"), ".")
	for _, path := range []string{
		up, up + "other", up + "site", up + "site2/x", strings.TrimSuffix(up, "home/me/") + "etc/passwd",
		dir + "../x", dir + "..", dir + "%2e%2e/x", dir + ".%2E/x", dir + "a/../../x", dir + "..%2fx", dir + "%2e%2e%2fx", dir + "a%2f..%2f..%2fx", dir + "..%5cx", dir + `..\x`, dir + "./x", dir + "%00",
		up + "%73ite/x", "/raw/" + key + ".4/file//home/me/Site/x",
		"/raw/" + key + ".3/file//home/me/site/x", "/raw/" + key + ".5/file//home/me/site/x/y", "/raw/" + key + ".1/file//home/me/site/x", "/raw/" + key + ".0/file//home/me/site/x",
		"/raw/" + key + ".-1/file//home/me/site/x", "/raw/" + key + ".99999999999999999999/file//home/me/site/x", "/raw/" + key + "/file//home/me/site/x", "/raw/" + key + ".4/file/other/home/me/site/x",
		"/raw/" + key + ".4/http//home/me/site/x", "/raw/" + key + ".4/file//home/me/site", "/raw/" + key + ".4/ftp//home/me/site/x",
	} {
		if code := ask(path); code != http.StatusForbidden && code != http.StatusBadRequest {
			t.Errorf("%s: %d", path, code)
		}
	}
	if opened != nil {
		t.Errorf("opened %q", opened)
	}
	policy, own := b.gateway.rewriter.SandboxPolicy(strings.TrimPrefix(b.base, "http://"), earl.RFC3986.MustParse("file:///home/me/site/index.html"), true)
	if !own || !strings.Contains(policy, "img-src data: "+b.base+dir+";") || strings.Count(policy, "/raw/") != strings.Count(policy, dir) {
		t.Errorf("the document may load from more than its directory: %s", policy)
	}
}

// A client with the key of a document but without the cookie, such as a server that read the
// key in a style sheet, does not learn the random name of the gateway.
func TestKeyTellsNoName(t *testing.T) {
	t.Parallel()
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{library("http", map[string][2]string{"/": {"text/html", "<p>x"}})}})
	defer g.Close()
	path, _ := g.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h.example/"))
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = inside
	w := answer(g, r)
	label, _, _ := strings.Cut(g.name, ".")
	if text := fmt.Sprint(w.Code, w.Header(), w.Body); w.Code != http.StatusOK || strings.Contains(text, label) {
		t.Error(text)
	}
}

// Only HTML whose references were rewritten can open another page after a click. HTML in a
// charset that encodes tags with other bytes is converted to UTF-8.
func TestOnlyRewrittenPagesLink(t *testing.T) {
	t.Parallel()
	const page = `<!DOCTYPE html><a href="/x">é</a>`
	wide := func(text string) string { // UTF-16
		var b strings.Builder
		for _, c := range utf16.Encode([]rune(text)) {
			b.Write([]byte{byte(c), byte(c >> 8)})
		}
		return b.String()
	}
	b := start(t, Options{Openers: []open.Opener{library("http", map[string][2]string{
		"/html": {"text/html", page}, "/wide": {"text/html; charset=utf-16le", wide(page)}, "/mark": {"text/html", "\xff\xfe" + wide(page)},
		"/jis": {"text/html; charset=iso-2022-jp", "<\x1b(Ba href=/x target=_top>"},
		"/xml": {"application/xhtml+xml", page}, "/svg": {"image/svg+xml", "<svg/>"}, "/css": {"text/css", "a{}"}, "/text": {"text/plain", page}, "/gif": {"image/gif", page},
	})}})
	for path, want := range map[string]struct {
		links bool
		media string
	}{
		"/html": {true, "text/html"}, "/wide": {true, "text/html; charset=utf-8"}, "/mark": {true, "text/html; charset=utf-8"}, "/jis": {true, "text/html; charset=utf-8"},
		"/xml": {false, "application/xhtml+xml"}, "/svg": {false, "image/svg+xml"}, "/css": {false, "text/css"}, "/text": {false, "text/plain"}, "/gif": {false, "image/gif"},
	} {
		raw, _ := b.gateway.rewriter.SandboxPath(earl.RFC3986.MustParse("http://h" + path))
		resp, text := b.get(raw)
		policy := resp.Header.Get("Content-Security-Policy")
		if links := strings.HasPrefix(policy, "sandbox allow-forms allow-top-navigation-by-user-activation; "); links != want.links || !links && !strings.HasPrefix(policy, "sandbox; ") {
			t.Errorf("%s: %s", path, policy)
		}
		if submits := strings.Contains(policy, "form-action "+b.base+"/submit/"); submits != want.links || !submits && !strings.Contains(policy, "form-action 'none';") {
			t.Errorf("%s: %s", path, policy)
		}
		if got := resp.Header.Get("Content-Type"); got != want.media {
			t.Errorf("%s: %s, want %s", path, got, want.media)
		}
		if rewritten := strings.Contains(text, `<a target=_top href=`); rewritten != want.links || strings.Contains(text, "\x1b") {
			t.Errorf("%s: %q", path, text)
		}
		r, _ := http.NewRequest(http.MethodGet, b.base+raw, nil)
		r.Header.Set("Range", "bytes=1-")
		if resp, _ := b.do(r); !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "sandbox; ") {
			t.Errorf("a part of %s: %v", path, resp.Header)
		}
	}
}
