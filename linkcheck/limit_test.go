package linkcheck

import (
	"context"
	"fmt"
	"io"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/robots"
	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// checkOf runs a check of typed URLs.
func checkOf(t *testing.T, o Options, urls ...string) ([]Result, Summary) {
	t.Helper()
	o.Sorted = true
	var list []Result
	summary, err := Run(t.Context(), o, func(yield func(Link, error) bool) {
		for _, u := range urls {
			if !yield(Link{URL: u}, nil) {
				return
			}
		}
	}, func(r Result) error {
		list = append(list, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, summary
}

// httpOptions are those of a check that opens only http, also on this machine.
func httpOptions(t *testing.T) Options {
	c := open.New(open.Options{}, new(http.Opener))
	t.Cleanup(func() { c.Close() })
	return Options{Client: c, Recursive: true, Policy: open.Policy{AllowNet: []open.Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}}}
}

// At most page.MaxLinks links of a page are used.
func TestLinksOfAPageAreBounded(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		if r.URL.Path != "/" {
			nethttp.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(strings.Repeat("<a href=tel:1>", page.MaxLinks+10)))
	}))
	defer site.Close()
	if _, summary := checkOf(t, httpOptions(t), site.URL+"/"); summary.Places != page.MaxLinks+1 {
		t.Errorf("%d places, want %d", summary.Places, page.MaxLinks+1)
	}
}

// A robots.txt is read only up to its limit; a title fits on a line.
func TestTextsAreBounded(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Write([]byte("User-agent: *\n" + strings.Repeat("# a comment\n", robots.MaxSize/12+1) + "Disallow: /a\n"))
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<title>" + strings.Repeat("é", page.MaxTitle) + "</title><a href=/a>"))
		}
	}))
	defer site.Close()
	list, summary := checkOf(t, httpOptions(t), site.URL+"/")
	if summary.Count(OK) != 2 {
		t.Errorf("%+v", list)
	}
	if title := list[0].Title; title != strings.Repeat("é", page.MaxTitle/2) {
		t.Errorf("a title of %d bytes", len(title))
	}
}

// A maze is an opener whose every URL redirects to three others, without end.
type maze struct{ opened atomic.Int32 }

func (*maze) Schemes() []string { return []string{"prospero"} }

func (m *maze) Open(_ context.Context, r *open.Call) (open.Resource, error) {
	n := m.opened.Add(1)
	var to []earl.URL
	for i := range 3 {
		to = append(to, earl.RFC3986.MustParse(fmt.Sprintf("prospero://h.example/%d/%d", n, i)))
	}
	return &open.Referral{Meta: open.Meta{URL: r.URL, Kind: open.KindReferral, Size: -1}, Targets: to}, nil
}

// The cost of a chain of redirects is limited, however many targets each
// redirect has.
func TestReferralsAreBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: waits")
	}
	m := new(maze)
	list, _ := checkOf(t, Options{Client: open.New(open.Options{}, m)}, "prospero://h.example/0")
	if n := m.opened.Load(); n > maxChain || n < maxHops {
		t.Errorf("%d URLs were opened", n)
	}
	if len(list) != 1 || !list[0].Status.Fault() {
		t.Errorf("%+v", list)
	}
}

// answering is an opener whose URLs have an answer and also redirect, to a host that does not exist.
type answering struct{ opened atomic.Int32 }

func (*answering) Schemes() []string { return []string{"gopher"} }

func (a *answering) Open(_ context.Context, r *open.Call) (open.Resource, error) {
	a.opened.Add(1)
	m := open.Meta{URL: r.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain"}
	doc := &open.Document{Meta: m, Body: io.NopCloser(strings.NewReader("an answer"))}
	m.Kind = open.KindReferral
	return &open.Referral{Meta: m, Targets: []earl.URL{earl.RFC3986.MustParse("gopher://h.invalid/0a")}, Instead: doc}, nil
}

// G6: a server that answers and also redirects is there. The check opens no other server for it.
func TestAnswersAreNotFollowed(t *testing.T) {
	t.Parallel()
	a := new(answering)
	list, summary := checkOf(t, Options{Client: open.New(open.Options{}, a), Depth: Exists}, "gopher://h.example/0a")
	if n := a.opened.Load(); n != 1 || summary.Count(OK) != 1 {
		t.Errorf("%d URLs were opened, %+v", n, list)
	}
}

// Each status and depth has a name of its own, which can be parsed.
func TestWords(t *testing.T) {
	t.Parallel()
	var words []string
	for d := Parse; d <= Content; d++ {
		if got, ok := ParseDepth(d.String()); !ok || got != d {
			t.Errorf("ParseDepth(%q) = %v", d, got)
		}
		words = append(words, d.String())
	}
	slices.Sort(words)
	if len(slices.Compact(words)) != 5 || Depth(0).String() != "exists" {
		t.Errorf("words %q", words)
	}
	if _, ok := ParseDepth("deep"); ok {
		t.Error("any word is a depth")
	}
}
