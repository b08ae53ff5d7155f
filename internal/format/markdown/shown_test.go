package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/markdown"
)

// A link contains no other link: what is in its text, in the description of a picture or
// in a title is only shown. A picture in a link is one of its own.
func TestLinkContainsNoLink(t *testing.T) {
	for _, c := range []struct{ src, text, links string }{
		{"GFM 6.6: text", "[see http://h/a](http://h/b)", "http://h/b"},
		{"GFM 6.6: text in emphasis", "[**http://h/a**](http://h/b) http://h/c", "http://h/b http://h/c"},
		{"GFM 6.6: an autolink", "[see <http://h/a> now](http://h/b)", "http://h/b"},
		{"GFM 6.6: an address", "[joe@h.org <ann@h.org>](http://h/b)", "http://h/b"},
		{"GFM 6.9: a host", "[www.h.org](http://h/b)", "http://h/b"},
		{"GFM 6.6: the inner one counts", "[a [b](http://h/b) http://h/a](/c)", "http://h/b http://h/a"},
		{"GFM 6.6: titles", "[a](http://h/b \"http://h/t\") ![a](http://h/c 'http://h/t') [a](http://h/d (http://h/t))", "http://h/b http://h/c http://h/d"},
		{"GFM 6.6: a reference", "[see http://h/a][r]\n\n[r]: http://h/b", "http://h/b"},
		{"GFM 6.6: a collapsed reference", "[http://h/a][]\n\n[http://h/a]: http://h/b", "http://h/b"},
		{"GFM 6.6: a shortcut reference", "[http://h/a]\n\n[http://h/a]: http://h/b", "http://h/b"},
		{"GFM 4.7: the title of a definition", "[r]\n\n[r]: http://h/b 'see\n  http://h/t'\n\nhttp://h/c", "http://h/b http://h/c"},
		{"GFM 6.7: a description", "![see http://h/a](http://h/b)", "http://h/b"},
		{"GFM 6.7: a link in a description", "![see [a](http://h/a) <http://h/c>](http://h/b)", "http://h/b"},
		{"GFM 6.7: a picture in a description", "![a ![b](http://h/a)](http://h/b)", "http://h/b"},
		{"GFM 6.6: a badge", "[![build](http://h/b.svg)](http://h/ci)", "http://h/b.svg http://h/ci"},
		{"GFM 6.6: a badge with text", "[![http://h/a](http://h/b.svg \"http://h/t\") http://h/x](http://h/ci)", "http://h/b.svg http://h/ci"},
		{"GFM 6.6: HTML in a link", "[<img src=\"http://h/b.svg\"> http://h/a](http://h/ci)", "http://h/b.svg http://h/ci"},
		{"GFM 6.6: over lines, in a quote", "> [see\n> http://h/a](http://h/b)\n> http://h/c", "http://h/b http://h/c"},
		{"GFM 4.10: a cell", "| a |\n|---|\n| [http://h/a](http://h/b) http://h/c |", "http://h/b http://h/c"},
		{"GFM 6.6: not a link", "[see http://h/a] (http://h/b)", "http://h/a http://h/b"},
		{"GFM 6.10: a link of HTML", "<a href=\"http://h/b\">see http://h/a</a> http://h/c", "http://h/b http://h/c"},
		{"GFM 6.10: over lines", "see <A\nclass=x HREF='http://h/b'>www.h.org\n**joe@h.org**</A > http://h/c", "http://h/b http://h/c"},
		{"GFM 6.10: a picture in it", "<a href=\"http://h/b\"><img src=\"http://h/p\"> http://h/a</a>", "http://h/b http://h/p"},
		{"GFM 6.10: not a link", "<a name=\"x\">http://h/a</a> <abbr title=x>http://h/b</abbr>", "http://h/a http://h/b"},
		{"GFM 6.10: without its end", "<a href=\"http://h/b\">http://h/a", "http://h/b http://h/a"},
		{"GFM 4.6: a block", "<p align=center>\n<a href=\"http://h/b\">see http://h/a</a> http://h/c\n</p>", "http://h/b http://h/c"},
		{"GFM 4.6: a comment", "<!-- <a href=\"x\"> --> http://h/a\n\n<b>http://h/b</b></a>", "http://h/a http://h/b"},
		{"GFM 4.6: a block in a quote", "> <div>\n> <a href=\"http://h/b\">http://h/a</a>\n> </div>", "http://h/b"},
		{"MDX: a link of JSX", "<Link href=\"http://h/b\">\n\nsee http://h/a\n\n</Link> http://h/c <Img src=\"http://h/d\"/> http://h/e </Img>", "http://h/b http://h/c http://h/d http://h/e"},
		{"GFM 6.6: a heading", "# [http://h/a](http://h/b) http://h/c", "http://h/b http://h/c"},
	} {
		var got []string
		for m, err := range markdown.URLs(strings.NewReader(c.text), markdown.Options{MDX: strings.HasPrefix(c.src, "MDX")}) {
			if err != nil {
				t.Fatal(err)
			}
			if !m.Shown {
				got = append(got, m.URL)
			}
		}
		if want := strings.Fields(c.links); !slices.Equal(got, want) {
			t.Errorf("%s: %q: %q, want %q", c.src, c.text, got, want)
		}
	}
}

// The bar before the text of a wiki link is escaped in a table. GFM 4.10.
func TestWikiLinkInTable(t *testing.T) {
	for text, want := range map[string]string{
		`[[Page\|x]]`: "Page", `[[Page#Head\|x]]`: "Page#head", `![[img.png\|100]]`: "img.png", `[[sub/Deep \| x]]`: "sub/Deep",
		`[[Page|x]]`: "Page", `[[Page]]`: "Page", `[[Page\\|x]]`: `Page\`,
	} {
		table := "| a |\n|---|\n| " + text + " |\n"
		for m, err := range markdown.URLs(strings.NewReader(table), markdown.Options{Wiki: func(page string) string { return page }}) {
			if err != nil || m.URL != want || table[m.Offset:m.Offset+int64(len(m.Text))] != m.Text || strings.HasSuffix(m.Text, `\`) && !strings.HasSuffix(want, `\`) {
				t.Errorf("%s: %+v, %v, want %q", text, m, err, want)
			}
		}
	}
}
