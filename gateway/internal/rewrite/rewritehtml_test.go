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
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

// signs are the keys in the paths of a page, and what is opened through a leave page.
var signs = strings.NewReplacer("ROOT", "/raw/KEY/http/h:8080", "DOOR", "/leave/KEY?to=")

// keyText is a key in a path.
var keyText = regexp.MustCompile(`/(raw|leave)/[0-9a-f]{32}([/?])`)

// copied returns a document as its linkRewriter writes it, the keys written KEY.
func copied(t *testing.T, v linkRewriter, page io.Reader) (string, error) {
	t.Helper()
	var got bytes.Buffer
	err := v.copy(&got, page, "text/html")
	return keyText.ReplaceAllString(got.String(), "/$1/KEY$2"), err
}

// linking returns a Rewriter of a gateway that opens what pages of these tests link
// to.
func linking() *Rewriter {
	schemes := []string{"http", "https", "ftp", "gopher", "wais", "news", "mailto", "telnet", "file"}
	return New(Options{Hosts: []string{"127.0.0.1:1738"}, Keys: access.NewKeys(), Links: func(from, to earl.URL) bool {
		return slices.Contains(schemes, to.Scheme()) && (to.Scheme() != "file" || from.Scheme() == "file")
	}})
}

// linkRewriterFor returns the linkRewriter of a document that is sent at its sandbox
// path, if it has one.
func linkRewriterFor(rw *Rewriter, address string) linkRewriter {
	u := earl.RFC3986.MustParse(address)
	_, ok := rw.SandboxPath(u)
	return rw.linkRewriter(Document{URL: u, Shown: u, InPlace: ok})
}

