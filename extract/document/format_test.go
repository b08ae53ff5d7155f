package document_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
)

// A formatTest is a document of a format for each thing that a reader of the format must know. In a
// document, «» enclose the Text of each match.
type formatTest struct {
	name   string // of a file of the format
	source string // section of the standard
	// escape has a URL in the escapes of the format, placeholder one with text that a program
	// replaces, comment one in a comment, base one that the base is printed of, and position one
	// after other lines, escapes and characters outside ASCII.
	escape, placeholder, comment, base, position cell
}

// A cell is a document, and its matches: the absolute URL of each, and its doubt. With no document,
// want says why the format has no such thing. "none" means no match.
type cell struct{ doc, want string }

// formatTests has the formats in the order of document.Types.
var formatTests = []formatTest{
	{
		name: "a.txt", source: "rfc1738 appendix",
		escape:      cell{"", "text has no escapes"},
		placeholder: cell{"https://h.example/{{ x }}/a", "placeholder"},
		comment:     cell{"", "text has no comments"},
		base:        cell{"<URL:«http://h.example/a»>", "http://h.example/a of http://base.example/d/"},
		position:    cell{"é\n “«http://h.example/é»”", "http://h.example/é"},
	},
	{
		name: "a.json", source: "rfc8259 7",
		escape:      cell{`{"u":"«http:\/\/h.example\/\u00e9?a\u0026b»"}`, "http://h.example/é?a&b"},
		placeholder: cell{`{"u":"http:\/\/h.example\/{{ x }}\/a"}`, "placeholder"},
		comment:     cell{`{} // "«http://h.example/a»"`, "http://h.example/a"},
		base:        cell{`{"u":"«http:\/\/h.example\/a»","v":"b"}`, "http://h.example/a of http://base.example/d/"},
		position:    cell{"{\"é\":\n \"\\t“«http:\\/\\/h.example\\/a»\"}", "http://h.example/a"},
	},
	{
		name: "a.tex", source: "hyperref, \\hyper@normalise",
		escape:      cell{`\href{«http://h.example/\~{}a\_b\%20c»}{d}`, "http://h.example/~a_b%20c"},
		placeholder: cell{`\newcommand{\a}[1]{\href{http://h.example/#1}{#1}}`, "placeholder"},
		comment:     cell{"% «http://h.example/a»% b", "http://h.example/a"},
		base:        cell{`\href{«b.pdf»}{c} \url{not/a/link}`, "http://base.example/d/b.pdf of http://base.example/d/"},
		position:    cell{"\\'e é\\_\n\\url{«http://h.example/\\_a»}", "http://h.example/_a"},
	},
	{
		name: "a.adoc", source: "AsciiDoc, links, macros, attributes",
		escape:      cell{"link:++«http://h.example/a_(b)»++[c] \\http://h.example/c", "http://h.example/a_(b)"},
		placeholder: cell{"link:{unknown}/a[b]", "placeholder"},
		comment:     cell{"// «http://h.example/a»[b]\n// link:c.adoc[d]", "http://h.example/a"},
		base:        cell{"xref:«b.adoc#c»[d] include::e.adoc[]", "http://base.example/d/b.adoc#c of http://base.example/d/"},
		position:    cell{"é\n:a: «http://h.example/é»\n“«{a}/b»[c]”", "http://h.example/é\nhttp://h.example/é/b"},
	},
	{
		name: "a.rst", source: "reStructuredText Markup Specification",
		escape:      cell{".. _a: «http://h.example/\\_b\n   c» ", "http://h.example/_bc"},
		placeholder: cell{"`a <http://h.example/|b|/c>`_", "placeholder"},
		comment:     cell{".. «http://h.example/a» `b <c.rst>`_\n   `b <c.rst>`_", "http://h.example/a"},
		base:        cell{"`a\n<«b.rst»>`_", "http://base.example/d/b.rst of http://base.example/d/"},
		position:    cell{"é\\_\n “`é <«http://h.example/\\_é»>`_”", "http://h.example/_é"},
	},
	{
		name: "a.man", source: "groff(7), Escape sequences",
		escape:      cell{`\fB«http://h\&.example\:/a\-b»\fR`, "http://h.example/a-b"},
		placeholder: cell{"http://h.example/${x}/a", "placeholder"},
		comment:     cell{"", "a comment of a man page is its license, and is not searched"},
		base:        cell{".UR «http://h.example/a»", "http://h.example/a of http://base.example/d/"},
		position:    cell{"é\n.\\\" é\n\\(oq«http://h.example/\\[u00E9]»\\(cq", "http://h.example/é"},
	},
	{
		name: "a.org", source: "Org Syntax 5.7",
		escape:      cell{`[[«http://h.example/a\[b\]»][c]]`, "http://h.example/a[b]"},
		placeholder: cell{"#+LINK: a %(b)\n[[a:c]]", "placeholder"},
		comment:     cell{"# «http://h.example/a» [[./b.org]]\n# don't", "http://h.example/a"},
		base:        cell{"[[file:«b.org»::*C][d]]", "http://base.example/d/b.org of http://base.example/d/"},
		position:    cell{"#+LINK: é «http://h.example/»\né [[«é:b»][é]]", "http://h.example/\nhttp://h.example/b"},
	},
	{
		name: "a.go", source: "The Go Programming Language Specification, Lexical elements",
		escape:      cell{"\"«http:\\/\\/h.example\\/?a\\u0026b\\x41»\" `«http://h.example/a»`", "http://h.example/?a&bA\nhttp://h.example/a"},
		placeholder: cell{`"http://h.example/" + name + "/a"`, "placeholder"},
		comment:     cell{"// it's «http://h.example/a»\n\"«http:\\/\\/h.example»\"", "http://h.example/a\nhttp://h.example"},
		base:        cell{`"«http://h.example/a»", "b.html"`, "http://h.example/a of http://base.example/d/"},
		position:    cell{"é := '\"' /*\n é*/ + \"\\té «http://h.example/\\u00e9»\"", "http://h.example/é"},
	},
	{
		name: "a.json5", source: "JSON5 5.1",
		escape:      cell{"{u: '«http:\\/\\/h.example\\/\\x41\\\nb»'}", "http://h.example/Ab"},
		placeholder: cell{`{u: 'http:\/\/h.example\/${x}\/a'}`, "placeholder"},
		comment:     cell{"{/* '«http://h.example/a»*/}", "http://h.example/a"},
		base:        cell{"{u: '«http://h.example/a»'}", "http://h.example/a of http://base.example/d/"},
		position:    cell{"{'é':\n '\\t“«http:\\/\\/h.example\\/a»'}", "http://h.example/a"},
	},
	{
		name: "a.toml", source: "TOML 1.1, String, Comment",
		escape:      cell{"u=\"\"\"«http://h.example/\\\n  \\u00e9\\U00020000»\"\"\"\nv='«http://h.example/a»\\'", "http://h.example/é𠀀\nhttp://h.example/a escape"},
		placeholder: cell{`u="http://h.example/{{ x }}/a"`, "placeholder"},
		comment:     cell{"# isn't «http://h.example/a»\nu=\"«http://h.example/\\u00e9»\"", "http://h.example/a\nhttp://h.example/é"},
		base:        cell{`u="«http://h.example/a»"`, "http://h.example/a of http://base.example/d/"},
		position:    cell{"[é]\nu = \"\\t“«http://h.example/\\u00e9»\"", "http://h.example/é"},
	},
	{
		name: ".gitconfig", source: "git-config(1), systemd.syntax(7)",
		escape:      cell{`u = «http\://h.example/a\=b»`, "http://h.example/a=b"},
		placeholder: cell{"return 301 https://h.example/$1;", "placeholder"},
		comment:     cell{"; «http://h.example/a»", "http://h.example/a"},
		base:        cell{"u=«http://h.example/a»", "http://h.example/a of http://base.example/d/"},
		position:    cell{"[é]\n é = «http\\://h.example/é»", "http://h.example/é"},
	},
	{
		name: "a.properties", source: "java.util.Properties.load",
		escape:      cell{"u «http\\://h.example/\\\n  \\u00e9?a\\=b\\#c»", "http://h.example/é?a=b#c"},
		placeholder: cell{`u=http\://h.example/{0}/a`, "placeholder"},
		comment:     cell{"! «http\\://h.example/a»\\", "http://h.example/a"},
		base:        cell{`u=«http\://h.example/a»`, "http://h.example/a of http://base.example/d/"},
		position:    cell{"é=\\t\\u00e9\\\n é «http\\://h.example/é»", "http://h.example/é"},
	},
	{
		name: ".env", source: "dotenv",
		escape:      cell{`U="\t«http://h.example/a»\n"`, "http://h.example/a"},
		placeholder: cell{"U=http://h.example/${X}/a", "placeholder"},
		comment:     cell{"# isn't «http://h.example/a»\nU='«http://h.example/a#b»'", "http://h.example/a\nhttp://h.example/a#b"},
		base:        cell{"U=«http://h.example/a»", "http://h.example/a of http://base.example/d/"},
		position:    cell{"É=\"\n\\té «http://h.example/é»\"", "http://h.example/é"},
	},
	{
		name: "a.yaml", source: "YAML 1.2.2 5.7, 6.6, 7.3, 8.1",
		escape:      cell{"u: \"«http://h.example/\\\n  \\x61\\u00e9»\"\nv: ['«http://h.example/it''s»',«http://h.example/a»,b]", "http://h.example/aé\nhttp://h.example/it's\nhttp://h.example/a"},
		placeholder: cell{"u: https://h.example/{{ x }}/a", "placeholder"},
		comment:     cell{"# don't «http://h.example/a»\nu: \"«http://h.example/\\x61»\"", "http://h.example/a\nhttp://h.example/a"},
		base:        cell{"u: «http://h.example/a»", "http://h.example/a of http://base.example/d/"},
		position:    cell{"é: &é |\n  “\"«http://h.example/é»”\nu: \"\\té «http://h.example/\\x61»\"", "http://h.example/é\nhttp://h.example/a"},
	},
	{
		name: "a.csv", source: "rfc4180 2",
		escape:      cell{"a,\"b \"\"«http://h.example/a,b»\"\"\",«http://h.example/a»,c\n", "http://h.example/a,b\nhttp://h.example/a"},
		placeholder: cell{"a,https://h.example/{{ x }}/a\n", "placeholder"},
		comment:     cell{"", "rfc4180 has no comments"},
		base:        cell{"a,«http://h.example/a»\n", "http://h.example/a of http://base.example/d/"},
		position:    cell{"é;\"\né\"\"\";«http://h.example/é,a»;b\n", "http://h.example/é,a"},
	},
	{
		name: "a.tsv", source: "IANA text/tab-separated-values",
		escape:      cell{"a\t\"b \"\"«http://h.example/a»\"\"\"\t«http://h.example/a,b»\tc\n", "http://h.example/a\nhttp://h.example/a,b"},
		placeholder: cell{"a\thttps://h.example/{{ x }}/a\n", "placeholder"},
		comment:     cell{"", "it has no comments"},
		base:        cell{"a\t«http://h.example/a»\n", "http://h.example/a of http://base.example/d/"},
		position:    cell{"é\t\"\né\"\"\"\t«http://h.example/é,a»\tb\n", "http://h.example/é,a"},
	},
	{
		name: "a.ipynb", source: "nbformat 4.5; CommonMark 2.4, 4.6",
		escape:      cell{`{"cells":[{"source":["[a](«http:\/\/h.example\/\\_",` + "\n" + `"\u00e9»)"],"cell_type":"markdown"}]}`, "http://h.example/_é"},
		placeholder: cell{`{"cells":[{"cell_type":"code","source":["https://h.example/{{ x }}/a"]}]}`, "placeholder"},
		comment:     cell{`{"cells":[{"cell_type":"markdown","source":["<!-- [a](b) -->"]}]}`, "none"},
		base:        cell{`{"cells":[{"cell_type":"markdown","source":["[a](«b.md»)"]}]}`, "http://base.example/d/b.md of http://base.example/d/"},
		position:    cell{"{\"cells\":[{\"cell_type\":\"code\",\"source\":\n[\"é\\\"\\n\",\n\"“«http://h.example/\\u0061»”\"],\"outputs\":[{\"data\":{\"text/html\":\"<a href='«b»'>\"}}]}]}", "http://h.example/a\nhttp://base.example/d/b"},
	},
	{
		name: "a.md", source: "CommonMark 2.4, 2.5, 4.6, 6.3",
		escape:      cell{`[a](«http://h.example/a\_b&amp;c»)`, "http://h.example/a_b&c"},
		placeholder: cell{"[a](http://h.example/{{x}}/a)", "placeholder"},
		comment:     cell{"<!-- [a](/b) http://h.example/a -->", "none"},
		base:        cell{"[a](«b»)", "http://base.example/d/b of http://base.example/d/"},
		position:    cell{"# é\n\n> “[é](«b\\)»)", "http://base.example/d/b)"},
	},
	{
		name: "a.mdx", source: "CommonMark 2.4, 2.5, 6.3; MDX",
		escape:      cell{`[a](«http://h.example/a\_b&amp;c»)`, "http://h.example/a_b&c"},
		placeholder: cell{"[a](http://h.example/{{x}}/a)", "placeholder"},
		comment:     cell{"{/* [a](/b) http://h.example/a */}", "none"},
		base:        cell{"[a](«b»)", "http://base.example/d/b of http://base.example/d/"},
		position:    cell{"# é\n\n> “[é](«b\\)»)", "http://base.example/d/b)"},
	},
	{
		name: "a.css", source: "CSS Syntax 4.3.4, 4.3.6, 4.3.7",
		escape:      cell{`a{b:url("«c\64»")}`, "http://base.example/d/cd"},
		placeholder: cell{"a{b:url(http://h.example/{{x}}/a)}", "placeholder"},
		comment:     cell{"/* url(a) */", "none"},
		base:        cell{`a{b:url(«c»)}`, "http://base.example/d/c of http://base.example/d/"},
		position:    cell{"/* é */\n“{b:url(«c»)}", "http://base.example/d/c"},
	},
	{
		name: "a.gmi", source: "gemtext 5",
		escape:      cell{"", "gemtext has no escapes"},
		placeholder: cell{"=> http://h.example/{{x}}/a", "placeholder"},
		comment:     cell{"", "gemtext has no comments"},
		base:        cell{"=> «b» c", "http://base.example/d/b of http://base.example/d/"},
		position:    cell{"# é\n=> «b» c\n“«http://h.example/é»”", "http://base.example/d/b\nhttp://h.example/é"},
	},
	{
		name: "gophermap", source: "rfc1436 3.8, rfc1738 3.4.2",
		escape:      cell{"0A\t«/é a»\th.example\t70", "gopher://h.example/0/%C3%A9%20a"},
		placeholder: cell{"hA\tURL:http://h.example/{{x}}/a\th.example\t70", "placeholder"},
		comment:     cell{"", "a menu has no comments"},
		base:        cell{"1A\t«/a»\th.example\t71\n0B\t«/b»", "gopher://h.example:71/1/a of http://base.example/d/\n/0/b of "},
		position:    cell{"ié “\t\t\t\r\n0é\t«/a»\th.example\t70", "gopher://h.example/0/a"},
	},
	{
		name: "a.xml", source: "XML 4.1, 2.5; XML Base 1.1; RSS 2.0",
		escape:      cell{"<rss><link>«b&amp;&#x63;»</link><description>&lt;a href='«d&amp;amp;e»'></description></rss>", "http://base.example/d/b&c\nhttp://base.example/d/d&e"},
		placeholder: cell{"<rss><link>http://h.example/${x}/a</link></rss>", "placeholder"},
		comment:     cell{"<rss><!-- <link>b</link> «http://h.example/a» --></rss>", "http://h.example/a"},
		base:        cell{"<rss xml:base='http://h.example/c/'><link>«b»</link></rss>", "http://h.example/c/b of http://h.example/c/"},
		position:    cell{"<rss title='é'>\n<title>“</title><link> «b&amp;c» </link></rss>", "http://base.example/d/b&c"},
	},
	{
		name: "a.html", source: "HTML 13.1.2.3, 13.1.4, 13.1.6, 4.2.3",
		escape:      cell{"<a href='«b&amp;&#x63;»'>", "http://base.example/d/b&c"},
		placeholder: cell{"<a href='http://h.example/{{x}}/a'>", "placeholder"},
		comment:     cell{"<!-- <a href=b> -->", "none"},
		base:        cell{"<base href='«http://h.example/c/»'><a href=«b»>", "http://h.example/c/ of http://h.example/c/\nhttp://h.example/c/b of http://h.example/c/"},
		position:    cell{"<p title=é>\n“<a href='«b&amp;c»'>", "http://base.example/d/b&c"},
	},
	{
		name: "a.eml", source: "rfc2047, rfc2045 6.7, draft1996 8",
		escape:      cell{"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n«http://h.ex=\nample/=61»\n", "http://h.example/a"},
		placeholder: cell{"Subject: a\n\nhttp://h.example/{{x}}/a\n", "placeholder"},
		comment:     cell{"", "comments of fields are text"},
		base:        cell{"Content-Base: «http://h.example/c/»\nContent-Type: text/html\n\n<a href=«b»>\n", "http://h.example/c/ of http://h.example/c/\nhttp://h.example/c/b of http://h.example/c/"},
		position:    cell{"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n=E9 «http://h.example/=61»\n", "http://h.example/a"},
	},
	{
		name: "a.1.man", source: "groff_char(7), man(7)",
		escape:      cell{".TH A 1\n«http://h\\&.example/a\\-b»", "http://h.example/a-b"},
		placeholder: cell{".TH A 1\nhttp://h.example/{{x}}/a", "placeholder"},
		comment:     cell{".TH A 1\n.\\\" http://h.example/a", "none"},
		base:        cell{".TH A 1\n«http://h.example/a»", "http://h.example/a of http://base.example/d/"},
		position:    cell{".TH É 1\n.B é\n“\\fB«http://h.example/a\\-b»\\fR", "http://h.example/a-b"},
	},
}

