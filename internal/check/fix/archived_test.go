package fix_test

import (
	"slices"
	"testing"
	"time"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/fix"
	"github.com/earl-url/earl/linkcheck"
)

// A broken link is rewritten to its copy in an archive, with its fragment; a
// link without a copy is unchanged.
func TestArchivedLinksAreRewritten(t *testing.T) {
	const text = "[a](http://h.example/gone#part) and <http://h.example/lost>, [b](gone?x=1&y)\n"
	name := write(t, "a.md", text)
	copyOf := func(url string) *linkcheck.Copy {
		return &linkcheck.Copy{URL: "https://archive.example/web/20200102030405/" + url, Time: time.Now()}
	}
	gone := moved("http://h.example/gone", "", name, text, "http://h.example/gone#part", extract.Base{})
	lost := moved("http://h.example/lost", "", name, text, "http://h.example/lost", extract.Base{})
	relative := moved("http://h.example/dir/gone?x=1&y", "", name, text, "gone?x=1&y", pageBase)
	for _, r := range []*linkcheck.Result{&gone, &lost, &relative} {
		r.Status, r.Severity, r.Hops, r.Final = linkcheck.NotFound, linkcheck.SeverityFault, nil, ""
	}
	gone.Archived, relative.Archived = copyOf(gone.URL), copyOf(relative.URL)
	apply(t, fix.Make(slices.Values([]linkcheck.Result{gone, lost, relative}), fix.Options{}))
	const want = "[a](https://archive.example/web/20200102030405/http://h.example/gone#part) and <http://h.example/lost>, " +
		"[b](https://archive.example/web/20200102030405/http://h.example/dir/gone?x=1&y)\n"
	if got := read(t, name); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}
