package rewrite

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/net/html"
)

// openTags are the start tags that must have an attribute of the gateway first.
var openTags = regexp.MustCompile(`(?i)<(?:animate|area|a|base|iframe|set)(?:[ \t\n\f\r/>].{0,40}|$)`)

// safeTag matches a start tag with such an attribute.
var safeTag = regexp.MustCompile(`(?i)^<(?:a target=_(?:top|self)|area target=_(?:top|self)|base target=_self|iframe sandbox|(?:set|animate) attributeName=x)`)

// Whatever a page contains, each link opens in the frame or at a path of the gateway. Another
// HTML parser checks this. The result does not depend on the pieces in which the page is read.
func FuzzLinkRewriter(f *testing.F) {
	for _, page := range []string{
		`<a href="gopher://x/">a</a><img src=/b.gif><a href='//y:1/z' target=_blank>`,
		`<base href="ftp://z/d/" target=x><a href="?q">b</a><meta http-equiv=refresh content="1;url=/c">`,
		`<style>@import "/s.css"; p { background: url(/x.png) }</style><p style="background:url('/y')">`,
		`<a href=" http://h:8080/&#x2f; ">c</a><area href=wais://w:210/d?s`,
		`<form method=post><input type=submit></form><form action=/x><button formaction=/y>`,
		`<svg><p><![CDATA[><a href="//o/" target=_top>]]>`, `<a<a <a/x`, `<A/0>`, `<a/href=/x>`, `<form/action=/x><button/formmethod=post>`, `<a title=">" download ping=x href=irc:x>`,
		`<select><title></select><a href=//o/ target=_top>`, `<!-- --!><a href=//o target=_top>`,
		"\xff\xfe<\x00a\x00>\x00", "<A href=\x1e0>",
		"<BAse href 0000><A href>", `<base href="ftp://z/d/"><a href/title=x>a</a><area href/><a href=>b</a><img src><img src/alt=x>`,
	} {
		f.Add(page, false)
		f.Add(page, true)
	}
	g := linking()
	f.Fuzz(func(t *testing.T, page string, css bool) {
		v := linkRewriterFor(g, "http://h:8080/dir/page?q")
		v.css = css
		var whole, pieces bytes.Buffer
		if err := v.copy(&whole, strings.NewReader(page), "text/html"); err != nil {
			t.Fatalf("%q: %v", page, err)
		}
		if err := v.copy(&pieces, iotest.HalfReader(strings.NewReader(page)), "text/html"); err != nil || whole.String() != pieces.String() {
			t.Errorf("%q became %q and in pieces %q, %v", page, &whole, &pieces, err)
		}
		if css {
			return
		}
		for _, tag := range openTags.FindAllString(whole.String(), -1) {
			if !safeTag.MatchString(tag) {
				t.Errorf("%q has %q: %q", page, tag, &whole)
			}
		}
		root, err := html.ParseWithOptions(&whole, html.ParseOptionEnableScripting(false))
		if err != nil {
			return
		}
		for n := range root.Descendants() {
			if n.Type == html.ElementNode && (n.Data == "a" || n.Data == "area") {
				checkLink(t, page, n)
			}
		}
	})
}

// c0OrSpace are the characters that a browser removes before a URL.
// Source: URL Standard, basic URL parser, step 1.
const c0OrSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// checkLink checks that a link to the whole page has a path of the gateway.
func checkLink(t *testing.T, page string, n *html.Node) {
	values := map[string]string{}
	for _, a := range n.Attr {
		if _, found := values[a.Key]; !found {
			values[a.Key] = a.Val
		}
	}
	switch values["target"] {
	case "_self":
		return
	case "_top":
		for _, prefix := range []string{GoPrefix, LeavePrefix, DeadPrefix} {
			if strings.HasPrefix(strings.TrimLeft(values["href"], c0OrSpace), prefix) {
				return
			}
		}
	}
	t.Errorf("%q has a link with %v", page, n.Attr)
}

// The guard finds each tag in pieces of any length, and at the end.
func TestTagGuard(t *testing.T) {
	for page, want := range map[string]string{
		"<a>x</a><A\nb><area/><abbr><base><iframe srcdoc><set><animate ><animateMotion>": "<a target=_self>x</a><A target=_self\nb><area target=_self /><abbr><base target=_self><iframe sandbox srcdoc><set attributeName=x><animate attributeName=x ><animateMotion>",
		"<<a <a": "<<a target=_self <a target=_self ", "<a/": "<a target=_self /", "<a/>b": "<a target=_self />b",
		"a<": "a<", "<are": "<are", "<area": "<area target=_self ", "<a <": "<a target=_self <", "": "",
	} {
		for n := 1; n <= len(page)+1; n++ {
			var got bytes.Buffer
			g := tagGuard{w: &got}
			for rest := page; rest != ""; rest = rest[min(n, len(rest)):] {
				if m, err := g.Write([]byte(rest[:min(n, len(rest))])); err != nil || m != min(n, len(rest)) {
					t.Fatalf("Write(%q) = %d, %v", rest, m, err)
				}
			}
			if err := g.Flush(); err != nil || got.String() != want {
				t.Errorf("%q in pieces of %d became %q, %v; want %q", page, n, &got, err, want)
			}
		}
	}
}