// References to a page's server lead there, by way of the gateway; those that a
// person follows to elsewhere lead to a leave page; whatever else stands in the page
// stands there still. Source: draft1996 9; rfc1738 4; D13, F5.
func TestReferences(t *testing.T) {
	v := linkRewriterFor(linking(), "http://h:8080/a/b.html")
	for _, tt := range []struct{ name, page, want string }{
		{"links", `<a href="/x?a&amp;b#f">/y</a> <img src=/z.gif alt="/q">`, `<a href="ROOT/x?a&amp;b#f">/y</a> <img src=ROOT/z.gif alt="/q">`},
		{"white space stays", "<a href=' /x y'>", "<a href=' ROOT/x y'>"},
		{"a slash that is a reference", `<a href="&#47;x">`, `<a href="ROOT&#47;x">`},
		{"no URL", `<a href="/%zz[">`, `<a href="ROOT/%zz[">`},
		{"several in one", `<img srcset="/a 1x, b 2x, /c 3x">`, `<img srcset="ROOT/a 1x, b 2x, ROOT/c 3x">`},
		{"styles", `<style>a{background:url(/i.png)} @import "/s.css";</style><p style="background:url('/j')">`,
			`<style>a{background:url(ROOT/i.png)} @import "ROOT/s.css";</style><p style="background:url('ROOT/j')">`},
		{"a refresh", `<meta http-equiv=refresh content="5; url=/n">`, `<meta http-equiv=refresh content="5; url=ROOT/n">`},
		{"relative ones", `<a href="x"><a href="../y"><a href="?q"><a href="#f"><a href=""><img src=i>`, ""},
		{"no links", `<!-- <a href="/x"> --><script>"<a href='//o/'>"</script><p>/x gopher://o/</p>`, ""},
		{"a tag that does not end", `<a href="/x">a</a><a href="/y`, `<a href="ROOT/x">a</a><a href="/y`},
		{"UTF-16", "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00/\x00x\x00>\x00", ""},
		{"behind the limit", strings.Repeat(" ", maxSearched) + `<a href="/x"><a href="gopher://o/">`, ""},
		{"empty", "", ""},

		{"its own server, named", `<a href="http://h:8080/w?a&amp;b"><img src=HTTP://H:8080/i><a href="//h:8080/v"><a href=http://h:8080><a href="http://h:8080?q"><a href="//h:8080#f">`,
			`<a href="ROOT/w?a&amp;b"><img src=ROOT/i><a href="ROOT/v"><a href=ROOT/><a href="ROOT/?q"><a href="ROOT/#f">`},
		{"its own server, in escapes", `<a href="http://&#104;:8080/w"><style>a{b:url(http://\68 :8080/w)}</style>`, ""},
		{"another server", `<a href="http://o/x y?a&amp;b='&quot;#f">`, `<a href="DOORhttp%3A%2F%2Fo%2Fx%2520y%3Fa%26b%3D%2527%2522%23f">`},
		{"another port, scheme, user", `<a href=http://h/><area href=https://h:8080/><a href=http://me@h:8080/>`,
			`<a href=DOORhttp%3A%2F%2Fh%2F><area href=DOORhttps%3A%2F%2Fh%3A8080%2F><a href=DOORhttp%3A%2F%2Fme%40h%3A8080%2F>`},
		{"another server by two slashes", `<a href=//o/x><a href=' //o:70 '>`, `<a href=DOORhttp%3A%2F%2Fo%2Fx><a href=' DOORhttp%3A%2F%2Fo%3A70 '>`},
		{"other schemes", `<a href="gopher://o:70/1/x"><a href='wais://o/d?q'><a href=news:a.b><a href=mailto:me@o><A HREF="FTP://o/;type=a"><a href="telnet://o/">`,
			`<a href="DOORgopher%3A%2F%2Fo%3A70%2F1%2Fx"><a href='DOORwais%3A%2F%2Fo%2Fd%3Fq'><a href=DOORnews%3Aa.b><a href=DOORmailto%3Ame%40o><A HREF="DOORFTP%3A%2F%2Fo%2F%3Btype%3Da"><a href="DOORtelnet%3A%2F%2Fo%2F">`},
		{"what would be refused", `<a href="http://10.0.0.1/"><a href="gopher://o/%0D%0Ax"><a href="http://o:25/">`,
			`<a href="DOORhttp%3A%2F%2F10.0.0.1%2F"><a href="DOORgopher%3A%2F%2Fo%2F%250D%250Ax"><a href="DOORhttp%3A%2F%2Fo%3A25%2F">`},
		{"a refresh to elsewhere", `<meta http-equiv=refresh content="0;url='gopher://o/'">`, `<meta http-equiv=refresh content="0;url='DOORgopher%3A%2F%2Fo%2F'">`},
		{"in a drawing", `<svg><a xlink:href="ftp://o/"><image xlink:href="ftp://o/i"/></a></svg>`, `<svg><a xlink:href="DOORftp%3A%2F%2Fo%2F"><image xlink:href="ftp://o/i"/></a></svg>`},
		{"resources of others", `<img src=http://o/i><link rel=stylesheet href=//o/s><script src=//o/j></script><iframe src=http://o/></iframe><style>@import "//o/s"</style><a ping=http://o/p style="background:url(//o/b)"><form action=//o/>`, ""},
		{"what runs", `<a href="javascript:alert(1)"><a href=" java&#10;script:alert(1)"><a href="data:text/html,<b>"><a href="vbscript:x"><a href="blob:x"><a href="about:blank">`, ""},
		{"files of this machine, schemes of nobody", `<a href="file:///etc/passwd"><a href="FILE://h/x"><a href="irc://o/"><a href="x-y:z">`, ""},
		{"no URLs", `<a href="http://[/"><a href="http://o:x/"><a href="://o/"><a href="x y://o/">`, ""},
		{"line breaks and references", "<a href='go&#112;her://o/\n1'>", "<a href='DOORgopher%3A%2F%2Fo%2F1'>"},
		{"a password", `<a href="ftp://me:s3cret@o/">`, `<a href="DOORftp%3A%2F%2Fme%40o%2F">`},
		{"answers to a form", `<a href="gopher://o/0x%09%09%2B%0D%0Aa%0D%0As3cret">`, ""},
		{"what browsers let stand", `<a href="http://o/a|b%2Fc?d[]={e}^f%3D100%"><a href="/a|b?d[]=e">`,
			`<a href="DOORhttp%3A%2F%2Fo%2Fa%257Cb%252Fc%3Fd%255B%255D%3D%257Be%257D%255Ef%253D100%2525"><a href="ROOT/a|b?d[]=e">`},
		{"letters of many", `<a href="http://bücher.example/ü">`, `<a href="DOORhttp%3A%2F%2Fxn--bcher-kva.example%2F%25C3%25BC">`},
		{"a nested page", `<iframe srcdoc="<a href='//o/'><a href=/x>">`, `<iframe srcdoc="<a href='DOORhttp%3A%2F%2Fo%2F'><a href=ROOT/x>">`},
		{"a window of its own", `<head><link href=/l><base target=_blank></head><a target="_blank" href="/x"><a href='//o/' target='a b'><area target=_top><a target=""><form target=_blank>`,
			`<head><link href=ROOT/l><base target=_self></head><a target="_self" href="ROOT/x"><a href='DOORhttp%3A%2F%2Fo%2F' target='_self'><area target=_self><a target=""><form target=_blank>`},

		{"a BASE elsewhere", `<head><base href="http://o/d/"></head><a href="/x"><a href=y><a href="#f"><img src=/i>`,
			`<head><base href="http://o/d/"></head><a href="DOORhttp%3A%2F%2Fo%2Fx"><a href=DOORhttp%3A%2F%2Fo%2Fd%2Fy><a href="DOORhttp%3A%2F%2Fo%2Fd%2F%23f"><img src=/i>`},
		{"a BASE on its server", `<head><base href="http://h:8080/d/e?q"></head><a href="/x"><a href=y><a href="?r"><a href="#f"><img src=../i>`,
			`<head><base href="ROOT/d/e?q"></head><a href="ROOT/x"><a href=ROOT/d/y><a href="ROOT/d/e?r"><a href="ROOT/d/e?q#f"><img src=ROOT/d/../i>`},
		{"a BASE that would be escaped", `<head><base href="http://h:8080/d'/"></head><a href='x'>`, `<head><base href="ROOT/d'/"></head><a href='x'>`},
		{"a BASE that is not used", `<head><base href="rel"></head><a href="/x">`, `<head><base href="rel"></head><a href="ROOT/x">`},
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

// Where a page's server has no paths here, all that a person follows leads to a
// leave page; a page about what nobody may see names none that are relative.
func TestReferencesWithoutARoot(t *testing.T) {
	g := linking()
	const page = `<a href="/h/x"><a href=y><a href="#f"><a href=""><a href="gopher://h/1"><a href="http://o/"><img src=/i>`
	if got, err := copied(t, linkRewriterFor(g, "gopher://h/h/d/page.html"), strings.NewReader(page)); err != nil || got != signs.Replace(
		`<a href="DOORgopher%3A%2F%2Fh%2Fh%2Fx"><a href=DOORgopher%3A%2F%2Fh%2Fh%2Fd%2Fy><a href="#f"><a href=""><a href="DOORgopher%3A%2F%2Fh%2F1"><a href="DOORhttp%3A%2F%2Fo%2F"><img src=/i>`) {
		t.Errorf("gopher: %s, %v", got, err)
	}
	hidden := g.linkRewriter(Document{Shown: earl.RFC3986.MustParse("gopher://h/h/d/form")})
	if got, err := copied(t, hidden, strings.NewReader(page)); err != nil || got != signs.Replace(
		`<a href="/h/x"><a href=y><a href="#f"><a href=""><a href="DOORgopher%3A%2F%2Fh%2F1"><a href="DOORhttp%3A%2F%2Fo%2F"><img src=/i>`) {
		t.Errorf("kept: %s, %v", got, err)
	}
	file := linkRewriterFor(g, "file:///d/page.html")
	if got, err := copied(t, file, strings.NewReader(`<a href="/x"><a href="file:///y"><a href="http://h/">`)); err != nil || got !=
		`<a href="/raw/KEY/file//x"><a href="/raw/KEY/file//y"><a href="/leave/KEY?to=http%3A%2F%2Fh%2F">` {
		t.Errorf("file: %s, %v", got, err)
	}
}

// A page that was moved is not where the browser takes it to be: its relative
// references are those of where it is. Source: draft1996 8.3.
func TestReferencesOfAMovedPage(t *testing.T) {
	g := linking()
	asked, found := earl.RFC3986.MustParse("http://h:8080/d"), earl.RFC3986.MustParse("http://h:8080/d/")
	v := g.linkRewriter(Document{URL: found, Shown: asked})
	got, err := copied(t, v, strings.NewReader(`<a href="x"><img src=i.gif><a href="#f">`))
	if want := signs.Replace(`<a href="ROOT/d/x"><img src=ROOT/d/i.gif><a href="#f">`); err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// A style sheet leads to its own server, and to no leave page.
func TestReferencesOfASheet(t *testing.T) {
	v := linkRewriterFor(linking(), "http://h:8080/s/x.css")
	v.css = true
	got, err := copied(t, v, strings.NewReader(`@import "/a.css"; b{c:url(/d) url(e) url(http://o/f) url(http://h:8080/g)} /* url(/i) </style><a href="/j"> */`))
	want := signs.Replace(`@import "ROOT/a.css"; b{c:url(ROOT/d) url(e) url(http://o/f) url(ROOT/g)} /* url(/i) </style><a href="/j"> */`)
	if err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// A page that breaks off is sent as far as it came, and is not whole.
func TestReferencesOfACutPage(t *testing.T) {
	page := io.MultiReader(strings.NewReader(`<a href="/x">a</a> b`), iotest.ErrReader(open.ErrCut))
	got, err := copied(t, linkRewriterFor(linking(), "http://h:8080/"), page)
	if want := signs.Replace(`<a href="ROOT/x">a</a> b`); got != want || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want %q, ErrCut", got, err, want)
	}
}
