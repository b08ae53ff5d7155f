package treecopy

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// Names differ in every file system.
func TestNamer(t *testing.T) {
	start, _ := earl.WHATWG.Parse("http://h/d/")
	n := namer{taken: map[string]node{}, dirs: -1}
	for _, row := range [][2]string{
		{"http://h/d/", "index.html"},
		{"http://h/d/index.html", "index~2.html"},
		{"http://h/d/a", "a"},
		{"http://h/d/A", "A~2"},
		{"http://h/d/a/b", "a~3/b"},
		{"http://h/d/a/c", "a~3/c"},
		{"http://h/d/A/c", "A~4/c"},
		{"http://h/d/x?y=/z", "x?y=%2Fz"},
		{"http://h/up", "h/up"},
		{"https://h/d/s", "s"},
		{"http://h:81/d/s", "h+81/d/s"},
		{"http://[::1]/s", "++1/s"},
		{"http://h/d//e", "~e3b0c44298fc/e"},
		{"http://h/d/%2e%2e%2fx", "..%2Fx"},
		{"http://h/d/" + strings.Repeat("n", 300), strings.Repeat("n", 100) + "~"},
		{"http://h/d/a", "a"}, // again
	} {
		u, err := earl.WHATWG.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := n.path(start, u, keyOf(u), "")
		if err != nil || got != row[1] && !(strings.HasSuffix(row[1], "~") && strings.HasPrefix(got, row[1])) {
			t.Errorf("%.60s: %q, %v; want %q", row[0], got, err, row[1])
		}
	}
}

// A capsule has its own index, and ports other than that of its scheme are parts of names.
func TestCapsuleNames(t *testing.T) {
	start, _ := earl.WHATWG.Parse("gemini://h/d/")
	n := namer{taken: map[string]node{}, dirs: -1}
	for _, row := range [][2]string{
		{"gemini://h/d/", "index.gmi"},
		{"gemini://h:1965/d/a.gmi", "a.gmi"},
		{"gemini://h/up", "h/up"},
		{"gemini://h:1966/d/a.gmi", "h+1966/d/a.gmi"},
	} {
		u, _ := earl.WHATWG.Parse(row[0])
		if got, err := n.path(start, u, keyOf(u), ""); err != nil || got != row[1] {
			t.Errorf("%s: %q, %v; want %q", row[0], got, err, row[1])
		}
	}
}

func TestRelative(t *testing.T) {
	for _, row := range [][3]string{
		{"index.html", "a.html", "a.html"},
		{"index.html", "d/a b.html", "d/a%20b.html"},
		{"d/index.html", "a.html", "../a.html"},
		{"d/e/index.html", "d/f/a?b.html", "../f/a%3Fb.html"},
		{"d/index.html", "d/x:y", "x%3Ay"},
	} {
		if got := relative(row[0], row[1]); got != row[2] {
			t.Errorf("relative(%q, %q) = %q, want %q", row[0], row[1], got, row[2])
		}
	}
}

// uses returns the links of a page as "use element attribute URL".
func uses(t *testing.T, media, text string) []string {
	t.Helper()
	u, err := earl.WHATWG.Parse("http://h/d/")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for l := range links(page{url: u, media: media}, []byte(text)) {
		list = append(list, strings.TrimSpace([]string{"other", "follows", "needs", "base"}[l.use]+" "+l.element+" "+l.attribute+" "+l.URL))
	}
	return list
}