// untested are the formats with tests of their own.
var untested = []document.Type{document.Mbox}

// limited are the formats with tests of growth of their own.
var limited = []document.Type{document.Text, document.Mail, document.HTML, document.Markdown, document.MDX, document.CSS, document.Gemtext, document.Gopher, document.XML}

// Each format has a row, and each cell is right, in one piece and byte by byte.
func TestFormats(t *testing.T) {
	var types []document.Type
	for _, f := range formatTests {
		types = append(types, document.TypeOfName(f.name))
		for _, test := range []struct {
			of string
			cell
		}{{"escape", f.escape}, {"placeholder", f.placeholder}, {"comment", f.comment}, {"base", f.base}, {"position", f.position}} {
			switch {
			case test.want == "":
				t.Errorf("%s: no cell for %s", f.name, test.of)
			case test.doc != "":
				testCell(t, f.name, test.of, test.cell)
			}
		}
	}
	for _, known := range document.Types() {
		if slices.Contains(types, known) == slices.Contains(untested, known) {
			t.Errorf("type %s: must have a row in formatTests, or be in untested", known)
		}
	}
}

// testCell tests a cell of formatTests.
func testCell(t *testing.T, name, of string, c cell) {
	doc, places := marked(c.doc)
	source := document.Source{Name: name, Base: extract.BaseOf(earl.RFC3986.MustParse("http://base.example/d/"))}
	for pieces, r := range map[string]io.Reader{"": strings.NewReader(doc), ", byte by byte": iotest.OneByteReader(strings.NewReader(doc))} {
		var got, at []string
		for m, err := range document.URLs(r, source, extract.Options{}) {
			if err != nil {
				t.Errorf("%s, %s%s: %v", name, of, pieces, err)
			}
			where := place(doc, int(m.Offset), m.Text, m.Line, m.Column)
			if of == "placeholder" && m.Doubt == extract.Placeholder && m.Confidence == extract.Low {
				got = append(got, of)
				continue
			}
			got = append(got, describe(m, of == "base"))
			at = append(at, where)
		}
		if strings.Join(got, "\n") != strings.TrimSuffix(c.want, "none") || !slices.Equal(at, places) {
			t.Errorf("%s, %s%s: %s\n got %q at %q\nwant %q at %q", name, of, pieces, doc, got, at, c.want, places)
		}
	}
}

