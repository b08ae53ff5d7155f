package gateway

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// References to the root of a page's server lead there, by way of the gateway;
// whatever else stands in the page stands there still. Source: draft1996 9; D13, F5.
func TestCopyRooted(t *testing.T) {
	const root = "/raw/KEY/http/h:8080"
	u := earl.RFC3986.MustParse("http://h:8080/a/b.html")
	for _, tt := range []struct{ name, page, want string }{
		{"links", `<a href="/x?a&amp;b#f">/y</a> <img src=/z.gif alt="/q">`, `<a href="ROOT/x?a&amp;b#f">/y</a> <img src=ROOT/z.gif alt="/q">`},
		{"white space stays", "<a href=' /x y'>", "<a href=' ROOT/x y'>"},
		{"a slash that is a reference", `<a href="&#47;x">`, `<a href="ROOT&#47;x">`},
		{"several in one", `<img srcset="/a 1x, b 2x, /c 3x">`, `<img srcset="ROOT/a 1x, b 2x, ROOT/c 3x">`},
		{"styles", `<style>a{background:url(/i.png)} @import "/s.css";</style><p style="background:url('/j')">`,
			`<style>a{background:url(ROOT/i.png)} @import "ROOT/s.css";</style><p style="background:url('ROOT/j')">`},
		{"a refresh", `<meta http-equiv=refresh content="5; url=/n">`, `<meta http-equiv=refresh content="5; url=ROOT/n">`},
		{"others", `<a href="x"><a href="../y"><a href="//other/z"><a href="http://h:8080/w"><a href="?q"><a href="#f"><a href="">`, ""},
		{"no links", `<!-- <a href="/x"> --><script>"<a href='/x'>"</script><p>/x</p>`, ""},
		{"a BASE elsewhere", `<head><base href="http://other/"></head><a href="/x">`, ""},
		{"a BASE that is not used", `<head><base href="rel"></head><a href="/x">`, `<head><base href="rel"></head><a href="ROOT/x">`},
		{"a tag that does not end", `<a href="/x">a</a><a href="/y`, `<a href="ROOT/x">a</a><a href="/y`},
		{"UTF-16", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00/\x00x\x00>\x00", ""},
		{"behind the limit", strings.Repeat(" ", maxRooted) + `<a href="/x">`, ""},
		{"empty", "", ""},
	} {
		want := strings.ReplaceAll(tt.want, "ROOT", root)
		if want == "" {
			want = tt.page
		}
		for _, r := range []io.Reader{strings.NewReader(tt.page), iotest.HalfReader(strings.NewReader(tt.page))} {
			var got bytes.Buffer
			if err := copyRooted(&got, r, u, "text/html", root); err != nil || got.String() != want {
				t.Errorf("%s: %.300q, %v, want %.300q", tt.name, got.String(), err, want)
			}
		}
	}
}

// A page that breaks off is sent as far as it came, and is not whole.
func TestCopyRootedOfACutPage(t *testing.T) {
	var got bytes.Buffer
	page := io.MultiReader(strings.NewReader(`<a href="/x">a</a> b`), iotest.ErrReader(open.ErrCut))
	err := copyRooted(&got, page, earl.RFC3986.MustParse("http://h/"), "text/html", "/r")
	if want := `<a href="/r/x">a</a> b`; got.String() != want || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want %q, ErrCut", got.String(), err, want)
	}
}

// A page in its sandbox has them; its length is another then, and a part of it or
// a copy to save is as the server has it.
func TestRawPageIsRooted(t *testing.T) {
	const page = `<!DOCTYPE html><img src="/i.gif">`
	b := start(t, Options{Openers: []open.Opener{toy{"http", func(r *open.Request) (open.Resource, error) {
		return document(r, "text/html", page), nil
	}}}})
	raw, _ := b.gateway.rawPath(earl.RFC3986.MustParse("http://h/a/b.html"))
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