// The element, the attributes and their values decide the use of a link.
// Source: HTML, tokenization; links.
func TestUsesOfLinks(t *testing.T) {
	for text, want := range map[string]string{
		`<a href="@">`:                                        "follows a href @",
		`<A title='x href=y' HREF = @>`:                       "follows a href @",
		`<img src=a srcset="b 1x, @">`:                        "needs img src a|needs img srcset b|needs img srcset @",
		`<a title="a < b" href="@">`:                          "follows a href @",
		`<a title="a > b" href="@">`:                          "follows a href @",
		`<a title='<img src=x>' href="@">`:                    "follows a href @",
		`<img alt="a <b" src=@>`:                              "needs img src @",
		`<style>a { background: url(@)}</style><a href=b>`:    "needs style  @|follows a href b",
		`<style title=">">b>c{background:url(@)}</style>`:     "needs style  @",
		`<p style="background: url(@)">`:                      "needs p style @",
		`<form action=@>`:                                     "other form action @",
		`<input value="a=b" src='@'>`:                         "needs input src @",
		`<button formaction=@><input formaction=@>`:           "other button formaction @|other input formaction @",
		`<svg><use xlink:href="@"/><a xlink:href=b></svg>`:    "needs use xlink:href @|follows a xlink:href b",
		`<a href=@ ping=b>`:                                   "follows a href @|other a ping b",
		`<link rel="stylesheet" href=@>`:                      "needs link href @",
		`<link href=/rel/a.css rel=stylesheet>`:               "needs link href /rel/a.css",
		`<link href="/a rel=next.css" rel="stylesheet">`:      "needs link href /a rel=next.css",
		`<link title="a > b" href=@ rel=stylesheet>`:          "needs link href @",
		`<link title='a < rel="next"' href=@ rel=stylesheet>`: "needs link href @",
		`<link data-rel=stylesheet href=@ rel=canonical>`:     "other link href @",
		`<link rel=canonical rel=stylesheet href=@>`:          "other link href @",
		`<LINK REL=StyleSheet HREF=@>`:                        "needs link href @",
		`<link rel="styl&#101;sheet" href=@>`:                 "needs link href @",
		"<link rel='x\nstylesheet\tnofollow' href=@>":         "needs link href @",
		`<link rel=icon href=@>`:                              "needs link href @",
		`<link rel='shortcut icon' href=@>`:                   "needs link href @",
		`<link rel="next" href=@>`:                            "follows link href @",
		`<link rel=preconnect href=@>`:                        "other link href @",
		`<link href=@>`:                                       "other link href @",
		`<link rel href=@>`:                                   "other link href @",
		`<link rel=stylesheet href=@`:                         "",
		`<!-- <link rel=stylesheet href=@> --><a href=b>`:     "follows a href b",
		`<script>"<a href=@>"</script><a href=b>`:             "follows a href b",
		`<textarea><a href=@></textarea><a href=b>`:           "follows a href b",
		`<title><a href=@></title><a href=b>`:                 "follows a href b",
		`<noscript><img src=@></noscript>`:                    "needs img src @",
		`<iframe srcdoc="<a href=@><img src='b'>" src=c>`:     "follows a href @|needs img src b|needs iframe src c",
		`<iframe srcdoc="&lt;form action=@&gt;<p>" src=c>`:    "other form action @|needs iframe src c",
		`<iframe srcdoc="<style>a{b:url(@)}</style>" src=c>`:  "needs style  @|needs iframe src c",
		`<meta http-equiv=refresh content="0; url=@">`:        "follows meta content @",
		`<base href=/e/ target=x><a href=@>`:                  "base base href /e/|follows a href @",
		`<img src=@ src=b>`:                                   "needs img src @",
		`<object data=@ codebase=b>`:                          "needs object data @|other object codebase b",
		`<p>text`:                                             "",
	} {
		if got := strings.Join(uses(t, "html", text), "|"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := strings.Join(uses(t, "css", `a{b:url(@)}`), "|"); got != "needs   @" {
		t.Errorf("css: %q", got)
	}
}

// A link is known after any number of tags, and one whose tag was not kept is not used.
func TestUsesOfLinksAfterManyTags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		strings.Repeat("<b a>", 2*maxTags) + "<a href=@>":                            "follows a href @",
		"<link rel=stylesheet href=@>" + strings.Repeat("<meta a>", maxTags+1) + "x": "other   @",
		"<a " + strings.Repeat("b ", 5000) + " href=@>":                              "follows a  @",
		"<a title='" + strings.Repeat("b ", 1<<20) + "' href=@>":                     "follows a href @",
		"<a href='@" + strings.Repeat("\n", 1<<21) + "'>":                            "follows a href @",
	} {
		if got := strings.Join(uses(t, "html", text), "|"); got != want {
			t.Errorf("%.40s: %q, want %q", text, got, want)
		}
	}
}

// Only the content of a META with the name robots asks not to follow links.
// Source: HTML, standard metadata names; RFC 9309 is about other rules.
func TestForbidsFollowing(t *testing.T) {
	for text, want := range map[string]bool{
		`<meta name="robots" content="noindex, nofollow">`:                 true,
		`<META CONTENT=none NAME=robots>`:                                  true,
		`<meta name=" Robots " content="NOFOLLOW">`:                        true,
		`<meta name="rob&#111;ts" content="no&#102;ollow">`:                true,
		`<meta name="robots" content="noindex">`:                           false,
		`<meta name="robots" content="index,follow,nofollowed">`:           false,
		`<meta name="other" content="nofollow">`:                           false,
		`<meta name="googlebot" content="nofollow">`:                       false,
		`<p>robots nofollow</p>`:                                           false,
		`<meta name="robots"><meta content="nofollow">`:                    false,
		`<meta name=description content="what robots do: nofollow, none">`: false,
		`<meta content="nofollow" title="robots">`:                         false,
		`<meta name=description name=robots content=nofollow>`:             false,
		`<meta name=robots content=index content=nofollow>`:                false,
		`<!-- <meta name="robots" content="nofollow"> -->`:                 false,
		`<script>"<meta name=robots content=nofollow>"</script>`:           false,
		`<textarea><meta name=robots content=nofollow></textarea>`:         false,
		`<iframe srcdoc="<meta name=robots content=nofollow>">`:            false,
		`<title>x</title><meta name='robots' content=",nofollow">`:         true,
		`<meta title="a > b" name='robots' content="nofollow">`:            true,
		`<meta name='robots' content="nofollow"`:                           false, // the end of the tag is missing
	} {
		in := linkReader{page: page{media: "html"}}
		for range in.links([]byte(text)) {
		}
		if in.forbids != want {
			t.Errorf("%s: %v, want %v", text, in.forbids, want)
		}
	}
}

func TestHeaderForbidsFollowing(t *testing.T) {
	for field, want := range map[string]bool{
		"nofollow": true, "noindex, NoFollow": true, "none": true, "noindex": false, "": false,
		"earl: nofollow": true, "EARL : none": true, "googlebot: nofollow": false, "other: noindex, nofollow": false,
		"unavailable_after: 25 Jun 2027 15:00:00 PST, nofollow": true, "noindex, unavailable_after: 1 Jan": false,
		"max-snippet: 5, nofollow": true,
	} {
		if got := headerForbidsFollowing([]string{"noarchive", field}, "earl"); got != want {
			t.Errorf("%s: %v, want %v", field, got, want)
		}
	}
}

// The name of an image map is not a link, also in a page with a BASE.
func TestUsemapIsNoLink(t *testing.T) {
	u, _ := earl.WHATWG.Parse("http://h/d/")
	text := `<base href=sub/><img usemap="#m" src=a.gif>`
	for l := range links(page{url: u, media: "html"}, []byte(text)) {
		if l.attribute == "usemap" {
			t.Errorf("%+v", l)
		}
	}
}
