package manual

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/docs"
)

// options are those of a manual that keeps the links out.
func options() Options {
	return Options{Path: func(name string) string { return "p/" + name }, Link: func(url string) string { return "out:" + url }}
}

// Every page of package docs is in the manual, with a title and the text of its last line.
func TestEveryPageIsThere(t *testing.T) {
	m := New(options())
	files, err := fs.Glob(docs.FS, "*.md")
	if err != nil || len(files) != len(m.Names()) {
		t.Fatalf("%d pages of %d files, %v", len(m.Names()), len(files), err)
	}
	for i, name := range m.Names() {
		p, ok := m.Page(name)
		if !ok || p.Title == "" || len(p.HTML) < len(textOf(name)) {
			t.Errorf("%s: %q, %d bytes of HTML", name, p.Title, len(p.HTML))
		}
		if (p.Group == "") != (i == 0) {
			t.Errorf("%s is in the group %q", name, p.Group)
		}
	}
	if p, ok := m.Page("none"); ok {
		t.Errorf("a page that does not exist: %v", p)
	}
}

// small is a manual with a first page and a group of two pages.
func small(t *testing.T) *Manual {
	t.Helper()
	o := options()
	o.Home = "# Home\n\nSee [a](../A.md#one).\n\n[a](../A.md) · [`b`](../B.md)\n"
	o.More = []Group{{"More", []Source{
		{"a", "Page A", "../A.md", "# Title of A\n\n## One\n\nThe first line. A gopher & a [mole](index.md).\n\n## Two\n\n```\n$ earl gopher <x>\n```\n\n## Three\n\n| h | i |\n|---|---|\n| cell | gopher mole |\n\n## Four\n"},
		{"b", "Page B", "../B.md", "# Mole\n\n![x](images/tour.png) ![y](images/none.png) [z](../C.md#d) [w](https://h.example/)\n"},
	}}}
	return New(o)
}

// The pages link to each other, to themselves and out, in the form that the options give.
func TestLinksOfPages(t *testing.T) {
	m := small(t)
	for name, wants := range map[string][]string{
		Home: {`<h1>Home</h1>`, `<p>See <a href="p/a#one">`, `<p class="see"><a href="p/a">a</a> · <a href="p/b"><code>b</code></a></p>`, `<a rel="next"`},
		"a":  {`<h1>Title of A</h1>`, `<summary>More</summary>`, `<details open>`, `<span aria-current="page">Page A</span>`, `href="#two"`, `<a rel="next" href="p/b"><small>Next</small> Page B</a>`, `href="p/index"`},
		"b":  {`<img src="p/images/tour.png" alt="x" width="`, `<a href="out:images/none.png">[y]</a>`, `href="out:https://github.com/earl-url/earl/blob/main/C.md#d"`, `href="out:https://h.example/"`, `rel="prev" href="p/a"`},
	} {
		p, _ := m.Page(name)
		for _, want := range wants {
			if !strings.Contains(string(p.HTML), want) {
				t.Errorf("%s has no %s:\n%s", name, want, p.HTML)
			}
		}
	}
	if p, _ := m.Page("b"); strings.Contains(string(p.HTML), "On this page") {
		t.Error("a page without sections lists them")
	}
}

// No element of a page has an inline style or a script, and no ID is there twice.
func TestPagesNeedNoPolicy(t *testing.T) {
	m := New(options())
	for _, name := range m.Names() {
		p, _ := m.Page(name)
		ids := map[string]bool{}
		z := html.NewTokenizer(strings.NewReader(string(p.HTML)))
		for z.Next() != html.ErrorToken {
			token := z.Token()
			for _, a := range token.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") || token.Data == "script" || token.Data == "style" {
					t.Errorf("%s: %s", name, token)
				}
				if a.Key == "id" && ids[a.Val] {
					t.Errorf("%s has two elements with the ID %q", name, a.Val)
				}
				ids[a.Val] = ids[a.Val] || a.Key == "id"
			}
		}
	}
}

// A search finds the pages that have all words, in upper or lower case, and the sentence with most of
// them. A word in a title counts more than one in the text.
func TestSearch(t *testing.T) {
	m := small(t)
	for query, want := range map[string]string{
		"":               "",
		"no such words":  "",
		"GOPHER":         "Title of A | One: A [gopher] & a mole. | Two: $ earl [gopher] <x> | Three: cell [gopher] mole",
		"gopher mole":    "Title of A | One: A [gopher] & a [mole]. | Three: cell [gopher] [mole]",
		"first cell":     "Title of A | One: The [first] line. | Three: [cell] gopher mole",
		"two":            "Title of A | Two: $ earl gopher <x>",
		"title":          "Title of A",
		"a.b":            "",
		"<x>":            "Title of A | Two: $ earl gopher [<x>]",
		"gopher nothing": "",
	} {
		var got []string
		for _, r := range m.Search(query) {
			if !strings.HasPrefix(r.Link, "p/") {
				t.Errorf("%q: the link %q", query, r.Link)
			}
			if r.Title == "Title of A" {
				got = append(got, r.Title)
				for _, h := range r.Hits {
					if h.Link != r.Link+"#"+strings.ToLower(h.Heading) {
						t.Errorf("%q: the link %q", query, h.Link)
					}
					got = append(got, h.Heading+": "+bracketed(h.Parts))
				}
			}
		}
		if text := strings.Join(got, " | "); text != want {
			t.Errorf("Search(%q) = %s, want %s", query, text, want)
		}
	}
	for _, page := range m.Index() {
		for _, part := range page.Sections {
			if part.Lines == nil {
				t.Errorf("%s has no list of lines: the script of the site would read null", part.Link)
			}
		}
	}
	order := slices.DeleteFunc(m.Search("mole"), func(r Result) bool { return r.Group != "More" })
	if len(order) != 2 || order[0].Title != "Mole" {
		t.Errorf("the best page for mole is not its own: %v", order)
	}
}

// bracketed joins the parts of a sentence with its words in brackets.
func bracketed(parts []string) (text string) {
	for i, part := range parts {
		if i%2 == 1 {
			part = "[" + part + "]"
		}
		text += part
	}
	return text
}

// The page of results shows what matches, and how many pages, as text.
func TestResults(t *testing.T) {
	m := small(t)
	for query, want := range map[string]string{
		"":          "Type a word",
		"<x>":       "<mark>&lt;x&gt;</mark>",
		"moles":     "No page matches",
		"cell mole": "1 page",
		"mole":      " pages match.",
	} {
		if page := string(m.Results(query)); !strings.Contains(page, want) {
			t.Errorf("Results(%q) has no %q: %s", query, want, page)
		}
	}
}
