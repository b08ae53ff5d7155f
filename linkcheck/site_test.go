package linkcheck_test

import (
	"context"
	"fmt"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/nntp"
)

// A kindOfLink is a link of a page, with its expected result.
type kindOfLink struct {
	url    string
	status linkcheck.Status
	says   string // a part of the message
}

// servers are those of all ten schemes, and three that show what a check does: a telnet service
// that must receive nothing, a server whose responses are invalid, and a port without a server.
type servers struct {
	*demo.Servers
	telnet, nonsense, closed string
}

// startServers starts the servers.
func startServers(t testing.TB) servers {
	t.Helper()
	d, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return servers{d, listen(t, telnetToy(t)), listen(t, nonsenseToy), closedPort(t)}
}

// client returns a client that opens news URLs on the server of the site.
func (s *servers) client(t testing.TB) *open.Client {
	openers := all.Openers()
	for i := range openers {
		if o, ok := openers[i].(nntp.Opener); ok {
			o.Server = s.NNTP
			openers[i] = o
		}
	}
	c := open.New(open.Options{LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}}, openers...)
	t.Cleanup(func() { c.Close() })
	return c
}

// links are those of all ten schemes, and every kind of fault. "SITE" is replaced by the site
// of the page.
func (s *servers) links() []kindOfLink {
	return []kindOfLink{
		{"SITE/ok", linkcheck.OK, ""},
		{"SITE/ok#here", linkcheck.OK, ""},
		{"SITE/ok#top", linkcheck.OK, ""},
		{"SITE/ok#:~:text=words", linkcheck.OK, ""},
		{"SITE/ok#caf%C3%A9", linkcheck.OK, ""},
		{"SITE/text#line=4", linkcheck.OK, ""},
		{"SITE/ok#nowhere", linkcheck.NoFragment, `has no "nowhere"`},
		{"SITE/nohead", linkcheck.OK, ""},
		{"SITE/head404", linkcheck.OK, ""},
		{"SITE/moved", linkcheck.Redirected, "it redirects to SITE/ok"},
		{"SITE/for-now", linkcheck.Redirected, "it redirects to SITE/ok"},
		{"SITE/moved#nowhere", linkcheck.NoFragment, `has no "nowhere"`},
		{"SITE/circle", linkcheck.Failed, "form a loop"},
		{"SITE/deeper/", linkcheck.Refused, "more than 10 redirects"},
		{"SITE/to-mail", linkcheck.Refused, "http redirects only to http and https"},
		{"SITE/missing", linkcheck.NotFound, "404 Not Found"},
		{"SITE/gone", linkcheck.NotFound, "410 Gone"},
		{"SITE/login", linkcheck.Login, "401"},
		{"SITE/error", linkcheck.Failed, "500 Internal Server Error"},
		{"SITE/busy", linkcheck.Failed, "503 Service Unavailable"},
		{"SITE/cut", linkcheck.Broken, "truncated"},
		{"http://" + s.closed + "/", linkcheck.NoConnection, "connection refused"},
		{"http://nosuch.invalid/", linkcheck.NoConnection, "no such host"},
		{"http://10.1.2.3/", linkcheck.Refused, "private-address"},
		{"http://127.0.0.1:25/", linkcheck.Refused, "bad-port-list"},
		{"http://" + s.nonsense + "/", linkcheck.Broken, "sent an invalid response"},
		{"http://[::1", linkcheck.Invalid, ""},
		{"htpp://h.example/", linkcheck.UnknownScheme, `did you mean "http"?`},
		{"gohper://h.example/", linkcheck.UnknownScheme, `did you mean "gopher"?`},
		{"www.example.org:80/a", linkcheck.UnknownScheme, "did you mean http://www.example.org:80/a?"},
		{"urn:isbn:0451450523", linkcheck.Skipped, "Names, not locators"},
		{"javascript:void(0)", linkcheck.Skipped, "does not designate anything to open"},
		{"file:///etc/passwd", linkcheck.Refused, "to a local file"},

		{s.URL("ftp", "welcome.txt"), linkcheck.OK, ""},
		{s.URL("ftp", "articles/"), linkcheck.OK, ""},
		{s.URL("ftp", "nowhere.txt"), linkcheck.NotFound, "550"},
		{"ftp://nobody:wrong@" + s.FTP + "/welcome.txt", linkcheck.Login, "530"},
		{"ftp://" + s.FTP + "/a%0D%0ADELE%20b", linkcheck.Refused, "ctl-octet"},
		{s.URL("gopher", "0/welcome.txt"), linkcheck.OK, ""},
		{s.URL("gopher", "1/"), linkcheck.OK, ""},
		{s.URL("gopher", "0/nowhere.txt"), linkcheck.NotFound, ""},
		{s.URL("nntp", "library.doors"), linkcheck.OK, ""},
		{s.URL("nntp", "library.doors/1"), linkcheck.OK, ""},
		{s.URL("nntp", "no.such.group"), linkcheck.NotFound, "411"},
		{"news:library.reading", linkcheck.OK, ""},
		{"news:open.1@library.example", linkcheck.OK, ""},
		{"news:gone@library.example", linkcheck.NotFound, "430"},
		{"telnet://" + s.telnet + "/", linkcheck.OK, ""},
		{"telnet://" + s.closed + "/", linkcheck.NoConnection, "connection refused"},
		{s.URL("wais", "library"), linkcheck.OK, ""},
		{s.URL("wais", "library?semicolon"), linkcheck.OK, ""},
		{s.URL("wais", "letters?semicolon"), linkcheck.NotFound, ""},
		{s.URL("prospero", "library"), linkcheck.OK, ""},
		{s.URL("prospero", "nothing"), linkcheck.NotFound, "NOT-FOUND"},
		{"mailto:reader@library.example?subject=books", linkcheck.OK, ""},
		{"mailto:reader%20at%20library", linkcheck.Invalid, "is not an address"},
	}
}

