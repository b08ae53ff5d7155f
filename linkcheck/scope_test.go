package linkcheck_test

import (
	"fmt"
	nethttp "net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// gets returns the sorted paths of the pages that were requested from a site.
func (w *recorder) gets() string {
	var paths []string
	for _, asked := range w.requests() {
		if path, ok := strings.CutPrefix(asked, "GET "); ok && path != "/robots.txt" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

// A recursion reads only pages below the typed URL that it may read. Links from those pages to
// other places are checked.
func TestScope(t *testing.T) {
	t.Parallel()
	site := pages{
		"/":              `<a href=/docs/>`,
		"/docs/":         `<a href=a.html><a href=sub/><a href=/docsx/a><a href=/><a href=../x.html><a href=pic.png>`,
		"/docs/a.html":   `<a href=b.html>`,
		"/docs/b.html":   `<a href=c.html>`,
		"/docs/c.html":   ``,
		"/docs/sub/":     `<a href=../a.html>`,
		"/docs/pic.png":  ``,
		"/docsx/a":       ``,
		"/x.html":        `<a href=y.html>`,
		"/y.html":        ``,
		"/docs/start.ht": `<a href=a.html>`,
	}
	rows := []struct {
		name  string
		start string
		set   func(*linkcheck.Options)
		gets  string
		pages int
	}{
		{"one URL", "/docs/", func(o *linkcheck.Options) { o.Recursive = false }, "", 0},
		{"below", "/docs/", nil, "/docs/ /docs/a.html /docs/b.html /docs/c.html /docs/pic.png /docs/sub/", 6},
		{"beside a page", "/docs/start.ht", nil, "/docs/a.html /docs/b.html /docs/c.html /docs/start.ht", 4},
		{"the site", "/docs/", func(o *linkcheck.Options) { o.Site = true },
			"/ /docs/ /docs/a.html /docs/b.html /docs/c.html /docs/pic.png /docs/sub/ /docsx/a /x.html /y.html", 10},
		{"one level", "/docs/", func(o *linkcheck.Options) { o.Levels = 1 }, "/docs/", 1},
		{"two levels", "/docs/", func(o *linkcheck.Options) { o.Levels = 2 }, "/docs/ /docs/a.html /docs/pic.png /docs/sub/", 4},
		{"three pages", "/docs/", func(o *linkcheck.Options) { o.Pages = 3 }, "/docs/ /docs/a.html /docs/pic.png", 3},
		{"left out", "/docs/", func(o *linkcheck.Options) { o.Exclude = []*regexp.Regexp{regexp.MustCompile(`/sub/|b\.html$`)} },
			"/docs/ /docs/a.html /docs/pic.png", 3},
		{"put in", "/docs/", func(o *linkcheck.Options) { o.Include = []*regexp.Regexp{regexp.MustCompile(`[ab]\.html$`)} },
			"/docs/ /docs/a.html /docs/b.html", 3},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			w := &recorder{Handler: site}
			at := w.serve(t)
			o := quick(t)
			o.Recursive = true
			if r.set != nil {
				r.set(&o)
			}
			list, summary := run(t, o, typed(at+r.start))
			if got := w.gets(); got != r.gets || summary.Pages != r.pages {
				t.Errorf("it read %d pages: %s\nwant %d: %s\n%q", summary.Pages, got, r.pages, r.gets, lines(list))
			}
			if summary.Faults() > 0 {
				t.Errorf("%q", lines(list))
			}
		})
	}
}

// If a typed URL redirects, the recursion starts at the target. The links of a page that
// several URLs redirect to are read once.
func TestScopeBehindRedirects(t *testing.T) {
	t.Parallel()
	site := &recorder{Handler: nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/start", "/new/again":
			nethttp.Redirect(w, r, "/new/", nethttp.StatusMovedPermanently)
		default:
			pages{"/new/": `<a href=a><a href=again><a href=missing>`, "/new/a": `<a href=/new/>`}.ServeHTTP(w, r)
		}
	})}
	at := site.serve(t)
	o := quick(t)
	o.Recursive = true
	list, summary := run(t, o, typed(at+"/start"))
	if summary.Count(linkcheck.NotFound) != 1 || summary.Count(linkcheck.Redirected) != 2 || summary.Places != 5 {
		t.Errorf("%q %+v", lines(list), summary)
	}
	for _, r := range list {
		if r.URL == at+"/start" && (r.Final != at+"/new/" || !slices.Equal(r.Hops, []linkcheck.Hop{{To: at + "/new/", Permanent: true}})) {
			t.Errorf("%+v", r)
		}
	}
}

