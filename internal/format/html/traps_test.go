package html_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// A spot is the position of a URL in a document, and its kind.
type spot struct {
	offset, line, column int64
	text, url            string
	attribute            bool
}

// spots removes the marks from a document, and returns their positions: ⟦ and ⟧
// are around matches in markup, ⦃ and ⦄ around matches in text.
func spots(marked string, urls []string) (doc string, list []spot) {
	at := spot{line: 1, column: 1}
	var open spot
	for i := 0; i < len(marked); i++ {
		rest := marked[i:]
		switch {
		case strings.HasPrefix(rest, "⟦"), strings.HasPrefix(rest, "⦃"):
			open = at
			open.attribute = strings.HasPrefix(rest, "⟦")
			i += len("⟦") - 1
			continue
		case strings.HasPrefix(rest, "⟧"), strings.HasPrefix(rest, "⦄"):
			open.text = doc[open.offset:]
			open.url = "no URL is given for this mark"
			if len(list) < len(urls) {
				open.url = urls[len(list)]
			}
			list = append(list, open)
			i += len("⟧") - 1
			continue
		}
		doc += rest[:1]
		at.offset++
		at.column++
		if rest[0] == '\n' {
			at.line, at.column = at.line+1, 1
		}
	}
	return doc, list
}

// look compares the matches in a document with its marks.
func look(t *testing.T, src, marked string, o html.Options, urls ...string) []extract.Match {
	t.Helper()
	doc, want := spots(marked, urls)
	matches, faults := all(t, doc, o)
	if len(faults) > 0 || len(want) != len(urls) {
		t.Errorf("%s: URLs(%q): %v; %d marks, %d URLs", src, doc, faults, len(want), len(urls))
	}
	for i := range max(len(matches), len(want)) {
		var got, w spot
		if i < len(matches) {
			m := matches[i]
			got = spot{m.Offset, m.Line, m.Column, m.Text, m.URL, m.Kind.IsLink()}
		}
		if i < len(want) {
			w = want[i]
		}
		if got != w {
			t.Errorf("%s: URLs(%q)\n got %+v,\nwant %+v", src, doc, got, w)
		}
	}
	return matches
}

