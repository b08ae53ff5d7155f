package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/linkcheck"
)

// noon is the time of the tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456789, time.UTC)

// open opens a database that the test closes.
func open(t *testing.T, path string, o store.Options) *store.Store {
	t.Helper()
	m, err := store.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// finish ends a run.
func finish(t *testing.T, m *store.Store) {
	t.Helper()
	if err := m.Finish(t.Context()); err != nil {
		t.Error(err)
	}
	closeIt(t, m)
}

// closeIt closes a database.
func closeIt(t *testing.T, m *store.Store) {
	t.Helper()
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// keep keeps a result.
func keep(t *testing.T, m *store.Store, r linkcheck.Result, links []linkcheck.Link) {
	t.Helper()
	if err := m.Keep(t.Context(), r, links); err != nil {
		t.Fatal(err)
	}
}

// done returns the result of a run for a URL.
func done(t *testing.T, m *store.Store, url string) (linkcheck.Result, []linkcheck.Link, bool) {
	t.Helper()
	r, links, ok, err := m.Done(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return r, links, ok
}

// hostile are texts that the database must return unchanged.
var hostile = []string{"", "plain", "é 漢字", "a\x00b", "\xff\xfe", "'; DROP TABLE run; --", "\x1b[2J", "<b>&amp;</b>", "line\nline\r\n", `"\`}

// sample returns a result and links with a value in each field, different for each n.
func sample(n int) (linkcheck.Result, []linkcheck.Link) {
	odd := hostile[n%len(hostile)]
	from := extract.Base{URL: earl.RFC1738.MustParse(fmt.Sprintf("http://h.example/dir/%d", n)), From: extract.BaseSource(1 + n%4)}
	place := linkcheck.Place{File: odd + "file", Offset: int64(n), Line: 3, Column: 1 << 40, Text: odd + "text", Base: from}
	r := linkcheck.Result{
		URL: fmt.Sprintf("http://h.example/%d", n), Status: linkcheck.Status(n % 15), Message: odd + "message", Section: "rfc1738 6",
		Places: []linkcheck.Place{place, {File: "b", Text: "c"}},
		Hops:   []linkcheck.Hop{{To: "http://h.example/a?b&c<d>", Permanent: true}, {To: "http://i.example/"}},
		Final:  "http://i.example/", Time: noon.Add(time.Duration(n)), Took: 1234567 * time.Nanosecond,
		Type: "text/html" + odd, Size: int64(n) - 1, Digest: "ab12", Shape: "cd34", Title: odd + "title", Anchors: []byte(odd + "\x00anchors"),
	}
	var links []linkcheck.Link
	for i := range n % 4 {
		links = append(links, linkcheck.Link{URL: fmt.Sprintf("ftp://f.example/%d/%d#x", n, i), Place: place})
	}
	return r, links
}

// equal compares a kept result with an expected one. It compares times with time.Time.Equal.
func equal(t *testing.T, got, want linkcheck.Result, gotLinks, wantLinks []linkcheck.Link) {
	t.Helper()
	if !got.Time.Equal(want.Time) {
		t.Errorf("%s: time %v, want %v", want.URL, got.Time, want.Time)
	}
	got.Time, want.Time = time.Time{}, time.Time{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", want.URL, got, want)
	}
	if !reflect.DeepEqual(gotLinks, wantLinks) {
		t.Errorf("%s: links\n got %+v\nwant %+v", want.URL, gotLinks, wantLinks)
	}
}

// F4: a run that did not end is resumed with exactly the results that it had kept.
func TestResumedRunKnowsWhatWasKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a%20?#b.sqlite")
	options := store.Options{Targets: []string{"http://h.example/", "--depth=content"}}
	m := open(t, path, options)
	if m.Resumed() {
		t.Error("a new run is resumed")
	}
	const n = 40
	for i := range n {
		r, links := sample(i)
		keep(t, m, r, links)
	}
	first, links := sample(0)
	r, known, ok := done(t, m, first.URL) // maybe not yet written
	if !ok {
		t.Fatal("what was kept is not known")
	}
	equal(t, r, first, known, links)
	closeIt(t, m)

	m = open(t, path, options)
	if !m.Resumed() {
		t.Fatal("the run is not resumed")
	}
	for i := range n {
		want, wantLinks := sample(i)
		got, links, ok := done(t, m, want.URL)
		if !ok {
			t.Fatalf("%s is not known", want.URL)
		}
		equal(t, got, want, links, wantLinks)
	}
	if _, _, ok := done(t, m, "http://h.example/other"); ok {
		t.Error("what was never kept is known")
	}
	again, _ := sample(3)
	again.Status, again.Places = linkcheck.NotFound, nil
	keep(t, m, again, nil)
	finish(t, m)

	if m = open(t, path, options); m.Resumed() {
		t.Error("a run that ended is resumed")
	}
	if _, _, ok := done(t, m, first.URL); ok {
		t.Error("what another run kept is done")
	}
	last, ok, err := m.Last(t.Context(), again.URL)
	if err != nil || !ok || last.Status != linkcheck.NotFound {
		t.Errorf("Last = %+v, %v, %v; want the result that took the place of another", last, ok, err)
	}
	closeIt(t, m)
}

// A run is resumed only by the same targets and by one program, and only if it was the last
// one.
func TestWhatIsResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	a, b := store.Options{Targets: []string{"a"}, Now: func() time.Time { return noon }}, store.Options{Targets: []string{"b"}}
	first := open(t, path, a)
	other := open(t, path, a)
	if other.Resumed() {
		t.Error("another program resumed a run that has not ended")
	}
	finish(t, other)
	closeIt(t, first)
	m := open(t, path, a)
	if m.Resumed() {
		t.Error("a run is resumed although a later one of the same targets has ended")
	}
	closeIt(t, m)
	if m = open(t, path, b); m.Resumed() {
		t.Error("a run of other targets is resumed")
	}
	closeIt(t, m)
	if m = open(t, path, a); !m.Resumed() || !m.Started().Equal(noon) {
		t.Errorf("Resumed = %v, started %v", m.Resumed(), m.Started())
	}
	closeIt(t, m)
	a.Fresh = true
	if m = open(t, path, a); m.Resumed() {
		t.Error("Fresh resumes")
	}
	closeIt(t, m)
	left, err := filepath.Glob(path + "-*")
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// observe makes a run with one result.
func observe(t *testing.T, path string, r linkcheck.Result) {
	t.Helper()
	m := open(t, path, store.Options{Targets: []string{"t"}})
	last, ok, err := m.Last(t.Context(), r.URL)
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		r.Before = &last
	}
	keep(t, m, r, nil)
	finish(t, m)
}

// F4, rfc1738 6: a day without a response does not erase the content that a URL had before.
func TestLastRemembersContentBehindAFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	const url = "http://h.example/"
	observe(t, path, linkcheck.Result{URL: url, Time: noon, Type: "text/plain", Size: 5, Digest: "d1", Shape: "s1", Title: "one"})
	observe(t, path, linkcheck.Result{URL: url, Time: noon.Add(time.Hour), Status: linkcheck.TimedOut, Size: -1})
	m := open(t, path, store.Options{Targets: []string{"t"}})
	keep(t, m, linkcheck.Result{URL: url, Digest: "d2"}, nil)
	if err := m.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, ok, err := m.Last(t.Context(), url)
	want := linkcheck.Observation{URL: url, Time: noon.Add(time.Hour), Status: linkcheck.TimedOut, Type: "text/plain", Size: 5, Digest: "d1", Shape: "s1", Title: "one"}
	if err != nil || !ok || got != want {
		t.Errorf("Last = %+v, %v, %v\nwant %+v: of before this run, with the content that was seen last", got, ok, err, want)
	}
	if got, ok, err := m.Last(t.Context(), "http://h.example/other"); ok || err != nil {
		t.Errorf("Last = %+v, %v, %v for a URL without a result", got, ok, err)
	}
	closeIt(t, m)
}

// F4: users can query the database with their own tools.
func TestViewsForPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	const url = "http://h.example/"
	place := []linkcheck.Place{{File: "README", Line: 7, Column: 3, Text: url}}
	observe(t, path, linkcheck.Result{URL: url, Time: noon, Digest: "d1", Shape: "s1", Title: "Parish", Places: place})
	observe(t, path, linkcheck.Result{URL: url, Time: noon.Add(time.Hour), Status: linkcheck.Changed, Digest: "d2", Shape: "s2", Title: "Casino", Places: place})
	observe(t, path, linkcheck.Result{URL: "ftp://gone.example/", Time: noon, Status: linkcheck.NotFound, Message: "550 no such file", Places: place})
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for query, want := range map[string]string{
		`SELECT url || ' ' || time || ' ' || before || ' ' || title || ' ' || title_before FROM changed`: "http://h.example/ 2026-11-21T13:00:00.123456789Z 2026-11-21T12:00:00.123456789Z Casino Parish",
		`SELECT url || ' ' || message || ' ' || file || ':' || line || ':' || "column" FROM broken`:      "ftp://gone.example/ 550 no such file README:7:3",
		`SELECT group_concat(url || ' ' || status, ', ' ORDER BY url) FROM current`:                      "ftp://gone.example/ not-found, http://h.example/ changed",
		`SELECT group_concat(status, ' ' ORDER BY time) FROM history WHERE url = '` + url + `'`:          "ok changed",
		`SELECT count(*) FROM place`:                             "2", // those of the run before are no longer news
		`SELECT count(*) FROM run WHERE ended > started`:         "3",
		`SELECT julianday(max(time)) > 2461000 FROM observation`: "1",
	} {
		var got string
		if err := db.QueryRow(query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", query, got, err, want)
		}
	}
}

// History yields every observation, and only reads.
func TestHistory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "links.sqlite")
	const url = "http://h.example/"
	for i, s := range []linkcheck.Status{linkcheck.OK, linkcheck.TimedOut, linkcheck.Changed} {
		observe(t, path, linkcheck.Result{URL: url, Time: noon.Add(time.Duration(i) * time.Hour), Status: s, Size: int64(i) - 1})
	}
	read := func() (got string) {
		for o, err := range store.History(t.Context(), path, url) {
			if err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf("%v %v %d; ", o.Time.Hour(), o.Status, o.Size)
		}
		return got
	}
	const want = "12 ok -1; 13 timed-out 0; 14 changed 1; "
	if got := read(); got != want {
		t.Errorf("History: %s, want %s", got, want)
	}
	m := open(t, path, store.Options{}) // while a check runs
	if got := read(); got != want {
		t.Errorf("beside a check: %s, want %s", got, want)
	}
	closeIt(t, m)
	for range store.History(t.Context(), path, url) {
		break
	}
	for _, err := range store.History(t.Context(), path, "http://none.example/") {
		t.Error("something of nothing", err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if got := read(); got != want {
		t.Errorf("read only: %s, want %s", got, want)
	}
	for _, err := range store.History(t.Context(), filepath.Join(dir, "none"), url) {
		if err == nil || !strings.Contains(err.Error(), "none: no such file") {
			t.Errorf("of a file that is not there: %v", err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("reading made a file")
	}
}

// F3: the file contains no password, however it is written in a text. A URL with a password is
// checked again.
func TestNoPasswordIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	secret := fmt.Sprintf("geheim%d", rand.Uint64())
	whole := "ftp://joe:" + secret + "@h.example/"
	based, err := earl.RFC1738.Parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	options := store.Options{Targets: []string{whole}}
	m := open(t, path, options)
	in := extract.Base{URL: based, From: extract.FromRetrieval}
	page := linkcheck.Result{URL: "http://h.example/", Final: whole, Places: []linkcheck.Place{{File: whole, Text: whole, Base: in}}}
	keep(t, m, page, nil)
	keep(t, m, linkcheck.Result{URL: whole, Hops: []linkcheck.Hop{{To: whole}}}, nil)
	for i, text := range []string{whole, "ftp://joe:" + secret[:3] + "\n> " + secret[3:] + "&#64;h.example/", "ftp&#58;//joe&#58;" + secret + "&#64;h.example/"} {
		links := []linkcheck.Link{{URL: whole, Place: linkcheck.Place{Text: text}}, {URL: "http://i.example/"}}
		keep(t, m, linkcheck.Result{URL: fmt.Sprintf("http://h.example/%d", i)}, links)
	}
	keep(t, m, linkcheck.Result{URL: "http://h.example/base"}, []linkcheck.Link{{URL: "ftp://h.example/x", Place: linkcheck.Place{Text: "x", Base: in}}})
	keep(t, m, linkcheck.Result{URL: "http://h.example/plain"}, nil)
	if err := m.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	look := func() {
		files, err := filepath.Glob(path + "*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), secret) || strings.Contains(string(text), secret[3:]) {
				t.Errorf("%s has the password", name)
			}
		}
	}
	look()
	closeIt(t, m)
	look()
	m = open(t, path, options)
	if !m.Resumed() {
		t.Fatal("not resumed")
	}
	for _, url := range []string{"http://h.example/", whole, earl.Redact(whole), "http://h.example/0", "http://h.example/1", "http://h.example/2", "http://h.example/base"} {
		if _, _, ok := done(t, m, url); ok {
			t.Errorf("%s is done, although a password is missing", url)
		}
	}
	if _, _, ok := done(t, m, "http://h.example/plain"); !ok {
		t.Error("what had no password is not done")
	}
	closeIt(t, m)
}

// If there are many unwritten results, Keep waits for the disk or for the end of its context.
func TestKeepWaitsForRoom(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "links.sqlite"), store.Options{})
	defer closeIt(t, m)
	links := make([]linkcheck.Link, 3000)
	for i := range 20 {
		keep(t, m, linkcheck.Result{URL: fmt.Sprint("http://h.example/", i)}, links)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range 20 {
		if err := m.Keep(ctx, linkcheck.Result{URL: fmt.Sprint("http://i.example/", i)}, links); err != nil {
			return
		}
	}
	t.Error("Keep takes 60,000 links after its context has ended")
}

// An interrupted Flush or Finish loses nothing: the next one writes it.
func TestInterruptedFlush(t *testing.T) {
	path := filepath.Join(t.TempDir(), "links.sqlite")
	m := open(t, path, store.Options{})
	r, links := sample(3)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	keep(t, m, r, links)
	m.Flush(ended) // the writer may have been faster
	if err := m.Finish(ended); err == nil {
		t.Error("Finish takes no note of its context")
	}
	if _, _, err := m.Last(ended, r.URL); err == nil {
		t.Error("Last takes no note of its context")
	}
	closeIt(t, m)
	m = open(t, path, store.Options{})
	if _, _, ok := done(t, m, r.URL); !ok || !m.Resumed() {
		t.Errorf("known %v, resumed %v", ok, m.Resumed())
	}
	if _, _, _, err := m.Done(ended, r.URL); err == nil {
		t.Error("Done takes no note of its context")
	}
	finish(t, m)
}
