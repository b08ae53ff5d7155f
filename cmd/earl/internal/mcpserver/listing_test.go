package mcpserver

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// P21: a model learns that lines of a listing were not understood, and that it is not empty.
func TestListingSaysWhatWasNotUnderstood(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{nil, {"a", "b"}} {
		l := &open.Listing{Entries: func(yield func(open.Entry, error) bool) {
			for _, name := range names {
				yield(open.Entry{Name: name}, nil)
				yield(open.Entry{}, &open.NotUnderstood{Line: 1, Text: "?\x1b", Reason: "odd"})
			}
			yield(open.Entry{}, &open.NotUnderstood{Line: 9, Text: "!", Reason: "odd"})
		}}
		p := new(page)
		if err := listing(p, l); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(p.text, "empty") || !strings.Contains(p.Truncated, "not understood") || strings.Count(p.text, "- ") != len(names) || strings.Contains(p.Truncated, "\x1b") {
			t.Errorf("%q: %q, truncated %q", names, p.text, p.Truncated)
		}
	}
}
