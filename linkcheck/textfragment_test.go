package linkcheck_test

import (
	"os"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// A text fragment is searched for only if requested, in addition to the element
// part.
func TestTextFragments(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{
		"/":    "<h1 id=a>Heading</h1><p>The quick fox.</p>",
		"/app": `<div id=root></div><script src=/x.js></script>`,
		"/big": "<p>Start</p>" + strings.Repeat("<p>filler</p>", 1<<19),
	})
	for _, row := range []struct {
		url       string
		asked     bool
		want      linkcheck.Status
		fragments string
	}{
		{"/#:~:text=quick%20fox", true, linkcheck.OK, ""},
		{"/#:~:text=slow%20fox", true, linkcheck.NoFragment, ":~:text=slow%20fox"},
		{"/#:~:text=slow%20fox", false, linkcheck.OK, ""},
		{"/#a:~:text=quick", true, linkcheck.OK, ""},
		{"/#b:~:text=quick", true, linkcheck.NoFragment, "b:~:text=quick"},
		{"/#b:~:text=quick", false, linkcheck.NoFragment, "b:~:text=quick"},
		{"/app#:~:text=anything", true, linkcheck.OK, ""},
		{"/big#:~:text=anything", true, linkcheck.OK, ""},
	} {
		o := quick(t)
		o.TextFragments = row.asked
		if got := one(t, o, site+row.url); got.Status != row.want || got.Fragment != row.fragments {
			t.Errorf("%s, asked %v: %v %q: %s, want %v", row.url, row.asked, got.Status, got.Fragment, got.Message, row.want)
		}
	}
}

// Several texts are searched for in one page, also in a page that is read later.
func TestTextFragmentsOfALaterPage(t *testing.T) {
	t.Parallel()
	site := serve(t, pages{
		"/":  "<p>The quick fox.</p><a href=/p>p</a>",
		"/p": "<a href='/#:~:text=quick'>x</a><a href='/#:~:text=slow'>y</a><a href='/#:~:text=lazy'>z</a>",
	})
	o := quick(t)
	o.Recursive, o.TextFragments = true, true
	list, summary := run(t, o, typed(site+"/"))
	if summary.Count(linkcheck.NoFragment) != 2 || summary.Faults() != 2 {
		t.Errorf("%q", lines(list))
	}
}

// A line of a local file exists if the file has enough lines.
func TestLinesOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": strings.Repeat("x\n", 9) + "last", "doc.md": "# A\n\ntext\n", "page.html": "<p id=L90>\n<p>\n"} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, want := range map[string]linkcheck.Status{
		"/main.go#L1": linkcheck.OK, "/main.go#L10": linkcheck.OK, "/main.go#L11": linkcheck.NoFragment, "/main.go#L2-L10": linkcheck.OK, "/main.go#L2-L99": linkcheck.NoFragment,
		"/doc.md#L3": linkcheck.OK, "/doc.md#L4": linkcheck.NoFragment, "/doc.md#a": linkcheck.OK, "/doc.md#b": linkcheck.NoFragment,
		"/page.html#L90": linkcheck.OK, "/page.html#L91": linkcheck.NoFragment,
	} {
		o := quick(t)
		o.TextFragments = true
		if got := one(t, o, "file://"+dir+link); got.Status != want {
			t.Errorf("%s: %v: %s, want %v", link, got.Status, got.Message, want)
		}
	}
}
