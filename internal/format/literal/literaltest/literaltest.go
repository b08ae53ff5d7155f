// Package literaltest tests decoders of package literal.
package literaltest

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
)

// Check compares the matches of a document, read at once and byte by byte, with those that are
// wanted: "line:column URL" of each, then "link" or "shown", and its doubt, separated by "|". decoder
// returns a new decoder.
func Check(t *testing.T, decoder func() literal.Decoder, doc, want string) {
	t.Helper()
	for how, r := range map[string]io.Reader{"": strings.NewReader(doc), ", byte by byte": iotest.OneByteReader(strings.NewReader(doc))} {
		if got := find(r, decoder()); got != want {
			t.Errorf("%s%s:\n got %s\nwant %s", doc, how, got, want)
		}
	}
}

// find returns the matches of a document.
func find(r io.Reader, d literal.Decoder) string {
	var found []string
	for m, err := range literal.URLs(r, d, literal.Options{}) {
		kind := ""
		switch {
		case m.Shown:
			kind = " shown"
		case m.Kind == extract.Attribute:
			kind = " link"
		}
		s := fmt.Sprintf("%d:%d %s%s %s", m.Line, m.Column, m.URL, kind, m.Doubt)
		if err != nil {
			s = err.Error()
		}
		found = append(found, strings.TrimSpace(s))
	}
	return strings.Join(found, "|")
}
