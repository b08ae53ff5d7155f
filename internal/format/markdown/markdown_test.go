package markdown_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/markdown"
)

// all returns the matches of a document, and checks the position of each.
func all(t testing.TB, text string, o markdown.Options) (matches []extract.Match) {
	t.Helper()
	for m, err := range markdown.URLs(strings.NewReader(text), o) {
		if err != nil {
			t.Fatalf("URLs(%.200q): %v", text, err)
		}
		end := m.Offset + int64(len(m.Text))
		if end > int64(len(text)) || text[m.Offset:end] != m.Text {
			t.Errorf("URLs(%.200q): %+v is not at its position", text, m)
		}
		before := text[:m.Offset]
		if line, column := strings.Count(before, "\n")+1, len(before)-strings.LastIndexByte(before, '\n'); m.Line != int64(line) || m.Column != int64(column) {
			t.Errorf("URLs(%.200q): %q at %d:%d, want %d:%d", text, m.Text, m.Line, m.Column, line, column)
		}
		matches = append(matches, m)
	}
	return matches
}

// said returns "kind url" of each match, and its text if that differs.
func said(t testing.TB, text string, o markdown.Options) (list []string) {
	t.Helper()
	for _, m := range all(t, text, o) {
		s := fmt.Sprintf("%s %s", m.Kind, m.URL)
		if m.Text != m.URL {
			s += fmt.Sprintf(" as %q", m.Text)
		}
		list = append(list, s)
	}
	return list
}

