package html_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// A part of a document has the base of the document. The second BASE of a page is resolved without
// the first. Source: HTML 4.2.3.
func TestBaseThatIsNotUsed(t *testing.T) {
	from := extract.BaseOf(earl.RFC3986.MustParse("http://from/d/"))
	for _, test := range []struct {
		name, doc, want string
		part            bool
	}{
		{"a part", "<a href=a><base href=http://h/><a href=b>", "http://from/d/a http://h/! http://from/d/b", true},
		{"a page", "<a href=a><base href=http://h/><a href=b>", "http://h/a http://h/ http://h/b", false},
		{"two", "<base href=e/><base href=f/><a href=a>", "http://from/d/e/ http://from/d/f/! http://from/d/e/a", false},
	} {
		var got []string
		for m, err := range html.URLs(strings.NewReader(test.doc), html.Options{Base: from, Part: test.part}) {
			u, failed := m.Base.Resolve(earl.RFC3986, m.URL)
			if failed != nil || err != nil && !errors.Is(err, html.ErrBase) {
				t.Fatal(test.name, failed, err)
			}
			text := u.String()
			if err != nil {
				text += "!"
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
