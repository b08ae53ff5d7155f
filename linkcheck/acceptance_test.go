package linkcheck_test

import (
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/internal/check/site"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// A kind is a document with one link, its server, and the expected result.
type kind struct {
	name  string
	want  linkcheck.Severity
	doc   string              // Markdown, or HTML if it begins with "<!"; $H is the server, $CLOSED is a port without a server
	serve nethttp.HandlerFunc // of the path /x; other paths are 404; nil: all are
	all   nethttp.HandlerFunc // of all other paths; nil: 404
	files map[string]string   // beside the document
}

// Severities, in short.
const (
	good    = linkcheck.SeverityOK
	warning = linkcheck.SeverityWarning
	broken  = linkcheck.SeverityFault
)

// sends returns a handler that sends a page. Header fields are pairs of name and value.
func sends(code int, body string, fields ...string) nethttp.HandlerFunc {
	return func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for i := 0; i < len(fields); i += 2 {
			w.Header()[fields[i]] = []string{fields[i+1]}
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// shows returns a handler that sends a page with a title, a heading and a body.
func shows(title, heading, body string) nethttp.HandlerFunc {
	return sends(200, page(title, heading, body))
}

// first returns a handler whose first response differs.
func first(bad, then nethttp.HandlerFunc) nethttp.HandlerFunc {
	var n atomic.Int64
	return func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if n.Add(1) == 1 {
			bad(w, r)
			return
		}
		then(w, r)
	}
}

// toHead returns a handler that responds differently to HEAD.
func toHead(head, get nethttp.HandlerFunc) nethttp.HandlerFunc {
	return func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.Method == "HEAD" {
			head(w, r)
			return
		}
		get(w, r)
	}
}

// hangUp closes the connection.
func hangUp(nethttp.ResponseWriter, *nethttp.Request) { panic(nethttp.ErrAbortHandler) }

// silence sends nothing until the client closes the connection.
func silence(_ nethttp.ResponseWriter, r *nethttp.Request) { <-r.Context().Done() }

// isFine is an ordinary page.
var isFine = shows("Valleys", "Valleys", prose(60))

const link = "[x]($H/x)\n"

// kinds are the kinds of links, each with twins that look similar.
var kinds = []kind{
	// Walls are warnings, never faults, and pages about walls are not walls.
	{name: "wall cloudflare", want: warning, doc: link, serve: sends(403, "<title>Just a moment...</title>", "Cf-Mitigated", "challenge")},
	{name: "wall datadome", want: warning, doc: link, serve: sends(403, "<p>Please enable JS", "X-Datadome", "protected")},
	{name: "wall akamai", want: warning, doc: link, serve: sends(403, "<title>Access Denied</title>Reference&#32;&#35;18", "Server", "AkamaiGHost")},
	{name: "wall perimeterx", want: warning, doc: link, serve: sends(403, `<div id="px-captcha"></div>`)},
	{name: "wall aws", want: warning, doc: link, serve: sends(202, "", "X-Amzn-Waf-Action", "challenge")},
	{name: "wall linkedin", want: warning, doc: link, serve: sends(999, "<script></script>")},
	{name: "wall imperva", want: warning, doc: link, serve: sends(200, "Request unsuccessful. Incapsula incident ID: 1-1")},
	{name: "wall sucuri", want: warning, doc: link, serve: sends(403, "<title>Sucuri WebSite Firewall - Access Denied</title>")},
	{name: "wall plain 403", want: warning, doc: link, serve: sends(403, "<h1>Forbidden</h1>")},
	{name: "wall plain 405", want: warning, doc: link, serve: sends(405, "")},
	{name: "wall plain 429", want: warning, doc: link, serve: sends(429, "")},
	{name: "twin page about walls", want: good, doc: link, serve: shows("How a challenge works", "Just a moment...", "<p>cf-mitigated, px-captcha, Incapsula incident ID"+prose(60))},
	{name: "twin recaptcha form", want: good, doc: link, serve: shows("Contact", "Contact", `<div class="g-recaptcha"></div>`+prose(60))},
	{name: "twin 404 of a cdn", want: broken, doc: link, serve: sends(404, "no", "Server", "cloudflare", "X-Datadome", "protected")},
	{name: "twin login", want: broken, doc: link, serve: sends(401, "", "Www-Authenticate", `Basic realm="x"`)},

	// Soft 404s are faults, and pages about missing pages are not.
	{name: "soft title", want: broken, doc: link, serve: shows("404 Not Found", "Not Found", "<p>The requested URL was not found on this server.")},
	{name: "soft wordpress", want: broken, doc: link, serve: shows("Page not found – Blog", "Oops! That page can’t be found.", "<p>It looks like nothing was found at this location.")},
	{name: "soft german", want: broken, doc: link, serve: shows("Seite nicht gefunden", "Seite nicht gefunden", "")},
	{name: "soft japanese", want: broken, doc: link, serve: shows("ページが見つかりません", "404", "")},
	{name: "soft same for all", want: broken, doc: "[x]($H/a/x)\n", all: shows("Our archive", "Our archive", "<p>Use the search to find an article. We keep all of our articles since 1990 and are glad to help.")},
	{name: "soft redirect home", want: broken, doc: "[x]($H/p/x)\n", all: func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/" {
			isFine(w, r)
			return
		}
		nethttp.Redirect(w, r, "/", nethttp.StatusFound)
	}},
	{name: "soft redirect to an error page", want: broken, doc: "[x]($H/p/x)\n", all: func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/404.html" {
			shows("Error", "We are sorry", "<p>This page does not exist.")(w, r)
			return
		}
		nethttp.Redirect(w, r, "/404.html", nethttp.StatusFound)
	}},
	{name: "twin page about 404", want: good, doc: link, serve: shows("404 Not Found - HTTP | Docs", "404 Not Found", "<p>The status indicates that the server has no such object."+prose(100))},
	{name: "twin essay", want: good, doc: link, serve: shows("Page not found: a history of lost links", "Page not found: a history of lost links", prose(100))},
	{name: "twin 404 media", want: good, doc: link, serve: shows("404 Media", "404 Media", prose(100))},
	{name: "twin on a site of soft 404s", want: good, doc: link, serve: isFine, all: shows("Page not found", "Page not found", "")},
	{name: "twin short page", want: good, doc: link, serve: sends(200, "<p>ok")},

	// Parked domains are faults, and pages about domains are not.
	{name: "parked for sale", want: broken, doc: link, serve: shows("parish.example is for sale", "This domain is for sale!", "<p>Make an offer")},
	{name: "parked sedo", want: broken, doc: link, serve: sends(200, `<script src="//img.sedoparking.com/x.js"></script>`)},
	{name: "parked lander", want: broken, doc: link, serve: sends(200, `<script>window.onload=function(){window.location.href="/lander"}</script>`)},
	{name: "parked expired", want: broken, doc: link, serve: shows("Expired domain", "This domain name has expired", "")},
	{name: "twin page about parking", want: good, doc: link, serve: shows("What is domain parking?", "What is domain parking?", "<p>Such a page says: this domain is for sale."+prose(200))},
	{name: "twin house for sale", want: good, doc: link, serve: shows("House for sale", "This house is for sale", prose(60))},

	// A temporary failure is not a fault.
	{name: "limit 429 once", want: good, doc: link, serve: first(sends(429, "", "Retry-After", "0"), isFine)},
	{name: "limit 500 once", want: good, doc: link, serve: first(sends(500, ""), isFine)},
	{name: "limit 502 always", want: broken, doc: link, serve: sends(502, "")},
	{name: "limit reset once", want: good, doc: link, serve: first(hangUp, isFine)},
	{name: "limit silent head", want: good, doc: link, serve: toHead(silence, isFine)},
	{name: "limit head 404", want: good, doc: link, serve: toHead(sends(404, ""), isFine)},
	{name: "limit head 405", want: good, doc: link, serve: toHead(sends(405, ""), isFine)},
	{name: "limit head 501", want: good, doc: link, serve: toHead(sends(501, ""), isFine)},
	{name: "limit truncated", want: broken, doc: link, serve: sends(200, "<p>half", "Content-Length", "1000")},
	{name: "limit refused", want: broken, doc: "[x](http://$CLOSED/x)\n"},
	{name: "limit never", want: broken, doc: link, serve: silence},

	// Permanent redirects are warnings.
	{name: "redirect 301", want: warning, doc: link, serve: sends(301, "", "Location", "/y"), all: isFineAt("/y")},
	{name: "redirect 308", want: warning, doc: link, serve: sends(308, "", "Location", "/y"), all: isFineAt("/y")},
	{name: "redirect 302", want: good, doc: link, serve: sends(302, "", "Location", "/y"), all: isFineAt("/y")},
	{name: "redirect 307", want: good, doc: link, serve: sends(307, "", "Location", "/y"), all: isFineAt("/y")},
	{name: "redirect to 404", want: broken, doc: link, serve: sends(301, "", "Location", "/y")},
	{name: "redirect loop", want: broken, doc: link, serve: sends(302, "", "Location", "/x")},
	{name: "redirect without location", want: broken, doc: link, serve: sends(302, "")},
	{name: "redirect to raw utf-8", want: good, doc: link, serve: sends(302, "", "Location", "/日本"), all: isFineAt("/日本")},
	{name: "redirect with a blank", want: good, doc: link, serve: sends(302, "", "Location", "/a b"), all: isFineAt("/a b")},

	// Fragments and anchors.
	{name: "fragment id", want: good, doc: "[x]($H/x#a)\n", serve: shows("x", "x", "<p id=a>"+prose(60))},
	{name: "fragment missing", want: broken, doc: "[x]($H/x#b)\n", serve: shows("x", "x", "<p id=a>"+prose(60))},
	{name: "fragment in a comment", want: broken, doc: "[x]($H/x#b)\n", serve: shows("x", "x", "<!-- <p id=b> -->"+prose(60))},
	{name: "fragment top", want: good, doc: "[x]($H/x#top)\n", serve: isFine},
	{name: "anchor github", want: good, doc: "# Über uns & mehr\n\n[x](#über-uns--mehr)\n"},
	{name: "anchor gitlab", want: good, doc: "# A & B -- c\n\n[x](#a-b-c)\n"},
	{name: "anchor kramdown", want: good, doc: "# 2024 Report\n\n[x](#report)\n"},
	{name: "anchor mkdocs", want: good, doc: "# Café Menü\n\n[x](#cafe-menu)\n"},
	{name: "anchor pandoc", want: good, doc: "# Part {#my-id}\n\n[x](#my-id)\n"},
	{name: "anchor of no dialect", want: broken, doc: "# Part one\n\n[x](#part-two)\n"},
	{name: "svg missing", want: broken, doc: "![x](a.svg#b)\n", files: map[string]string{"a.svg": `<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>`}},

	// Files.
	{name: "file query", want: good, doc: "[x](a.html?v=2)\n", files: map[string]string{"a.html": "x"}},
	{name: "file missing", want: broken, doc: "[x](b.html)\n"},
	{name: "file blank", want: good, doc: "[x](<a b.html>)\n", files: map[string]string{"a b.html": "x"}},
	{name: "file directory", want: good, doc: "[x](d/)\n", files: map[string]string{"d/index.html": "x"}},

	// Schemes.
	{name: "scheme ssh", want: good, doc: "<ssh://git@h.example/x>\n"},
	{name: "scheme urn", want: good, doc: "<urn:isbn:0451450523>\n"},
	{name: "scheme htps", want: broken, doc: "<htps://h.example/x>\n"},
	{name: "mail", want: good, doc: "<mailto:a@b.example>\n"},

	// Texts that are not links, and links that browsers open.
	{name: "none in a fence", want: good, doc: "```\n$H/gone\n```\n"},
	{name: "none in a comment", want: good, doc: "<!-- [x]($H/gone) -->\n"},
	{name: "none preconnect", want: good, doc: `<!doctype html><link rel=preconnect href="$H/gone">`},
	{name: "none xmlns", want: good, doc: `<!doctype html><svg xmlns="$H/gone"></svg>`},
	{name: "bare link", want: broken, doc: "See $H/gone, please.\n"},
	{name: "repaired blank", want: warning, doc: `<!doctype html><a href="$H/a b">x</a>`, all: isFineAt("/a b")},
	{name: "repaired backslash", want: warning, doc: `<!doctype html><a href="$H\y">x</a>`, all: isFineAt("/y")},
	{name: "letters", want: good, doc: `<!doctype html><a href="$H/日本">x</a>`, all: isFineAt("/日本")},
	{name: "no host", want: broken, doc: `<!doctype html><a href="http://a b.example/">x</a>`},
}

