package gateway

import (
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	earlhttp "github.com/earl-url/earl/open/http"
)

// Every page of the documentation is served completely, in the frame of the gateway, with its
// tables and code. wellFormed checks each page.
func TestGuideServesEveryPage(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	names, err := fs.Glob(docs.FS, "*.md")
	if err != nil || len(names) < 12 {
		t.Fatalf("%d pages: %v", len(names), err)
	}
	for _, name := range names {
		path := "/docs/" + strings.TrimSuffix(name, ".md")
		resp, page := b.get(path)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Security-Policy") != pagePolicy {
			t.Errorf("%s: %s, %q", path, resp.Status, resp.Header.Get("Content-Security-Policy"))
		}
		source, _ := docs.FS.ReadFile(name)
		title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
		b.wants(page, "<title>"+html.EscapeString(title)+" · earl</title>", "<h1>"+html.EscapeString(title)+"</h1>", `id="manual-search"`, `id="address"`)
		b.lacks(literal.ReplaceAllString(page, ""), "<!-- raw HTML omitted -->", "\n|", "```", `.md"`)
	}
	_, index := b.get("/docs/")
	if _, same := b.get("/docs/index"); same != index {
		t.Error("/docs/ and /docs/index differ")
	}
}

var (
	literal   = regexp.MustCompile(`(?s)<pre.*?</pre>`)
	guideLink = regexp.MustCompile(`href="(/docs/[^"#]*)?(#[^"]*)?"`)
	anyID     = regexp.MustCompile(` id="([^"]*)"`)
)

// No link between the pages is broken, and each fragment is a heading of its page.
func TestGuideLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	ids := map[string]string{}
	pageIDs := func(path string) string {
		if _, known := ids[path]; !known {
			resp, page := b.get(path)
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", path, resp.Status)
			}
			for _, m := range anyID.FindAllStringSubmatch(page, -1) {
				ids[path] += " " + m[1] + " "
			}
		}
		return ids[path]
	}
	names, _ := fs.Glob(docs.FS, "*.md")
	count := 0
	for _, name := range names {
		path := "/docs/" + strings.TrimSuffix(name, ".md")
		_, page := b.get(path)
		_, page, _ = strings.Cut(page, "<main")
		for _, m := range guideLink.FindAllStringSubmatch(page, -1) {
			to, fragment := m[1], strings.TrimPrefix(m[2], "#")
			if to == "" {
				to = path
			}
			if known := pageIDs(to); fragment != "" && !strings.Contains(known, " "+fragment+" ") {
				t.Errorf("%s: no %q at %s", path, fragment, to)
			}
			count++
		}
	}
	if count < 30 {
		t.Errorf("%d links between the pages", count)
	}
}

// A link to another site goes through the gateway. If the gateway cannot open it, the link
// opens its explanation.
func TestGuideLinksOutGoThroughTheGateway(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{new(earlhttp.Opener), gopher.Opener{}}})
	_, page := b.get("/docs/")
	b.wants(page, `href="/open?url=`+url.QueryEscape("https://www.rfc-editor.org/rfc/rfc1738")+`"`)
	for to, want := range map[string]string{
		"gopher://h/0a":      "/open?url=gopher%3A%2F%2Fh%2F0a",
		"javascript:alert()": "/explain?url=javascript%3Aalert%28%29",
		"no URL":             "",
	} {
		if got := b.gateway.linker.linkOut(to); got != want {
			t.Errorf("linkOut(%q) = %q, want %q", to, got, want)
		}
	}
}

// The search of the guide works without a script. It shows the query as text, and the sentence
// with its words.
func TestGuideIsSearched(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	_, page := b.get("/docs/search?q=" + url.QueryEscape(`RFC 1288 "nosuch`))
	b.wants(page, "No page matches.", `value="RFC 1288 &#34;nosuch"`)
	_, page = b.get("/docs/search?q=rfc+1288")
	b.wants(page, " match", `<a href="/docs/finger">finger</a>`, "<mark>RFC</mark> <mark>1288</mark>")
	b.lacks(page, "<script")
	if _, empty := b.get("/docs/search"); !strings.Contains(empty, "Type a word") {
		t.Error("no text for an empty search")
	}
}

// A page lists the pages of the guide and its own sections, and links to the next page. The
// gateway serves the pictures of the guide.
func TestGuideHasItsPagesAndPictures(t *testing.T) {
	t.Parallel()
	b := start(t, Options{})
	_, page := b.get("/docs/gopher")
	b.wants(page, `href="/docs/ftp"`, `<span aria-current="page">gopher</span>`, `rel="next"`, `<h2 id="doc-try-it"><a href="#doc-try-it">`)
	resp, picture := b.get("/docs/images/tour.png")
	if resp.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(picture, "\x89PNG") {
		t.Errorf("the picture is %.10q of type %s", picture, resp.Header.Get("Content-Type"))
	}
	if resp, _ := b.get("/docs/images/"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("the folder of the pictures: %s", resp.Status)
	}
}

// The front page and explanations link to the page about a scheme. An unknown page has the
// status 404.
func TestGuideIsLinkedTo(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{gopher.Opener{}}})
	_, front := b.get("/")
	b.wants(front, `href="/docs/gopher"`, `href="/docs/"`)
	for text, want := range map[string]string{"gopher://h/0a": "gopher", "GOPHERS://h/0a b": "gopher", "news:a.b": "news", "nntps://h/a": "nntp", "https://h/": "http"} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.wants(page, `href="/docs/`+want+`">About `+want+"<")
	}
	for _, text := range []string{"index://h/", "editions:x", "get:x", "x-finger://h/"} {
		_, page := b.get("/explain?url=" + url.QueryEscape(text))
		b.lacks(page, ">About ")
	}
	for _, path := range []string{"/docs/nowhere", "/docs/../route.go", "/docs/ftp.md", "/docs/docs.go", "/docs/images/none.png"} {
		if resp, _ := b.get(path); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	if resp, _ := b.post("/docs/ftp", url.Values{}); resp.StatusCode != http.StatusNotFound {
		t.Errorf("POST: %s", resp.Status)
	}
}
