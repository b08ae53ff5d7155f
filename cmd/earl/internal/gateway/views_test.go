package gateway

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// linkOf returns the link with a text or an id in a page.
func linkOf(t *testing.T, page, name string) string {
	t.Helper()
	m := regexp.MustCompile(`<a (?:id="`+name+`" )?href="([^"]*)"[^>]*>`+`(`+name+`|[^<]*)</a>`).FindAllStringSubmatch(page, -1)
	for _, link := range m {
		if link[2] == name || strings.Contains(link[0], `id="`+name+`"`) {
			return html.UnescapeString(link[1])
		}
	}
	t.Fatalf("no link %q in\n%s", name, body(page))
	return ""
}

// counted is a library that counts its requests.
func counted(scheme string, shelf map[string][2]string) (toy, *atomic.Int64) {
	var n atomic.Int64
	l := library(scheme, shelf)
	return toy{scheme, func(r *open.Call) (open.Resource, error) {
		n.Add(1)
		return l.open(r)
	}}, &n
}

// Each kind of document has views: as a browser shows it, as text, and in hex. All views use one
// visit, which requests the URL once.
func TestViews(t *testing.T) {
	t.Parallel()
	o, requests := counted("http", map[string][2]string{
		"/page.html": {"text/html", "<title>A <b>page</b></title><p>x"},
		"/text":      {"text/plain", "plain"},
		"/file":      {"application/zip", "PK\x03\x04\x00\xff<b>"},
		"/gif":       {"image/gif", "GIF89a"},
		"/mail":      {"message/rfc822", "Subject: s\r\n\r\nbody"},
		"/a.md":      {"text/plain", "# Title\n\n*x*"},
	})
	b := start(t, Options{Openers: []open.Opener{o}})
	for path, tt := range map[string]struct {
		names    string
		own      string // in the view of the browser
		asText   string
		asHex    string
		elements string
	}{
		"/page.html": {"Page Text Hex", "<iframe", "&lt;p&gt;x", "|&lt;title&gt;A &lt;b&gt;page|", "iframe"},
		"/text":      {"Text Hex", "plain</div>", "", "00000000  70 6c 61 69 6e                                    |plain|", ""},
		"/file":      {"File Text Hex", "does not show", "PK", "00000000  50 4b 03 04 00 ff 3c 62  3e                       |PK....&lt;b&gt;|", ""},
		"/gif":       {"Picture Hex", "<img", "", "47 49 46", "img"},
		"/mail":      {"Message Text Hex", `class="headers"`, "Subject: s", "|Subject: s....bo|", ""},
		"/a.md":      {"Page Text Hex", "<em>x</em>", "*x*", "23 20 54", ""},
	} {
		before := requests.Load()
		_, page := b.open("http://h" + path)
		b.wants(page, tt.own)
		var names []string
		nav, _, _ := strings.Cut(page[strings.Index(page, `<nav class="views"`):], "</nav>")
		for _, m := range regexp.MustCompile(`>([^<]+)</a>`).FindAllStringSubmatch(nav, -1) {
			names = append(names, m[1])
		}
		if got := strings.Join(names, " "); got != tt.names || strings.Count(nav, "aria-current") != 1 {
			t.Errorf("%s has the views %q, want %q: %s", path, got, tt.names, nav)
		}
		for id, want := range map[string]string{"as-text": tt.asText, "as-hex": tt.asHex} {
			if want == "" {
				continue
			}
			link := linkOf(t, page, id)
			resp, view := b.get(link)
			b.wants(view, want, `aria-current="true">`+map[string]string{"as-text": "Text", "as-hex": "Hex"}[id])
			if tt.elements != "" {
				b.lacks(view, "<"+tt.elements)
			}
			if policy := resp.Header.Get("Content-Security-Policy"); resp.StatusCode != http.StatusOK || strings.Contains(policy, "frame-src") {
				t.Errorf("%s: %s, %s", link, resp.Status, policy)
			}
			if back := linkOf(t, view, "as-page"); !strings.Contains(back, "visit=") || strings.Contains(back, "as=") {
				t.Errorf("%s links back to %s", link, back)
			}
		}
		if n := requests.Load() - before; n != 1 && tt.elements != "img" {
			t.Errorf("%s was requested %d times", path, n)
		}
	}
}

