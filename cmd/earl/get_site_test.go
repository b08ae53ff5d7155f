package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A testSite is a server of pages that records what is requested.
type testSite struct {
	*httptest.Server
	mu    sync.Mutex
	pages map[string]string // by path and query
	asked []string
	date  map[string]string // Last-Modified by path
}

// newTestSite returns a site. A page that begins with "->" is a redirect, and one
// that begins with "!" a status.
func newTestSite(t *testing.T, pages map[string]string) *testSite {
	t.Helper()
	s := &testSite{pages: pages, date: map[string]string{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, r.URL.RequestURI())
		text, ok := s.pages[r.URL.RequestURI()]
		if to, redirect := strings.CutPrefix(text, "->"); redirect {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		if code, fails := strings.CutPrefix(text, "!"); fails {
			n, _ := strconv.Atoi(code)
			w.WriteHeader(n)
			return
		}
		switch filepath.Ext(r.URL.Path) {
		case ".css":
			w.Header().Set("Content-Type", "text/css")
		case ".png":
			w.Header().Set("Content-Type", "image/png")
		case ".txt":
			w.Header().Set("Content-Type", "text/plain")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		if date := s.date[r.URL.Path]; date != "" {
			w.Header().Set("Last-Modified", date)
			if r.Header.Get("If-Modified-Since") == date {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		io.WriteString(w, text)
	}))
	t.Cleanup(s.Close)
	return s
}

// take returns the requests since the last call, in order.
func (s *testSite) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	slices.Sort(asked)
	return asked
}

// tree returns the files of a directory with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// names returns the names of files, in order.
func names(files map[string]string) string {
	var list []string
	for name := range files {
		list = append(list, name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

var docsSite = map[string]string{
	"/robots.txt": "User-agent: *\nDisallow: /docs/private\n",
	"/docs/": `<html><head><link rel="stylesheet" href="/css/main.css"><link rel=preconnect href=/hint>
<link rel=icon href=icon.png></head><body style="background: url('bg.png')">
<a href="one.html#part">1</a> <a href=two.html?a=1&amp;b=2>2</a> <a href="/other/">no</a> <a href="private/x">no</a>
<a href="mailto:me@example.org">m</a> <a href="#here">h</a> <a href="https://elsewhere.example/x">e</a>
<img srcset="small.png 1x, big.png 2x" src="small.png"><form action="search"></form>
<!-- <a href="comment.html"> --> <a href="One.html">case</a> <a href="sub/../three">3</a></body></html>`,
	"/docs/one.html":         `<a href="./">up</a><a href="missing.html">x</a>`,
	"/docs/two.html?a=1&b=2": `<img src='/img/a b.png'>`,
	"/docs/One.html":         `another`,
	"/docs/three":            "->/docs/sub/",
	"/docs/sub/":             `<a href="../one.html">1</a><a href="deep/">d</a>`,
	"/docs/sub/deep/":        `deep`,
	"/docs/icon.png":         "icon",
	"/docs/bg.png":           "bg",
	"/docs/small.png":        "small",
	"/docs/big.png":          "big",
	"/img/a%20b.png":         "ab",
	"/css/main.css":          `@import "more.css"; body { background: url(../img/back.png) }`,
	"/css/more.css":          `@font-face { src: url("font.woff?v=1") }`,
	"/css/font.woff?v=1":     "font",
	"/img/back.png":          "back",
	"/other/":                "other",
	"/docs/search":           "search",
	"/docs/private/x":        "private",
	"/docs/comment.html":     "comment",
}

// A copy has the pages below the first one and the files that they need, and nothing else; its
// links refer to the files. Source: the manual of wget, -r -np -k -p.
func TestGetSite(t *testing.T) {
	s := newTestSite(t, docsSite)
	host := strings.ReplaceAll(strings.TrimPrefix(s.URL, "http://"), ":", "+")
	for _, parallel := range []string{"-R", "-RZ"} {
		dir := t.TempDir()
		_, errs, status := runIn(t, dir, "get", "-q", parallel, "--convert-links", "--output-dir", "copy", s.URL+"/docs/")
		if status != statusNotFound || !strings.Contains(errs, "missing.html") {
			t.Errorf("status %d: %s", status, errs)
		}
		contains(t, "stderr", errs, "saved 15 files|1 failed|1 link not followed: robots.txt forbids it")
		files := tree(t, filepath.Join(dir, "copy"))
		want := fmt.Sprintf("%[1]s/css/font.woff?v=1 %[1]s/css/main.css %[1]s/css/more.css %[1]s/img/a b.png %[1]s/img/back.png One~2.html bg.png big.png icon.png index.html one.html small.png sub/deep/index.html sub/index.html two.html?a=1&b=2", host)
		if got := names(files); got != want && got != strings.ReplaceAll(strings.Replace(want, "One~2.html", "One.html", 1), " one.html", " one~2.html") {
			t.Errorf("%s: files:\n%s\nwant:\n%s", parallel, got, want)
		}
		escaped := strings.ReplaceAll(host, "+", "%2B")
		contains(t, "index.html", files["index.html"], `href="`+escaped+`/css/main.css"|url('bg.png')|href=two.html%3Fa%3D1%26b%3D2>|href="`+s.URL+`/other/"|href="#here"|mailto:me|https://elsewhere.example/x"|srcset="small.png 1x, big.png 2x"|href="sub/index.html"|<a href="comment.html"> -->`)
		contains(t, "sub", files["sub/index.html"], `href="deep/index.html"`)
		contains(t, "main.css", files[host+"/css/main.css"], `@import "more.css"|url(../img/back.png)`)
		contains(t, "more.css", files[host+"/css/more.css"], `url("font.woff%3Fv%3D1")`)
		contains(t, "one.html", files["one.html"]+files["One.html"]+files["one~2.html"], `<a href="index.html">|<a href="`+s.URL+`/docs/missing.html">`)
		for _, asked := range s.take() {
			for _, not := range []string{"/other/", "/docs/search", "/docs/private/x", "/docs/comment.html", "/hint", "/docs/me"} {
				if asked == not {
					t.Errorf("%s was requested", asked)
				}
			}
		}
	}
}

// A second copy requests only changed pages, keeps the names, and deletes files that are gone.
func TestGetSiteAgain(t *testing.T) {
	const date = "Sun, 06 Nov 1994 08:49:37 GMT"
	s := newTestSite(t, map[string]string{
		"/":        `<a href=a.html>a</a><a href=b.txt>b</a><img src=c.png>`,
		"/a.html":  `<a href=d.txt>d</a>`,
		"/b.txt":   "b",
		"/c.png":   "c",
		"/d.txt":   "d",
		"/new.txt": "new",
	})
	for path := range s.pages {
		s.date[path] = date
	}
	dir := t.TempDir()
	copySite := func(want string, flags ...string) {
		t.Helper()
		_, errs, status := runIn(t, dir, slices.Concat([]string{"get", "-q", "-R"}, flags, []string{s.URL + "/"})...)
		if status != statusDone {
			t.Errorf("status %d: %s", status, errs)
		}
		contains(t, "stderr", errs, want)
	}
	copySite("saved 5 files")
	copySite("saved 0 files, 0 bytes, 5 unchanged")
	s.mu.Lock()
	s.pages["/"] = `<a href=a.html>a</a><a href=new.txt>n</a>`
	s.date["/"] = "Sun, 06 Nov 1994 08:49:38 GMT"
	delete(s.pages, "/b.txt")
	s.mu.Unlock()
	if err := os.WriteFile(filepath.Join(dir, "own.txt"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	copySite("saved 2 files, 44 bytes, 2 unchanged")
	copySite("saved 0 files, 0 bytes, 4 unchanged, 2 deleted", "--delete")
	if got, want := names(tree(t, dir)), "a.html d.txt index.html new.txt own.txt"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	// Without the list, identical files are left unchanged, and their links are followed.
	if err := os.Rename(dir+"-state", dir+"-lost"); err != nil {
		t.Fatal(err)
	}
	copySite("saved 0 files, 0 bytes, 4 unchanged")
	if err := os.Chtimes(filepath.Join(dir, "d.txt"), time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	copySite("saved 0 files, 0 bytes, 4 unchanged", "-N") // it is not older than the object
	if err := os.Chtimes(filepath.Join(dir, "d.txt"), time.Unix(0, 0), time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	copySite("saved 1 file, 1 byte, 3 unchanged", "-N")
	if err := os.RemoveAll(dir + "-state"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir+"-lost", dir+"-state"); err != nil {
		t.Fatal(err)
	}
	copySite("saved 2 files", "--convert-links", "--force", "--accept", "*.html") // pages are converted
	if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte("edited"), 0o666); err != nil {
		t.Fatal(err)
	}
	copySite("a.html is kept because you changed it after the copy|saved 0 files, 0 bytes,|1 kept")
	if text := tree(t, dir)["a.html"]; text != "edited" {
		t.Errorf("a file that the user changed was overwritten: %q", text)
	}
	copySite("saved 2 files", "--force", "--accept", "*.html")
}

// --delete removes only files that the server no longer has, or that a complete copy no longer
// finds, and none that the user changed.
func TestGetSiteDeletesOnlyWhatIsGone(t *testing.T) {
	pages := map[string]string{
		"/":       `<a href=a.html>a</a><a href=b.txt>b</a><a href=c.txt>c</a><a href=d/e.html>e</a>`,
		"/a.html": `<a href=f.txt>f</a>`, "/b.txt": "b", "/c.txt": "c", "/d/e.html": "e", "/f.txt": "f",
	}
	const all = "a.html b.txt c.txt d/e.html f.txt index.html"
	for name, c := range map[string]struct {
		change map[string]string // the texts of the pages; "" means that the page is gone
		edit   string            // a file that the user changes
		flags  []string
		files  string
		says   string
		status int
	}{
		"robots 500":        {map[string]string{"/robots.txt": "!500"}, "", nil, all, "/robots.txt: cannot be read, so no link to this server is followed (rfc9309 2.3.1.4): status 500|nothing was deleted", statusProtocol},
		"robots disallow":   {map[string]string{"/robots.txt": "User-agent: *\nDisallow: /\n"}, "", nil, all, "robots.txt forbids it", statusDone},
		"robots and gone":   {map[string]string{"/robots.txt": "User-agent: *\nDisallow: /a\n", "/b.txt": ""}, "", nil, "a.html c.txt d/e.html f.txt index.html", "1 deleted", statusNotFound},
		"depth":             {nil, "", []string{"--depth", "1"}, all, "deeper than 1 pages|1 file was kept", statusDone},
		"accept":            {nil, "", []string{"--accept", "b.txt"}, all, "", statusDone},
		"reject":            {nil, "", []string{"--reject", "*.html,c.txt"}, all, "", statusDone},
		"reject directory":  {nil, "", []string{"--reject", "d/"}, all, "", statusDone},
		"gone and unlinked": {map[string]string{"/b.txt": "", "/a.html": "none"}, "", nil, "a.html c.txt d/e.html index.html", "2 deleted", statusNotFound},
		"failed":            {map[string]string{"/b.txt": "", "/c.txt": "!503"}, "", nil, all, "nothing was deleted, because the copy is not complete", statusNotFound},
		"first gone":        {map[string]string{"/": ""}, "", nil, all, "nothing was deleted", statusNotFound},
		"edited":            {map[string]string{"/b.txt": ""}, "b.txt", nil, all, "b.txt is kept because you changed it", statusDone},
		"edited unlinked":   {map[string]string{"/a.html": "none"}, "f.txt", nil, all, "--delete: f.txt is kept because you changed it", statusDone},
		"edited, force":     {map[string]string{"/b.txt": ""}, "b.txt", []string{"--force"}, "a.html c.txt d/e.html f.txt index.html", "1 deleted", statusNotFound},
		"away":              {map[string]string{"/b.txt": "->http://localhost:1/x"}, "", nil, all, "/b.txt: skipped: it redirects to http://localhost:1/x|1 link skipped", statusDone},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestSite(t, maps.Clone(pages))
			dir := t.TempDir()
			run := func(flags ...string) (string, int) {
				_, errs, status := runIn(t, dir, slices.Concat([]string{"get", "-q", "-R"}, flags, []string{s.URL + "/"})...)
				return errs, status
			}
			if errs, _ := run(); names(tree(t, dir)) != all {
				t.Fatal(errs)
			}
			for path, text := range c.change {
				if s.pages[path] = text; text == "" {
					delete(s.pages, path)
				}
			}
			if c.edit != "" {
				if err := os.WriteFile(filepath.Join(dir, c.edit), []byte("mine"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			errs, status := run(append(c.flags, "--delete")...)
			if got := names(tree(t, dir)); got != c.files || status != c.status {
				t.Errorf("files %s, want %s; status %d, want %d\n%s", got, c.files, status, c.status, errs)
			}
			contains(t, "stderr", errs, c.says)
		})
	}
}

// An empty link means the base of the page, which --convert-links removes.
func TestGetSiteConvertsEmptyLink(t *testing.T) {
	s := newTestSite(t, map[string]string{
		"/":           `<base href="/d/b.html"><a href="">b</a><a href>c</a><a href=''>d</a><a href="#x">e</a>`,
		"/p.html":     `<a href="">self</a>`,
		"/d/b.html":   `<a href="/p.html">p</a>`,
		"/robots.txt": "",
	})
	dir := t.TempDir()
	_, errs, status := runIn(t, dir, "get", "-q", "-R", "--convert-links", s.URL+"/")
	files := tree(t, dir)
	if status != statusDone || names(files) != "d/b.html index.html p.html" {
		t.Fatalf("files %s, status %d: %s", names(files), status, errs)
	}
	if got, want := files["index.html"], `<base href=""><a href="d/b.html">b</a><a href="d/b.html">c</a><a href='d/b.html'>d</a><a href="d/b.html#x">e</a>`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := files["p.html"]; got != `<a href="">self</a>` {
		t.Errorf("a page without a base has %s", got)
	}
}

// --reject leaves out a directory of a web site, like one of a file server.
func TestGetSiteRejectsDirectory(t *testing.T) {
	s := newTestSite(t, map[string]string{"/": `<a href=d/a.txt>a</a><a href=d.txt>d</a>`, "/d/a.txt": "a", "/d.txt": "d"})
	for _, reject := range []string{"d", "d/"} {
		dir := t.TempDir()
		if _, errs, status := runIn(t, dir, "get", "-q", "-R", "--reject", reject, s.URL+"/"); names(tree(t, dir)) != "d.txt index.html" || status != statusDone {
			t.Errorf("--reject %s: files %s, status %d: %s", reject, names(tree(t, dir)), status, errs)
		}
	}
}

// If a directory of lists cannot be written, the copy does not end.
func TestGetSiteWithoutAList(t *testing.T) {
	s := newTestSite(t, map[string]string{"/": `<a href=a.txt>a</a>`, "/a.txt": "a"})
	dir := t.TempDir()
	if err := os.WriteFile(dir+"-state", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, errs, status := runIn(t, dir, "get", "-q", "-R", "--delete", s.URL+"/")
	if got := names(tree(t, dir)); got != "a.txt index.html" || status != statusDone {
		t.Errorf("files %s, status %d", got, status)
	}
	contains(t, "stderr", errs, "cannot write the list of copied files|nothing was deleted")
}

// Limits end a copy, and a page cannot make another host or directory receive files.
func TestGetSiteIsBounded(t *testing.T) {
	endless := newTestSite(t, nil)
	endless.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<a href="%sx/">1</a><a href="%[1]sy/?q=%[1]s">2</a><iframe src="f%[1]s"></iframe>`, r.URL.Path)
	})
	dir := t.TempDir()
	_, errs, status := runIn(t, dir, "get", "-q", "-R", "--max-files", "20", endless.URL+"/")
	if n := len(tree(t, dir)); n == 0 || n > 20 || status != statusRefused || !strings.Contains(errs, "--max-files") {
		t.Errorf("%d files, status %d: %s", n, status, errs)
	}
	dir = t.TempDir()
	if _, errs, status = runIn(t, dir, "get", "-q", "-R", "--max-dirs", "3", "--max-files", "50", endless.URL+"/"); status != statusRefused {
		t.Errorf("status %d: %s", status, errs)
	}
	evil := newTestSite(t, map[string]string{
		"/d/": `<a href="..%2f..%2fetc/passwd">1</a><a href="%2e%2e/up">2</a>
			<img src="http://localhost:1/x.png"><a href="http://[::1]:1/">4</a><a href="nul%00byte">5</a><a href="` + strings.Repeat("l", 300) + `">6</a><a href="away">7</a>`,
		"/d/..%2f..%2fetc/passwd":        "passwd",
		"/d/unused":                      "{}",
		"/d/" + strings.Repeat("l", 300): "long",
		"/d/away":                        "->http://localhost:1/",
	})
	dir = t.TempDir()
	_, errs, _ = runIn(t, dir, "get", "-q", "-R", "--output-dir", "in", evil.URL+"/d/")
	if strings.Contains(strings.Replace(errs, "it redirects to http://localhost:1/", "", 1), "localhost") {
		t.Errorf("another host was contacted: %s", errs)
	}
	for name := range tree(t, dir) {
		if !strings.HasPrefix(name, "in/") || len(filepath.Base(name)) > 255 {
			t.Errorf("a file outside: %s", name)
		}
	}
}

// A first URL with dot segments and an address in capitals has the same site as its plain form.
func TestGetSiteByAnotherSpelling(t *testing.T) {
	s := newTestSite(t, map[string]string{"/x/../d/": `<a href="a.txt">a</a>`, "/d/a.txt": "a"})
	dir := t.TempDir()
	at := strings.Replace(s.URL, "127.0.0.1", "LOCALHOST", 1)
	_, errs, status := runIn(t, dir, "get", "-q", "-4", "-R", at+"/x/../d/")
	if got := names(tree(t, dir)); got != "a.txt index.html" || status != statusDone {
		t.Errorf("files %q, status %d: %s", got, status, errs)
	}
}

// A file that --accept does not allow is neither kept nor counted, also in the second copy, and
// whether it has links or not.
func TestGetSiteKeepsOnlyWhatIsWanted(t *testing.T) {
	s := newTestSite(t, map[string]string{"/": `<a href=a.png>a</a><a href=f>f</a><a href=b.html>b</a>`, "/a.png": "png", "/f": "f", "/b.html": "b"})
	dir := t.TempDir()
	for _, summary := range []string{"saved 1 file, 3 bytes", "saved 1 file, 3 bytes"} {
		_, errs, status := runIn(t, dir, "get", "-R", "--output-dir", dir, "--accept", "*.png", s.URL+"/")
		if got := names(tree(t, dir)); got != "a.png" || status != statusDone || !strings.Contains(errs, summary) {
			t.Errorf("status %d, files %s: %s", status, got, errs)
		}
		if err := os.Remove(filepath.Join(dir, "a.png")); err != nil {
			t.Fatal(err)
		}
	}
}

// A copy that was interrupted is continued: the unfinished file is downloaded again.
func TestGetSiteContinuesAfterAnInterrupt(t *testing.T) {
	dir, cut := t.TempDir(), true
	whole := strings.Repeat("x", 200_000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.Itoa(len(whole)))
		if cut {
			io.WriteString(w, whole[:150_000])
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, whole)
	}))
	defer s.Close()
	for range 2 {
		_, errs, status := runIn(t, dir, "get", "-R", "--retry", "0", "--output-dir", dir, s.URL+"/big.bin")
		if text := tree(t, dir)["big.bin"]; (text == whole) == cut || (status == statusDone) == cut {
			t.Errorf("status %d, %d bytes: %s", status, len(text), errs)
		}
		cut = false
	}
}

// The list of a copy whose files were removed does not keep the names of another site from it.
func TestGetSiteTakesFreeNames(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		s := newTestSite(t, map[string]string{"/": "page"})
		if _, errs, status := runIn(t, dir, "get", "-R", "--output-dir", dir, s.URL+"/"); status != statusDone || names(tree(t, dir)) != "index.html" {
			t.Errorf("status %d, files %s: %s", status, names(tree(t, dir)), errs)
		}
		if err := os.Remove(filepath.Join(dir, "index.html")); err != nil {
			t.Fatal(err)
		}
	}
}