// E1, E3, E5: where a Markdown document has URLs, and where not.
func TestURLs(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      []string
	}{
		{"6.3 inline", "[a](http://h/b) ![c](/d.png 'http://h/title')", []string{"attribute http://h/b", "attribute /d.png", "bare http://h/title"}},
		{"6.3 in angle brackets", "[a](<http://h/b c>)", []string{`attribute http://h/b%20c as "http://h/b c"`}},
		{"6.3 parentheses", `[a](http://h/b_(c)) [a](http://h/b\)c "d")`, []string{"attribute http://h/b_(c)", `attribute http://h/b)c as "http://h/b\\)c"`}},
		{"6.3 over lines", "> [a\n> b](\n>\thttp://h/c\n> 'd')\n", []string{"attribute http://h/c"}},
		{"6.3 empty", "[a]() [a](<>)", nil},
		{"6.3 no link", "[a](http://h/b c) [a]( http://h/d", []string{"bare http://h/b", "bare http://h/d"}},
		{"6.3 links do not nest", "[a [b](/c)](/d)", []string{"attribute /c"}},
		{"6.4 an image in a link", "[![a](/b.png)](/c)", []string{"attribute /b.png", "attribute /c"}},
		{"2.4 a backslash", `[a](/b\_c\d) <http://h/\_>`, []string{`attribute /b_c\d as "/b\\_c\\d"`, `wrapped http://h/\_`}},
		{"2.5 a reference", "[a](/?b&amp;c&#61;d&#x3D;&copy;&nope;&;\\&amp;)", []string{`attribute /?b&c=d=©&nope;&;&amp; as "/?b&amp;c&#61;d&#x3D;&copy;&nope;&;\\&amp;"`}},
		{"2.5 no character", "[a](/&#0;&#xD800;&#12345678;&#x;&#;&#-1;)", []string{`attribute /` + "\uFFFD\uFFFD" + `&#12345678;&#x;&#;&#-1; as "/&#0;&#xD800;&#12345678;&#x;&#;&#-1;"`}},
		{"6.5 autolinks", "<http://h/a?b&amp;c> <made-up:x> <joe@example.org>", []string{`wrapped http://h/a?b&c as "http://h/a?b&amp;c"`, "wrapped made-up:x", `address mailto:joe@example.org as "joe@example.org"`}},
		{"rfc1738 appendix", "<URL:http://h/a> and <URL:ftp://h/a\nb>", []string{"wrapped http://h/a", `wrapped ftp://h/ab as "ftp://h/a\nb"`}},
		{"4.7 definitions", "[a][b], [b], ![b][] and [c].\n\n[b]: <http://h/b> 'http://h/title'\n[http://h/label]:\n   /c\n[b]: /again\n", []string{
			"attribute http://h/b", "bare http://h/title", "attribute /c", "attribute /again"}},
		{"4.7 in a quote in a list", "- > [a]: /b\n  > [c]:\n  > /d\n", []string{"attribute /b", "attribute /d"}},
		{"4.7 no definition", "a\n[b]: http://h/\n", []string{"bare http://h/"}},
		{"footnotes", "a[^1] b[^http]\n\n[^1]: http://h/1\n[^2]: see [c](/2)\n\n    and http://h/2, [d]\n\n    [d]: /3\n", []string{
			"bare http://h/1", "attribute /2", "bare http://h/2", "attribute /3"}},
		{"6.1 a code span", "`http://h/a` ``[a](b) ` `` http://h/c `http://h/d", []string{"bare http://h/c", "bare http://h/d"}},
		{"4.4 4.5 code blocks", "    http://h/a\n\n```http://h/info\nhttp://h/b\n[a](/b)\n```\n~~~\nhttp://h/c", []string{"bare http://h/info"}},
		{"prose", "See (http://h/a), **http://h/b** or _http://h/c_: http://h/d\\\n# http://h/e #\n", []string{
			"bare http://h/a", "bare http://h/b", "bare http://h/c", "bare http://h/d", "bare http://h/e"}},
		{"a link's text", "[http://h/a](http://h/b)", []string{"bare http://h/a", "attribute http://h/b"}},
		{"GFM 6.9", "www.h.org/a, joe@h.org; Example.org e.g. index.html. git@h.org:a/b [www.h.org](/c)", []string{
			`scheme-less http://www.h.org/a as "www.h.org/a"`, `address mailto:joe@h.org as "joe@h.org"`, `scheme-less http://www.h.org as "www.h.org"`, "attribute /c"}},
		{"GFM 6.9 in a URL", "http://h.org/?a=www.h.org&joe@h.org", []string{"bare http://h.org/?a=www.h.org&joe@h.org"}},
		{"GFM 6.9: a reference at the end", "http://h/x&amp; http://h/q?h=1&hl; http://h/a?b=1&amp;c=2&d; http://h/a?b&amp;c&d, www.h.org/x&lt;", []string{
			"bare http://h/x", "bare http://h/q?h=1", `bare http://h/a?b=1&c=2 as "http://h/a?b=1&amp;c=2"`, `bare http://h/a?b&c&d as "http://h/a?b&amp;c&d"`,
			`scheme-less http://www.h.org/x as "www.h.org/x"`}},
		{"GFM 6.5: white space", "<http://h/sp ace> <http://h/a\nb>", []string{"bare http://h/sp", "bare http://h/a"}},
		{"GFM 6.9 around a URL", "www.h.org/<http://g/> www.h.org/http://g/", []string{
			`scheme-less http://www.h.org/ as "www.h.org/"`, "wrapped http://g/", "bare http://g/"}},
		{"GFM 4.10", "| http://h/a | [b](/c\\|d) |\n|---|---|\n|http://h/e|`http://h/f`|\n", []string{"bare http://h/a", `attribute /c|d as "/c\\|d"`, "bare http://h/e"}},
		{"front matter", "---\nurl: http://h/a\nb: '[c](/d)'\n---\n[e](/f)\n", []string{"bare http://h/a", "attribute /f"}},
		{"front matter, TOML", "+++\nurl = \"http://h/a\"\n+++\n    http://h/b\n", []string{"bare http://h/a"}},
		{"a line across the page", "---\n[a](/b)\n\n---\n", []string{"attribute /b"}},
		{"a mark of the octets' order", "\uFEFF    [a](/b)\n\n[c]: /d", []string{"attribute /d"}},
		{"front matter, YAML", "---\nurl: \"http:\\/\\/h\\/a\"\nb: [http://h/b,c] # http://h/d\n---\n[e](/f)\n", []string{`bare http://h/a as "http:\\/\\/h\\/a"`, "bare http://h/b", "bare http://h/d", "attribute /f"}},
		{"front matter, strings of TOML", "+++\nurl = \"http://h/\\u0061\"\nb = 'http://h/b' # don't\n+++\n[e](/f)\n", []string{`bare http://h/a as "http://h/\\u0061"`, "bare http://h/b", "attribute /f"}},
		{"front matter behind it", "\uFEFF---\na: b\n---\n    [a](/b)", nil},
		{"line ends", "\uFEFF[a]: /b\r\n\r    http://h/code\r\r[c]: /d\r[e]: /f", []string{"attribute /b", "attribute /d", "attribute /f"}},
		{"octets that are no character", "\xff[\xfe](/\xfd)\x00http://h/a", []string{"attribute /\xfd", "bare http://h/a"}},
		{"6.6 raw HTML", "a <img src='http://h/b?c&amp;d' srcset=\"e.png 2x,\nf.png\"> <!-- http://h/comment --> `<a href=x>`", []string{
			`attribute http://h/b?c&d as "http://h/b?c&amp;d"`, "attribute e.png", "attribute f.png"}},
		{"4.6 HTML blocks", "> <div\n> title='x'>http://h/a\n> [b](/c) <a href=d\n> >http://h/e</a>\n\n<p>\n\n[f](/g)\n", []string{
			"bare http://h/a", "attribute d", "bare http://h/e", "attribute /g"}},
		{"4.6 a script, a comment", "<script>\nf('http://h/a')\n</script>\n<!--\n[b](/c)\n\nhttp://h/d\n-->\n[e](/f)\n", []string{"attribute /f"}},
		{"4.6 behind them", "<!-- a\n\n[b](/c) -->\n\n[e](/f)\n", []string{"attribute /f"}},
		{"6.6 a tag that goes around", "<a href='/b'>*http://h/c*</a>", []string{"attribute /b", "bare http://h/c"}},
	} {
		if got := said(t, c.text, markdown.Options{}); !slices.Equal(got, c.want) {
			t.Errorf("%s: URLs(%q) =\n%q, want\n%q", c.src, c.text, got, c.want)
		}
	}
}