// faulty serves the targets of a site's links.
func faulty(w nethttp.ResponseWriter, r *nethttp.Request) {
	answer := func(code int) { nethttp.Error(w, "no", code) }
	switch path := r.URL.Path; {
	case path == "/ok":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>All is well</title><h1 id=here>Here</h1><a name='café'>")
	case path == "/text":
		fmt.Fprint(w, "plain text")
	case path == "/nohead" && r.Method == nethttp.MethodHead:
		answer(nethttp.StatusMethodNotAllowed)
	case path == "/head404" && r.Method == nethttp.MethodHead:
		answer(nethttp.StatusNotFound)
	case path == "/nohead", path == "/head404":
		fmt.Fprint(w, "here it is")
	case path == "/moved":
		nethttp.Redirect(w, r, "/ok", nethttp.StatusMovedPermanently)
	case path == "/for-now":
		nethttp.Redirect(w, r, "/ok", nethttp.StatusFound)
	case path == "/circle":
		nethttp.Redirect(w, r, "/circle2", nethttp.StatusFound)
	case path == "/circle2":
		nethttp.Redirect(w, r, "/circle", nethttp.StatusFound)
	case strings.HasPrefix(path, "/deeper/"):
		nethttp.Redirect(w, r, path+"x", nethttp.StatusFound)
	case path == "/to-mail":
		w.Header().Set("Location", "mailto:a@b.example")
		w.WriteHeader(nethttp.StatusFound)
	case path == "/gone":
		answer(nethttp.StatusGone)
	case path == "/login":
		w.Header().Set("WWW-Authenticate", `Basic realm="books"`)
		answer(nethttp.StatusUnauthorized)
	case path == "/error":
		answer(nethttp.StatusInternalServerError)
	case path == "/busy":
		answer(nethttp.StatusServiceUnavailable)
	case path == "/cut":
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "<p>the beginning")
		panic(nethttp.ErrAbortHandler)
	default:
		nethttp.NotFound(w, r)
	}
}

// Must show 6 in small; F2, F3, F5, F7: a site has links of all ten schemes and of every kind
// of fault, each in two places. Each fault is reported once with both places, and nothing else
// is reported.
func TestEveryFaultIsReportedOnceWithItsPlaces(t *testing.T) {
	t.Parallel()
	s := startServers(t)
	links := s.links()
	var site *httptest.Server
	page := func(title string) string {
		text := "<title>" + title + "</title>\n"
		for _, l := range links {
			text += fmt.Sprintf("<a href=\"%s\">\n", strings.ReplaceAll(l.url, "SITE", site.URL))
		}
		return text
	}
	site = httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, page("one")+`<a href="/two">`)
		case "/two":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, page("two")+`<a href="/two">`)
		default:
			faulty(w, r)
		}
	}))
	defer site.Close()

	o := quick(t)
	o.Client, o.Recursive = s.client(t), true
	list, summary := run(t, o, typed(site.URL+"/"))

	type found struct {
		status linkcheck.Status
		says   string
	}
	got := map[string]found{} // by "place text"
	for _, r := range list {
		for _, p := range r.Places {
			key := fmt.Sprintf("%s:%d %s", strings.TrimPrefix(p.File, site.URL), p.Line, p.Text)
			if _, twice := got[key]; twice {
				t.Errorf("%s is reported twice", key)
			}
			got[key] = found{r.Status, r.Message}
		}
	}
	want := 3 // the first page, and the links to the second page
	for i, l := range links {
		for _, file := range []string{"/", "/two"} {
			want++
			key := fmt.Sprintf("%s:%d %s", file, i+2, strings.ReplaceAll(l.url, "SITE", site.URL))
			f, ok := got[key]
			if says := strings.ReplaceAll(l.says, "SITE", site.URL); !ok || f.status != l.status || !strings.Contains(f.says, says) {
				t.Errorf("%s: %v, want %s %q", key, f, l.status, says)
			}
		}
	}
	if len(got) != want || summary.Places != want {
		t.Errorf("%d places are reported and %d counted, want %d", len(got), summary.Places, want)
	}
	faults := 0
	for _, r := range list {
		if r.Status.Fault() {
			faults++
		}
		if strings.Contains(fmt.Sprint(r), "wrong@") && !strings.Contains(fmt.Sprint(r.Places), "wrong@") { // F3
			t.Errorf("a password shows: %+v", r)
		}
	}
	if summary.Faults() != faults {
		t.Errorf("the summary counts %d faults, the report has %d", summary.Faults(), faults)
	}
}
