package document_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// The same text gives different results as a document of each type. D3, D12,
// D13, E3.
func TestTypes(t *testing.T) {
	const text = "[a](/b) <a href=/c> `http://h/d`"
	u, err := earl.RFC3986.Parse("http://base/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		source document.Source
		want   []string
	}{
		{document.Source{}, []string{"http://h/d"}},
		{document.Source{Name: "a.txt"}, []string{"http://h/d"}},
		{document.Source{Media: "text/html"}, []string{"/c", "http://h/d"}},
		{document.Source{Name: "a.md"}, []string{"/b", "/c"}},
		{document.Source{Name: "a.eml"}, []string{"http://h/d"}},
		{document.Source{Name: "a.gmi"}, []string{"http://h/d"}},
		{document.Source{Media: "text/gemini; lang=en"}, []string{"http://h/d"}},
		{document.Source{Media: "application/mbox"}, []string{"http://h/d"}},
		{document.Source{Type: document.Markdown, Name: "a.txt", Code: true}, []string{"/b", "/c", "http://h/d"}},
	} {
		for _, b := range []extract.Base{{}, extract.BaseOf(u)} {
			var got []string
			c.source.Base = b
			for m, err := range document.URLs(strings.NewReader(text), c.source, extract.Options{}) {
				if err != nil || m.Base != b {
					t.Errorf("%+v: %+v, %v", c.source, m, err)
				}
				got = append(got, m.URL)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%+v: %q, want %q", c.source, got, c.want)
			}
		}
	}
}

// Anchors and titles are reported for every type that has them.
func TestAnchorsAndTitles(t *testing.T) {
	for text, name := range map[string]string{"<title>A</title><p id=a>": "a.html", "# A\n": "a.md"} {
		var got []string
		note := func(s string) { got = append(got, s) }
		for range document.URLs(strings.NewReader(text), document.Source{Name: name, Anchor: note, Title: note}, extract.Options{}) {
		}
		if slices.Sort(got); !slices.Equal(got, []string{"A", "a"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// G8: the links of a page of gemini are relative to its URL.
func TestGemtext(t *testing.T) {
	u := earl.RFC3986.MustParse("gemini://h/a/")
	var got []string
	for m, err := range document.URLs(strings.NewReader("# A\n=> b c\n```\n=> d\n"), document.Source{Media: "text/gemini", Base: extract.BaseOf(u)}, extract.Options{}) {
		to, wrong := m.Base.Resolve(earl.RFC3986, m.URL)
		if err != nil || wrong != nil {
			t.Error(err, wrong)
		}
		got = append(got, to.String())
	}
	if !slices.Equal(got, []string{"gemini://h/a/b"}) {
		t.Errorf("got %q", got)
	}
}

// A mailbox has several messages, each with its own base; a message has one. D12.
func TestMailbox(t *testing.T) {
	const message = "Date: Fri, 11 Nov 1994 18:50:00 GMT\nContent-Base: http://a/\nContent-Type: text/html\n\n<a href=b>c</a>\n"
	const box = "From joe@h.org Fri Nov 11 18:50:00 1994\n"
	for text, want := range map[string][]string{
		message:                              {"http://a/", "http://a/b"},
		box + message + "\n" + box + message: {"http://a/", "http://a/b", "http://a/", "http://a/b"},
	} {
		var got []string
		for m, err := range document.URLs(strings.NewReader(text), document.Source{}, extract.Options{}) {
			u, wrong := m.Base.Resolve(earl.RFC3986, m.URL)
			if err != nil || wrong != nil {
				t.Errorf("%+v: %v, %v", m, err, wrong)
			}
			got = append(got, u.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// With a BASE that is not used, all of the document is read; with a tag that
// does not end, some of it might not be.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]bool{"<head><base href=a>": true, "<a href='b": false, "Date: a\nTo: b\nContent-Base: c\n\n": true} {
		n := 0
		for m, err := range document.URLs(strings.NewReader(text), document.Source{}, extract.Options{}) {
			if err == nil {
				continue
			}
			if n++; document.Harmless(err) != want || m.Line == 0 {
				t.Errorf("%q: %v at line %d", text, err, m.Line)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d errors", text, n)
		}
	}
}

func ExampleURLs() {
	page := strings.NewReader(`<!DOCTYPE html><head><base href="http://h/a/"></head><p><a href="../b">c</a>`)
	for m, err := range document.URLs(page, document.Source{}, extract.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
		fmt.Printf("%d:%d: %s is %s (%s), %v\n", m.Line, m.Column, m.URL, u, m.Base.From, err)
	}
	// Output:
	// 1:34: http://h/a/ is http://h/a/ (embedded), <nil>
	// 1:66: ../b is http://h/b (embedded), <nil>
}

// A link with a placeholder is doubtful in every format.
func TestLinksWithPlaceholders(t *testing.T) {
	for kind, doc := range map[document.Type]string{
		document.HTML:     `<a href="https://h.example/{{ id }}/x">`,
		document.Markdown: "[x](https://h.example/${id}/x)",
		document.MDX:      "[x](https://h.example/{id}/x)",
		document.XML:      `<rss><channel><link>https://h.example/%s</link></channel></rss>`,
		document.CSS:      "a { background: url(https://h.example/{{ id }}.png) }",
	} {
		for m, err := range document.URLs(strings.NewReader(doc), document.Source{Type: kind}, extract.Options{}) {
			if err != nil || m.Doubt != extract.Placeholder || m.Confidence != extract.Low {
				t.Errorf("%s: %q has the doubt %q and the confidence %v, %v", kind, m.URL, m.Doubt, m.Confidence, err)
			}
		}
	}
}