// Code is searched as text if the option is set.
func TestCode(t *testing.T) {
	got := said(t, "`http://h/a [b](/c)`\n\n    <http://h/d>\n\n```\nhttp://h/e\n```\n", markdown.Options{Code: true})
	if want := []string{"bare http://h/a", "wrapped http://h/d", "bare http://h/e"}; !slices.Equal(got, want) {
		t.Errorf("code gives %q, want %q", got, want)
	}
}

// A backslash in a URL of the text may be a part of it: GitHub keeps it, CommonMark does not.
func TestEscapesInText(t *testing.T) {
	for text, want := range map[string][]string{
		`http://h/a\_b`: {`http://h/a\_b`, "http://h/a_b"}, `(http://h/a\*b\*c)`: {`http://h/a\*b\*c`, "http://h/a*b*c"}, `http://h/a\b`: {`http://h/a\b`},
	} {
		m := all(t, text, markdown.Options{})
		if len(m) != 1 || m[0].Confidence != extract.Low || m[0].Doubt != extract.Escape || !slices.Equal(m[0].Alternatives, want) {
			t.Errorf("%s: %+v, want %q", text, m, want)
		}
	}
}

// The options determine what is found in text.
func TestOptions(t *testing.T) {
	o := markdown.Options{Options: extract.Options{Hosts: true, Defanged: true}}
	got := said(t, "example.org/a hxxp://b[.]org [c](hxxp://d)", o)
	if want := []string{`scheme-less http://example.org/a as "example.org/a"`, `bare http://b.org as "hxxp://b[.]org"`, "attribute hxxp://d"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// D3, D14: the base is the URL from which the document was retrieved; without
// one a reference is relative and has low confidence.
func TestBase(t *testing.T) {
	u, err := earl.RFC3986.Parse("http://h/a/b")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []extract.Base{{}, extract.BaseOf(u)} {
		want := extract.High
		if b.From == extract.NoBase {
			want = extract.Low
		}
		matches := all(t, "[a](../c) [b](#d) [e](//h/f)\n\n[g]: ?h\n", markdown.Options{Base: b})
		if len(matches) != 4 {
			t.Fatalf("%+v", matches)
		}
		for _, m := range matches {
			if !m.Relative || m.Base != b || m.Confidence != want {
				t.Errorf("%+v, want relative to %+v", m, b)
			}
		}
		for _, m := range all(t, "[a](http://h/) <news:a> mailto:joe@h.org", markdown.Options{Base: b}) {
			if m.Relative || m.Base != b || m.Confidence != extract.High {
				t.Errorf("%+v, want absolute, with %+v", m, b)
			}
		}
	}
}

// Headings have the anchors of GitHub; the first heading of level 1 is the
// title.
func TestAnchors(t *testing.T) {
	const text = "## Be-fore\n# <a name=\"x\"></a>The *first* `a&amp;b` [link](/x) &amp; ![image](/y)!\n# The second\nSet_ext é É 1.2\n===\n## A\n## A\n### a\n## A-1\n# \n\n<p id=y>\n"
	var names, titles []string
	all(t, text, markdown.Options{
		Anchor: func(s string) { names = append(names, s) },
		Title:  func(s string) { titles = append(titles, s) },
	})
	slices.Sort(names)
	want := []string{"be-fore", "x", "the-first-aampb-link--", "the-second", "set_ext-é-é-12", "a", "a-1", "a-2", "a-1-1", "", "y"}
	slices.Sort(want)
	if !slices.Equal(names, want) || !slices.Equal(titles, []string{"The first a&amp;b link & !"}) {
		t.Errorf("anchors %q, want %q; titles %q", names, want, titles)
	}
}

// In any document, each match is at its position, in order, and none is
// reported twice.
func FuzzURLs(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.Markdown, false)
	}
	for _, text := range []string{"import a\n\n{`}`} <A.B c={d} href=\"e\" {...f}/>", "<>{/* a */}</> `{` \\{ <!-- <a", "export {\n\n```\n{\n```\n<a id='{' src='b'>[c](d)</a>"} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, mdx bool) {
		var last int64
		for m, err := range markdown.URLs(strings.NewReader(text), markdown.Options{MDX: mdx}) {
			if err != nil {
				continue
			}
			end := m.Offset + int64(len(m.Text))
			if m.Offset < last || text[m.Offset:end] != m.Text {
				t.Errorf("URLs(%q): %+v", text, m)
			}
			last = end
		}
	})
}
