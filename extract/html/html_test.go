package html_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
)

// all returns the matches of a document, and the errors that have a place.
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

// retrieved is the base by the URL that a document came from.
func retrieved(t testing.TB, text string) base.Base {
	t.Helper()
	u, err := earl.RFC3986.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return base.Of(u)
}

// D13: BASE counts for what stands before it, wins over the place that the document
// came from, and its names may be in any case.
func TestBaseWinsOverRetrieval(t *testing.T) {
	const doc = "<HTML><HEAD><LINK HREF=a.css>\n<Base hReF='http://h/d/'></HEAD><A HREF=b>"
	matches, faults := all(t, doc, html.Options{Base: retrieved(t, "ftp://from/here")})
	if len(matches) != 3 || faults != nil {
		t.Fatalf("%+v, %v", matches, faults)
	}
	for _, m := range matches {
		if m.Base.From != base.Embedded || m.Base.URL.String() != "http://h/d/" || m.Kind != extract.Attribute {
			t.Errorf("%+v", m)
		}
	}
}
