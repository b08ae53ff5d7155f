package extract_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// fields returns the values of a header in lines of the form "Name: value".
func fields(lines ...string) func(string) []string {
	return func(name string) (values []string) {
		for _, line := range lines {
			if n, value, _ := strings.Cut(line, ":"); strings.EqualFold(n, name) {
				values = append(values, value)
			}
		}
		return values
	}
}

// D12: the base that a header specifies, within another base.
func TestWithin(t *testing.T) {
	outside := extract.BaseOf(earl.RFC3986.MustParse("http://outside/a/b#f"))
	for _, test := range []struct {
		src    string
		header []string
		want   string
		from   extract.BaseSource
		fault  bool
	}{
		{"draft1996 8.3: nothing in the header", []string{"Subject: http://h/"}, "http://outside/a/b", extract.FromRetrieval, false},
		{"draft1996 8.1: the example", []string{"Content-Base: http://www.ics.uci.edu/Test/a/b/c"}, "http://www.ics.uci.edu/Test/a/b/c", extract.FromContentBase, false},
		{"8.1: in any case", []string{"CONTENT-base: http://h/"}, "http://h/", extract.FromContentBase, false},
		{"8.1: white space and folds", []string{"Content-Base: \thttp://www.ics.\r\n uci.edu/Te st\r\n\t/a "}, "http://www.ics.uci.edu/Test/a", extract.FromContentBase, false},
		{"8.1: relative", []string{"Content-Base: ../x"}, "http://outside/a/b", extract.FromRetrieval, true},
		{"8.1: empty", []string{"Content-Base:"}, "http://outside/a/b", extract.FromRetrieval, true},
		{"8.1: no URL", []string{"Content-Base: http://[/"}, "http://outside/a/b", extract.FromRetrieval, true},
		{"draft1996 2: a fragment is no part of it", []string{"Content-Base: http://h/a#f"}, "http://h/a", extract.FromContentBase, false},
		{"R27: Content-Location alone", []string{"content-location: http://h/\r\n l"}, "http://h/l", extract.FromContentLocation, false},
		{"R27: Content-Base first", []string{"Content-Location: http://h/l", "Content-Base: http://h/b"}, "http://h/b", extract.FromContentBase, false},
		{"R27: Content-Base not used", []string{"Content-Location: http://h/l", "Content-Base: b"}, "http://h/l", extract.FromContentLocation, true},
		{"R27: relative", []string{"Content-Location: l.html"}, "http://outside/a/b", extract.FromRetrieval, false},
		{"the first of several", []string{"Content-Base: http://h/1", "Content-Base: http://h/2"}, "http://h/1", extract.FromContentBase, false},
	} {
		got, err := outside.Within(earl.RFC3986, fields(test.header...))
		if got.URL.String() != test.want || got.From != test.from || errors.Is(err, extract.ErrNotAbsolute) != test.fault || (err != nil) != test.fault {
			t.Errorf("%s: %q gives %s from %s, %v, want %s from %s", test.src, test.header, got.URL, got.From, err, test.want, test.from)
		}
	}
}

// D3: the innermost of four sources of the base takes precedence. Each row
// removes one.
func TestPrecedence(t *testing.T) {
	retrieved, none := earl.RFC3986.MustParse("http://retrieved/d/"), earl.URL{}
	inner, outer, location := "Content-Base: http://inner/d/", "Content-Base: http://outer/d/", "Content-Location: http://location/d/"
	for _, test := range []struct {
		src          string
		url          earl.URL
		outer, inner []string
		want         string
		from         extract.BaseSource
	}{
		{"draft1996 8.2: the part", retrieved, []string{outer}, []string{inner}, "http://inner/d/x", extract.FromContentBase},
		{"8.2: nearer, though a Content-Location", retrieved, []string{outer}, []string{location}, "http://location/d/x", extract.FromContentLocation},
		{"8.2: what it is enclosed in", retrieved, []string{outer}, nil, "http://outer/d/x", extract.FromContentBase},
		{"8.3: how it was retrieved", retrieved, nil, nil, "http://retrieved/d/x", extract.FromRetrieval},
	} {
		b := extract.BaseOf(test.url)
		for _, header := range [][]string{test.outer, test.inner} {
			var err error
			if b, err = b.Within(earl.RFC3986, fields(header...)); err != nil {
				t.Errorf("%s: %v", test.src, err)
			}
		}
		u, err := b.Resolve(earl.RFC3986, "x")
		if err != nil || u.String() != test.want || b.From != test.from {
			t.Errorf("%s: x is %s, %v, from %s, want %s from %s", test.src, u, err, b.From, test.want, test.from)
		}
	}
	if b := extract.BaseOf(none); b != (extract.Base{}) || b.From != extract.NoBase {
		t.Errorf("8.4: without a URL the base is %+v", b)
	}
}

// D14: without a base a reference must be absolute; a relative one is an error,
// and no base is guessed.
func TestNoBase(t *testing.T) {
	if b := extract.BaseOf(earl.RFC3986.MustParse("data:text/html,x")); b != (extract.Base{}) { // rfc2397 3
		t.Errorf("a URL that contains its document is the base %v", b)
	}
	var b extract.Base
	if u, err := b.Resolve(earl.RFC3986, "ftp://h/a"); err != nil || u.String() != "ftp://h/a" {
		t.Errorf("an absolute URL is %v, %v", u, err)
	}
	for _, ref := range []string{"../x", "www.example.org/a", "#f", ""} {
		if u, err := b.Resolve(earl.RFC3986, ref); err == nil {
			t.Errorf("%q without a base is %s", ref, u)
		}
	}
}

// A base resolves with the edition of the caller, or with its own edition. D3.
func TestResolveByAnEdition(t *testing.T) {
	b, _ := extract.Base{}.Within(earl.Draft1996, fields("Content-Base: http://a/b/c/d;p?q"))
	for e, want := range map[*earl.Edition]string{nil: "http://a/../g", earl.Draft1996: "http://a/../g", earl.RFC3986: "http://a/g"} { // draft1996 13.2
		if u, err := b.Resolve(e, "../../../g"); err != nil || u.String() != want {
			t.Errorf("by %v, Resolve returns %v, %v, want %s", e, u, err, want)
		}
	}
}

// D12: a password in a Content-Base that is not used is not in the error.
func TestFaultHidesPassword(t *testing.T) {
	_, err := extract.Base{}.Within(earl.RFC3986, fields("Content-Base: http://u:hunter2@h[/"))
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the error is %v", err)
	}
}

func TestSourceString(t *testing.T) {
	for s, want := range []string{"none", "retrieval", "content-location", "content-base", "embedded"} {
		if got := extract.BaseSource(s).String(); got != want {
			t.Errorf("Source(%d) = %q, want %q", s, got, want)
		}
	}
}

// ExampleBase_Within returns the base of a document that was retrieved by HTTP.
func ExampleBase_Within() {
	last := earl.RFC3986.MustParse("http://mirror.example/index.html") // after all redirects
	header := http.Header{"Content-Location": {"http://www.example/en/"}}
	b, err := extract.BaseOf(last).Within(earl.RFC3986, header.Values)
	if err != nil {
		fmt.Println(err)
	}
	u, err := b.Resolve(earl.RFC3986, "a.html")
	fmt.Println(u, err, b.From)
	// Output: http://www.example/en/a.html <nil> content-location
}
