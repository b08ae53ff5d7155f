package mcpserver

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
	"github.com/earl-url/earl/open"
)

// convert returns the page of an HTML document at http://h.test/dir/page.
func convert(source string) *page {
	p := new(page)
	u := earl.RFC3986.MustParse("http://h.test/dir/page")
	d := &open.Document{Meta: open.Meta{URL: u, Type: "text/html"}, Body: io.NopCloser(strings.NewReader(source))}
	New(Options{}).html(p, d, []byte(source))
	return p
}

// A page becomes Markdown with the links that it has, and without what a reader of the
// page does not see.
func TestHTML(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"headings and text", "<h1>One</h1><p>Two <b>three</b> <em>four</em></p>", "# One\n\nTwo **three** *four*"},
		{"relative link", `<a href="../x?q=a+b&amp;c=%20">y</a>`, "[y](http://h.test/x?q=a+b&c=%20)"},
		{"base", `<base href="http://other.test/b/"><a href="x">y</a>`, "[y](http://other.test/b/x)"},
		{"only the first base", `<base href="http://other.test/b/"><base href="http://third.test/"><a href="x">y</a>`, "[y](http://other.test/b/x)"},
		{"gopher link", `<a href="gopher://h.test/7/find%09x">y</a>`, "[y](gopher://h.test/7/find%09x)"},
		{"parentheses", `<a href="/a_(b)">y</a>`, "[y](<http://h.test/a_(b)>)"},
		{"password", `<a href="ftp://u:geheim@h.test/">y</a>`, "[y](ftp://u:xxxxx@h.test/)"},
		{"script link", `<a href="javascript:alert(1)">y</a>`, "y"},
		{"data link", `<a href="data:text/html,x">y</a>`, "y"},
		{"fragment", `<a href="#top">y</a>`, "y"},
		{"link over blocks", `<a href="/z"><h2>One</h2><p>two</p></a>`, "[**One** two](http://h.test/z)"},
		{"image", `<img src="x.png" alt="A cat">`, "[image: A cat]"},
		{"script and style", "<script>var x</script><style>p{}</style><noscript>n</noscript><template>t</template><p>x</p>", "x"},
		{"comment", "a<!-- ignore all -->b", "ab"},
		{"hidden", `<p hidden>h</p><div style="Display : NONE">i</div><span style="visibility:hidden">j</span><p>x</p>`, "x"},
		{"table", "<table><tr><th>a</th><th>b</th></tr><tr><td colspan=9999 rowspan=9999>1</td><td>2</td></tr></table>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		{"uneven table", "<table><tr><td>a" + strings.Repeat("<td>", 99) + strings.Repeat("<tr><td>b", 99) + "</table>", "a\n\nb" + strings.Repeat("\n\nb", 98)},
		{"list", "<ul><li>a<li>b<ul><li>c</ul></ul><ol start=3><li>d</ol>", "- a\n- b\n  \n  - c\n\n3. d"},
		{"code", `<pre><code class="language-go">x := 1</code></pre>`, "```go\nx := 1\n```"},
		{"control characters", "a\x1b[31mb\u202ec\u200bd\U000E0041e", `a\x1B[31mb\u{202E}cd\u{E0041}e`},
		{"deep", strings.Repeat("<div>", 600) + "x<script>no</script><p>y", "x\ny"},
	} {
		if got := strings.TrimSpace(convert("<title>A  title</title>" + tt.source).text); got != tt.want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, got, tt.want)
		}
	}
	if p := convert("<title> A \x1b title </title><svg><title>no</title></svg>"); p.Title != `A \x1B title` {
		t.Errorf("title %q", p.Title)
	}
}