// E3, E5: documents that are easy to get wrong, with the exact position and
// value of each match.
func TestTraps(t *testing.T) {
	for _, c := range []struct {
		src, doc string
		urls     []string
	}{
		{"HTML 13.1.2.3: quotes", "<a href=\"⟦http://a/⟧\">\n<a href='⟦http://b/?\"⟧'><a href=⟦http://c/⟧><a HREF = ⟦d/⟧ ><a href=⟦e/⟧>",
			[]string{"http://a/", "http://b/?\"", "http://c/", "d/", "e/"}},
		{"HTML 13.1.2.3: over lines", "<a\n\thref\n=\n'⟦x⟧'\nclass=y>", []string{"x"}},
		{"URL 4.4: white space in a URL", "<a href=' \n⟦http://h/a\n\tb\r\nc d⟧\t '>", []string{"http://h/abc d"}},
		{"HTML 13.2.5.33: duplicates, the first wins", "<a href=⟦a⟧ HREF=b href=\"c\"><img src= ⟦src=x⟧>", []string{"a", "src=x"}},
		{"empty, and without a value", "<a href=\"⟦⟧\"><a href⟦⟧><a href⟦⟧ id=x><a href=⟦⟧><a href⟦⟧/>", []string{"", "", "", "", ""}},
		{"D5: fragments", "<a href=⟦#x⟧><img usemap='⟦#m⟧'>", []string{"#x", "#m"}},
		{"javascript and others", "<a href='⟦javascript:a(\"b\")⟧'><a href=⟦mailto:a@b⟧><a href=⟦data:,x⟧>", []string{`javascript:a("b")`, "mailto:a@b", "data:,x"}},

		{"HTML 13.2.5.73: references", "<a href='⟦http:&#x2f;&#47;h&sol;?a&amp;b&AMP;c⟧'>", []string{"http://h/?a&b&c"}},
		{"HTML 13.2.5.73: in an attribute", "<a href='⟦?a&copy=b&copy;c&copyd&lt&notit;&amp=e&amp⟧'>", []string{"?a&copy=b©c&copyd<&notit;&amp=e&"}},
		{"HTML 13.2.5.80: numbers", "<a href='⟦&#128;&#0;&#xD800;&#x110000;&#;&#x;&#49⟧'>", []string{"€\uFFFD\uFFFD\uFFFD&#;&#x;1"}},
		{"references in text", "see ⦃http://a/?b&amp;c=⦄&quot;, ⦃http:&#47;/d/⦄&nbsp;<b>⦃http://e/&eacute;f⦄", []string{"http://a/?b&c=", "http://d/", "http://e/éf"}},
		{"E1: a wrapper in text", "&lt;URL:⦃http://a/\n b⦄&gt; &lt;⦃ftp://c/⦄&gt;", []string{"http://a/b", "ftp://c/"}},
		{"a name that goes on in text", "&copy⦃http://a/⦄", []string{"http://a/"}},

		{"HTML 13.2.5.43: comments", "<!-- <a href=no> http://no/ --><a href=⟦a⟧><!--><a href=⟦b⟧><!---><a href=⟦c⟧><!-- --!><a href=⟦d⟧><!-- -- > <a href=no>-->", []string{"a", "b", "c", "d"}},
		{"HTML 13.2.5.41: read as comments", "<!doctype html SYSTEM 'http://no/'><?x <a href=no ><a href=⟦a⟧></ <a href=no><![CDATA[<a href=no>]]><a href=⟦b⟧>", []string{"a", "b"}},
		{"HTML 13.2.5.69: CDATA in SVG", "<svg><![CDATA[<a href=no> ⦃http://a/⦄ &amp; ]]><a xlink:href='⟦b⟧'/></svg><![CDATA[http://no/]]>", []string{"http://a/", "b"}},
		{"SVG", "<svg><script href='⟦a⟧'/><style/><title/><use href=⟦#b⟧ /><rect fill='url(⟦#c⟧)'/></svg><a href=⟦d⟧>", []string{"a", "#b", "#c", "d"}},
		{"HTML 13.2.5.4: scripts", "<script src=⟦a⟧>'<a href=no>' // http://no/\n</script\n><a href=⟦b⟧>", []string{"a", "b"}},
		{"HTML 13.2.5.17: a script in a script", "<script><!-- <script></script> <a href=no> --> </script><a href=⟦a⟧><script><!--</script><a href=⟦b⟧><script><!--><script></script><a href=⟦c⟧>",
			[]string{"a", "b", "c"}},
		{"x/net/html leaves the escaped state here", "<script><!-- < <script></script> <a href=no> </script><a href=⟦a⟧>", []string{"a"}},
		{"code", "<pre>⦃http://a/⦄ <code>&lt;a href=&quot;⦃http://b/⦄&quot;&gt;</code></pre>", []string{"http://a/", "http://b/"}},
		{"HTML 13.2.5.2: a title, a textarea", "<title>⦃http://a/⦄ <a href=no>&amp;</title><textarea>⦃http://b/&amp;c⦄ <a href=no></textareas></textarea>", []string{"http://a/", "http://b/&c"}},
		{"HTML 13.2.5.3: xmp, plaintext", "<xmp><a href=no>⦃http://a/&amp;b⦄</xmp><a href=⟦c⟧><plaintext><a href=no></plaintext>⦃http://d/⦄", []string{"http://a/&amp;b", "c", "http://d/"}},
		{"elements in place of others", "<noscript><img src=⟦a⟧></noscript><iframe src=⟦b⟧><a href=⟦c⟧></iframe><noframes><a href=⟦d⟧></noframes><template><a href=⟦e⟧></template>",
			[]string{"a", "b", "c", "d", "e"}},
		{"a quote that is not closed", "<a href=\"⟦x>\n<b title=⟧\" y><a href=⟦z⟧>", []string{"x><b title=", "z"}},
		{"what is no tag, and what is one", "a < b <5⦃http://a/⦄ <3 ⦃http://b/⦄<, <http://no/> <URL:http://no/>", []string{"http://a/", "http://b/"}},
		{"a text ends at a tag", "⦃http://a/⦄<br>b <b>⦃http://c/⦄</b>. ⦃http://d/⦄<!-- -->e", []string{"http://a/", "http://c/", "http://d/"}},

		{"HTML 4.8.4.2.1: srcset", "<img srcset='⟦a,b.png⟧ 1x, ⟦data:image/png;base64,AA==⟧ 2x,⟦c⟧,,\n ⟦d⟧ 100w (1x, 2x) 3h , ⟦e⟧,, ⟦f⟧'>",
			[]string{"a,b.png", "data:image/png;base64,AA==", "c", "d", "e", "f"}},
		{"imagesrcset", "<link imagesrcset=\"⟦a&amp;b⟧ 1x,\n⟦c⟧\">", []string{"a&b", "c"}},
		{"HTML 2.3.7: refresh", `<meta http-equiv=refresh content="0;url=⟦a⟧"><meta content="5 , URL = '⟦b⟧' x" http-equiv="Refresh"><meta http-equiv=REFRESH content='.5;"⟦c⟧"d'>`,
			[]string{"a", "b", "c"}},
		{"HTML 2.3.7: no refresh", `<meta http-equiv=refresh content="5"><meta http-equiv=refresh content="x;url=a"><meta http-equiv=refresh content="5;  "><meta name=refresh content="0;url=a">`, nil},
		{"HTML 2.3.7: without a keyword", `<meta http-equiv=refresh content="1 ⟦a⟧"><meta http-equiv=refresh content="1;⟦url b⟧"><meta http-equiv=refresh content="1,&quot;⟦&amp;c⟧">`, []string{"a", "url b", "&c"}},
		{"Open Graph", `<meta property="og:url" content="⟦a⟧"><meta content='⟦b⟧' name='twitter:image'><meta property=og:title content=http://no/><meta itemprop="name image" content=⟦c⟧>`, []string{"a", "b", "c"}},

		{"CSS Syntax 4.3.6: url()", "<style>a{b:url(⟦a⟧)}c{d:URL( \"⟦b)⟧\" )}e{f:url('⟦c⟧'\n)}g{h:u\\72 l(\n⟦d⟧ )}i{j:myurl(no);k:#url(no);l:10url(no)}</style>", []string{"a", "b)", "c", "d"}},
		{"CSS Syntax 4.3.7: escapes", "<style>a{b:url(⟦\\61\\)\\000062 c⟧)}d{e:url('⟦e\\'\\\nf⟧')}</style>", []string{"a)bc", "e'f"}},
		{"CSS Syntax 4.3.2: comments, strings", "<style>/* url(no) */a{b:/**/url(⟦a⟧)/**/}c{d:'url(no)';e:\"\\\"url(no)\"}f{g:'no\nurl(⟦b⟧)}</style>", []string{"a", "b"}},
		{"CSS Cascade 5: @import", "<style>@import '⟦a⟧'; @IMPORT/**/url(⟦b⟧) print;@import \"⟦c⟧\";@namespace 'no';@namespace x url(no);a{b:url()}@charset 'no';</style>", []string{"a", "b", "c"}},
		{"CSS Images 4: image-set(), CSS Values 4: src()", "<style>a{b:image-set('⟦a⟧' 1x, url(⟦b⟧) 2x, \"⟦c⟧\" type('no') 3x),'no';d:-webkit-IMAGE-set( '⟦e⟧')}f{g:src(\"⟦h⟧\");src:'no'}</style>", []string{"a", "b", "c", "e", "h"}},
		{"CSS in an attribute", "<p style=\"a:url(&quot;⟦b&amp;c⟧&quot;);d:url(⟦e⟧\">", []string{"b&c", "e"}},

		{"HTML 4.8.5: srcdoc", "<iframe srcdoc='<p>\n<a href=&quot;⟦a&amp;amp;b⟧&quot;>⦃http://t/⦄ <style>x{y:url(⟦c⟧)}</style>'></iframe><a href=⟦d⟧>", []string{"a&b", "http://t/", "c", "d"}},
		{"ping, itemtype, profile", "<html><head profile='⟦a⟧\n⟦b⟧'><a ping='⟦c⟧ ⟦d⟧' itemtype='⟦http://s/⟧' itemid=⟦urn:x:y⟧>", []string{"a", "b", "c", "d", "http://s/", "urn:x:y"}},
		{"HTML 4.01", "<object data=⟦a⟧ classid=⟦b⟧ codebase=⟦c⟧ archive='⟦d⟧ ⟦e⟧'><param valuetype=REF value=⟦f⟧><param value=no><applet archive='⟦g⟧, ⟦h⟧'><body background=⟦i⟧><img longdesc=⟦j⟧>",
			[]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}},
		{"the others of HTML", "<html manifest=⟦a⟧><video poster=⟦b⟧ src=⟦c⟧><form action=⟦d⟧><button formaction=⟦e⟧><q cite=⟦f⟧><p data=no value=no content=no archive=no srcdoc=no>",
			[]string{"a", "b", "c", "d", "e", "f"}},

		{"NUL", "<a href='⟦a\x00b⟧'><a\x00 href=⟦c⟧>\x00⦃http://d/⦄\x00", []string{"a\uFFFDb", "c", "http://d/"}},
		{"a byte order mark of UTF-8", "\xEF\xBB\xBF<a href=⟦é⟧>", []string{"é"}},
		{"windows-1252, undeclared", "<a href='⟦\xE9\x80⟧'>", []string{"é€"}},
		{"UTF-8, declared and wrong", "<meta charset=utf-8><a href='⟦\xE9\n\xE8⟧'>", []string{"\xE9\xE8"}},
		{"koi8-r", "<meta charset=koi8-r>⦃http://h/\xC1\xC2⦄\n<a href='⟦\xC1&amp;\xC2⟧'><img srcset='⟦\xC1⟧ 1x, ⟦\xC2⟧'>", []string{"http://h/аб", "а&б", "а", "б"}},
		{"Shift_JIS, whose second octets are ASCII", "<meta http-equiv=content-type content='text/html; charset=shift_jis'><a href='⟦\x83\x5C\x95\x5C⟧'><img srcset='\x83\x5C 1x'>",
			[]string{"ソ表"}},
	} {
		if strings.HasPrefix(c.src, "Shift_JIS") {
			c.doc = strings.Replace(c.doc, "'\x83\x5C 1x'", "'⟦\x83\x5C⟧ 1x'", 1)
			c.urls = append(c.urls, "ソ")
		}
		look(t, c.src, c.doc, html.Options{}, c.urls...)
	}
}
