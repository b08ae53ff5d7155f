package markdown_test

import (
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/format/markdown"
)

// wide replaces the code and tables of goldmark with those of the guide, which scroll.
var wide = strings.NewReplacer(
	`<pre tabindex="0">`, "<pre>",
	`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>`, "<table>",
	"</table></div>", "</table>")

// Every page of the guide is rendered like by a complete Markdown library. If this fails, a
// page uses something that the package does not support.
func TestPagesAreMarkdown(t *testing.T) {
	peer := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	link := func(to string) string { return "/to?a=1&b=" + to }
	pages, err := fs.Glob(docs.FS, "*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, name := range pages {
		source, err := docs.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc := peer.Parser().Parse(text.NewReader(source))
		_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if l, ok := n.(*ast.Link); ok && entering {
				l.Destination = []byte(link(string(l.Destination)))
			}
			return ast.WalkContinue, nil
		})
		var b bytes.Buffer
		if err := peer.Renderer().Render(&b, source, doc); err != nil {
			t.Fatal(err)
		}
		title, page := markdown.Render(source, markdown.PageOptions{Link: link, Image: func(to, text string) string {
			return `<img src="` + to + `" alt="` + html.EscapeString(text) + `">`
		}})
		if first, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n"); title != first {
			t.Errorf("%s has the title %q, want %q", name, title, first)
		}
		got, want := strings.Split(wide.Replace(string(page)), "\n"), strings.Split(classless(b.String()), "\n")
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Errorf("%s, line %d of the page:\n%s\nwant\n%s", name, i+1, got[i], want[i])
				break
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d lines, want %d", name, len(got), len(want))
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

// What is CommonMark is rendered as CommonMark.
func TestCommonMark(t *testing.T) {
	peer := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))
	for _, source := range []string{
		"# A #\n\nB\nc\n\nTitle\n=====\n\nSub\n---\ntext\n\n***\n- - -\n",
		"* a\n* b\n\n  c\n\n1. x\n2. y\n",
		"- a\n  - b\n    - c\n- d\n",
		"3) a\n4) b\n",
		"- a\n\n  ```\n  code\n   more\n  ```\n- b\n",
		"> a\nb\n> > c\n\nd\n",
		"    code\n\n      more\n\ntext\n",
		"~~~\n```\n<b>\n~~~\n",
		"```\n\tcode\n\n  \tmore\n```\n\n\tcode\n\n- a\n\n\tb\n",
		"a *b* **c** ***d*** _e_ __f__ snake_case_name ~~g~~ 2 * 3 * 4\n",
		"[a](b) [c](<d e> \"t\") [e][f] [f] [F][] [none] [x] ![no\n\n[f]: http://h/f 'T'\n",
		"`a` ``b`c`` `d\n",
		"a  \nb\\\nc \\* &amp; &copy; &nosuch;\n",
		"<http://h/a> <a@b.example>\n",
		"| a | b |\n|---|:-:|\n| `c` | d \\| e |\n",
		"a | b\n--|--\nc | d\n\nafter\n",
		"**a *b* c** *a **b** c* [*a*](b)\n",
		"[a](b(c)d) [a](b\\)c) \\[a](b)\n",
	} {
		var b bytes.Buffer
		if err := peer.Convert([]byte(source), &b); err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(` (?:title="[^"]*"|style="[^"]*")| class="[^"]*"`).ReplaceAllString(b.String(), "")
		_, page := markdown.Render([]byte(source), markdown.PageOptions{Link: func(to string) string { return strings.ReplaceAll(to, " ", "%20") }})
		got := regexp.MustCompile(` id="[^"]*"`).ReplaceAllString(wide.Replace(string(page)), "")
		if got != want {
			t.Errorf("Render(%q) = \n%s\nwant\n%s", source, got, want)
		}
	}
}

