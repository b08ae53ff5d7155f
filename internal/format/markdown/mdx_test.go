package markdown_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/format/markdown"
)

// What is JavaScript in MDX has no links. Markdown has, also between tags, and so have the
// attributes href and src. Source: mdxjs.com, "What is MDX".
func TestMDX(t *testing.T) {
	for _, c := range []struct{ src, text, links string }{
		{"ESM", "import A from 'http://h/x'\nexport const b = 'http://h/y'\n\n[c](/d)", "/d"},
		{"ESM over blank lines", "export const a = {\n\n  b: 'http://h/x',\n\n}\n\n[c](/d)", "/d"},
		{"ESM after Markdown", "[a](/b)\n\nimport A from 'http://h/x'\n\n[c](/d)", "/b /d"},
		{"ESM with brackets in a string", "export const a = '({['\n\n[c](/d)", "/d"},
		{"ESM without an end", "export const a = {\n\n[c](/d)", "/d"},
		{"no ESM: a paragraph", "we\nimport http://h/x\n", "http://h/x"},
		{"no ESM: indented", " import http://h/x\n", "http://h/x"},
		{"no ESM: another word", "imported http://h/x, exports http://h/y", "http://h/x http://h/y"},
		{"expressions", "{'http://h/x'} a {b('[c](/x)')} [d](/e)", "/e"},
		{"expressions nest", "{a.map((b) => { return {c: 'http://h/x'} })} [d](/e)", "/e"},
		{"an expression over lines", "{\n\n  `http://h/x ${'}'}`\n\n} [d](/e)", "/e"},
		{"a brace in a string", "{'}' + \"}\" + `}` + 'http://h/x'} [d](/e)", "/e"},
		{"an apostrophe in JSX", "{a && <p>don't http://h/x</p>} [d](/e)", "/e"},
		{"a template", "http://h/{a}/b {a}/http://h/c [d](/e{f.g}) [h]({i}/j)", "http://h/{a}/b http://h/c /e{f.g} {i}/j"},
		{"a template with a URL", "http://h/{a('http://h/x')}/b", "http://h/"},
		{"comments", "{/* http://h/x } */} {/* [a](/x)\n\n*/} {a // }\n} [d](/e)", "/e"},
		{"JSX in an expression", "{a && <a href=\"http://h/x\">http://h/y</a>} [d](/e)", "/e"},
		{"a brace without its end", "a { b\n\n[c](/d) {e}", "/d"},
		{"an escaped brace", `\{[c](/d)\}`, "/d"},
		{"an escaped tag", `\<A href="/x">`, ""},
		{"JSX", "<Card href=\"/a\" src='/b' title=\"/x\">\n[c](/d)\n</Card>", "/a /b /d"},
		{"JSX: names", "<A.B href=\"/a\" /> <a:b href=\"/b\"/> <c-d src=\"/c\"/> <É href=\"/d\"/>", "/a /b /c /d"},
		{"JSX over lines", "<Card\n  a={b > c}\n  {...d}\n  href=\"/a\"\n/>\n", "/a"},
		{"JSX: a blank line", "<Card\n\n  href=\"/a\">\n", "/a"},
		{"JSX: expressions", "<Card href={'/x'} src={`/x`} a={{href: \"/x\"}} b={<C href=\"/x\"/>} href=\"/a\"/>", "/a"},
		{"JSX: > in a string", "<Card a=\">\" href=\"/a\"/>", "/a"},
		{"JSX: references", "<a href=\"/a?b&amp;c\\_d\">", "/a?b&c\\_d"},
		{"JSX: indented Markdown", "<A>\n    <B>\n        [c](/d)\n    </B>\n</A>", "/d"},
		{"JSX: a fragment", "<>[c](/d)</> http://h/a", "/d http://h/a"},
		{"JSX in a link", "[<Img src=\"/a.png\"/> b](/c)", "/a.png /c"},
		{"JSX in a list", "- <A href=\"/a\"/>\n  - {b} [c](/d)\n", "/a /d"},
		{"no JSX: not a tag", "a < b, 1 <2 href=\"http://h/x\" <a href=>", "http://h/x"},
		{"code", "`{` [c](/d) `<a href=\"/x\">` ``{ ` [a](/x)`` }", "/d"},
		{"code over paragraphs", "a ` b\n\n<A href=\"/c\"/> ` d", "/c"},
		{"a block of code", "```jsx\n<A href=\"/x\"/> {\n```\n[c](/d)\n\n- ~~~\n  {\n  ~~~\n  <A href=\"/e\"/>", "/d /e"},
		{"a block of code without an end", "[c](/d)\n```\n<A href=\"/x\"/>", "/d"},
		{"an autolink of older documents", "<http://h/a>", "http://h/a"},
		{"a comment of older documents", "<!-- <A href=\"/x\"/> [a](/x) -->\n\n[c](/d)", "/d"},
		{"front matter", "---\na: {b: http://h/x}\n---\nimport A from 'http://h/x'\n\n[c](/d)", "http://h/x /d"},
	} {
		var got []string
		for _, m := range all(t, c.text, markdown.Options{MDX: true}) {
			got = append(got, m.URL)
		}
		if want := strings.Fields(c.links); !slices.Equal(got, want) {
			t.Errorf("%s: %q: %q, want %q", c.src, c.text, got, want)
		}
	}
}

// The headings and the ids of tags are anchors. A heading shows no expression.
func TestMDXAnchors(t *testing.T) {
	var got []string
	const text = "# A {b}\n\n<C id=\"d\" name=\"x\"/> <a name='e'/>\n\n## F {#g}\n\n## <H>i</H> `{j}`\n"
	for range markdown.URLs(strings.NewReader(text), markdown.Options{MDX: true, Dialects: markdown.Pandoc, Anchor: func(name string) { got = append(got, name) }}) {
	}
	if want := []string{"d", "e", "a", "g", "i-j", "g"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The time is proportional to the length of the text: 16 times the text takes no more than
// 20 times as long, here with much room for a busy machine.
func TestMDXEffort(t *testing.T) {
	for _, text := range []string{
		"{", "}", "{}", "<a ", "<a b=\"", "<a b={", "<a {", "<!--", "import {\n\n", "export a\n", "`", "`a ``b", "{'", "{'\\'", "{`", "{/*", "{//", "```\n", "<", "</", "<>", "a='", "{\"'", "\\{",
	} {
		begun := time.Now()
		for range markdown.URLs(strings.NewReader(strings.Repeat(text, 1<<20/len(text))), markdown.Options{MDX: true}) {
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%q: %v", text, took)
		}
	}
}
