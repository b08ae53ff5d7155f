package gateway

import (
	"fmt"
	"html"
	"io"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/open"
)

// names returns the names of the entries on a page, in order.
func names(page string) []string {
	_, page, _ = strings.Cut(page, `id="entries"`)
	var all []string
	for _, m := range regexp.MustCompile(`<bdi>([^<]*)</bdi>`).FindAllStringSubmatch(page, -1) {
		all = append(all, html.UnescapeString(m[1]))
	}
	return all
}

// href returns the link in an element of a page that contains a word.
func href(t *testing.T, page, word string) string {
	t.Helper()
	m := regexp.MustCompile(`<a [^>]*href="([^"]*)"[^>]*` + word).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no link with %q in\n%s", word, body(page))
	}
	return html.UnescapeString(m[1])
}

// The links in the headings sort a table by each column in both directions, with directories
// first. A filter shows the entries that contain its words.
func TestTableIsSortedAndFiltered(t *testing.T) {
	t.Parallel()
	at := func(day int) time.Time { return time.Date(1994, 12, day, 0, 0, 0, 0, time.UTC) }
	rows := []open.Entry{
		{Name: "Beta.txt", Meta: open.Meta{Kind: open.KindDocument, Size: 10, Time: at(3), Type: "text/plain"}},
		{Name: "alpha.gif", Meta: open.Meta{Kind: open.KindDocument, Size: 2000, Time: at(1), Type: "image/gif"}},
		{Name: "zoo", Meta: open.Meta{Kind: open.KindListing, Size: -1, Time: at(2)}},
		{Name: "gamma", Meta: open.Meta{Kind: open.KindDocument, Size: -1}},
	}
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return listingOf(r, rows...), nil }}}})
	_, page := b.open("ftp://h/")
	check := func(what string, want ...string) {
		t.Helper()
		if got := names(page); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("at first", "zoo", "alpha.gif", "Beta.txt", "gamma")
	b.wants(page, `<td><time>1994-12-03</time></td><td class="word" title="text/plain">text</td>`, `<td></td><td class="word"></td></tr>`) // gamma has no date and no type
	for _, step := range []struct {
		heading string
		want    []string
	}{
		{"Name", []string{"zoo", "gamma", "Beta.txt", "alpha.gif"}},
		{"Name", []string{"zoo", "alpha.gif", "Beta.txt", "gamma"}},
		{"Size", []string{"zoo", "gamma", "Beta.txt", "alpha.gif"}},
		{"Size", []string{"zoo", "alpha.gif", "Beta.txt", "gamma"}},
		{"Changed", []string{"gamma", "alpha.gif", "zoo", "Beta.txt"}},
		{"Changed", []string{"Beta.txt", "zoo", "alpha.gif", "gamma"}},
		{"Type", []string{"zoo", "gamma", "alpha.gif", "Beta.txt"}},
	} {
		_, page = b.get(href(t, page, ">"+step.heading))
		check(step.heading, step.want...)
	}
	_, page = b.get("/open?url=ftp://h/&filter=A+.t")
	check("filter", "Beta.txt")
	b.wants(page, `value="A .t"`, "1 of 4 entries")
	_, page = b.get("/open?url=ftp://h/&sort=size&desc=1")
	b.wants(page, `name="sort" value="size"`, `name="desc" value="1"`) // so that the filter keeps the order
	_, page = b.get("/open?url=ftp://h/&sort=none")
	check("as the server has it", "Beta.txt", "alpha.gif", "zoo", "gamma")
	b.wants(page, `name="sort" value="none"`)
	_, page = b.get("/open?url=ftp://h/&filter=nothing")
	b.wants(page, "No entry has these words")
}