// A long text and a long file are shown in parts, with links before and after them.
func TestParts(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := 0; text.Len() < 2*maxText+100; i++ {
		fmt.Fprintf(&text, "line %d of é\n", i)
	}
	binary := strings.Repeat("0123456789abcdef", hexPart/8) + "end"
	o, requests := counted("http", map[string][2]string{"/text": {"text/plain; charset=utf-8", text.String()}, "/file": {"application/zip", binary}})
	b := start(t, Options{Openers: []open.Opener{o}})
	_, page := b.open("http://h/text")
	pages := []string{page}
	for len(pages) < 3 {
		b.wants(page, `aria-label="Parts"`, `aria-label="Parts, again"`)
		_, page = b.get(linkOf(t, page, "Next part"))
		pages = append(pages, page)
	}
	b.lacks(page, "Next part")
	var got strings.Builder
	for _, page := range pages {
		_, content, _ := strings.Cut(page, `id="text">`)
		content, _, _ = strings.Cut(content, "</div>")
		got.WriteString(html.UnescapeString(content))
	}
	if got.String() != text.String() {
		t.Errorf("the parts have %d bytes, want %d", got.Len(), text.Len())
	}
	_, first := b.get(linkOf(t, page, "First part"))
	b.wants(first, "line 0 of")

	_, page = b.open("http://h/file")
	_, page = b.get(linkOf(t, page, "as-hex"))
	b.wants(page, fmt.Sprintf("Bytes 1 to %d of %d", hexPart, len(binary)), "0000fff0  30 31")
	b.lacks(page, "Previous part", "00010000")
	_, page = b.get(linkOf(t, page, "Next part"))
	b.wants(page, "00010000  30 31", "0001fff0  30 31")
	_, page = b.get(linkOf(t, page, "Next part"))
	b.wants(page, "00020000  65 6e 64 ", "|end|", fmt.Sprintf("Bytes %d to %d of %d", 2*hexPart+1, len(binary), len(binary)))
	b.lacks(page, "Next part")
	_, page = b.get(linkOf(t, page, "Previous part"))
	b.wants(page, "00010000  30 31")
	if n := requests.Load(); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
	_, page = b.get("/open?url=http://h/file&as=hex&from=999999")
	b.wants(page, "The document has no byte 1000000", "There is nothing here")
}

// A page has the title of its document: that of a web page, the first heading of
// Markdown, the name of a text. It is text, and bounded.
func TestDocumentsHaveTheirOwnTitle(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{library("http", map[string][2]string{
		"/dir/page.html": {"text/html; charset=iso-8859-1", "<html><head>" + strings.Repeat("<!-- -->", 5000) + "<title>Caf\xe9 &amp; <b>\u202e</title>"},
		"/none.html":     {"text/html", "<p>" + strings.Repeat("x", 200_000)},
		"/long.html":     {"text/html", "<title>" + strings.Repeat("long ", 1000) + "</title>"},
		"/dir/notes.txt": {"text/plain", "x"},
		"/README.md":     {"text/markdown", "\n# About *it* <script>\n\ntext"},
		"/plain.md":      {"text/markdown", "text"},
	})}})
	for path, want := range map[string][2]string{ // title and heading
		"/dir/page.html": {"Café &amp; &lt;b&gt;", ""},
		"/none.html":     {"none.html at h", "none.html"},
		"/dir/notes.txt": {"notes.txt at h", "notes.txt"},
		"/README.md":     {"About it", "About it"},
		"/plain.md":      {"plain.md at h", "plain.md"},
	} {
		_, page := b.open("http://h" + path)
		b.wants(page, "<title>"+want[0], "<h1><bdi>"+want[1])
		b.lacks(page, "\u202e")
	}
	_, page := b.open("http://h/long.html")
	if h1, _, _ := strings.Cut(page[strings.Index(page, "<h1>"):], "</h1>"); len(h1) > maxTitle+40 {
		t.Errorf("a heading of %d bytes", len(h1))
	}
	_, page = b.get("/history")
	b.wants(page, ">About it<", "Café &amp; &lt;b&gt;")
}

// G8: a page of gemini is a page with links, and nothing in it is markup.
func TestGemtextDocument(t *testing.T) {
	t.Parallel()
	const source = "\n# T <b>\n=> ../b A & B\n=> https://h/c?<i>\n=> gopher://u:geheim@g/0a Abs\n=> file:///etc/passwd File\n=> javascript:alert(1) JS\n=> titan://h/up\n* item http://h/bare\n> quote\n```a \"drawing\"\n# <script>\n=> /x\n```\n# Second\n### Deep\nText <script>alert(2)</script>\n```\nopen"
	b := start(t, Options{Openers: append(schemesOf(nil, "gopher", "file", "https", "http"), library("gemini", map[string][2]string{
		"/dir/a": {"text/gemini; lang=en", source}, "/dir/a.gmi": {"text/plain", source}, "/dir/b.txt": {"text/plain", source},
	}))})
	for _, path := range []string{"/dir/a", "/dir/a.gmi"} {
		_, page := b.open("gemini://h" + path)
		b.wants(page, "<h1><bdi>T &lt;b&gt;</bdi></h1>", `<li><a href="/open?url=gemini%3A%2F%2Fh%2Fb">A &amp; B</a></li>`, ">Abs</a> <span class=\"quiet\">gopher</span>",
			`<li>File <span class="quiet">file:///etc/passwd</span></li>`, "<li>titan://h/up</li>", `<a href="/open?url=http%3A%2F%2Fh%2Fbare">`, "<blockquote><p>quote</p>\n</blockquote>",
			`aria-label="a &#34;drawing&#34;">`, "# &lt;script&gt;\n=&gt; /x\n</pre>", "<h2>Second</h2>", "<h4>Deep</h4>", "<p>Text &lt;script&gt;", "open\n</pre>", "as=text")
		b.lacks(page, "<script>", "geheim", `href="javascript`, "<b>", "<i>")
	}
	_, page := b.open("gemini://h/dir/b.txt")
	b.lacks(page, "<h2>Second")
}

