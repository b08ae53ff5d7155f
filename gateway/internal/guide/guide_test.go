package guide

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/earl-url/earl/docs"
)

// wide are the differences between what goldmark writes of code and tables and what
// the guide needs, which is that each scrolls by itself.
var wide = strings.NewReplacer(
	`<pre tabindex="0">`, "<pre>",
	`<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>`, "<table>",
	"</table></div>", "</table>")

// Every page of the guide is what a library for all of Markdown makes of it. Where
// this fails, the page uses something that the package does not know.
func TestPagesAreMarkdown(t *testing.T) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	link := func(to string) string { return "/to?a=1&b=" + to }
	pages, err := docs.FS.ReadDir(".")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, p := range pages {
		source, err := docs.FS.ReadFile(p.Name())
		if err != nil {
			t.Fatal(err)
		}
		doc := markdown.Parser().Parse(text.NewReader(source))
		_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if l, ok := n.(*ast.Link); ok && entering {
				l.Destination = []byte(link(string(l.Destination)))
			}
			return ast.WalkContinue, nil
		})
		var b bytes.Buffer
		if err := markdown.Renderer().Render(&b, source, doc); err != nil {
			t.Fatal(err)
		}
		title, page := Render(source, link)
		if first, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n"); title != first {
			t.Errorf("%s has the title %q, want %q", p.Name(), title, first)
		}
		got, want := strings.Split(wide.Replace(string(page)), "\n"), strings.Split(classless(b.String()), "\n")
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Errorf("%s, line %d of the page:\n%s\nwant\n%s", p.Name(), i+1, got[i], want[i])
				break
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d lines, want %d", p.Name(), len(got), len(want))
		}
	}
}

// classless returns a page without the language of its code.
func classless(page string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(page, "<code class=") {
		if b.Len() > 0 {
			_, part, _ = strings.Cut(part, ">")
			b.WriteString("<code>")
		}
		b.WriteString(part)
	}
	return b.String()
}

// Whatever the source, its characters of markup are shown and never part of the page.
func TestSourceIsText(t *testing.T) {
	for source, want := range map[string]string{
		"<script>a</script>":             "<p>&lt;script&gt;a&lt;/script&gt;</p>\n",
		"`<b>` and ``a`<``":              "<p><code>&lt;b&gt;</code> and <code>a`&lt;</code></p>\n",
		"[<i>](x\"><b>)":                 "<p><a href=\"x&quot;&gt;&lt;b&gt;\">&lt;i&gt;</a></p>\n",
		"# <a>":                          "<h1 id=\"a\">&lt;a&gt;</h1>\n",
		"- <li>":                         "<ul>\n<li>&lt;li&gt;</li>\n</ul>\n",
		"```\n</code>":                   "<pre tabindex=\"0\"><code>&lt;/code&gt;\n</code></pre>\n",
		"a * b ** c ` d [e] [f](g h) \\": "<p>a * b ** c ` d [e] [f](g h) \\</p>\n",
		"":                               "",
		"***":                            "<p>***</p>\n",
	} {
		if _, page := Render([]byte(source), func(to string) string { return to }); string(page) != want {
			t.Errorf("Render(%q) = %q, want %q", source, page, want)
		}
	}
}
