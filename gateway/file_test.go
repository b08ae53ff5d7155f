package gateway

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/rewrite"
	"github.com/earl-url/earl/open"
)

// A page in its sandbox has them; its length is another then, and a part of it or
// a copy to save is as the server has it.
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

// A page that was moved to another server loads what lies there, and no longer
// what lies where it was asked for.
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

// The rewriting of a page that answers a form has no URL of the answers, and a page
// is in place only at its own sandbox path.
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
		if got := g.rewritten(httptest.NewRequest(http.MethodGet, tt.path, nil), tt.t, tt.u); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}
