package demo

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// wrapped finds the URLs of a text. Source: rfc1738 Appendix.
var wrapped = regexp.MustCompile(`<URL:([^>]+)>`)

// elsewhere are URLs in the texts that link to other sites, as examples.
var elsewhere = []string{"file://vms.host.edu/disk$user/my/notes/note12345.txt"}

// TestLinksLead: every URL in a text of the library can be opened, and together they have all
// ten schemes.
func TestLinksLead(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	defer tour.client.Close()
	seen := map[string]bool{}
	s.library.files.walk(func(n *node) {
		if strings.Contains(n.data, "://demo/") || strings.Contains(n.data, "@demo/") {
			t.Errorf("%s names no server", n.path())
		}
		for _, found := range wrapped.FindAllStringSubmatch(n.data, -1) {
			url := found[1]
			if slices.Contains(elsewhere, url) {
				continue
			}
			u, err := earl.RFC1738.Parse(url)
			if err != nil {
				t.Errorf("%s: %v", n.path(), err)
				continue
			}
			seen[u.Scheme()] = true
			talk := []turn{{"name: ", "guest"}, {"> ", "quit"}}
			if f, err := tour.open(t.Context(), u, talk); err != nil {
				t.Errorf("%s: %s: %v", n.path(), url, err)
			} else if f.meta.Kind == open.KindListing && len(f.entries) == 0 {
				t.Errorf("%s: %s: an empty listing", n.path(), url)
			}
		}
	})
	for _, scheme := range schemes {
		if !seen[scheme] {
			t.Errorf("no text links to %s", scheme)
		}
	}
}

// TestDirectoryOfDoors: each link of the directory server to another server works.
func TestDirectoryOfDoors(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	defer tour.client.Close()
	u, err := earl.RFC1738.Parse(s.URL("prospero", doorsName))
	if err != nil {
		t.Fatal(err)
	}
	f, err := tour.open(t.Context(), u, nil)
	if err != nil || len(f.entries) != 5 {
		t.Fatalf("%d entries, %v", len(f.entries), err)
	}
	for i, want := range []string{s.URL("ftp", ";type=d"), s.URL("gopher", "1"), s.URL("gopher", "7/search"), "telnet://guest@" + s.Telnet + "/", s.URL("gopher", "g/pictures/house.gif")} {
		if got := f.entries[i].URL.String(); got != want {
			t.Errorf("%s: %s, want %s", f.entries[i].Name, got, want)
		}
		if _, err := tour.open(t.Context(), f.entries[i].URL, []turn{{"name: ", "guest"}, {"> ", "quit"}}); err != nil {
			t.Errorf("%s: %v", f.entries[i].Name, err)
		}
	}
}

// TestIndexKnowsTheDoors: a search for the name of a scheme finds its example by wais. The hit
// is a URL, not a document.
func TestIndexKnowsTheDoors(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	defer tour.client.Close()
	for i, scheme := range schemes {
		u, err := earl.RFC1738.Parse(s.URL("wais", waisDatabase+"?"+scheme))
		if err != nil {
			t.Fatal(err)
		}
		f, err := tour.open(t.Context(), u, nil)
		if err != nil || len(f.entries) < 2 {
			t.Errorf("%s: %d hits, %v", scheme, len(f.entries), err)
			continue
		}
		want := s.URLs()[i]
		if scheme == "file" || scheme == "afs" { // no server links to the local disk
			want = ""
		}
		if last := f.entries[len(f.entries)-1]; last.Name != s.URLs()[i] || last.URL.String() != want {
			t.Errorf("%s: the last hit is %s, which goes to %s", scheme, last.Name, last.URL)
		}
	}
}

// TestURLs: there is one URL for each scheme, in the order of the RFC, and each can be opened, or
// is said not to be.
func TestURLs(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	defer tour.client.Close()
	for i, url := range s.URLs() {
		u, err := earl.RFC1738.Parse(url)
		if err != nil || u.Scheme() != allSchemes()[i] {
			t.Errorf("%s: %v, want the scheme %s", url, err, allSchemes()[i])
			continue
		}
		talk := []turn{{"name: ", "guest"}, {"> ", "quit"}}
		switch u.Scheme() {
		case "rlogin": // the name is sent
			talk = talk[1:]
		case "tn3270":
			talk = []turn{{": ready]\n", "quit"}}
		}
		if _, err := tour.open(t.Context(), u, talk); (err != nil) != (i >= len(schemes) && exhibits[i-len(schemes)].fails) {
			t.Errorf("%s: %v", url, err)
		}
		if i >= len(schemes) {
			continue
		}
		if history, ok := s.Content("history/" + schemes[i] + ".txt"); !ok || !strings.HasPrefix(history, schemes[i]+", or ") {
			t.Errorf("no history of %s", schemes[i])
		}
	}
}

