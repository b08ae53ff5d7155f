package html_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/html"
)

// An element that a SRCDOC leaves open is reported at its start tag, after the URLs
// in it. Requirement E3.
func TestSrcdocReportsAnOpenElementAtItsTag(t *testing.T) {
	for _, c := range []struct {
		doc  string
		want []string // URL and offset, or "cut" and offset
	}{
		{"<iframe srcdoc='<style>url(}'>", []string{"} 27", "cut 16"}},
		{"<iframe srcdoc='<textarea>tp://t'>", []string{"tp://t 26", "cut 16"}},
		{"<iframe srcdoc='\n<textarea>http://a/ http://b/'>", []string{"http://a/ 27", "http://b/ 37", "cut 17"}},
		{"<iframe srcdoc='<iframe srcdoc=\"<xmp>http://a/\"><xmp>http://b/'>", []string{"http://a/ 37", "cut 32", "http://b/ 53", "cut 48"}},
	} {
		var got []string
		for m, err := range html.URLs(strings.NewReader(c.doc), html.Options{}) {
			before := c.doc[:m.Offset]
			line, column := strings.Count(before, "\n")+1, len(before)-strings.LastIndexByte(before, '\n')
			if m.Line != int64(line) || m.Column != int64(column) {
				t.Errorf("URLs(%q): %+v, want line %d, column %d", c.doc, m, line, column)
			}
			switch {
			case errors.Is(err, html.ErrCut):
				got = append(got, fmt.Sprint("cut ", m.Offset))
			case err != nil:
				t.Fatal(err)
			default:
				got = append(got, fmt.Sprint(m.URL, " ", m.Offset))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("URLs(%q) = %q, want %q", c.doc, got, c.want)
		}
	}
}

// Reporting places before the last one is fast, even for many in a SRCDOC.
func TestSrcdocOfManyOpenElements(t *testing.T) {
	doc := "<iframe srcdoc='" + strings.Repeat("<iframe srcdoc=\"<xmp>\">", 40_000) + "'>"
	n := 0
	for _, err := range html.URLs(strings.NewReader(doc), html.Options{}) {
		if errors.Is(err, html.ErrCut) {
			n++
		}
	}
	if n != 40_000 {
		t.Errorf("%d elements without an end, want 40000", n)
	}
}
