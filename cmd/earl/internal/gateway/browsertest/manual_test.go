package browsertest

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/earl-url/earl/internal/manual"
)

// manualTab is the manual as files, in a tab.
type manualTab struct {
	*tab
	dir string
}

// openSite builds the site with its command and returns a tab.
func openSite(t *testing.T) *manualTab {
	t.Helper()
	browserProgram(t, "chromium")
	dir := t.TempDir()
	build := exec.Command("go", "run", "./docs/site", dir)
	build.Dir = "../../../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go run ./docs/site: %v: %s", err, out)
	}
	return &manualTab{(&testGateway{T: t}).newTab(), dir}
}

// page opens a page from the disk.
func (s *manualTab) page(name string) {
	s.Helper()
	s.follow(name, chromedp.Navigate("file://"+filepath.Join(s.dir, name)), exists("main h1"))
}

// sitePages are pages of all kinds: the first, one with tables, one with pictures, a scheme, the search.
var sitePages = []string{"index.html", "check.html", "gateway.html", "gopher.html", "search.html?q=gopher"}

// The site follows the rules of accessibility and fits the screen: in light and dark, on a
// telephone, on small screens and with letters of twice the size. Its pages run no script
// except that of the search.
func TestBrowserSite(t *testing.T) {
	script := axe(t)
	s := openSite(t)
	for _, name := range sitePages {
		for i, screen := range screens() {
			s.do(screen.action)
			if i == 0 {
				s.page(name)
			}
			if i < 4 {
				s.shot("site " + name + " " + screen.name)
			}
			screen.look(s.tab, name+", "+screen.name, script)
		}
	}
}

// The search works from the disk, by keyboard, and finds what the search of the gateway finds.
func TestBrowserSiteSearch(t *testing.T) {
	s := openSite(t)
	s.page("ftp.html")
	s.do(chromedp.Click("#manual-words", chromedp.ByQuery))
	s.do(chromedp.KeyEvent("gopher menu"))
	s.follow("Enter in the search", chromedp.KeyEvent(kb.Enter), exists("#manual-results li"))
	m := manual.New(manual.Options{
		Path: func(name string) string { return name + ".html" },
		Link: func(url string) string { return url },
	})
	for _, query := range []string{"gopher menu", "%2F", "--retry", "RFC 1288", "port-list", "a", "(", "nosuchword"} {
		s.fill("#manual-words", query)
		s.await("the results", `document.querySelector("#manual-status").textContent !== "Type a word to search for."`)
		// The site has a longer first page, and the documents of the project.
		got := s.text(`[...document.querySelectorAll("#manual-results li")].filter((li) => !["", "The project"].includes(li.querySelector("small").textContent))
			.map((li) => [...li.querySelectorAll("h2 > a, p > a, mark")].map((e) => e.textContent + (e.getAttribute("href") ?? "")).join(" ")).join("\n")`)
		var want []string
		for _, r := range m.Search(query) {
			if r.Group != "" {
				want = append(want, summary(r))
			}
		}
		if got != strings.Join(want, "\n") {
			t.Errorf("the search for %q finds\n%s\nthe gateway finds\n%s", query, got, strings.Join(want, "\n"))
		}
		if pages := s.names("#manual-status"); !strings.HasPrefix(pages, "No page") && !strings.HasPrefix(pages, fmt.Sprint(s.text(`String(document.querySelectorAll("#manual-results li").length)`), " page")) {
			t.Errorf("%q: %s", query, pages)
		}
	}
	s.fill("#manual-words", "finger user")
	s.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
	s.follow("Enter on the first result", chromedp.KeyEvent(kb.Enter), `location.pathname.endsWith("/finger.html")`)
}

// summary returns the links and the marked words of a result, as the test reads them from a page.
func summary(r manual.Result) string {
	all := []string{r.Title + r.Link}
	for _, h := range r.Hits {
		if h.Heading != "" {
			all = append(all, h.Heading+h.Link)
		}
		for i := 1; i < len(h.Parts); i += 2 {
			all = append(all, h.Parts[i])
		}
	}
	return strings.Join(all, " ")
}
