package rewrite

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/open"
)

// signs are the paths and texts that are written into a page.
var signs = strings.NewReplacer("ROOT", "/raw/KEY/http/h:8080", "LEAVE", "/leave/KEY?to=", "GO", "/go/KEY?to=", "DEAD", "/dead/KEY?to=",
	"GREY", `title="`+deadTitle+`" style="color:GrayText"`, "FORMOUT", "/submit/KEY/http%3A%2F%2F", "FORM", "/submit/KEY/http%3A%2F%2Fh%3A8080",
	"NL", "\n", "POSTED", "<small>"+postText+"</small>", "MAILED", "<small>"+mailText+"</small>")

// keyText is a key in a path.
var keyText = regexp.MustCompile(`/(raw|leave|go|dead|submit)/[0-9a-f]{32}((?:\.\d+)?[/?])`)

// copied returns a document as its linkRewriter writes it, the keys written KEY.
func copied(t *testing.T, v *linkRewriter, page io.Reader) (string, error) {
	t.Helper()
	var got bytes.Buffer
	err := v.copy(&got, page, "text/html")
	return keyText.ReplaceAllString(got.String(), "/$1/KEY$2"), err
}

// linking returns a Rewriter of a gateway that opens the links of pages in these tests.
func linking() *Rewriter {
	schemes := []string{"http", "https", "ftp", "gopher", "wais", "news", "mailto", "telnet", "file"}
	return New(Options{Keys: access.NewKeys(), Links: func(from, to earl.URL) bool {
		return slices.Contains(schemes, to.Scheme()) && (to.Scheme() != "file" || from.Scheme() == "file")
	}})
}

// linkRewriterFor returns the linkRewriter of a document that is sent at its sandbox
// path, if it has one.
func linkRewriterFor(rw *Rewriter, address string) *linkRewriter {
	u := earl.RFC3986.MustParse(address)
	_, ok := rw.SandboxPath(u)
	return rw.linkRewriter(Document{URL: u, Shown: u, InPlace: ok})
}