// A mailbox keeps the order of its opener, the newest message first, until the user chooses a
// column.
func TestOrderedTableKeepsItsOrder(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"pop", func(r *open.Call) (open.Resource, error) {
		l := listingOf(r, entry("newest", ""), entry("older", ""), entry("first", ""))
		l.Ordered = true
		return l, nil
	}}}})
	_, page := b.open("pop://h/")
	if got := names(page); !slices.Equal(got, []string{"newest", "older", "first"}) {
		t.Errorf("at first: %q", got)
	}
	if strings.Contains(page, `aria-sort="ascending"`) {
		t.Error("a heading reports an order that the listing does not have")
	}
	_, page = b.get(href(t, page, ">Name"))
	if got := names(page); !slices.Equal(got, []string{"first", "newest", "older"}) {
		t.Errorf("by name: %q", got)
	}
}

// many returns a listing of n entries in an irregular order. It makes each entry when the
// reader needs it, and calls peak with the last one.
func many(r *open.Call, n int, peak func()) *open.Listing {
	l := listingOf(r)
	l.Entries = func(yield func(open.Entry, error) bool) {
		for i := range n {
			k := i * 7919 % n
			e := open.Entry{Name: fmt.Sprintf("file-%06d <b>", k), Meta: open.Meta{Kind: open.KindDocument, Size: int64(k), Type: "text/plain"}}
			e.URL = earl.RFC3986.MustParse(fmt.Sprintf("ftp://h/file-%06d", k))
			if i == n-1 && peak != nil {
				peak()
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	return l
}

// A listing of 200,000 entries is sorted in the memory of one page, and its pages together
// contain each entry once.
func TestLargeListingIsPaged(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: renders large listings")
	}
	n := open.Policy{}.Effective().Entries
	var most uint64
	peak := func() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return many(r, n, peak), nil }}}})
	_, page := b.open("ftp://h/")
	got := names(page)
	if len(got) != listing.PageRows || got[0] != "file-000000 <b>" || got[listing.PageRows-1] != "file-000999 <b>" {
		t.Fatalf("%d entries from %q to %q", len(got), got[0], got[len(got)-1])
	}
	b.wants(page, "200,000 entries")
	_, page = b.get(href(t, page, `rel="next"`))
	if got := names(page); len(got) != listing.PageRows || got[0] != "file-001000 <b>" {
		t.Errorf("the second page has %d entries from %q", len(got), got[0])
	}
	_, page = b.get(href(t, page, `rel="first"`))
	if got := names(page); got[0] != "file-000000 <b>" {
		t.Errorf("the first page, read again, begins with %q", got[0])
	}
	if held := int64(most) - int64(before.HeapAlloc); held > 16<<20 {
		t.Errorf("%d bytes are held", held)
	}
}

// The pages of a listing together contain each entry once in every order, even equal entries.
func TestPagesHaveEachEntryOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: renders large listings")
	}
	const n = 2500
	b := start(t, Options{Openers: []open.Opener{
		toy{"ftp", func(r *open.Call) (open.Resource, error) {
			l := many(r, n, nil)
			inner := l.Entries
			l.Entries = func(yield func(open.Entry, error) bool) {
				for e := range inner {
					e.Size %= 3
					if !yield(e, nil) {
						return
					}
				}
			}
			return l, nil
		}},
		toy{"gopher", func(r *open.Call) (open.Resource, error) { return many(r, n, nil), nil }},
	}})
	for _, first := range []string{
		"/open?url=ftp://h/&sort=size", "/open?url=ftp://h/&sort=size&desc=1", "/open?url=ftp://h/&sort=time", "/open?url=ftp://h/&sort=none",
		"/open?url=ftp://h/&sort=odd", "/open?url=ftp://h/&sort=none&desc=1", "/open?url=gopher://h/", "/open?url=ftp://h/&filter=file",
	} {
		seen, path := map[string]int{}, first
		for range 3 {
			_, page := b.get(path)
			for _, name := range names(page) {
				seen[name]++
			}
			if !strings.Contains(page, `rel="next"`) {
				break
			}
			path = href(t, page, `rel="next"`)
		}
		if len(seen) != n {
			t.Errorf("%s: %d entries", first, len(seen))
		}
		for name, k := range seen {
			if k != 1 {
				t.Errorf("%s: %s %d times", first, name, k)
				break
			}
		}
	}
}

