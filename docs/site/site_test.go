package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// built returns the files of the site.
func built(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := build(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The site has a page for each page of the manual and each document of the project. A second
// build gives the same bytes.
func TestBuildIsComplete(t *testing.T) {
	files := built(t)
	for _, group := range docs.Groups() {
		for _, p := range group.Pages {
			if !bytes.Contains(files[p.Name+".html"], []byte("<h1>")) {
				t.Errorf("%s.html has no title", p.Name)
			}
		}
	}
	for _, name := range []string{"index.html", "search.html", "changelog.html", "contributing.html", "security-policy.html", "style.css", "index.js", "images/tour.png"} {
		if len(files[name]) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
	home := string(files["index.html"])
	for _, want := range []string{"<title>earl</title>", `href="ftp.html"`, `<pre tabindex="0"><code>$ earl`} {
		if !strings.Contains(home, want) {
			t.Errorf("the first page has no %s", want)
		}
	}
	if !maps.EqualFunc(files, built(t), bytes.Equal) {
		t.Error("two builds differ")
	}
}

// The project's own link checker finds no broken link and no missing section in the site, and
// comes to every page from the first one.
func TestNoLinkIsBroken(t *testing.T) {
	dir, files := t.TempDir(), built(t)
	if err := write(dir, files); err != nil {
		t.Fatal(err)
	}
	first, err := inputs.FileURL(filepath.Join(dir, "index.html"), earl.RFC3986)
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	targets := func(yield func(linkcheck.Link, error) bool) { yield(linkcheck.Link{URL: first.String()}, nil) }
	opened := map[string]bool{}
	o := linkcheck.Options{Client: client, Recursive: true, Offline: true}
	_, err = linkcheck.Run(t.Context(), o, targets, func(r linkcheck.Result) error {
		if r.Severity == linkcheck.SeverityFault {
			t.Errorf("%s: %s: %s, in %v", r.URL, r.Status, r.Message, r.Places)
		}
		opened[r.URL[strings.LastIndexByte(r.URL, '/')+1:]] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if strings.HasSuffix(name, ".html") && !opened[name] {
			t.Errorf("no link goes to %s", name)
		}
	}
}

// loads are the attributes that make a page load another file, or send something to it.
var loads = []string{"src", "srcset", "action", "data", "poster", "ping", "background", "formaction"}

// A page loads only files of the site, by links that are relative. It has no inline script or
// style, and only the search has a script. So the site works from a disk and below any path,
// and no other host learns of its readers.
func TestPagesLoadOnlyTheSite(t *testing.T) {
	files := built(t)
	count := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		z := html.NewTokenizer(bytes.NewReader(files[name]))
		for z.Next() != html.ErrorToken {
			token := z.Token()
			if token.Data == "script" && token.Type == html.StartTagToken && (name != "search.html" || len(token.Attr) == 0) || token.Data == "style" {
				t.Errorf("%s: %s", name, token)
			}
			for _, a := range token.Attr {
				switch {
				case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
					t.Errorf("%s: an inline %s", name, a.Key)
				case a.Key == "href" && strings.HasPrefix(a.Val, "/"):
					t.Errorf("%s: the link %s is not relative", name, a.Val)
				case slices.Contains(loads, a.Key), token.Data == "link" && a.Key == "href":
					if files[a.Val] == nil {
						t.Errorf("%s loads %s, which is not a file of the site", name, a.Val)
					}
					count++
				}
			}
		}
	}
	if count < 40 {
		t.Errorf("the pages load only %d files: does this test still find them?", count)
	}
	for _, name := range []string{"style.css", "manual.css", "search.js"} {
		for _, word := range []string{"//", "@import", "fetch(", "XMLHttpRequest", "sendBeacon", "cookie", "localStorage"} {
			if text := strings.ReplaceAll(string(files[name]), "\n//", ""); strings.Contains(text[2:], word) {
				t.Errorf("%s contains %s", name, word)
			}
		}
	}
}
