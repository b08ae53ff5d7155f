package site

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// write writes files to a new directory and returns it.
func write(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// parse reads a URL.
func parse(t *testing.T, text string) earl.URL {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// opened opens a URL and follows redirects. It returns the content and the URL of the result.
func opened(t *testing.T, c *open.Client, text string) (content, url string) {
	t.Helper()
	res, err := c.Open(t.Context(), parse(t, text))
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.Status != 0 && res.Status != 200 {
			return res.Meta.Type[:0] + http.StatusText(res.Status) + ": " + string(b), res.URL.String()
		}
		return string(b), res.URL.String()
	case *open.Referral:
		return "to " + res.Targets[0].String(), res.URL.String()
	case *open.Listing:
		res.Close()
		return "listing", res.URL.String()
	}
	if errors.Is(err, open.ErrNotFound) {
		return "not found", ""
	}
	return "error " + err.Error(), ""
}

var files = map[string]string{
	"index.html": "home", "404.html": "no such page", "about.html": "about", "blog/index.html": "blog", "blog/a b.html": "post",
	"empty/x.txt": "x", "both.html": "file", "both/index.html": "directory", "q.html": "q",
	"guide/one.md": "# One", "guide/two.adoc": "Two", "guide/three.md": "source", "guide/three.html": "page", "guide/four.txt": "text",
}

// Issue 12, section 3: a built directory is checked in the way the site will be served.
func TestFiles(t *testing.T) {
	dir := write(t, files)
	base := parse(t, "file://"+filepath.ToSlash(dir)+"/").String()
	for _, test := range []struct {
		name, path, want, at string
		rules                Rules
	}{
		{"a query is no part of the name", "q.html?v=2", "q", "q.html", Rules{}},
		{"a directory is a listing", "blog/", "listing", "blog/", Rules{}},
		{"its index", "blog/", "blog", "blog/index.html", Rules{Index: []string{"none.html", "index.html"}}},
		{"its index without a slash", "blog", "blog", "blog/index.html", Rules{Index: []string{"index.html"}}},
		{"no index", "empty/", "not found", "", Rules{Index: []string{"index.html"}}},
		{"no index is needed", "empty/", "listing", "empty/", Rules{Index: []string{"index.html", "."}}},
		{"no index is good", "empty/", "not found", "", Rules{Index: []string{}}},
		{"an extension", "about", "about", "about.html", Rules{Extensions: []string{"md", ".html"}}},
		{"no extension", "about", "not found", "", Rules{}},
		{"no extension behind a slash", "about/", "not found", "", Rules{Extensions: []string{"html"}}},
		{"an escaped name", "blog/a%20b", "post", "blog/a%20b.html", Rules{Extensions: []string{"html"}}},
		{"a directory comes first", "both", "directory", "both/index.html", Rules{Index: []string{"index.html"}, Extensions: []string{"html"}}},
		{"the source of a page", "guide/one.html", "# One", "guide/one.md", Rules{}},
		{"the source of a page, not in Markdown", "guide/two.html", "Two", "guide/two.adoc", Rules{}},
		{"a page and its source", "guide/three.html", "page", "guide/three.html", Rules{}},
		{"no source of a page", "guide/four.html", "not found", "", Rules{}},
		{"no source of a file", "guide/one.htm", "not found", "", Rules{}},
		{"no source of a directory", "guide/one.html/", "not found", "", Rules{}},
		{"a directory without an index", "empty", "listing", "empty/", Rules{Extensions: []string{"html"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := open.New(open.Options{}, Files{Rules: test.rules})
			defer c.Close()
			got, at := opened(t, c, base+test.path)
			if want := base + test.at; got != test.want || test.at != "" && at != want {
				t.Errorf("%s = %q at %s, want %q at %s", test.path, got, at, test.want, want)
			}
			m, err := c.ProbeRequest(t.Context(), &open.Request{URL: parse(t, base+test.path)})
			if (err == nil) != (test.at != "") || err == nil && m.URL.String() != base+test.at {
				t.Errorf("probe: %v, %v", m.URL, err)
			}
		})
	}
}

const redirects = `# a comment
/old        /about
/temporary  /about   302   # why
/news/*     /blog/:splat
/p/:year/:slug  /blog/:slug?y=:year  307
/find id=:id  /item/:id  301
/app/*      /index.html  200
/gone/*     /404.html    404
/about      /blog/       301
/forced.txt /blog/       302!
/away       https://other.example/x
/cond       /blog/  302  Country=de
https://example.com/own  /about
`

// The server responds like Netlify: redirects, rewrites, index files, clean URLs and the page
// for missing files. Its URLs are those of the site.
func TestServe(t *testing.T) {
	texts := map[string]string{"_redirects": redirects, "forced.txt": "forced"}
	for name, text := range files {
		texts[name] = text
	}
	dir := write(t, texts)
	for _, base := range []string{"https://example.com/", "http://example.com:8080/docs/", ""} {
		s, err := Serve(dir, baseOf(t, base), Rules{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		c := open.New(open.Options{Policy: open.Policy{Special: open.SpecialDeny}}, s.Openers([]open.Opener{new(openhttp.Opener)})...)
		defer c.Close()
		if base == "" {
			base = DefaultBase
		}
		for path, want := range map[string]string{
			"":                "home",
			"index.html":      "home",
			"about":           "about", // the rule is not forced
			"about.html?x":    "about",
			"about/":          "to " + base + "blog/", // rules ignore a slash at the end
			"q/":              "Not Found: no such page",
			"blog":            "to " + base + "blog/",
			"blog/":           "blog",
			"blog/a%20b":      "post",
			"nowhere":         "Not Found: no such page",
			"empty/":          "Not Found: no such page",
			"old":             "to " + base + "about",
			"old/":            "to " + base + "about",
			"temporary":       "to " + base + "about",
			"news/a%20b/c":    "to " + base + "blog/a%20b/c",
			"news":            "to " + base + "blog/",
			"p/2026/x":        "to " + base + "blog/x?y=2026",
			"p/2026":          "Not Found: no such page",
			"find?id=7":       "to " + base + "item/7",
			"find":            "Not Found: no such page",
			"app/any/where":   "home",
			"gone/x":          "Not Found: no such page",
			"forced.txt":      "to " + base + "blog/",
			"away":            "to https://other.example/x",
			"cond":            "Not Found: no such page",
			"own":             "to " + base + "about",
			"..%2f..%2fabout": "about",
		} {
			if got, at := opened(t, c, base+path); got != want || at != base+path {
				t.Errorf("%s = %q at %s, want %q", base+path, got, at, want)
			}
		}
		m, err := c.ProbeRequest(t.Context(), &open.Request{URL: parse(t, base+"about")})
		if err != nil || m.URL.String() != base+"about" || m.Status != 200 || !strings.HasPrefix(m.Type, "text/html") {
			t.Errorf("probe: %+v, %v", m, err)
		}
	}
}

// With "." among the index files, a directory without an index file is a page of its names.
func TestServeListsDirectories(t *testing.T) {
	s, err := Serve(write(t, map[string]string{"a/<b> c.txt": "x", "d/index.html": "index"}), earl.URL{}, Rules{Index: []string{"index.html", "."}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := open.New(open.Options{}, s.Openers([]open.Opener{new(openhttp.Opener)})...)
	defer c.Close()
	for path, want := range map[string]string{
		"a":  "to " + DefaultBase + "a/",
		"a/": "<a href=\"./%3Cb%3E%20c.txt\">&lt;b&gt; c.txt</a>\n",
		"d/": "index",
	} {
		if got, _ := opened(t, c, DefaultBase+path); got != want {
			t.Errorf("%s = %q, want %q", path, got, want)
		}
	}
}

// baseOf reads a URL that may be empty.
func baseOf(t *testing.T, text string) earl.URL {
	if text == "" {
		return earl.URL{}
	}
	return parse(t, text)
}

// Only URLs of the site go to its server, not those of another scheme, host, port or directory.
func TestServeHoldsOnlyItsOwn(t *testing.T) {
	s, err := Serve(write(t, files), parse(t, "https://example.com/docs/x"), Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for text, want := range map[string]bool{
		"https://example.com/docs/": true, "https://example.com/docs": true, "https://EXAMPLE.com:443/docs/a": true,
		"https://example.com/docsx": false, "https://example.com/": false, "http://example.com/docs/": false,
		"https://example.com:8443/docs/": false, "https://other.example/docs/": false,
	} {
		if got := s.holds(parse(t, text)); got != want {
			t.Errorf("holds(%s) = %v, want %v", text, got, want)
		}
	}
}

// The server listens only on the loopback interface, serves only its own host and directory,
// and ends with Close.
func TestServeIsPrivate(t *testing.T) {
	dir := write(t, files)
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "outside.txt")); err != nil {
		t.Skip(err)
	}
	s, err := Serve(dir, earl.URL{}, Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if host, _, _ := net.SplitHostPort(s.Address()); !net.ParseIP(host).IsLoopback() {
		t.Errorf("it listens on %s", s.Address())
	}
	for _, test := range []struct {
		method, host, path string
		want               int
	}{
		{"GET", "site.localhost", "/about", 200},
		{"GET", "site.localhost:80", "/about", 200},
		{"GET", s.Address(), "/about", http.StatusMisdirectedRequest},
		{"GET", "evil.example", "/about", http.StatusMisdirectedRequest},
		{"POST", "site.localhost", "/about", http.StatusMethodNotAllowed},
		{"GET", "site.localhost", "/outside.txt", 404},
		{"GET", "site.localhost", "/../../../../etc/hostname", 404},
		{"GET", "site.localhost", "//evil.example/%2e%2e", 301},
	} {
		r, err := http.NewRequest(test.method, "http://"+s.Address()+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = test.host
		res, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if to := res.Header.Get("Location"); strings.HasPrefix(to, "//") {
			t.Errorf("%s has the host %s", test.path, to)
		}
		if res.StatusCode != test.want {
			t.Errorf("%s %s of %s = %d, want %d", test.method, test.path, test.host, res.StatusCode, test.want)
		}
	}
	s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if conn, err := s.dial(ctx, "tcp", ""); err == nil {
		conn.Close()
		t.Error("a connection is possible after Close")
	}
}

// A file that cannot be served is an error with its reason.
func TestServeErrors(t *testing.T) {
	dir := write(t, map[string]string{"_redirects": "/a /b\n/c d\n"})
	for _, test := range []struct{ dir, base, want string }{
		{filepath.Join(dir, "nowhere"), "", "no such file"},
		{dir, "", `_redirects: line 2: "d": must begin with / or be a URL`},
		{dir, "ftp://h.example/", "must be http or https"},
		{dir, "http://h.example/?q", "must be http or https and have no query"},
	} {
		if _, err := Serve(test.dir, baseOf(t, test.base), Rules{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Serve(%q, %q): %v, want %s", test.dir, test.base, err, test.want)
		}
	}
	for _, line := range []string{"/a", "/a /b 500", "/a /b x", "/a id=:id"} {
		if _, err := parseRedirects(strings.NewReader(line)); err == nil {
			t.Errorf("%q is no error", line)
		}
	}
	if _, err := parseRedirects(strings.NewReader(strings.Repeat("/a /b\n", maxRules+1))); err == nil {
		t.Error("too many rules are no error")
	}
}

func TestURLOf(t *testing.T) {
	dir := write(t, files)
	s, err := Serve(dir, parse(t, "https://example.com/docs/"), Rules{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if u, ok := s.URLOf(filepath.Join(dir, "blog", "a b.html")); !ok || u.String() != "https://example.com/docs/blog/a%20b.html" {
		t.Errorf("URLOf = %v, %v", u, ok)
	}
	if u, ok := s.URLOf(filepath.Join(dir, "..", "x.html")); ok {
		t.Errorf("URLOf of a file outside = %v", u)
	}
}