// In each format, an error of the reader is the last, and a caller can stop at any match.
func TestFormatsEndWithTheErrorOfTheReader(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range formatTests {
		for _, c := range []cell{f.escape, f.placeholder, f.comment, f.base, f.position} {
			doc, places := marked(c.doc)
			n, last := 0, error(nil)
			for _, err := range document.URLs(io.MultiReader(strings.NewReader(doc), iotest.ErrReader(broken)), document.Source{Name: f.name}, extract.Options{}) {
				n++
				last = err
			}
			if last != broken || n <= len(places) {
				t.Errorf("%s %q: %d matches, then %v", f.name, doc, n, last)
			}
			for stop := 1; stop < n; stop++ {
				left := stop
				for range document.URLs(strings.NewReader(doc), document.Source{Name: f.name}, extract.Options{}) {
					if left--; left == 0 {
						break
					}
				}
			}
		}
	}
}

// describe returns the URL of a match, its doubt and its base.
func describe(m extract.Match, base bool) string {
	s := m.URL
	if u, err := m.Base.Resolve(earl.RFC3986, m.URL); m.Relative && err == nil {
		s = u.String()
	}
	if m.Doubt != extract.Whole {
		s += " " + m.Doubt.String()
	}
	if base {
		s += " of " + m.Base.URL.String()
	}
	return s
}