// TestEveryDoorHasEveryThing: each object of the library is the same in every scheme that
// serves it.
func TestEveryDoorHasEveryThing(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	tour := newTour(&out, s)
	defer tour.client.Close()
	for _, n := range s.library.things() {
		urls := s.urlsOf(n)
		if len(urls) < 5 {
			t.Errorf("%s: %q", n.path(), urls)
		}
		for _, url := range urls {
			u, err := earl.RFC1738.Parse(url)
			if err != nil {
				t.Errorf("%s: %v", n.path(), err)
				continue
			}
			f, err := tour.open(t.Context(), u, nil)
			if err == nil {
				err = stop{file: n}.wants(f)
			}
			if err != nil {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
}

// TestShapes: an opener reports the type of its listings, so that callers need not know the
// scheme.
func TestShapes(t *testing.T) {
	t.Parallel()
	s := started(t)
	var out strings.Builder
	client := newTour(&out, s).client
	defer client.Close()
	for url, want := range map[string]open.Shape{
		"ftp://" + s.FTP + "/":                  open.ShapeTable,
		"file://" + s.Dir + "/":                 open.ShapeTable,
		"prospero://" + s.Prospero + "/library": open.ShapeTable,
		"gopher://" + s.Gopher + "/":            open.ShapeMenu,
		"news:*":                                open.ShapeGroups,
		"news:library.doors":                    open.ShapeThread,
		"nntp://" + s.NNTP + "/library.doors":   open.ShapeThread,
		"wais://" + s.WAIS + "/library?wais":    open.ShapeHits,
	} {
		res, err := client.Follow(t.Context(), earl.RFC3986.MustParse(url))
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		l, ok := res.(*open.Listing)
		if !ok || l.Shape != want {
			t.Errorf("%s: %T, shape %v, want %v", url, res, l.Shape, want)
			continue
		}
		l.Close()
	}
}

// TestTourPage: the page links to each scheme and to its history. It has no scripts and no
// links to other sites.
func TestTourPage(t *testing.T) {
	t.Parallel()
	s := started(t)
	head, body := request(t, s, "GET /tour HTTP/1.0") // without chunked encoding
	if !strings.Contains(head, " 200 OK") || strings.Contains(body, "ZgotmplZ") || strings.Contains(body, "<script") {
		t.Errorf("%s%s", head, body)
	}
	for _, d := range s.Examples() {
		if !strings.Contains(body, `<a href="`+d.URL+`">`) {
			t.Errorf("no link to %s", d.URL)
		}
		if d.History != "" && !strings.Contains(body, `<a href="`+d.History+`">`) {
			t.Errorf("no link to %s", d.History)
		}
	}
	for _, found := range regexp.MustCompile(`(?:href|src)="(/[^"]*)"`).FindAllStringSubmatch(body, -1) {
		if head, _ := request(t, s, "GET "+found[1]+" HTTP/1.1"); !strings.HasPrefix(head, "HTTP/1.1 200 OK") {
			t.Errorf("%s: %s", found[1], head)
		}
	}
}

// TestGateway: the handler of Options.Gateway is served at an address of its own. The function
// receives that address with all others, and the handler ends with the servers.
func TestGateway(t *testing.T) {
	before := runtime.NumGoroutine()
	told := ""
	s, err := Start(context.Background(), Options{Gateway: func(s *Servers) (http.Handler, string) {
		told = s.Gateway
		if len(s.URLs()) != len(allSchemes()) || s.Dir == "" {
			t.Errorf("called too early: %+v", s)
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) }), "http://" + s.Gateway + "/?token"
	}})
	if err != nil {
		t.Fatal(err)
	}
	p := dial(t, s.Gateway)
	p.send("GET / HTTP/1.1\r\nHost: " + told + "\r\nConnection: close\r\n\r\n")
	if got := p.rest(); told == "" || !strings.HasSuffix(got, "\r\n\r\n"+s.Gateway) {
		t.Errorf("%q", got)
	}
	var out strings.Builder
	if newTour(&out, s).suggest(""); !strings.Contains(out.String(), "\n  http://"+s.Gateway+"/?token\n") {
		t.Errorf("no link in %s", &out)
	}
	dial(t, s.Gateway)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	settled(t, before)
}