// No source can insert markup into the page: special characters are escaped, and tags are left
// out.
func TestSourceIsText(t *testing.T) {
	for source, want := range map[string]string{
		"<script>a</script>":             "<p>a</p>\n",
		"a <!-- b --> c <br/> d < e":     "<p>a  c <br> d &lt; e</p>\n",
		"<!--\n\n# no\n-->\nyes":         "<p>yes</p>\n",
		"`<b>` and ``a`<``":              "<p><code>&lt;b&gt;</code> and <code>a`&lt;</code></p>\n",
		"[<i>](x\"><b>)":                 "<p><a href=\"x&quot;&gt;&lt;b&gt;\">link</a></p>\n",
		"# <a>":                          "",
		"- <li>":                         "<ul>\n<li></li>\n</ul>\n",
		"&lt;script&gt;":                 "<p>&lt;script&gt;</p>\n",
		"```\n</code>":                   "<pre tabindex=\"0\"><code>&lt;/code&gt;\n</code></pre>\n",
		"a * b ** c ` d [e] [f](g h) \\": "<p>a * b ** c ` d [e] [f](g h) \\</p>\n",
		"![a \"<b>](p.gif)":              "<p><a href=\"p.gif\">[a &quot;]</a></p>\n",
		"[![a](b)](c)":                   "<p><a href=\"c\">[a]</a></p>\n",
		"[a [b](c) d](e)":                "<p>[a <a href=\"c\">b</a> d](e)</p>\n",
		"- [ ] a\n- [x] b":               "<ul>\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>\n",
		"":                               "",
	} {
		if _, page := markdown.Render([]byte(source), markdown.PageOptions{Link: func(to string) string { return to }}); string(page) != want {
			t.Errorf("Render(%q) = %q, want %q", source, page, want)
		}
	}
}

// The first heading becomes the title of the page. The other headings are below it, IDs have a
// prefix, and links that Link refuses are text.
func TestDocument(t *testing.T) {
	const source = "# The *title*\n\nA [b](javascript:x) [c](d) http://h/e&f\n\n# More\n\n## More\n"
	title, page := markdown.Render([]byte(source), markdown.PageOptions{
		Untitled: true, Prefix: "doc-",
		Link: func(to string) string {
			if strings.HasPrefix(to, "javascript") {
				return ""
			}
			return "/open?" + to
		},
		Text: func(text string) string { return "{" + html.EscapeString(text) + "}" },
	})
	want := "<p>A b <a href=\"/open?d\">c</a>{ http://h/e&amp;f}</p>\n<h2 id=\"doc-more\">More</h2>\n<h2 id=\"doc-more-1\">More</h2>\n"
	if title != "The title" || string(page) != want {
		t.Errorf("%q, %s; want %s", title, page, want)
	}
}

// A page can show its own pictures, and its headings as links to themselves.
func TestPicturesAndHeadings(t *testing.T) {
	var headings []string
	const source = "# T\n\n## A `b`\n\n## [c](d)\n\n![e \"*f*\"](own.png) ![g](other.png) [![h](own.png)](i)\n"
	_, page := markdown.Render([]byte(source), markdown.PageOptions{
		Untitled: true,
		Link:     func(to string) string { return to },
		Heading:  func(level int, id, text string) { headings = append(headings, strings.Repeat("#", level)+id+" "+text) },
		Image: func(to, text string) string {
			if to != "own.png" {
				return ""
			}
			return "<img alt=" + text + ">"
		},
	})
	want := "<h2 id=\"a-b\"><a href=\"#a-b\">A <code>b</code></a></h2>\n<h2 id=\"c\"><a href=\"d\">c</a></h2>\n" +
		"<p><img alt=e \"f\"> <a href=\"other.png\">[g]</a> <a href=\"i\"><img alt=h></a></p>\n"
	if string(page) != want || strings.Join(headings, ",") != "##a-b A b,##c c" {
		t.Errorf("Render(%q) = %s, %q; want %s", source, page, headings, want)
	}
}

