package linkcheck_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
)

// G1; draft1996 10: a page of a web server cannot link to the mail of the user.
func TestPagesDoNotLinkToMessages(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{"/": `<a href="mid:a@b">x</a><img src="cid:c@d">`})
	o := quick(t)
	o.Recursive = true
	list, _ := run(t, o, typed(site+"/"))
	refused := 0
	for _, r := range list {
		if r.Status == linkcheck.Refused && strings.Contains(r.Message, "links to a local file or a message") {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%q, want two refused links", lines(list))
	}
}

// G1; rfc2392 2: a cid URL is checked in its own message, although others have the same text.
func TestPartsOfMessages(t *testing.T) {
	t.Parallel()
	with, without, partly := &extract.Message{ID: "m@h"}, &extract.Message{}, &extract.Message{}
	with.AddPart("a@h")
	partly.Unread()
	var links []linkcheck.Link
	for i, m := range []*extract.Message{with, without, partly} {
		links = append(links, linkcheck.Link{URL: "cid:a@h", Place: linkcheck.Place{File: "box", Line: int64(i + 1), Column: 1, Text: "cid:a@h", Base: extract.Base{Message: m}}})
	}
	o := quick(t)
	o.Edition = earl.RFC3986
	list, _ := run(t, o, func(yield func(linkcheck.Link, error) bool) {
		for _, l := range links {
			if !yield(l, nil) {
				return
			}
		}
	})
	got := map[int64]string{}
	for _, r := range list {
		for _, p := range r.Places {
			got[p.Line] = r.Status.String() + " " + r.URL
		}
	}
	for line, want := range map[int64]string{1: "ok mid:m@h/a@h", 2: "not-found cid:a@h", 3: "skipped cid:a@h"} {
		if got[line] != want {
			t.Errorf("line %d: %s, want %s", line, got[line], want)
		}
	}
}