// isFineAt returns a handler that has one page.
func isFineAt(path string) nethttp.HandlerFunc {
	return func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path != path {
			nethttp.NotFound(w, r)
			return
		}
		isFine(w, r)
	}
}

// handler returns the server of a kind.
func (k *kind) handler() nethttp.Handler {
	return nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			nethttp.NotFound(w, r)
		case r.URL.Path == "/x" && k.serve != nil:
			k.serve(w, r)
		case k.all != nil:
			k.all(w, r)
		default:
			nethttp.NotFound(w, r)
		}
	})
}

// write writes the document of a kind and its files below a directory, and returns the
// document's name.
func (k *kind) write(t *testing.T, dir, server, closed string) string {
	t.Helper()
	dir = filepath.Join(dir, strings.ReplaceAll(k.name, " ", "-"))
	name := "doc.md"
	if strings.HasPrefix(k.doc, "<!doctype") {
		name = "doc.html"
	}
	files := map[string]string{name: strings.NewReplacer("$H", server, "$CLOSED", closed).Replace(k.doc)}
	for file, text := range k.files {
		files[file] = text
	}
	for file, text := range files {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, name)
}

// One check of a tree of documents, which reads all content, finds the right result for each
// kind of link.
func TestEveryKindOfLinkIsJudgedRight(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	docs := map[string]*kind{}
	unused, err := net.Listen("tcp", "127.0.0.1:0") // reserved so that no server gets the port, then closed
	if err != nil {
		t.Fatal(err)
	}
	for i := range kinds {
		k := &kinds[i]
		if k.name == "limit never" && testing.Short() {
			continue
		}
		s := httptest.NewServer(k.handler())
		t.Cleanup(s.Close)
		docs[k.write(t, dir, s.URL, unused.Addr().String())] = k
	}
	unused.Close()
	o := quick(t)
	o.Client = open.New(open.Options{}, site.Files{}.Openers(all.Openers())...)
	t.Cleanup(func() { o.Client.Close() })
	o.Edition, o.Depth = earl.Auto, linkcheck.Content
	o.Probe, o.Timeout, o.Retries, o.Parallel = 200*time.Millisecond, 2*time.Second, 1, 8
	in, err := inputs.New([]string{dir}, inputs.Options{Edition: earl.Auto})
	if err != nil {
		t.Fatal(err)
	}
	list, _ := run(t, o, in.Links(t.Context()))
	got := map[*kind]linkcheck.Result{}
	for _, r := range list {
		for _, p := range r.Places {
			if k := docs[p.File]; k != nil && r.Severity >= got[k].Severity {
				got[k] = r
			}
		}
	}
	for _, k := range docs {
		if r := got[k]; r.Severity != k.want {
			t.Errorf("%s: %v (%v: %s), want %v", k.name, r.Severity, r.Status, r.Message, k.want)
		}
		if strings.HasPrefix(k.name, "none ") && got[k].URL != "" {
			t.Errorf("%s: checked %s", k.name, got[k].URL)
		}
	}
}