// A page loads files only from its own server. Each link opens a page of the gateway: the URL
// itself if it is of the page's server, a leave page for another server, or a page that shows
// why the gateway does not open the link.
// Source: draft1996 9; rfc1738 4; HTML, following hyperlinks; D13, F5.
func TestReferences(t *testing.T) {
	v := linkRewriterFor(linking(), "http://h:8080/a/b.html")
	for _, tt := range []struct{ name, page, want string }{
		{"links", `<a href="/x?a&amp;b#f">/y</a> <img src=/z.gif alt="/q">`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fx%3Fa%26b%23f">/y</a> <img src=ROOT/z.gif alt="/q">`},
		{"white space stays", "<a href=' /x y'>",
			`<a target=_top href=' GOhttp%3A%2F%2Fh%3A8080%2Fx%2520y'>`},
		{"a slash that is a reference", `<a href="&#47;x">`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fx">`},
		{"no URL", `<a href="/%zz[">`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2F%2525zz%255B">`},
		{"several in one", `<img srcset="/a 1x, b 2x, /c 3x">`,
			`<img srcset="ROOT/a 1x, b 2x, ROOT/c 3x">`},
		{"styles", `<style>a{background:url(/i.png)} @import "/s.css";</style><p style="background:url('/j')">`,
			`<style>a{background:url(ROOT/i.png)} @import "ROOT/s.css";</style><p style="background:url('ROOT/j')">`},
		{"a refresh", `<meta http-equiv=refresh content="5; url=/n">`,
			`<meta http-equiv=refresh content="5; url=/n"><p><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fn">This page wants to open http://h:8080/n</a></p>NL`},
		{"relative ones", `<a href="x"><a href="../y"><a href="?q"><a href="#f"><a href=""><img src=i>`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2Fx"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fy"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2Fb.html%3Fq"><a target=_self href="#f"><a target=_self href=""><img src=i>`},
		{"no links", `<!-- <a href="/x"> --><script>"<a href='//o/'>"</script><p>/x gopher://o/</p>`,
			`<!-- <a target=_self href="/x"> --><script>"<a target=_self href='//o/'>"</script><p>/x gopher://o/</p>`},
		{"a tag that does not end", `<a href="/x">a</a><a href="/y`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fx">a</a><a target=_self href="/y`},
		{"UTF-16", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00/\x00x\x00>\x00", ""},
		{"behind the limit", strings.Repeat(" ", maxSearched) + `<a href="/x"><a href="gopher://o/">`, strings.Repeat(" ", maxSearched) + `<a target=_self href="/x"><a target=_self href="gopher://o/">`},
		{"empty", "", ""},
		{"names without a value", `<base href="/d/"><a href><a href/title=x><a href/>a<a href=>b<a href= >c<img src><img src/alt=x>`,
			`<base target=_self href="ROOT/d/"><a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fd%2F ><a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fd%2F /title=x><a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fd%2F />a<a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fd%2F>b<a target=_top href= GOhttp%3A%2F%2Fh%3A8080%2Fd%2F>c<img src=ROOT/d/ ><img src=ROOT/d/ /alt=x>`},

		{"its own server, named", `<a href="http://h:8080/w?a&amp;b"><img src=HTTP://H:8080/i><a href="//h:8080/v"><a href=http://h:8080><a href="http://h:8080?q"><a href="//h:8080#f">`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fw%3Fa%26b"><img src=ROOT/i><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fv"><a target=_top href=GOhttp%3A%2F%2Fh%3A8080><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%3Fq"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%23f">`},
		{"its own server, in escapes", `<a href="http://&#104;:8080/w"><style>a{b:url(http://\68 :8080/w)}</style>`,
			`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fw"><style>a{b:url(http://\68 :8080/w)}</style>`},
		{"another server", `<a href="http://o/x y?a&amp;b='&quot;#f">`,
			`<a target=_top href="LEAVEhttp%3A%2F%2Fo%2Fx%2520y%3Fa%26b%3D%2527%2522%23f">`},
		{"another port, scheme, user", `<a href=http://h/><area href=https://h:8080/><a href=http://me@h:8080/>`,
			`<a target=_top href=LEAVEhttp%3A%2F%2Fh%2F><area target=_top href=LEAVEhttps%3A%2F%2Fh%3A8080%2F><a target=_top href=LEAVEhttp%3A%2F%2Fme%40h%3A8080%2F>`},
		{"another server by two slashes", `<a href=//o/x><a href=' //o:70 '>`,
			`<a target=_top href=LEAVEhttp%3A%2F%2Fo%2Fx><a target=_top href=' LEAVEhttp%3A%2F%2Fo%3A70 '>`},
		{"other schemes", `<a href="gopher://o:70/1/x"><a href='wais://o/d?q'><a href=news:a.b><a href=mailto:me@o><A HREF="FTP://o/;type=a"><a href="telnet://o/">`,
			`<a target=_top href="LEAVEgopher%3A%2F%2Fo%3A70%2F1%2Fx"><a target=_top href='LEAVEwais%3A%2F%2Fo%2Fd%3Fq'><a target=_top href=LEAVEnews%3Aa.b><a target=_top href=LEAVEmailto%3Ame%40o><A target=_top HREF="LEAVEFTP%3A%2F%2Fo%2F%3Btype%3Da"><a target=_top href="LEAVEtelnet%3A%2F%2Fo%2F">`},
		{"what would be refused", `<a href="http://10.0.0.1/"><a href="gopher://o/%0D%0Ax"><a href="http://o:25/">`,
			`<a target=_top href="LEAVEhttp%3A%2F%2F10.0.0.1%2F"><a target=_top href="LEAVEgopher%3A%2F%2Fo%2F%250D%250Ax"><a target=_top href="LEAVEhttp%3A%2F%2Fo%3A25%2F">`},
		{"a refresh to elsewhere", `<meta http-equiv=refresh content="0;url='gopher://o/'">`,
			`<meta http-equiv=refresh content="0;url='gopher://o/'"><p><a target=_top href="LEAVEgopher%3A%2F%2Fo%2F">This page wants to open gopher://o/</a></p>NL`},
		{"in a drawing", `<svg><a xlink:href="ftp://o/"><image xlink:href="ftp://o/i"/></a></svg>`,
			`<svg><a target=_top xlink:href="LEAVEftp%3A%2F%2Fo%2F"><image xlink:href="ftp://o/i"/></a></svg>`},
		{"resources of others", `<img src=http://o/i><link rel=stylesheet href=//o/s><script src=//o/j></script><iframe src=http://o/></iframe><style>@import "//o/s"</style><a ping=http://o/p style="background:url(//o/b)"><form action=//o/>`,
			`<img src=http://o/i><link rel=stylesheet href=//o/s><script src=//o/j></script><iframe sandbox src=http://o/></iframe><style>@import "//o/s"</style><a target=_self ping=http://o/p style="background:url(//o/b)"><form target=_top action="FORMOUTo%2F" >`},
		{"what runs", `<a href="javascript:alert(1)"><a href=" java&#10;script:alert(1)"><a href="data:text/html,<b>"><a href="vbscript:x"><a href="blob:x"><a href="about:blank">`,
			`<a target=_top GREY href="DEADjavascript%3Aalert%281%29"><a target=_top GREY href=" DEADjavascript%3Aalert%281%29"><a target=_top GREY href="DEADdata%3Atext%2Fhtml%2C%3Cb%3E"><a target=_top GREY href="DEADvbscript%3Ax"><a target=_top GREY href="DEADblob%3Ax"><a target=_top GREY href="DEADabout%3Ablank">`},
		{"files of this machine, schemes of nobody", `<a href="file:///etc/passwd"><a href="FILE://h/x"><a href="irc://o/"><a href="x-y:z">`,
			`<a target=_top GREY href="DEADfile%3A%2F%2F%2Fetc%2Fpasswd"><a target=_top GREY href="DEADFILE%3A%2F%2Fh%2Fx"><a target=_top GREY href="DEADirc%3A%2F%2Fo%2F"><a target=_top GREY href="DEADx-y%3Az">`},
		{"no URLs", `<a href="http://[/"><a href="http://o:x/"><a href="://o/"><a href="x y://o/">`,
			`<a target=_top GREY href="DEADhttp%3A%2F%2F%5B%2F"><a target=_top GREY href="DEADhttp%3A%2F%2Fo%3Ax%2F"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2F%3A%2F%2Fo%2F"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2Fx%2520y%3A%2F%2Fo%2F">`},
		{"line breaks and references", "<a href='go&#112;her://o/\n1'>",
			`<a target=_top href='LEAVEgopher%3A%2F%2Fo%2F1'>`},
		{"a password", `<a href="ftp://me:s3cret@o/">`,
			`<a target=_top href="LEAVEftp%3A%2F%2Fme%40o%2F">`},
		{"answers to a form", `<a href="gopher://o/0x%09%09%2B%0D%0Aa%0D%0As3cret">`,
			`<a target=_top GREY href="DEADgopher%3A%2F%2Fo%2F0x%2509%2509%252B%250D%250Aa%250D%250As3cret">`},
		{"what browsers let stand", `<a href="http://o/a|b%2Fc?d[]={e}^f%3D100%"><a href="/a|b?d[]=e">`,
			`<a target=_top href="LEAVEhttp%3A%2F%2Fo%2Fa%257Cb%252Fc%3Fd%255B%255D%3D%257Be%257D%255Ef%253D100%2525"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%257Cb%3Fd%255B%255D%3De">`},
		{"letters of many", `<a href="http://bücher.example/ü">`,
			`<a target=_top href="LEAVEhttp%3A%2F%2Fxn--bcher-kva.example%2F%25C3%25BC">`},
		{"a nested page", `<iframe srcdoc="<a href='//o/'><a href=/x>">`,
			`<iframe sandbox srcdoc="<a target=_self href='//o/'><a target=_self href=/x>">`},
		{"a window of its own", `<head><link href=/l><base target=_blank></head><a target="_blank" href="/x"><a href='//o/' target='a b'><area target=_top><a target=""><form target=_blank>`,
			`<head><link href=ROOT/l><base target=_self target=_blank></head><a target=_top  href="GOhttp%3A%2F%2Fh%3A8080%2Fx"><a target=_top href='LEAVEhttp%3A%2F%2Fo%2F' ><area target=_self target=_top><a target=_self target=""><form target=_top action="FORM%2Fa%2Fb.html" >`},

		{"attributes of links", `<a download href=/x><A PING=/p Title='t' HREF="irc://o/" STYLE="background:url(/i)">`,
			`<a target=_top  href=GOhttp%3A%2F%2Fh%3A8080%2Fx><A target=_top GREY   HREF="DEADirc%3A%2F%2Fo%2F" >`},
		{"places in the document", `<a target=_blank href="b.html#f"><a href="http://h:8080/a/b.html#g"><a href="b.html?q#f">`,
			`<a target=_self target=_blank href="#f"><a target=_self href="#g"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2Fb.html%3Fq%23f">`},
		{"forms that retrieve", `<form><input name=a></form><form action="/s?x#f" method=GET target=y><form action=//o/s>`,
			`<form target=_top action="FORM%2Fa%2Fb.html"><input name=a></form><form target=_top action="FORM%2Fs%23f"  method=GET ><form target=_top action="FORMOUTo%2Fs" >`},
		{"forms that do not", `<form method=POST action=/s><input type=text><input type=Submit><input type=image><button>a</button><button type=button></form><button>b</button>`,
			`<form method=POST >POSTED<input type=text><input disabled title="` + postText + `" type=Submit><input disabled title="` + postText + `" type=image><button disabled title="` + postText + `">a</button><button type=button></form><button>b</button>`},
		{"forms to elsewhere", `<form action=mailto:me@o></form><form action="javascript:x"></form>`,
			`<form >MAILED</form><form >MAILED</form>`},
		{"escapes in keywords", `<form method="p&#111;st"><button type="s&#117;bmit">a</button></form>`,
			`<form method="p&#111;st">POSTED<button disabled title="` + postText + `" type="s&#117;bmit">a</button></form>`},
		{"more attributes than are read", `<p><a` + strings.Repeat(" b", html.MaxAttributes) + ` ping=http://o/ href=x>y</a>`, `<p>y</a>`},
		{"a form in a form", `<form method=post><form action=/x><button></form>`,
			`<form method=post>POSTED<form ><button disabled title="` + postText + `"></form>`},
		{"a dialog", `<form method=dialog action=/x target=_top>`, `<form method=dialog  >`},
		{"buttons with an action", `<form><button formaction=/x formtarget=_top><input type=submit formaction="ftp://o/"><button formmethod=post formaction=/y><input type=file>`,
			`<form target=_top action="FORM%2Fa%2Fb.html"><button formaction="FORM%2Fx"  ><input disabled title="` + mailText + `" type=submit ><button disabled title="` + postText + `" formmethod=post ><input disabled title="` + fileTitle + `" type=file>`},
		{"frames", `<head></head><FRAMESET cols="9,*"><frameset><frame src=toc.html name="a<b"><frame SRC="http://o/x?a&amp;b"/></frameset><frame><frame src="#f"><frame src="javascript:x"><noframes><body><a href=/x>x</a></noframes></frameset>`,
			`<head></head><p>` + frameText + `</p><div cols="9,*"><div><p><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fa%2Ftoc.html">a&lt;b: toc.html</a></p><p><a target=_top href="LEAVEhttp%3A%2F%2Fo%2Fx%3Fa%26b">http://o/x?a&amp;b</a></p></div><p><a target=_top href="DEADjavascript%3Ax">javascript:x</a></p><div><body><a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fx>x</a></div></div>`},
		{"an index", `<ISINDEX prompt="Wo<rds:"><isindex>`,
			`<form target=_top action="FORM%2Fa%2Fb.html"><hr><label>Wo&lt;rds: <input name=isindex></label><hr></form><form target=_top action="FORM%2Fa%2Fb.html"><hr><label>` + indexText + ` <input name=isindex></label><hr></form>`},
		{"no frames", `<frame src=toc.html></frameset><noframes>x</noframes>`, ""},
		{"a link that a comment hides from one reader", `<svg><p><![CDATA[><a href="//o/" target=_top>]]>`, `<svg><p><![CDATA[><a target=_self href="//o/" target=_top>]]>`},
		{"a link that a value hides from one reader", `<svg><style><!--</style><img alt="--><a href='//o/' target=_top>">`, `<svg><style><!--</style><img alt="--><a target=_self href='//o/' target=_top>">`},
		{"an animation of a link", `<svg><a><animate attributeName=href to="//o/"><SET attributeName=target to=_top>`,
			`<svg><a target=_self><animate attributeName=x attributeName=href to="//o/"><SET attributeName=x attributeName=target to=_top>`},

		{"a BASE elsewhere", `<head><base href="http://o/d/"></head><a href="/x"><a href=y><a href="#f"><img src=/i>`,
			`<head><base target=_self href="http://o/d/"></head><a target=_top href="LEAVEhttp%3A%2F%2Fo%2Fx"><a target=_top href=LEAVEhttp%3A%2F%2Fo%2Fd%2Fy><a target=_top href="LEAVEhttp%3A%2F%2Fo%2Fd%2F%23f"><img src=/i>`},
		{"a BASE on its server", `<head><base href="http://h:8080/d/e?q"></head><a href="/x"><a href=y><a href="?r"><a href="#f"><img src=../i>`,
			`<head><base target=_self href="ROOT/d/e?q"></head><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fx"><a target=_top href=GOhttp%3A%2F%2Fh%3A8080%2Fd%2Fy><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fd%2Fe%3Fr"><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fd%2Fe%3Fq%23f"><img src=ROOT/d/../i>`},
		{"a BASE that would be escaped", `<head><base href="http://h:8080/d'/"></head><a href='x'>`,
			`<head><base target=_self href="ROOT/d'/"></head><a target=_top href='GOhttp%3A%2F%2Fh%3A8080%2Fd%27%2Fx'>`},
		{"a BASE that is not used", `<head><base href="rel"></head><a href="/x">`,
			`<head><base target=_self href="rel"></head><a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fx">`},
	} {
		want := signs.Replace(tt.want)
		if want == "" {
			want = tt.page
		}
		for _, r := range []io.Reader{strings.NewReader(tt.page), iotest.HalfReader(strings.NewReader(tt.page))} {
			if got, err := copied(t, v, r); err != nil || got != want {
				t.Errorf("%s:\n     %.600s, %v\nwant %.600s", tt.name, got, err, want)
			}
		}
	}
}

// The links of a page whose server has no sandbox paths are rewritten like those of any other
// page. A page with the result of a form with secret answers does not contain its own URL.
func TestReferencesWithoutARoot(t *testing.T) {
	g := linking()
	const page = `<a href="/h/x"><a href=y><a href="#f"><a href=""><a href="gopher://h/1"><a href="http://o/"><img src=/i>`
	if got, err := copied(t, linkRewriterFor(g, "gopher://h/h/d/page.html"), strings.NewReader(page)); err != nil || got != signs.Replace(
		`<a target=_top href="GOgopher%3A%2F%2Fh%2Fh%2Fx"><a target=_top href=GOgopher%3A%2F%2Fh%2Fh%2Fd%2Fy><a target=_self href="#f"><a target=_self href=""><a target=_top href="GOgopher%3A%2F%2Fh%2F1"><a target=_top href="LEAVEhttp%3A%2F%2Fo%2F"><img src=/i>`) {
		t.Errorf("gopher: %s, %v", got, err)
	}
	hidden := g.linkRewriter(Document{Shown: earl.RFC3986.MustParse("gopher://h/h/d/form")})
	if got, err := copied(t, hidden, strings.NewReader(page)); err != nil || got != signs.Replace(
		`<a target=_top GREY href="DEAD%2Fh%2Fx"><a target=_top GREY href=DEADy><a target=_self href="#f"><a target=_self href=""><a target=_top href="LEAVEgopher%3A%2F%2Fh%2F1"><a target=_top href="LEAVEhttp%3A%2F%2Fo%2F"><img src=/i>`) {
		t.Errorf("kept: %s, %v", got, err)
	}
}

// A local file links directly to the files that its key opens: those in its directory and
// below.
func TestReferencesOfAFile(t *testing.T) {
	file := linkRewriterFor(linking(), "file:///d/e/page.html")
	got, err := copied(t, file, strings.NewReader(`<a href="x"><a href="f/x"><a href="../x"><a href="file:///d/e/%2e%2e/x"><a href="http://h/"><img src=i><img src=/i>`))
	if want := signs.Replace(`<a target=_top href="GOfile%3A%2F%2F%2Fd%2Fe%2Fx"><a target=_top href="GOfile%3A%2F%2F%2Fd%2Fe%2Ff%2Fx"><a target=_top href="LEAVEfile%3A%2F%2F%2Fd%2Fx">` +
		`<a target=_top href="LEAVEfile%3A%2F%2F%2Fd%2Fe%2F%252e%252e%2Fx"><a target=_top href="LEAVEhttp%3A%2F%2Fh%2F"><img src=i><img src=/raw/KEY.3/file//i>`); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// The browser does not see the redirects of a page. Relative references are resolved against
// the URL after the redirects. Source: draft1996 8.3.
func TestReferencesOfAMovedPage(t *testing.T) {
	g := linking()
	asked, found := earl.RFC3986.MustParse("http://h:8080/d"), earl.RFC3986.MustParse("http://h:8080/d/")
	v := g.linkRewriter(Document{URL: found, Shown: asked})
	got, err := copied(t, v, strings.NewReader(`<a href="x"><img src=i.gif><a href="#f">`))
	if want := signs.Replace(`<a target=_top href="GOhttp%3A%2F%2Fh%3A8080%2Fd%2Fx"><img src=ROOT/d/i.gif><a target=_self href="#f">`); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// XML allows an attribute only once, so links in XML keep their attributes and open leave pages
// in the frame. Source: XML 1.0 3.1.
func TestReferencesOfXML(t *testing.T) {
	v := linkRewriterFor(linking(), "http://h:8080/a/b.xhtml")
	v.xml = true
	got, err := copied(t, v, strings.NewReader(`<a target="_top" href="/x"/><a href="#f"/><svg:a xlink:href="irc://o/"/><form action="/s"/><img src="/i"/>`))
	if want := signs.Replace(`<a target="_self" href="LEAVEhttp%3A%2F%2Fh%3A8080%2Fx"/><a href="#f"/><svg:a xlink:href="irc://o/"/><form action="ROOT/s"/><img src="ROOT/i"/>`); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// The references of a style sheet use its own server, and never a leave page.
func TestReferencesOfASheet(t *testing.T) {
	v := linkRewriterFor(linking(), "http://h:8080/s/x.css")
	v.css = true
	got, err := copied(t, v, strings.NewReader(`@import "/a.css"; b{c:url(/d) url(e) url(http://o/f) url(http://h:8080/g)} /* url(/i) </style><a href="/j"> */`))
	want := signs.Replace(`@import "ROOT/a.css"; b{c:url(ROOT/d) url(e) url(http://o/f) url(ROOT/g)} /* url(/i) </style><a href="/j"> */`)
	if err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// If a page ends early, the part that arrived is sent, and Copy returns the error.
func TestReferencesOfACutPage(t *testing.T) {
	page := io.MultiReader(strings.NewReader(`<meta http-equiv=refresh content="0;url=/y"><img src="/x">a <`), iotest.ErrReader(open.ErrCut))
	got, err := copied(t, linkRewriterFor(linking(), "http://h:8080/"), page)
	if want := `<meta http-equiv=refresh content="0;url=/y"><img src="/raw/KEY/http/h:8080/x">a <`; got != want || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want %q, ErrCut", got, err, want)
	}
}
