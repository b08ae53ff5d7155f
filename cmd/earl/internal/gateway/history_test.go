package gateway

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/net/html"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/history"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/open"
)

// keyOf returns the key of a link's row on the index page: of a bookmark or of a visit.
func keyOf(t *testing.T, page, kind, text string) string {
	t.Helper()
	for row := range strings.SplitSeq(page, "<li>") {
		m := regexp.MustCompile(`name="` + kind + `" value="([0-9a-f]+)"`).FindStringSubmatch(row)
		if m != nil && strings.Contains(row, "<code>"+html.EscapeString(text)+"</code>") {
			return m[1]
		}
	}
	t.Fatalf("no %s of %s in\n%s", kind, text, body(page))
	return ""
}

// Visits and bookmarks are removed one by one, and a bookmark gets another name, by
// forms that need no script.
func TestEntriesAreRemovedAndRenamed(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/bookmarks"
	b := start(t, Options{Bookmarks: path, Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	for _, name := range []string{"one", "two"} {
		b.open("ftp://h/" + name)
		b.post("/bookmark", url.Values{"url": {"ftp://h/" + name}, "title": {"Title " + name}, "do": {"add"}})
	}
	_, page := b.get("/history")
	b.wants(page, "<time datetime=", "Forget everything", `aria-label="Remove Title one"`)
	if resp, _ := b.post("/history/remove", url.Values{"visit": {keyOf(t, page, "visit", "ftp://h/one")}}); resp.Header.Get("Location") != "/history" {
		t.Errorf("removing a visit goes to %s", resp.Header.Get("Location"))
	}
	one := keyOf(t, page, "bookmark", "ftp://h/one")
	b.post("/history/remove", url.Values{"bookmark": {keyOf(t, page, "bookmark", "ftp://h/two")}, "from": {"1"}})
	_, form := b.get("/history/rename?bookmark=" + one)
	b.wants(form, `value="Title one"`, "ftp://h/one")
	b.post("/history/rename", url.Values{"bookmark": {one}, "title": {"<Better>\nname"}})
	_, page = b.get("/history")
	marks, visits, _ := strings.Cut(page, `id="visits-title"`)
	b.wants(marks, "ftp://h/one", `&lt;Better&gt;\nname`)
	b.lacks(marks, "ftp://h/two", "Title one")
	b.wants(visits, "ftp://h/two")
	b.lacks(visits, "ftp://h/one")
	for _, form := range []url.Values{{"bookmark": {"none"}}, {"bookmark": {"none"}, "title": {"x"}}} {
		for _, path := range []string{"/history/remove", "/history/rename"} {
			if resp, page := b.post(path, form); resp.StatusCode != http.StatusNotFound || !strings.Contains(page, "no longer exists") {
				t.Errorf("%s of no bookmark: %s", path, resp.Status)
			}
		}
	}
	if resp, _ := b.get("/history/rename?bookmark=none"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("the form of no bookmark: %s", resp.Status)
	}
	if resp, err := b.client.PostForm(b.base+"/history/remove", url.Values{"bookmark": {one}}); err != nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("a form without a token: %v, %v", resp.Status, err)
	}
}

// Many bookmarks are split into several pages.
func TestManyBookmarksHavePages(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Bookmarks: t.TempDir() + "/bookmarks"})
	var file strings.Builder
	const n = 2*marksPage + 3
	for i := range n {
		fmt.Fprintf(&file, "ftp://h/%04d\tTitle\n", i)
	}
	if err := os.WriteFile(b.gateway.marks.Path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path        string
		rows        int
		first, last int // numbers of URLs, the newest first
		links       []string
	}{
		{"/history", marksPage, n - 1, n - marksPage, []string{"/history?from=501"}},
		{"/history?from=501", marksPage, n - marksPage - 1, n - 2*marksPage, []string{"/history", "/history?from=1001"}},
		{"/history?from=1001", 3, 2, 0, []string{"/history?from=501"}},
		{"/history?from=9999", marksPage, n - 1, n - marksPage, nil},
		{"/history?from=-5", marksPage, n - 1, n - marksPage, nil},
	} {
		_, page := b.get(tt.path)
		if got := strings.Count(page, `name="bookmark"`); got != tt.rows {
			t.Errorf("%s: %d rows, want %d", tt.path, got, tt.rows)
		}
		b.wants(page, fmt.Sprintf("<code>ftp://h/%04d</code>", tt.first), fmt.Sprintf("<code>ftp://h/%04d</code>", tt.last), fmt.Sprintf("of %d", n))
		for _, link := range tt.links {
			b.wants(page, `<a href="`+link+`" rel=`)
		}
	}
}

// Bookmarks are exported in the format that browsers import, and with the history as JSON. No
// export contains a password. The one for browsers contains no URL that a browser would run.
func TestExports(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Bookmarks: t.TempDir() + "/bookmarks", Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return document(r, "text/plain", "x"), nil }}}})
	const file = "ftp://h/a?b&c\tA <title>\trfc3986\t2026-11-23T08:00:00Z\njavascript:alert(1)\tBad\nftp://u:geheim@h/\t\n"
	if err := os.WriteFile(b.gateway.marks.Path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	b.gateway.history.Add("Visited", earl.RFC3986.MustParse("ftp://h/v"))
	resp, text := b.get("/history/bookmarks.html")
	want := `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><A HREF="ftp://u@h/">ftp://u@h/</A>
    <DT><A HREF="ftp://h/a?b&amp;c" ADD_DATE="1795420800">A &lt;title&gt;</A>
</DL><p>
`
	if text != want || resp.Header.Get("Content-Disposition") != "attachment; filename=earl-bookmarks.html" {
		t.Errorf("%v\n%s\nwant\n%s", resp.Header, text, want)
	}
	resp, text = b.get("/history/history.json")
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = jsonschema.NewCompiler().MustCompile("../../../../docs/schemas/gateway-export.schema.json").Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	var all jsonobject.Export
	if err := json.Unmarshal([]byte(text), &all); err != nil || !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment") {
		t.Fatalf("%v, %v: %s", err, resp.Header, text)
	}
	if len(all.Bookmarks) != 3 || all.Bookmarks[0].Time != nil || all.Bookmarks[2].Title != "A <title>" || *all.Bookmarks[2].Time != "2026-11-23T08:00:00Z" {
		t.Errorf("bookmarks: %s", text)
	}
	if len(all.History) != 1 || all.History[0].URL != "ftp://h/v" || all.History[0].Time == nil {
		t.Errorf("history: %s", text)
	}
	_, page := b.get("/history")
	b.lacks(text+page, "geheim")
	one, err := b.gateway.marks.Find(history.Bookmark{URL: "ftp://u:geheim@h/"}.Key())
	if err != nil || one.Title != "" {
		t.Errorf("%v, %v", one, err)
	}
	_, page = b.get("/history/rename?bookmark=" + one.Key())
	b.lacks(page, "geheim")
}

// A visit of today shows its time, an earlier one also its date.
func TestTimesOfVisits(t *testing.T) {
	g := New(Options{Hosts: []string{"h"}})
	defer g.Close()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.Local)
	for at, want := range map[time.Time]string{now.Add(-time.Hour): "11:00", now.AddDate(0, 0, -1): "2026-11-22 12:00"} {
		if got := g.linker.visitRow(history.Visit{URL: earl.RFC3986.MustParse("ftp://h/"), Time: at}, now).Time; got != want {
			t.Errorf("a visit at %v is shown at %q, want %q", at, got, want)
		}
	}
}