// place returns the position of a text in a document, by its offset and by its line and column.
func place(doc string, offset int, text string, line, column int64) string {
	lines := strings.SplitAfter(doc, "\n")
	start := len(strings.Join(lines[:line-1], ""))
	if !strings.HasPrefix(doc[offset:], text) || start+int(column)-1 != offset {
		return fmt.Sprintf("%d %d:%d is not %q", offset, line, column, text)
	}
	return fmt.Sprintf("%d %q", offset, text)
}

// marked returns a document without its marks, and the places in them.
func marked(s string) (doc string, places []string) {
	for {
		before, rest, ok := strings.Cut(s, "«")
		if doc += before; !ok {
			return doc, places
		}
		text, after, _ := strings.Cut(rest, "»")
		places = append(places, fmt.Sprintf("%d %q", len(doc), text))
		doc += text
		s = after
	}
}

// Every reader needs at most 20 times the time for 16 times of a document: with EARL_GROWTH=1, 16
// MiB and 1 MiB, else 64 KiB and 4 KiB with room for noise. The documents have one line, all cells
// of a format again and again, and what opens again and again.
func TestFormatsGrowLinearly(t *testing.T) {
	if racedetector.On {
		t.Skip("too slow")
	}
	size, limit := 4<<10, time.Duration(60)
	if os.Getenv("EARL_GROWTH") != "" {
		size, limit = 1<<20, 20
	} else {
		longtest.OnlyInGate(t, "thousands of documents")
	}
	for _, f := range formatTests {
		if slices.Contains(limited, document.TypeOfName(f.name)) {
			continue
		}
		cells, _ := marked(strings.Join([]string{f.escape.doc, f.placeholder.doc, f.comment.doc, f.base.doc, f.position.doc, ""}, "\n"))
		for _, unit := range []string{"http://h.example/a ", cells, `"`, "'", "[{", "\\", "|\n", "- ", "\n", ","} {
			growth(t, f.name, unit, size, limit)
		}
	}
}

