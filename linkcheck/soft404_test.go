package linkcheck_test

import (
	"fmt"
	"io"
	nethttp "net/http"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// prose is the text of an ordinary page.
func prose(n int) string {
	return "<p>" + strings.Repeat("The harvest of the northern valleys depends on the rain of early spring. ", n/12+1) + "</p>"
}

// page returns a page with a title, a heading and a body.
func page(title, heading, body string) string {
	return "<!DOCTYPE html><title>" + title + "</title><h1>" + heading + "</h1>" + body
}

// A site with ordinary 404s. The paths of its pages say what the pages are.
var plainSite = pages{
	// soft 404s
	"/en/gone":       page("Page not found - Parish", "Page not found", "<p>Sorry, the page you are looking for does not exist."),
	"/en/short":      page("404", "", "<p>Oops!"),
	"/en/google":     page("Error 404 (Not Found)!!1", "", "<p>That's an error."),
	"/en/nexist":     page("Parish", "404", "<p>This page could not be found."),
	"/en/article":    page("Parish", "Article not found", "<p>The article you requested has been removed.</p>"),
	"/en/sentence":   page("Parish", "Sorry", "<p>The page you requested could not be found.</p>"),
	"/de/weg":        page("Seite nicht gefunden – Gemeinde", "Seite nicht gefunden", "<p>Leider."),
	"/fr/perdue":     page("Page introuvable", "Page introuvable", "<p>Désolé."),
	"/es/perdida":    page("Página no encontrada | Sitio", "Error 404", "<p>Lo sentimos."),
	"/ja/nai":        page("ページが見つかりません", "404", "<p>お探しのページは見つかりませんでした"),
	"/zh/meiyou":     page("页面不存在", "404", "<p>抱歉"),
	"/ru/net":        page("Страница не найдена — Сайт", "Ошибка 404", "<p>Извините"),
	"/product/12345": page("Product not found", "Product not found", "<p>This product is no longer available.</p>"),
	"/en/account":    page("Social", "This account doesn’t exist", "<p>Try searching for another."),
	"/en/video":      page("Videos", "This video isn't available anymore", ""),
	"/en/repo":       page("Code host", "Repository not found", "<p>You may have no access."),
	"/en/iis":        page("The resource cannot be found.", "Server Error in '/' Application.", "<p>HTTP 404. The resource could have been removed."),
	"/en/topic":      page("Forum - Information", "", "<p>The requested topic does not exist.</p>"),

	// not soft 404s
	"/docs/changelog":   page("Changelog", "Changelog", "<ul><li>Removed the page “not found”<li>Fixed a link</ul>"),
	"/docs/404":         page("404 Not Found - HTTP | Docs", "404 Not Found", "<p>The status means that the server has no such object.</p>"+prose(100)),
	"/docs/codes":       page("404 Not Found", "404 Not Found", "<p>The code indicates that the server did not find the resource."),
	"/docs/custom":      page("Custom 404 page", "Custom 404 page", "<p>How to configure the page not found page."),
	"/docs/handling":    page("Handling page not found errors", "Handling page not found errors", prose(30)),
	"/docs/short":       page("Hello", "Hello", "<p>Short."),
	"/docs/empty":       "",
	"/docs/lost":        page("Lost and found", "Lost and found", "<p>An umbrella was found on page 404."),
	"/docs/error-pages": page("Page not found", "Page not found", "<p>The example of an error page of this framework."),
	"/docs/missing":     page("Missing persons", "Missing persons", "<p>This page lists persons that could not be found since 1950. It does not exist in print."+prose(120)),
	"/docs/release":     page("Release 4.0.4", "Release 4.0.4", prose(30)),
}

// TestSoft404 checks pages of a site that also has real 404s.
func TestSoft404(t *testing.T) {
	t.Parallel()
	base := serve(t, plainSite)
	for path := range plainSite {
		o := quick(t)
		o.Depth = linkcheck.Content
		want := linkcheck.Soft404
		if strings.HasPrefix(path, "/docs/") {
			want = linkcheck.OK
		}
		got := one(t, o, base+path)
		if got.Status != want || got.Severity != want.Severity() {
			t.Errorf("%s: %v: %s, want %v", path, got.Status, got.Message, want)
		}
		o.Depth = linkcheck.Exists
		if got := one(t, o, base+path); got.Status != linkcheck.OK {
			t.Errorf("%s: %v with the depth exists", path, got.Status)
		}
	}
}

// catchAll is a site that sends a page for every path that does not exist.
type catchAll struct {
	pages
	other nethttp.HandlerFunc

	mu    sync.Mutex
	asked []string
}

func (c *catchAll) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	c.mu.Lock()
	c.asked = append(c.asked, r.Method+" "+r.URL.Path)
	c.mu.Unlock()
	if _, ok := c.pages[r.URL.Path]; ok {
		c.pages.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	c.other(w, r)
}

// A page is compared with the page of a URL that cannot exist.
func TestSoft404BySibling(t *testing.T) {
	t.Parallel()
	send := func(text string) nethttp.HandlerFunc {
		return func(w nethttp.ResponseWriter, r *nethttp.Request) { io.WriteString(w, text) }
	}
	long := page("Page not found | Parish", "Page not found", "<p>We could not find it.</p>"+prose(300))
	home := page("Parish", "Welcome", prose(60))
	shell := `<!DOCTYPE html><title>App</title><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/main.js"></script>`
	for name, row := range map[string]struct {
		other nethttp.HandlerFunc
		path  string
		want  linkcheck.Status
	}{
		"a long page":        {send(long), "/gone", linkcheck.Soft404},
		"a real page":        {send(long), "/real", linkcheck.OK},
		"about, but for all": {send(page("404 Not Found", "Not Found", "<p>This indicates a mistake.")), "/x", linkcheck.Soft404},
		"the home page":      {send(home), "/gone", linkcheck.Soft404},
		"the site itself":    {send(home), "/", linkcheck.OK},
		"an application":     {send(shell), "/user/joe", linkcheck.OK},
		"a redirect home": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			nethttp.Redirect(w, r, "/real", nethttp.StatusFound)
		}, "/old/page", linkcheck.Soft404},
		"a redirect to a login": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if r.URL.Path != "/login" {
				nethttp.Redirect(w, r, "/login", nethttp.StatusFound)
				return
			}
			io.WriteString(w, page("Log in", "Log in", prose(30)))
		}, "/members/page", linkcheck.Redirected},
		"an echo": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			io.WriteString(w, page("Echo", "Echo", "<p>You asked for <b>"+strings.Trim(r.URL.Path, "/")+"</b>"+prose(40)))
		}, "/anything", linkcheck.OK},
		"an echo of what is missing": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			io.WriteString(w, page("Page not found", "Not found: "+r.URL.Path, "<p>"+r.URL.Path+prose(300)))
		}, "/anything", linkcheck.Soft404},
		"a generator": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			io.WriteString(w, page("Number "+r.URL.Path, "Number "+r.URL.Path, prose(20)+r.URL.Path))
		}, "/number", linkcheck.OK},
		"a server that fails": {func(w nethttp.ResponseWriter, r *nethttp.Request) {
			if strings.Contains(r.URL.Path, "earl-") {
				w.WriteHeader(nethttp.StatusInternalServerError)
			}
			io.WriteString(w, home)
		}, "/page", linkcheck.OK},
	} {
		site := &catchAll{pages: pages{"/real": page("Real", "Real", prose(60))}, other: row.other}
		o := quick(t)
		o.Depth = linkcheck.Content
		if got := one(t, o, serve(t, site)+row.path); got.Status != row.want {
			t.Errorf("%s: %v: %s, want %v", name, got.Status, got.Message, row.want)
		}
		if name == "an application" {
			if got := one(t, o, serve(t, site)+row.path); !strings.Contains(got.Message, "only its script knows") {
				t.Errorf("%s: %s", name, got.Message)
			}
		}
	}
}

// A sibling is requested once for each directory, and not for every directory
// of a server.
func TestSiblingsAreFew(t *testing.T) {
	t.Parallel()
	site := &catchAll{other: func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.WriteHeader(nethttp.StatusNotFound)
	}, pages: pages{}}
	base := serve(t, site)
	var links []string
	for dir := range 30 {
		for i := range 3 {
			path := fmt.Sprintf("/d%d/p%d", dir, i)
			site.pages[path] = page(path, path, prose(40))
			links = append(links, base+path)
		}
	}
	o := quick(t)
	o.Depth = linkcheck.Content
	_, summary := run(t, o, linked(links...))
	site.mu.Lock()
	defer site.mu.Unlock()
	if extra := len(site.asked) - len(links); extra != 20 || summary.Faults() > 0 {
		t.Errorf("%d requests more than %d links, want 20", extra, len(links))
	}
}
