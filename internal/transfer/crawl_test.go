package transfer

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// testReporter records what is reported.
type testReporter struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *testReporter) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(&r.text, format+"\n", args...)
}
func (r *testReporter) Remark(format string, args ...any)     { r.add(format, args...) }
func (r *testReporter) Verbose(format string, args ...any)    { r.add(format, args...) }
func (r *testReporter) Incomplete(format string, args ...any) { r.add(format, args...) }
func (r *testReporter) Failed(_ context.Context, name string, err error) {
	r.add("failed: %s: %v", name, err)
}
func (r *testReporter) Resource(context.Context, *Transfer, open.Resource) error { return nil }

// A page at a public address cannot make a copy with SpanHosts read from a private
// address, and a login for the first server is not sent to others.
func TestCrawlSpansToNoPrivateAddress(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Host+r.URL.Path+" "+r.Header.Get("Authorization")+r.Header.Get("X-Auth-Token"))
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<a href="http://private.example/x">1</a><a href="http://10.0.0.1/y">2</a><a href="http://other.example/z">3</a>`)
	}))
	defer server.Close()
	addresses := map[string]string{"public.example": "93.184.215.14", "other.example": "93.184.215.15", "private.example": "10.0.0.1"}
	var dialled []string
	client := open.New(open.Options{
		LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr(addresses[host])}, nil
		},
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialled = append(dialled, address)
			return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(server.URL, "http://"))
		},
	}, &openhttp.Opener{Options: openhttp.Options{Fields: http.Header{"X-Auth-Token": {"secret77"}}}})
	defer client.Close()
	reporter := new(testReporter)
	dir := t.TempDir()
	r := New(Options{
		Client: client, Parse: earl.WHATWG.Parse, Read: earl.WHATWG.Parse, Stdout: os.Stdout, Reporter: reporter,
		OutputDir: dir, Recursive: true, Recursion: Recursion{Depth: 3, MaxFiles: 10, MaxDirs: 10, SpanHosts: true, Agent: "earl"},
	})
	r.Run(t.Context(), []string{"http://me:secret88@public.example/"})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, address := range dialled {
		if strings.HasPrefix(address, "10.") {
			t.Errorf("%s was dialled", address)
		}
	}
	for _, request := range asked {
		if strings.HasPrefix(request, "public.example/ ") != strings.Contains(request, "secret77") && !strings.Contains(request, "robots") {
			t.Errorf("sent: %s", request)
		}
		if strings.HasPrefix(request, "other") && !strings.HasSuffix(request, " ") {
			t.Errorf("another server received a login: %s", request)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "other.example", "z")); err != nil {
		t.Errorf("%v\n%s", err, reporter.text.String())
	}
	if text := reporter.text.String(); !strings.Contains(text, "private-address") || strings.Contains(text, "secret") {
		t.Errorf("reported:\n%s", text)
	}
}

// Names differ in every file system.
func TestNamer(t *testing.T) {
	start, _ := earl.WHATWG.Parse("http://h/d/")
	n := namer{taken: map[string]node{}, dirs: -1}
	for _, row := range [][2]string{
		{"http://h/d/", "index.html"},
		{"http://h/d/index.html", "index~2.html"},
		{"http://h/d/a", "a"},
		{"http://h/d/A", "A~2"},
		{"http://h/d/a/b", "a~3/b"},
		{"http://h/d/a/c", "a~3/c"},
		{"http://h/d/A/c", "A~4/c"},
		{"http://h/d/x?y=/z", "x?y=%2Fz"},
		{"http://h/up", "h/up"},
		{"https://h/d/s", "s"},
		{"http://h:81/d/s", "h+81/d/s"},
		{"http://[::1]/s", "++1/s"},
		{"http://h/d//e", "~e3b0c44298fc/e"},
		{"http://h/d/%2e%2e%2fx", "..%2Fx"},
		{"http://h/d/" + strings.Repeat("n", 300), strings.Repeat("n", 100) + "~"},
		{"http://h/d/a", "a"}, // again
	} {
		u, err := earl.WHATWG.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := n.path(start, u, keyOf(u), "")
		if err != nil || got != row[1] && !(strings.HasSuffix(row[1], "~") && strings.HasPrefix(got, row[1])) {
			t.Errorf("%.60s: %q, %v; want %q", row[0], got, err, row[1])
		}
	}
}

// A capsule has its own index, and ports other than that of its scheme are parts of names.
func TestCapsuleNames(t *testing.T) {
	start, _ := earl.WHATWG.Parse("gemini://h/d/")
	n := namer{taken: map[string]node{}, dirs: -1}
	for _, row := range [][2]string{
		{"gemini://h/d/", "index.gmi"},
		{"gemini://h:1965/d/a.gmi", "a.gmi"},
		{"gemini://h/up", "h/up"},
		{"gemini://h:1966/d/a.gmi", "h+1966/d/a.gmi"},
	} {
		u, _ := earl.WHATWG.Parse(row[0])
		if got, err := n.path(start, u, keyOf(u), ""); err != nil || got != row[1] {
			t.Errorf("%s: %q, %v; want %q", row[0], got, err, row[1])
		}
	}
}

func TestRelative(t *testing.T) {
	for _, row := range [][3]string{
		{"index.html", "a.html", "a.html"},
		{"index.html", "d/a b.html", "d/a%20b.html"},
		{"d/index.html", "a.html", "../a.html"},
		{"d/e/index.html", "d/f/a?b.html", "../f/a%3Fb.html"},
		{"d/index.html", "d/x:y", "x%3Ay"},
	} {
		if got := relative(row[0], row[1]); got != row[2] {
			t.Errorf("relative(%q, %q) = %q, want %q", row[0], row[1], got, row[2])
		}
	}
}

func TestElementAt(t *testing.T) {
	for text, want := range map[string]string{
		`<a href="@`:                   "a href",
		`<A title='x href=y' HREF = @`: "a href",
		`<img src=a srcset="b 1x, @`:   "img srcset",
		`<a title="a < b" href="@`:     "a href",
		`<style>a { background: url(@`: "style ",
		`<p style="background: url(@`:  "p style",
		`<form action=@`:               "form action",
		`text @`:                       " ",
		`<input value="a=b" src='@`:    "input src",
		`<svg><use xlink:href="@`:      "use xlink:href",
	} {
		element, attribute := elementAt([]byte(text), int64(strings.IndexByte(text, '@')))
		if got := element + " " + attribute; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestLinkElement(t *testing.T) {
	for tag, want := range map[string]linkUse{
		`<link rel="stylesheet" href=`:    useNeeds,
		`<link rel=icon href=`:            useNeeds,
		`<link rel='shortcut icon' href=`: useNeeds,
		`<link rel="next" href=`:          useFollows,
		`<link rel=preconnect href=`:      useOther,
		`<link rel="canonical" href=`:     useOther,
		`<link href=`:                     useOther,
	} {
		if got := linkElement(tag); got != want {
			t.Errorf("%s: %d, want %d", tag, got, want)
		}
	}
}

func TestForbidsFollowing(t *testing.T) {
	for text, want := range map[string]bool{
		`<meta name="robots" content="noindex, nofollow">`:        true,
		`<META CONTENT=none NAME=robots>`:                         true,
		`<meta name="robots" content="noindex">`:                  false,
		`<meta name="other" content="nofollow">`:                  false,
		`<p>robots nofollow</p>`:                                  false,
		`<meta name="robots"><meta content="nofollow">`:           false,
		`<title>x</title><meta name='robots' content=",nofollow"`: true,
	} {
		if got := forbidsFollowing([]byte(text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// The name of an image map is not a link, also in a page with a BASE.
func TestUsemapIsNoLink(t *testing.T) {
	u, _ := earl.WHATWG.Parse("http://h/d/")
	text := `<base href=sub/><img usemap="#m" src=a.gif>`
	for l := range links(page{url: u, media: "html"}, []byte(text)) {
		if l.value == "usemap" {
			t.Errorf("%+v", l)
		}
	}
}