// Recursion works in menus, directories and files too.
func TestScopeOfOtherSchemes(t *testing.T) {
	t.Parallel()
	s := startServers(t)
	o := quick(t)
	o.Client, o.Recursive = s.client(t), true
	for _, start := range []string{s.URL("ftp", ""), s.URL("gopher", "1/")} {
		list, summary := run(t, o, typed(start))
		faults := slices.DeleteFunc(slices.Clone(list), func(r linkcheck.Result) bool {
			scheme, _, _ := strings.Cut(r.URL, ":")
			return !r.Status.Fault() || scheme == "news" || // it has no host, and this client uses another news server
				(scheme == "imap" || scheme == "pop") && r.Status == linkcheck.Login || scheme == "sftp" // this client has no login and no known keys
		})
		if summary.Pages < 3 || summary.URLs < 10 || len(faults) > 0 {
			t.Errorf("%s: %+v", start, summary)
			for _, l := range lines(list) {
				t.Log(l)
			}
		}
	}

	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.html": "<a href=sub/b.html#x><a href=missing.html><a href=sub/b.html#y>", "sub/b.html": "<p id=x><a href=../a.html>", "sub/c.txt": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	v, err := views.FileFromNative(runtime.GOOS, dir)
	if err != nil {
		t.Fatal(err)
	}
	u, err := v.URL(earl.RFC3986)
	if err != nil {
		t.Fatal(err)
	}
	list, summary := run(t, o, typed(strings.TrimSuffix(u.String(), "/")+"/"))
	if summary.Count(linkcheck.NotFound) != 1 || summary.Count(linkcheck.NoFragment) != 1 || summary.Faults() != 2 {
		t.Errorf("%+v %q", summary, lines(list))
	}
}

// Only typed URLs and AllowNet allow a private address; each hop is checked. Source: rfc1738 6.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	var other string
	site := serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path == "/away" {
			nethttp.Redirect(w, r, other, nethttp.StatusFound)
			return
		}
		pages{"/": fmt.Sprintf("<a href=/a><a href=%s><a href=/away><a href='//localhost/'>", other), "/a": ""}.ServeHTTP(w, r)
	}))
	w := &recorder{Handler: pages{"/": ""}}
	other = w.serve(t) + "/"
	o := quick(t)
	o.Policy = open.Policy{}
	o.Recursive = true
	list, summary := run(t, o, typed(site+"/"))
	if summary.Count(linkcheck.Refused) != 3 || summary.Count(linkcheck.OK) != 2 || len(w.requests()) > 0 {
		t.Errorf("%q, and the other site was asked %q", lines(list), w.requests())
	}
	list, summary = run(t, o, linked(site+"/a", site+"/missing"))
	if summary.Count(linkcheck.Refused) != 2 {
		t.Errorf("from a file: %q", lines(list))
	}
	o.SkipOwnMachine = true
	list, summary = run(t, o, linked(site+"/a", "http://localhost/", "http://a.LOCALHOST.:81/", "http://127.0.0.1/", "http://[::1]/", "http://0.0.0.0/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/"))
	if summary.Count(linkcheck.Skipped) != 7 || summary.Count(linkcheck.Refused) != 1 || summary.Reasons["its host is this machine"] != 7 {
		t.Errorf("this machine: %q", lines(list))
	}
	if list, summary = run(t, o, typed(site+"/")); summary.Count(linkcheck.Refused) != 1 || summary.Count(linkcheck.Skipped) != 2 || len(w.requests()) > 0 {
		t.Errorf("a redirect to this machine: %q, and the other site was asked %q", lines(list), w.requests())
	}
	o.Policy = loopback
	if list, summary = run(t, o, linked(site+"/a", other)); summary.Count(linkcheck.OK) != 2 {
		t.Errorf("allowed: %q", lines(list))
	}
}