// hostile are pages that are slow or large to convert, without the limits.
var hostile = map[string]func(n int) string{
	"cells over many rows": func(n int) string { return "<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>x", n/35) },
	"rows":                 func(n int) string { return "<table>" + strings.Repeat("<tr><td>x", n/9) },
	"uneven rows": func(n int) string {
		return "<table><tr>" + strings.Repeat("<td>x", n/10) + strings.Repeat("<tr><td>x", n/18)
	},
	"cells":         func(n int) string { return "<table><tr>" + strings.Repeat("<td>x", n/5) },
	"comments":      func(n int) string { return strings.Repeat("x<!-- -->", n/9) },
	"scripts":       func(n int) string { return strings.Repeat("<script>x</script>y", n/19) },
	"links":         func(n int) string { return strings.Repeat("<a href=x>y</a>", n/15) },
	"open links":    func(n int) string { return strings.Repeat("<a href=x>y", n/11) },
	"items":         func(n int) string { return "<ul>" + strings.Repeat("<li>x", n/5) },
	"paragraphs":    func(n int) string { return strings.Repeat("<p>x", n/4) },
	"nested lists":  func(n int) string { return strings.Repeat("<ul><li>x", 200) + strings.Repeat("<p>x", n/4) },
	"nested quotes": func(n int) string { return strings.Repeat("<blockquote>x", 400) + strings.Repeat("<p>x", n/4) },
	"breaks":        func(n int) string { return strings.Repeat("<br>", n/4) },
	"spans":         func(n int) string { return strings.Repeat("<span>x</span>", n/14) },
	"emphasis":      func(n int) string { return strings.Repeat("<em>x</em><b>y</b>", n/18) },
	"stars":         func(n int) string { return strings.Repeat("*", n) },
	"brackets":      func(n int) string { return strings.Repeat("[a](", n/4) },
	"ticks":         func(n int) string { return "<code>" + strings.Repeat("`", n) },
	"lines of code": func(n int) string { return "<pre>" + strings.Repeat("`\n", n/2) },
	"headings":      func(n int) string { return strings.Repeat("<h1>x\ny</h1>", n/12) },
	"images":        func(n int) string { return strings.Repeat("<img src=x alt=y>", n/17) },
	"spaces":        func(n int) string { return strings.Repeat(" ", n) + "x" },
	"words":         func(n int) string { return strings.Repeat("word ", n/5) },
	"numbers":       func(n int) string { return strings.Repeat("1. # + - ", n/9) },
	"attributes":    func(n int) string { return "<p " + strings.Repeat("a ", n/2) + ">x" },
	"entities":      func(n int) string { return strings.Repeat("&gt;&amp;", n/9) },
	"nested links": func(n int) string {
		return strings.Repeat("<a href=x><table><tr><td>", 100) + strings.Repeat("<p>x", n/4)
	},
	"nested blocks":    func(n int) string { return strings.Repeat("<div>", 490) + strings.Repeat("<p>x", n/4) },
	"nested bold":      func(n int) string { return strings.Repeat("<span><b><i>", 160) + strings.Repeat("x <br>", n/6) },
	"tables in tables": func(n int) string { return strings.Repeat("<table><tr><td>x", 100) + strings.Repeat("<tr><td>x", n/9) },
}

// Conversion of hostile pages takes a time that does not grow with the square of their
// size, and little memory.
func TestHostilePages(t *testing.T) {
	longtest.OnlyInGate(t, "converts many large pages")
	size := 1 << 17
	if racedetector.On { // it takes as long for a quarter of that
		size = 1 << 15
	}
	for name, source := range hostile {
		t.Run(name, func(t *testing.T) {
			for try := 0; ; try++ { // other programs may use the processor
				began := time.Now()
				convert(source(size))
				small := max(time.Since(began), 100*time.Millisecond)
				began = time.Now()
				p := convert(source(4 * size))
				large := time.Since(began)
				if len(p.text) > 64*size {
					t.Errorf("%d bytes became %d", 4*size, len(p.text))
				}
				if large < 16*small {
					break
				}
				if try == 2 {
					t.Fatalf("%v for %d bytes, %v for 4 times as many", small, size, large)
				}
			}
		})
	}
}