// A listing that ends with an error shows the entries that arrived, and why it ended.
func TestCutListingSaysSo(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		l := listingOf(r)
		l.Entries = func(yield func(open.Entry, error) bool) {
			if yield(entry("one", "ftp://h/one"), nil) {
				yield(open.Entry{}, fmt.Errorf("ftp: %w <b>", open.ErrCut))
			}
		}
		return l, nil
	}}}})
	_, page := b.open("ftp://h/")
	b.wants(page, "<bdi>one</bdi>", "The listing ends here: ftp: the object was truncated &lt;b&gt;", "1 entry and more")
}

// P21: a page shows the entries and, as a remark, the lines that were not understood.
func TestListingShowsWhatWasNotUnderstood(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"ftp", "gopher"} {
		b := start(t, Options{Openers: []open.Opener{toy{scheme, func(r *open.Call) (open.Resource, error) {
			l := listingOf(r)
			l.Entries = func(yield func(open.Entry, error) bool) {
				ok := yield(entry("one", scheme+"://h/one"), nil)
				for i := range 7 {
					ok = ok && yield(open.Entry{}, fmt.Errorf("ftp: %w", &open.NotUnderstood{Line: i + 2, Text: "<b>\x1b[1m\u202e", Reason: "no <form>"}))
				}
				_ = ok && yield(entry("two", scheme+"://h/two"), nil)
			}
			return l, nil
		}}}})
		_, page := b.open(scheme + "://h/")
		b.wants(page, "<bdi>one</bdi>", "<bdi>two</bdi>", "7 lines of this listing were not understood", "Line 2: <code><bdi>&lt;b&gt;", "(no &lt;form&gt;)", "and 2 more")
		b.lacks(page, "\x1b", "\u202e", "Line 7", "The listing ends here")
	}
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) {
		l := listingOf(r)
		l.Entries = func(yield func(open.Entry, error) bool) {
			yield(open.Entry{}, &open.NotUnderstood{Reason: "it is HTML"})
		}
		return l, nil
	}}}})
	_, page := b.open("ftp://h/")
	b.wants(page, "1 line of this listing was not understood", "(it is HTML)")
	b.lacks(page, "There is nothing here")
}

// B24, B25: a menu keeps its order and shows the type of each item. Information lines are
// text, and items of other protocols have their own URLs.
func TestMenu(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{
		toy{"gopher", func(r *open.Call) (open.Resource, error) {
			info, search := entry("Welcome  <to>  us", ""), entry("Find", "gopher://h/7find")
			info.Kind, search.Kind = open.KindInfo, open.KindForm
			return listingOf(r, info, entry("zebra", "gopher://h/0zebra"), entry("ape", "gopher://h/gape.gif"), search,
				entry("web", "http://h/"), entry("odd", "javascript:alert(1)"), entry("image", "data:text/html,%3Cscript%3E")), nil
		}},
		toy{"http", nil},
	}})
	_, page := b.open("gopher://h/")
	if got := names(page); !slices.Equal(got, []string{"Welcome  <to>  us", "zebra", "ape", "Find", "web", "odd", "image"}) {
		t.Errorf("%q", got)
	}
	b.wants(page, `title="gopher type 0"`, `title="gopher type g"`, `<span class="icon i-search" title="gopher type 7"`, `>6 entries<`, `href="/open?url=http%3A%2F%2Fh%2F"`, `<li class="info"><bdi>Welcome`)
	b.lacks(page, `href="javascript`, `href="data:`, "<script>", "aria-sort")
}

// B24: an item whose kind is known only from its gophertype has a word for it.
// Source: draft1993 Gopher.
func TestMenuSaysWhatItsTypesSay(t *testing.T) {
	t.Parallel()
	typed := func(address, media string) open.Entry {
		e := entry("x", address)
		e.Type = media
		return e
	}
	b := start(t, Options{Openers: []open.Opener{toy{"gopher", func(r *open.Call) (open.Resource, error) {
		return listingOf(r, typed("gopher://h/Ia", "application/octet-stream"), typed("gopher://h/sa", "application/octet-stream"),
			typed("gopher://h/9a", "application/octet-stream"), typed("gopher://h/Ia.jpg", "image/jpeg")), nil
	}}}})
	_, page := b.open("gopher://h/")
	var badges []string
	for _, m := range regexp.MustCompile(`<span class="badge">([^<]*)</span>`).FindAllStringSubmatch(page, -1) {
		badges = append(badges, m[1])
	}
	if want := []string{"picture", "sound", "file", "picture"}; !slices.Equal(badges, want) {
		t.Errorf("%q, want %q", badges, want)
	}
}