// Markdown cannot insert HTML into the page. Its headings have the IDs of GitHub. Its links are resolved and go through the gateway.
// None opens a local file or a scheme that the gateway cannot open.
func TestMarkdownDocument(t *testing.T) {
	t.Parallel()
	const source = "# T\n\n[rel](../b.md) [abs](gopher://g/0a) [file](file:///etc/passwd) [js](javascript:alert(1)) [frag](#part-2) http://h/bare <script>alert(2)</script> ![pic](p.gif)\n\n## Part 2\n\n# T\n"
	b := start(t, Options{Openers: append(schemesOf(nil, "gopher", "file", "ftp"), library("http", map[string][2]string{
		"/dir/a.md": {"text/plain", source}, "/dir/a.txt": {"text/markdown; charset=utf-8", source}, "/dir/b.txt": {"text/plain", source},
	}))})
	for _, path := range []string{"/dir/a.md", "/dir/a.txt"} {
		_, page := b.open("http://h" + path)
		b.wants(page, `<h1><bdi>T</bdi></h1>`, `href="/open?url=gopher%3A%2F%2Fg%2F0a">abs</a>`, `href="#doc-part-2">frag</a>`, `<h2 id="doc-part-2">Part 2</h2>`, `<h2 id="doc-t-1">T</h2>`,
			`<a href="/open?url=http%3A%2F%2Fh%2Fbare">http://h/bare</a>`, `href="/open?url=http%3A%2F%2Fh%2Fdir%2Fp.gif">[pic]</a>`, `href="/open?url=http%3A%2F%2Fh%2Fb.md">rel</a>`, " file ", " js ")
		b.lacks(page, "<script>", "<img", "passwd", "javascript:")
	}
	_, page := b.open("http://h/dir/b.txt")
	b.lacks(page, "<h2")
	if u := earl.RFC3986.MustParse("http://h/x.MD"); !isMarkdown("text/plain", u) || isMarkdown("text/html", u) || isMarkdown("application/octet-stream", u) {
		t.Error("isMarkdown")
	}
}

// The user can choose the charset of a text, since old servers do not send it. The choice
// stays in the links to the other parts of the text.
func TestCharsetOfAText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\xf0\xd2\xc9\xd7\xc5\xd4 <i>\n", maxText/11+9)
	b := start(t, Options{Openers: []open.Opener{library("ftp", map[string][2]string{
		"/koi":  {"text/plain", "\xf0\xd2\xc9\xd7\xc5\xd4"},
		"/jp":   {"text/plain", "\x1b$BF|K\\\x1b(B"},
		"/dos":  {"text/plain", "\xc9\xcd\xbb"},
		"/page": {"text/html; charset=utf-8", "\xf0\xd2\xc9"},
		"/long": {"text/plain", long},
		"/gif":  {"image/gif", "GIF89a"},
	})}})
	for query, want := range map[string]string{
		"ftp://h/koi":                             "ðÒÉ×ÅÔ",
		"ftp://h/koi&as=text&charset=koi8-r":      "Привет",
		"ftp://h/koi&as=text&charset=nosuch":      "ðÒÉ×ÅÔ",
		"ftp://h/koi&as=text&charset=":            "ðÒÉ×ÅÔ",
		"ftp://h/jp":                              "日本",
		"ftp://h/dos&as=text&charset=ibm437":      "╔═╗",
		"ftp://h/page&as=text&charset=koi8-r":     "При",
		"ftp://h/long&as=text&charset=koi8-r":     "charset=koi8-r&amp;from=",
		"ftp://h/long&from=7&charset=x-%22%3E%3C": "from=",
	} {
		_, page := b.get("/open?url=" + query)
		b.wants(page, want, `<option value="koi8-r"`, `name="url" value="ftp://h/`, `name="as" value="text"`)
		b.lacks(page, "<i>", `x-"`)
		if chosen := strings.HasSuffix(query, "koi8-r"); chosen != strings.Contains(page, `<option value="koi8-r" selected>`) {
			t.Errorf("%s: KOI8-R is not shown as the choice", query)
		}
	}
	_, page := b.open("ftp://h/gif")
	b.lacks(page, `id="charsets"`)
	for _, c := range charsetNames {
		if chosenCharset(c.Label) == "" {
			t.Errorf("no text is decoded as %s", c.Label)
		}
	}
}
