package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// If a document of another site is opened in its own tab, the gateway shows it in the frame of
// a page, however the tab was opened. The document is never the whole page.
func TestBrowserTabFromTheFrame(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/letter" {
			w.Header().Set("Content-Type", "message/rfc822")
			fmt.Fprint(w, "Subject: x\r\nContent-Type: text/html\r\n\r\n<title>foreign</title><p>the document")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>foreign</title><p>the document")
	}))
	defer foreign.Close()
	local := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(local, []byte("<title>foreign</title><p>the document"), 0o644); err != nil {
		t.Fatal(err)
	}
	source := func(address string) string { // of the frame
		b.address(address, exists("iframe#remote"))
		return b.text(`document.querySelector("iframe#remote").src`)
	}
	query := url.QueryEscape(foreign.URL + "/letter")
	for name, address := range map[string]string{
		"a page":                source(foreign.URL + "/page"),
		"a local file":          source("file://" + local),
		"a document, by /file":  b.base + "/file?url=" + url.QueryEscape(foreign.URL+"/page"),
		"a part of a message":   b.base + "/part?url=" + query + "&n=1&show=1",
		"a message, by /file":   b.base + "/file?url=" + query,
		"a page, by its server": strings.Replace(source(foreign.URL+"/page"), "/page", "/other", 1),
	} {
		around := exists("#url")
		b.follow(name, chromedp.Navigate(address), around)
		b.follow(name+", by a link of the gateway", chromedp.Evaluate(`location.href = `+quoted(address), nil), around)
		if !strings.Contains(address, "/raw/") {
			continue // refused without a key: TestBrowserRefusesStrangers
		}
		theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!DOCTYPE html><title>stranger</title><a id="link" href="%s">x</a>`, address)
		}))
		defer theirs.Close()
		b.follow("a stranger", chromedp.Navigate(theirs.URL), `document.title === "stranger"`)
		b.press("#link", around)
	}
}

// A local HTML file loads the files of its directory, and no other file of the machine.
func TestBrowserLocalFileReachesItsDirectory(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside.css")
	page := filepath.Join(dir, "site", "page.html")
	text := "<!DOCTYPE html><title>local</title>"
	for _, href := range []string{"inside.css", "sub/inside.css", "../outside.css", "%2e%2e/outside.css", "..%2foutside.css", "file://" + outside, outside, "./sub/../../outside.css"} {
		text += fmt.Sprintf(`<link rel="stylesheet" href="%[1]s"><img src="%[1]s">`, href)
	}
	for name, text := range map[string]string{page: text, outside: "", filepath.Join(dir, "site", "inside.css"): "", filepath.Join(dir, "site", "sub", "inside.css"): ""} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b.address("file://"+page, exists("iframe#remote"))
	loaded := map[string]bool{}
	for _, a := range s.answered("/raw/") {
		if a.status < 400 {
			loaded[a.path[strings.Index(a.path, "/site/")+1:]] = true
		}
		if strings.Contains(a.path, "outside") && a.status < 400 {
			t.Errorf("the page loads %v", a)
		}
	}
	if !loaded["site/inside.css"] || !loaded["site/sub/inside.css"] {
		t.Errorf("the page does not load its files: %v", s.answered("/raw/"))
	}
}