// B10, B11: the articles of a group are shown as threads, with their authors.
func TestThreads(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"news", func(r *open.Call) (open.Resource, error) {
		answer := entry("Re: fish", "news:2@h")
		answer.Depth, answer.Note = 1, []string{"by <b>Ann</b>"}
		deeper := entry("Re: fish", "news:3@h")
		deeper.Depth = 2
		return listingOf(r, entry("fish", "news:1@h"), answer, deeper, entry("fowl", "news:4@h")), nil
	}}}})
	_, page := b.open("news:rec.food")
	if n := strings.Count(page, `<li class="thread">`); n != 2 {
		t.Errorf("%d threads", n)
	}
	b.lacks(page, "<time>")
	b.wants(page, `data-depth="1"`, `data-depth="2"`, "by &lt;b&gt;Ann&lt;/b&gt;", "Answer, level 2:", `href="/open?url=news%3A3%40h"`)
}

// B14: hits are shown in the server's order with their scores.
func TestHits(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{toy{"wais", func(r *open.Call) (open.Resource, error) {
		best, other := entry("best", "wais://h/db/TEXT/1"), entry("other", "wais://h/db/TEXT/2")
		best.Note, other.Note = []string{"score 1000", "7 lines"}, []string{"score 12"}
		return listingOf(r, best, other), nil
	}}}})
	_, page := b.open("wais://h/db?fish")
	if got := names(page); !slices.Equal(got, []string{"best", "other"}) {
		t.Errorf("%q", got)
	}
	b.lacks(page, "<time>")
	b.wants(page, `value="1000"`, `<span class="score">12</span>`)
}

// No name from a server runs as a script or moves text outside its element.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	hostile := []string{"<script>alert(1)</script>", `"onmouseover="alert(1)`, "'><img src=x onerror=alert(1)>", "{{.Form}}", "\x1b[2J\x07", "a\r\nSet-Cookie: x", "\u202egnp.exe", "</table><h1>", "\xff\xfe", strings.Repeat("x", 1<<20)}
	var entries []open.Entry
	for _, name := range hostile {
		e := entry(name, "ftp://h/x")
		e.Link, e.Type, e.Note = name, name, []string{name}
		entries = append(entries, e)
	}
	show := func(r *open.Call) (open.Resource, error) {
		l := listingOf(r, entries...)
		l.Note = hostile
		return l, nil
	}
	b := start(t, Options{Openers: []open.Opener{toy{"ftp", show}, toy{"gopher", show}, toy{"news", show}, toy{"wais", show}}})
	for _, address := range []string{"ftp://h/", "gopher://h/", "news:a.b", "news:*", "wais://h/db?x"} {
		resp, page := b.open(address)
		b.lacks(page, "<script>alert", "<img", "\x1b", "\u202e", "</table><h1>", `"onmouseover=`)
		if resp.Header.Get("Set-Cookie") != "" || len(page) > 4<<20 {
			t.Errorf("%s: %d bytes, %v", address, len(page), resp.Header)
		}
	}
}

// A page of a table is made in bounded time and memory.
func BenchmarkListing(b *testing.B) {
	g := New(Options{Hosts: []string{inside}, Openers: []open.Opener{toy{"ftp", func(r *open.Call) (open.Resource, error) { return many(r, open.Policy{}.Effective().Entries, nil), nil }}}})
	defer g.Close()
	for b.Loop() {
		w := httptest.NewRecorder()
		g.ServeHTTP(w, visitor(g, "GET", "/open?url=ftp://h/"))
		io.Copy(io.Discard, w.Body)
	}
}
