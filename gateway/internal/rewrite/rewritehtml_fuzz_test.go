package rewrite

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
)

// A page is copied whatever stands in it: unchanged where no reference has a way,
// and else changed as one is that is held as a whole.
func FuzzLinkRewriter(f *testing.F) {
	for _, page := range []string{
		`<a href="gopher://x/">a</a><img src=/b.gif><a href='//y:1/z' target=_blank>`,
		`<base href="ftp://z/d/" target=x><a href="?q">b</a><meta http-equiv=refresh content="1;url=/c">`,
		`<style>@import "/s.css"; p { background: url(/x.png) }</style><p style="background:url('/y')">`,
		`<a href=" http://h:8080/&#x2f; ">c</a><area href=wais://w:210/d?s`,
		"\xff\xfe<\x00a\x00>\x00",
	} {
		f.Add(page, false)
		f.Add(page, true)
	}
	g := linking()
	f.Fuzz(func(t *testing.T, page string, css bool) {
		u := earl.RFC3986.MustParse("http://h:8080/dir/page?q")
		var got bytes.Buffer
		none := linkRewriter{url: u, css: css, here: true, leave: func(earl.URL) (string, bool) { return "", false }}
		if err := none.copy(&got, strings.NewReader(page), ""); err != nil || got.String() != page && !strings.Contains(strings.ToLower(page), "target") {
			t.Errorf("%q became %q, %v", page, &got, err)
		}
		got.Reset()
		v := linkRewriterFor(g, u.String())
		v.css = css
		if err := v.copy(&got, strings.NewReader(page), ""); err != nil || got.String() != edited(v, page) {
			t.Errorf("%q became %q, %v; want %q", page, &got, err, edited(v, page))
		}
	})
}

// edited is what copy does, of a page that is held as a whole.
func edited(v linkRewriter, page string) string {
	type edit struct {
		at       int64
		text, to string
		n        int
	}
	var edits []edit
	find := html.URLs
	if v.css {
		find = html.Sheet
	}
	o := html.Options{Base: base.Of(v.url), Target: func(at int64, text string) {
		if text != "" {
			edits = append(edits, edit{at, text, "_self", len(text)})
		}
	}}
	for m, err := range find(strings.NewReader(page), o) {
		if err == nil && m.Kind == extract.Attribute {
			if n, to := v.of(&m); to != "" {
				edits = append(edits, edit{m.Offset, m.Text, to, n})
			}
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return int(a.at - b.at) })
	var out strings.Builder
	done := int64(0)
	for _, e := range edits {
		if e.at >= done && strings.HasPrefix(page[min(e.at, int64(len(page))):], e.text) {
			out.WriteString(page[done:e.at] + e.to)
			done = e.at + int64(e.n)
		}
	}
	return out.String() + page[done:]
}
