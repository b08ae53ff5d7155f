package linkcheck_test

import (
	"context"
	"fmt"
	"iter"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// newClient returns a client for every scheme. A lookup of a name that ends in ".invalid"
// fails; every other name is this machine.
func newClient(t testing.TB) *open.Client {
	t.Helper()
	c := open.New(open.Options{LookupNetIP: func(_ context.Context, _, host string) ([]netip.Addr, error) {
		if strings.HasSuffix(host, ".invalid") {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}}, all.Openers()...)
	t.Cleanup(func() { c.Close() })
	return c
}

// loopback is a policy that lets every link connect to this machine.
var loopback = open.Policy{AllowNet: []open.Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}}

// serve serves a site until the test ends, and returns its URL without the last slash.
func serve(t testing.TB, h nethttp.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// pages is a site of pages, by path.
type pages map[string]string

// ServeHTTP serves a page, as HTML.
func (p pages) ServeHTTP(w nethttp.ResponseWriter, r *nethttp.Request) {
	text, ok := p[r.URL.Path]
	if !ok {
		nethttp.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, text)
}

// typed returns links that the user typed.
func typed(urls ...string) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for _, u := range urls {
			if !yield(linkcheck.Link{URL: u, Place: linkcheck.Place{Text: u}}, nil) {
				return
			}
		}
	}
}

// linked returns the links of a file, one per line.
func linked(urls ...string) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for i, u := range urls {
			place := linkcheck.Place{File: "links", Line: int64(i + 1), Column: 1, Text: u}
			if !yield(linkcheck.Link{URL: u, Place: place}, nil) {
				return
			}
		}
	}
}

// quick are options with retries that do not delay a test.
func quick(t testing.TB) linkcheck.Options {
	return linkcheck.Options{Client: newClient(t), Policy: loopback, Backoff: time.Millisecond, Sorted: true}
}

// run runs a check that must not fail.
func run(t testing.TB, o linkcheck.Options, targets iter.Seq2[linkcheck.Link, error]) ([]linkcheck.Result, linkcheck.Summary) {
	t.Helper()
	var list []linkcheck.Result
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	summary, err := linkcheck.Run(ctx, o, targets, func(r linkcheck.Result) error {
		list = append(list, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, summary
}

// one returns the only result for a URL.
func one(t testing.TB, o linkcheck.Options, url string) linkcheck.Result {
	t.Helper()
	list, _ := run(t, o, linked(url))
	if len(list) != 1 {
		t.Fatalf("%d results of %s, want one: %+v", len(list), url, list)
	}
	return list[0]
}

// lines returns results as sorted lines "status url: message [file:line ...]".
func lines(list []linkcheck.Result) []string {
	var text []string
	for _, r := range list {
		var places []string
		for _, p := range r.Places {
			places = append(places, fmt.Sprintf("%s:%d", p.File, p.Line))
		}
		text = append(text, fmt.Sprintf("%s %s: %s %v", r.Status, r.URL, r.Message, places))
	}
	slices.Sort(text)
	return text
}
