package html_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// all returns the matches of a document, and the errors that have a position.
func all(t testing.TB, doc string, o html.Options) (matches []extract.Match, faults []error) {
	t.Helper()
	for m, err := range html.URLs(strings.NewReader(doc), o) {
		if err != nil && m.Line == 0 {
			t.Fatalf("URLs(%q): %v", doc, err)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		matches = append(matches, m)
	}
	return matches, faults
}

// retrieved is the base of a document that was retrieved from a URL.
func retrieved(t testing.TB, text string) extract.Base {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return extract.BaseOf(u)
}

// Each name that a fragment can refer to is reported, and the first title.
func TestAnchorsAndTitle(t *testing.T) {
	var anchors, titles []string
	o := html.Options{
		Anchor: func(name string) { anchors = append(anchors, name) },
		Title:  func(text string) { titles = append(titles, text) },
	}
	all(t, `<title> A &amp;`+"\r\n\t"+`<b> </title><title>no</title><svg><title>no</title></svg>
<a name=a>x<a id='b&eacute;' name="c d"><map name=e><meta name=no><input name=no><p id><P ID=f id=no><!-- <p id=no> --><template><p id=no></template><p id=g>
<iframe srcdoc="<title>no</title><p id=no>"></iframe>`, o)
	if want := []string{"a", "bé", "c d", "e", "f", "g"}; !slices.Equal(anchors, want) {
		t.Errorf("anchors %q, want %q", anchors, want)
	}
	if want := []string{"A & <b>"}; !slices.Equal(titles, want) {
		t.Errorf("titles %q, want %q", titles, want)
	}
	titles = nil
	all(t, "<title>"+strings.Repeat("é", html.MaxTitle), o)
	if len(titles) != 1 || titles[0] != strings.Repeat("é", html.MaxTitle/2) {
		t.Errorf("a long title of %d bytes", len(titles[0]))
	}
}

// If a document ends inside markup, the position where that starts is reported,
// and so are the matches before it.
func TestCutInsideOfMarkup(t *testing.T) {
	for _, end := range []string{"<a href='x", "<a href=x", "<a", "<a href", "<a href=", "</a", "<!-- x", "<!x", "<?x", "</ x", "<script>x", "<script><!--<script></script>",
		"<title>", "<textarea>x</text", "<xmp></xmp", "<style>a{b:c", "<style>/*"} {
		var got []extract.Match
		var errs []error
		for m, err := range html.URLs(strings.NewReader("\n<a href=a>\n"+end), html.Options{}) {
			got, errs = append(got, m), append(errs, err)
		}
		if len(got) != 2 || errs[0] != nil || !errors.Is(errs[1], html.ErrCut) || got[1].Offset != 12 || got[1].Line != 3 || got[1].Column != 1 || got[0].URL != "a" {
			t.Errorf("%q: %+v, %v", end, got, errs)
		}
	}
}

// An error of the reader is the last, and matches before it are reported.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	for _, doc := range []string{"", "<a href=a>", "<a href=a> http://b/ ", "<a href=a><!-- ", "<a href=a>" + strings.Repeat("x", 100_000)} {
		var errs []error
		n := 0
		for m, err := range html.URLs(io.MultiReader(strings.NewReader(doc), iotest.ErrReader(broken)), html.Options{}) {
			if err != nil {
				errs = append(errs, err)
			} else if n++; m.Text == "" {
				t.Errorf("%+v", m)
			}
		}
		if len(errs) != 1 || errs[0] != broken || n < strings.Count(doc, "a ") {
			t.Errorf("%.20q: %d matches, %v", doc, n, errs)
		}
	}
}

// The caller can stop at any match.
func TestBreakingOff(t *testing.T) {
	const doc = "<link href=a><link href=b><style>a{b:url(c);d:url(e)}</style><p>http://f/ http://g/ <a href=h><img srcset='i 1x, j 2x'><iframe srcdoc='<a href=k><a href=l>'></iframe><a href=m"
	for n := 1; ; n++ {
		got := 0
		for range html.URLs(strings.NewReader(doc), html.Options{}) {
			if got++; got == n {
				break
			}
		}
		if got < n {
			if n != 13 {
				t.Errorf("%d in all", n-1)
			}
			return
		}
	}
}

// A reader that keeps returning no bytes is broken.
func TestReaderWithoutProgress(t *testing.T) {
	for _, doc := range []string{"", strings.Repeat("x", 10_000)} {
		var last error
		for _, err := range html.URLs(io.MultiReader(strings.NewReader(doc), idle{}), html.Options{}) {
			last = err
		}
		if last != io.ErrNoProgress {
			t.Errorf("%d bytes, then nothing: %v", len(doc), last)
		}
	}
}

// idle is a reader that returns no bytes and no error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
