package extract_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// What ends a match, or what is in it, decides whether it is whole (STYLE P22).
// The text in brackets is the match.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      extract.Doubt
	}{
		{"latex: an escape", `\href{[http://h.example/old]\_page}{a}`, extract.Escape},
		{"latex: an escape", `\href{[http://h.example/old]\#sec}{a}`, extract.Escape},
		{"latex: an escape", `\url{[http://h.example/old]\%20x}`, extract.Escape},
		{"latex: an escape", `\href{[http://h.example/x?q=1]\&r=2}{a}`, extract.Escape},
		{"latex: a command", `\url{[http://h.example/]\textasciitilde joe}`, extract.Escape},
		{"latex: a command", `\url{[http://h.example/a]\newpage`, extract.Escape},
		{"latex: a line break", `\url{[http://h.example/a]} \\`, extract.Whole},
		{"latex: a line break", `[http://h.example/a]\\` + "\n", extract.Whole},
		{"rst: an escape", `[http://h.example/old]\_page`, extract.Escape},
		{"rst: an escaped space", `[http://h.example/old]\ page`, extract.Whole},
		{"markdown: an escape", `[http://h.example/old]\*page`, extract.Escape},
		{"rfc8259 7", `{"a":"[http://h.example/old?a=1]\u0026b=2"}`, extract.Escape},
		{"rfc8259 7", `{"a":"[http://h.example/old]\u00e9"}`, extract.Escape},
		{"rfc8259 7", `{"a":"[http://h.example/old]\/sub"}`, extract.Escape},
		{"rfc8259 7: slashes", `{"a":"[http:\/\/h.example\/old\/x]","b":1}`, extract.Escape},
		{"rfc8259 7: slashes", `"\n[http:\/\/h.example]\"`, extract.Escape},
		{"rfc8259 7: a quote", `{"a":"say \"[http://h.example/old]\" now"}`, extract.Whole},
		{"rfc8259 7: <", `{"a":"\u003c[http://h.example/old]\u003e"}`, extract.Whole},
		{"rfc8259 7: a line end", `{"a":"[http://h.example/old]\nand"}`, extract.Whole},
		{"rfc8259 7: a line end", `{"a":["[http://h.example/old]\n"]}`, extract.Whole},
		{"rfc8259 7: twice", `{"a":"[http://h.example/old]\\_page"}`, extract.Escape},
		{"ecma262: an escape", `'[http://h.example/old]\x26b=2'`, extract.Escape},
		{"ecma262: an escape", `'[http://h.example/old]\x27'`, extract.Whole},
		{"a line that continues", "curl [http://h.example/old]\\\n  -o x", extract.Whole},
		{"a browser reads a slash", `[http://h.example]\@i.example/`, extract.Escape},

		{"a template", "[http://h.example/old${X}/y]", extract.Placeholder},
		{"a template", "[http://h.example/old{{ x }}/y]", extract.Placeholder},
		{"a template", "[http://h.example/old/{{x}}/y]", extract.Placeholder},
		{"a template that is not closed", "[http://h.example/old]${X and", extract.Placeholder},
		{"a template that is not closed", "[http://h.example/]{{x", extract.Placeholder},
		{"a template", "[http://h.example/old/${{ github.sha }}/x]", extract.Placeholder},
		{"a template", "[http://h.example/old{% if x %}/y{% endif %}]", extract.Placeholder},
		{"a template", "[http://h.example/old<%= x %>/y]", extract.Placeholder},
		{"a template", "[http://h.example/old<?= $x ?>/y]", extract.Placeholder},
		{"a template", "[http://h.example/<id>/x]", extract.Placeholder},
		{"a template", "[http://h.example/a<id>/x]", extract.Placeholder},
		{"a template", "[http://h.example:<port>/x]", extract.Placeholder},
		{"rfc6570", "[http://h.example/{id}/x]", extract.Placeholder},
		{"rfc6570", "[http://h.example/old{?a,b}]", extract.Placeholder},
		{"a shell", "[http://h.example/$VERSION/x]", extract.Placeholder},
		{"a shell", "[http://h.example/$version/x]", extract.Placeholder},
		{"a shell", "[http://h.example/$(uname)/x]", extract.Placeholder},
		{"a shell, as a host", "[http://h$N.example/x]", extract.Placeholder},
		{"a shell, as a port", "[http://h.example:${PORT}/x]", extract.Placeholder},
		{"a port that is a word", "[http://h.example:PORT/x]", extract.Placeholder},
		{"printf", "[http://h.example/%s/x]", extract.Placeholder},
		{"printf", "[http://h.example/%(name)s]", extract.Placeholder},
		{"odata: a parameter", "[http://h.example/x?$filter=a&$top=3]", extract.Whole},
		{"a name of VMS", "[file://h.example/disk$user/a]", extract.Whole},
		{"an escape of a URL", "[http://h.example/%20a%C3%A9]", extract.Whole},
		{"an element", "[http://h.example/]<br>next", extract.Whole},
		{"an element", "<p>[http://h.example/a]</p>", extract.Whole},

		{"a glob", "[http://h.example/files/]*", extract.Pattern},
		{"a glob", "[http://h.example/*/a]", extract.Pattern},
		{"a glob", "[http://h.example/f*.txt]", extract.Pattern},
		{"a glob", "[http://h.example/f][0-9].txt", extract.Pattern},
		{"a glob", "[http://h.example/f][ab].txt", extract.Pattern},
		{"a glob", "[http://h.example/f{a,b}.txt]", extract.Placeholder},
		{"curl", "[http://h.example/f][001-100]", extract.Pattern},
		{"a regular expression", `^[https://h.example/]`, extract.Pattern},
		{"a regular expression", `[https://h.example/old$]`, extract.Pattern},
		{"a regular expression", `[https://h.example/](a|b)`, extract.Pattern},
		{"a regular expression", `[https://h]\.example/`, extract.Escape},
		{"a regular expression", `[https://h.example/old][^/]+/x`, extract.Pattern},
		{"a search", "[http://h.example/?q=a*b]", extract.Whole},
		{"emphasis", "*[http://h.example/a]*", extract.Whole},
		{"emphasis", "**See [http://h.example/a].**", extract.Whole},
		{"emphasis", "*see [http://h.example/a/]*", extract.Whole},
		{"a comment", "/* see [http://h.example/a] */", extract.Whole},
		{"asciidoc: a label", "[http://h.example/guide][Guide], x", extract.Whole},
		{"asciidoc: a label", "[http://h.example/guide][]", extract.Whole},
		{"a forum", "[url][http://h.example/a][/url]x", extract.Whole},
		{"a note", "[http://h.example/a][1]", extract.Whole},
		{"a note", "[http://h.example/a][^1]", extract.Whole},

		{"a terminal", "[http://h.example/old]\x1b[0m", extract.Whole},
		{"a control character", "[http://h.example/old]\x1fb", extract.Control},
		{"a list of strings", "[http://h.example/old]\x00b", extract.Whole},

		{"uts58: an apostrophe", "[http://h.example/it]’s", extract.Character},
		{"uts58: a closing quote", "‘[http://h.example/it]’ she said", extract.Whole},
		{"uts58: a middle dot", "[http://h.example/col·lecció]", extract.Whole},
		{"uts58: a middle dot", "[http://h.example/a]· b", extract.Whole},
		{"uts58: an en dash", "[http://h.example/1914–1918]", extract.Whole},
		{"uts58: an en dash", "[http://h.example/a] – b", extract.Whole},
		{"uts58: a soft hyphen", "[http://h.example/a\u00ADb]", extract.Whole},
		{"uts58: a symbol", "[http://h.example/100€]", extract.Whole},
		{"uts58: a middle dot of katakana", "[http://h.example/ジョン・レノン]", extract.Whole},
		{"an ellipsis", "[http://h.example/long…end]", extract.Whole},
		{"an ellipsis", "[http://h.example/lo…/end]", extract.Character},
		{"an ellipsis", "[http://h.example/a]… more", extract.Character},
		{"latin-1", "[http://h.example/caf\xe9/x]", extract.Character},
		{"rfc3490 3.1", "[http://h。example/]", extract.Whole},
		{"rfc3490 3.1", "[http://www.h．example/]", extract.Whole},
		{"a host in two scripts", "[http://www.h漢字.example/]", extract.Whole},
		{"a host in two scripts", "[http://h.example漢字/x]", extract.Whole},
		{"a host in two scripts", "[http://h.exampleö/x]", extract.Whole},
		{"a host that cannot be one", "[http://h\u200Dx.example/]", extract.Character},
		{"a host with a letter after it", "[http://h.example]ö x", extract.Character},
		{"a sentence", "[http://h.example/a]。次", extract.Whole},
		{"a sentence", "[http://h.example]。次", extract.Whole},
		{"a sentence", "[http://h.example/a]、[", extract.Whole},
		{"a sentence", "[http://h.example]です。", extract.Whole},
		{"a sentence", "[http://h.example]에서 봅니다", extract.Whole},
		{"a sentence", "（[http://h.example/a]）を見る", extract.Whole},
		{"a sentence", "[http://h.example/a]， next", extract.Whole},
		{"a sentence", "「[http://h.example/a]」と", extract.Whole},
		{"a sentence", "[http://h.example/a]।", extract.Whole},

		{"rfc3986 3.2.1: a user, not a host", "[https://u]:🙂@h.example/", extract.Character},
		{"rfc3986 3.2.2: a host with a mark in it", "[http://www.example].]com/x", extract.Character},
		{"a sentence with an address", "see [https://h.example], me@x.example", extract.Whole},
		{"a sentence", "[https://h.example]: x", extract.Whole},
		{"uts58: a symbol at the end", "[https://h.example/A®] x", extract.Whole},
		{"uts58: a symbol at the end", "[https://h.example/℃] x", extract.Whole},
		{"uts58: a symbol at the end", "[https://ja.example/トヨタ㈱] x", extract.Whole},
		{"uts58: a symbol at the end", "[https://h.example/§†•★№] x", extract.Whole},
		{"uts58: an arrow that is a page", "[https://h.example/→] x", extract.Whole},
		{"an emoji in a message", "[https://h.example/a]👍 x", extract.Whole},
		{"an emoji in a message", "[https://h.example/a]❤\uFE0F x", extract.Whole},
		{"a port with letters", "[http://foo:80]x/y", extract.Character},
		{"rfc3986 3.2.2: a mark of a host", "[http://foo]!bar.example/x", extract.Character},
		{"uts58: an underscore", "[https://h.example/__init__]", extract.Whole},
		{"uts58: an underscore", "[https://h.example/a__] x", extract.Whole},
		{"emphasis", "__[https://h.example/a]__", extract.Whole},

		{"an escaped quote", "&quot;[http://h.example]&quot;", extract.Reference},

		{"in a reference", "/go?url=[http://h.example/old&x]", extract.Inside},
		{"in a path", "web/[http://h.example/old]", extract.Inside},
		{"after an escape", "x%3[Dhttp://h.example/old]", extract.Inside},
		{"an attribute", "url=[http://h.example/old]", extract.Whole},
		{"a comment", "//[http://h.example/old]", extract.Whole},

		{"prose", "See [http://h.example/a].", extract.Whole},
		{"prose", "“[http://h.example/a]”", extract.Whole},
		{"prose", "[http://h.example]'s page", extract.Whole},
		{"prose", "[http://h.example/a]—an em dash", extract.Whole},
		{"a table", "|[http://h.example/a]|b|", extract.Whole},
		{"code", "`[http://h.example/a]`", extract.Whole},
		{"a list", "[http://h.example/a],http://i.example/", extract.Whole},
	} {
		start := regexp.MustCompile(`\[(D?http|file)`).FindStringIndex(c.text)[0]
		end := strings.Index(c.text[start:], "]") + start
		text := c.text[:start] + c.text[start+1:end] + c.text[end+1:]
		got := all(t, text, extract.Options{})
		if len(got) == 0 || got[0].Text != c.text[start+1:end] || got[0].Doubt != c.want || (c.want != extract.Whole) != (got[0].Confidence == extract.Low) {
			t.Errorf("%s: Text(%q) = %+v, want %q, doubt %q", c.src, text, got, c.text[start+1:end], c.want)
		}
	}
}

// Links with placeholders of templates are not checked. A relative reference may be the
// name of a file.
func TestPlaceholderIn(t *testing.T) {
	for text, want := range map[string]bool{
		"{{.URL}}": true, "https://h.example/{{ id }}/x": true, "{% link a.md %}": true, "<%= url %>": true, "https://h.example/${name}": true,
		"https://h.example/{id}": true, "https://{host}/": true, "https://h.example/<id>/x": true, "https://h.example/$1": true, "https://h.example/%s": true,
		"https://h.example/%(a)s": true, "https://h.example/$VERSION/x": true,
		"...": true, "…": true, "https://h.example/.../x": true, "a/...": true, "a...": false, "../..": false, "https://h.example/a...b": false,
		"https://h.example/%7B%7Bx%7D%7D": false, "a$b": false, "x{": false, "": false, "{id}.md": false, "data:text/css,p{a:b}": false,
		"https://h.example/%20%C3%A9": false, "https://h.example/?$top=3": false, "https://h.example/100%": false,
	} {
		if got := extract.PlaceholderIn(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
