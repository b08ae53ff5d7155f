package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/open"
)

// The history contains each page of this browser session once. Bookmarks are kept in a file
// that only its owner can read.
func TestHistoryAndBookmarks(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/sub/bookmarks"
	b := start(t, Options{Bookmarks: path, Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	b.open("ftp://h/one")
	b.open("ftp://h/two")
	b.open("ftp://h/one")
	_, page := b.get("/")
	if strings.Count(page, "<code>ftp://h/one</code>") != 1 || strings.Index(page, "h/one") > strings.Index(page, "h/two") {
		t.Errorf("history: %s", page)
	}
	resp, _ := b.post("/bookmark", url.Values{"url": {"ftp://u:geheim@h/one"}, "title": {"The\tfirst\n<one>"}, "do": {"add"}})
	if resp.StatusCode != http.StatusSeeOther {
		t.Error(resp.Status)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if text, _ := os.ReadFile(path); !strings.HasPrefix(string(text), "ftp://u@h/one\tThe\\tfirst\\n<one>\trfc3986\t20") {
		t.Errorf("the file: %q", text)
	}
	_, page = b.get("/history")
	b.wants(page, `first\n&lt;one&gt;`, "ftp://u@h/one")
	b.lacks(page, "geheim")
	_, page = b.open("ftp://u@h/one")
	b.wants(page, "Remove the bookmark")
	b.post("/bookmark", url.Values{"url": {"ftp://u@h/one"}, "do": {"remove"}})
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("the file: %q", text)
	}
	b.post("/forget", url.Values{})
	_, page = b.get("/history")
	b.wants(page, "You have not opened anything yet")
}

// A bookmark keeps the edition of its URL. A bookmark with an invalid URL is refused and does
// not affect the others.
func TestBookmarkOfAnotherEdition(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/bookmarks"
	b := start(t, Options{Bookmarks: path, Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	_, page := b.get("/open?edition=whatwg&url=" + url.QueryEscape("ftp://h/a|b"))
	_, form, _ := strings.Cut(page, `action="/bookmark"`)
	b.wants(form, `name="url" value="ftp://h/a|b"`, `name="edition" value="whatwg"`)
	fields := url.Values{"url": {"ftp://h/a|b"}, "edition": {"whatwg"}, "title": {"A bar"}, "do": {"add"}}
	if resp, _ := b.post("/bookmark", fields); resp.StatusCode != http.StatusSeeOther {
		t.Error(resp.Status)
	}
	if text, _ := os.ReadFile(path); !strings.HasPrefix(string(text), "ftp://h/a|b\tA bar\twhatwg\t20") {
		t.Errorf("the file: %q", text)
	}
	resp, _ := b.post("/bookmark", url.Values{"url": {"ftp://h/" + strings.Repeat("a", 2*maxAddress)}, "do": {"add"}})
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a URL too long for a link: %s", resp.Status)
	}
	_, page = b.get("/history")
	b.wants(page, `href="/open?url=ftp%3A%2F%2Fh%2Fa%7Cb&amp;edition=whatwg"`, "A bar")
	fields.Set("do", "remove")
	b.post("/bookmark", fields)
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("the file: %q", text)
	}
}

// The front page is small, and lists the schemes that the gateway opens.
func TestFrontPageIsSmall(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", nil}, toy{"wais", nil}}})
	_, page := b.get("/")
	size := len(page)
	for _, path := range []string{"/static/style.css", "/static/icon.svg"} {
		resp, body := b.get(path)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, resp.Status)
		}
		size += len(body)
	}
	if size > 50_000 {
		t.Errorf("%d bytes", size)
	}
	b.wants(page, `aria-label="An example of gopher, explained">gopher</a></dt>`, `autofocus`)
	b.lacks(page, ">ftp</a></dt>", "<script")
	if resp, _ := b.get("/static/"); resp.StatusCode == http.StatusOK {
		t.Error("the folder is listed")
	}
}

// The front page stays small whatever the user opened and bookmarked. It truncates long titles
// and URLs. Entries with long links are only on the index page.
func TestFrontPageStaysSmall(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	_, style := b.get("/static/style.css")
	short := func(i int) string { // with characters that a page escapes with five bytes
		return fmt.Sprint("ftp://h/", i, strings.Repeat("&'", 45), strings.Repeat("a", 70))
	}
	long := func(i int) string { return fmt.Sprint("ftp://h/", i, strings.Repeat("&", 9_900), "end") }
	for i := range 2 * recent {
		for _, address := range []string{short(i), long(i)} {
			b.open(address)
			b.post("/bookmark", url.Values{"url": {address}, "title": {strings.Repeat(`"`, 3_000)}, "do": {"add"}})
		}
	}
	_, page := b.get("/")
	if n := len(page) + len(style); n > 50_000 {
		t.Errorf("%d bytes", n)
	}
	b.wants(page, `<ul class="links" id="marks">`, `<ul class="links" id="visits">`, `>History and bookmarks</a>`, url.QueryEscape(short(2*recent-1)))
	b.lacks(page, "end\"")
	_, page = b.get("/history")
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(textOf(doc)); n > 8*recent*(2*maxShown+20)+2_000 {
		t.Errorf("%d bytes to read on the index page", n)
	}
	b.wants(page, url.QueryEscape(long(0)), url.QueryEscape(short(0)))

	b.post("/forget", url.Values{})
	for i := range 2 * recent {
		b.post("/bookmark", url.Values{"url": {short(i)}, "do": {"remove"}})
	}
	_, page = b.get("/")
	b.wants(page, `>History and bookmarks</a>`) // though none of them is here
}