// growth tests that a reader needs time in proportion to the length of a document: it compares a long
// one with 16 short ones of a size in bytes, because other programs run too.
func growth(t *testing.T, name, unit string, size int, limit time.Duration) {
	took := func(n, size int) time.Duration {
		doc := strings.Repeat(unit, size/len(unit))
		start := time.Now()
		for range n {
			for range document.URLs(strings.NewReader(doc), document.Source{Name: name}, extract.Options{}) {
			}
		}
		return time.Since(start)
	}
	const parts, attempts = 16, 5
	var small, large time.Duration
	for range attempts {
		if small, large = took(parts, size)/parts, took(1, parts*size); large <= limit*small {
			return
		}
	}
	t.Errorf("%s of %.30q: %d bytes took %v, %d bytes %v", name, unit, parts*size, large, size, small)
}

// FuzzFormats checks for every format that the sizes of the reads do not matter, and that each match
// is where it says.
func FuzzFormats(f *testing.F) {
	for _, test := range formatTests {
		for _, c := range []cell{test.escape, test.placeholder, test.comment, test.base, test.position} {
			doc, _ := marked(c.doc)
			f.Add(doc, string(document.TypeOfName(test.name)))
		}
	}
	f.Fuzz(func(t *testing.T, doc, kind string) {
		if !slices.Contains(document.Types(), document.Type(kind)) || slices.Contains(untested, document.Type(kind)) {
			return
		}
		find := func(r io.Reader) (list []string) {
			for m, err := range document.URLs(r, document.Source{Type: document.Type(kind)}, extract.Options{Hosts: true, Addresses: true}) {
				if list = append(list, fmt.Sprint(m, err)); err == nil && doc[m.Offset:][:len(m.Text)] != m.Text {
					t.Errorf("%s %q: %q is not at %d", kind, doc, m.Text, m.Offset)
				}
			}
			return list
		}
		whole, pieces := find(strings.NewReader(doc)), find(iotest.OneByteReader(strings.NewReader(doc)))
		if !slices.Equal(whole, pieces) {
			t.Errorf("%s %q: whole %q, in pieces %q", kind, doc, whole, pieces)
		}
	})
}