// The time is proportional to the length of the source, and so is the page, even if
// each link is long.
func TestHostileDocuments(t *testing.T) {
	const n = 256 << 10
	long := "/open?url=" + strings.Repeat("x", 4000)
	runs := ""
	for i := 1; len(runs) < n; i++ {
		runs += strings.Repeat("`", i) + "a"
	}
	nested := ""
	for i := 0; len(nested) < n; i++ {
		nested += strings.Repeat("  ", i) + "- a\n"
	}
	sources := []string{runs, nested, strings.Repeat("[", n/8) + strings.Repeat("](x)", n/8), strings.Repeat("![", n/8) + strings.Repeat("](x)", n/8),
		strings.Repeat("|a", 90) + "\n" + strings.Repeat("|-", 90) + "\n" + strings.Repeat("|\n", n/2), "[a]: b\n\n" + strings.Repeat("[a] ", n/4),
		"[a]: b\n\n" + strings.Repeat("[", n/2) + strings.Repeat("]", n/2), "a\n" + strings.Repeat("=", n), strings.Repeat("> ", n/4) + strings.Repeat("a\n", n/4)}
	for _, piece := range []string{"[", "]", "](", "[a](", "![", "[a]", "[a](b)", "*", "*a ", "**a*b ", "_a ", "~~a", "`", "<", "<a ", "<a@", "<!--", "<!--\n", "<!--\n\n", ">", "> ", "> - ", "- ", "- a\n", "- a\n\n", "1. ", "|", "|a|\n", "a|b\n-|-\n",
		"&", "\\", "~~~\n", "```\n", "#", "# a\n", "a\n=\n", "(", "[a](b \"", "http://a ", "\n", " ", "\t", "\r", "\x00", "a\n", "    a\n", "***", "[a]: b\n", "<div>\n", "\u00a0\n", "\xff"} {
		sources = append(sources, strings.Repeat(piece, n/len(piece)))
	}
	for _, source := range sources {
		begun := time.Now()
		_, page := markdown.Render([]byte(source), markdown.PageOptions{Link: func(to string) string { return long + to }, Text: html.EscapeString, Untitled: true})
		if took := time.Since(begun); took > 5*time.Second { // some milliseconds, on a busy machine with the race detector too
			t.Errorf("%.20q: %v", source, took)
		}
		if len(page) > 20*len(source)+100_000 {
			t.Errorf("%.20q: %d bytes of page for %d", source, len(page), len(source))
		}
	}
}

// Any source gives a page whose elements nest, without a script or an unknown element.
func FuzzRender(f *testing.F) {
	for _, source := range []string{"# a\n\n- b *c* `d`\n  > e\n", "|a|\n|-|\n|[b](c)|", "[![a](b)](c) <http://h/> **[x*](y)**", "~~~\n</code>", "<!-- a", "1. \n\n   a\n- - -"} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		_, page := markdown.Render([]byte(source), markdown.PageOptions{Link: func(to string) string { return "/open?" + to }, Text: html.EscapeString, Prefix: "d-"})
		var open []string
		z := html.NewTokenizer(strings.NewReader(string(page)))
		for {
			switch z.Next() {
			case html.ErrorToken:
				if len(open) > 0 {
					t.Fatalf("%q leaves %q open in %s", source, open, page)
				}
				return
			case html.StartTagToken:
				name, _ := z.TagName()
				if !strings.Contains(" p h1 h2 h3 h4 h5 h6 pre code ul ol li blockquote div table thead tbody tr th td a em strong del br hr ", " "+string(name)+" ") {
					t.Fatalf("%q has <%s> in %s", source, name, page)
				}
				if string(name) != "br" && string(name) != "hr" {
					open = append(open, string(name))
				}
			case html.EndTagToken:
				name, _ := z.TagName()
				if len(open) == 0 || open[len(open)-1] != string(name) {
					t.Fatalf("%q: </%s> closes %q in %s", source, name, open, page)
				}
				open = open[:len(open)-1]
			}
		}
	})
}
