package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/check/store"
	"github.com/earl-url/earl/linkcheck"
)

// record makes a database of several runs that checked a URL.
func record(t *testing.T, url string, all ...linkcheck.Observation) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "links.sqlite")
	for i, o := range all {
		m, err := store.Open(t.Context(), path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := linkcheck.Result{URL: url, Status: o.Status, Final: o.Final, Type: o.Type, Size: o.Size, Digest: o.Shape, Shape: o.Shape, Title: o.Title}
		r.Time = time.Date(2026, 11, 1+i, 12, 0, 0, 0, time.UTC)
		if err := m.Keep(t.Context(), r, nil); err != nil {
			t.Fatal(err)
		}
		if err := m.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// earlRun runs the command with files as its streams.
func earlRun(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	dir := t.TempDir()
	var files [2]*os.File
	for i := range files {
		f, err := os.Create(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	status = run(&streams{out: files[0], err: files[1]}, args)
	var text [2]string
	for i, f := range files {
		b, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(b)
	}
	return text[0], text[1], status
}

// F4, rfc1738 6: each check has a line, which reports changed content, even after a day without
// a response.
func TestHistory(t *testing.T) {
	const url = "http://h.example/a"
	db := record(t, url,
		linkcheck.Observation{Type: "text/html", Size: 100, Shape: "s1", Title: "Parish", Final: url},
		linkcheck.Observation{Status: linkcheck.TimedOut, Size: -1},
		linkcheck.Observation{Status: linkcheck.Changed, Type: "text/html", Size: 200, Shape: "s2", Title: "Casino\x1b[2J", Final: "http://i.example/"},
		linkcheck.Observation{Status: linkcheck.NoFragment, Size: -1, Shape: "s3"},
		linkcheck.Observation{Status: linkcheck.Changed, Size: -1},
	)
	want := `2026-11-01T12:00:00Z ok, text/html, 100 bytes "Parish"
2026-11-02T12:00:00Z timed-out
2026-11-03T12:00:00Z changed, text/html, 200 bytes "Casino\x1B[2J" -> http://i.example/: changed since 2026-11-01T12:00:00Z
2026-11-04T12:00:00Z no-fragment: changed since 2026-11-03T12:00:00Z
2026-11-05T12:00:00Z changed: changed since 2026-11-04T12:00:00Z
`
	out, errs, status := earlRun(t, "history", "--db", db, url+"#fragment")
	if out != want || errs != "" || status != statusDone {
		t.Errorf("status %d, %s%s\nwant %s", status, out, errs, want)
	}
	out, _, _ = earlRun(t, "history", "--db", db, "--json", url)
	var changed []bool
	for line := range strings.Lines(out) {
		var o struct {
			URL, Status, Title, Shape string
			Time                      time.Time
			Changed                   bool
			Size                      *int64
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil || o.URL != url || o.Time.IsZero() || (o.Size == nil) != (o.Title == "") {
			t.Errorf("%v: %s", err, line)
		}
		changed = append(changed, o.Changed)
	}
	if len(changed) != 5 || changed[0] || changed[1] || !changed[2] || !changed[3] || !changed[4] {
		t.Errorf("changed: %v", changed)
	}
}

// The exit status shows whether there are results, and whether the file could be read.
func TestHistoryStatus(t *testing.T) {
	db := record(t, "http://h.example/", linkcheck.Observation{})
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--db", db, "http://i.example/"}, statusNo, "has no results for http://i.example/"},
		{[]string{"--db", db, "ftp://joe:geheim@i.example/"}, statusNo, "ftp://joe:xxxxx@i.example/"},
		{[]string{"--db", db, "no URL:geheim@x"}, statusNo, "xxxxx"},
		{[]string{"--db", db + "x", "http://h.example/"}, statusUsage, "no such file"},
		{[]string{"--db", os.Args[0], "http://h.example/"}, statusUsage, "not a database of earl check"},
		{[]string{"http://h.example/"}, statusUsage, "--db FILE"},
		{[]string{"--db", db}, statusUsage, "the usage is: earl history"},
	} {
		out, errs, status := earlRun(t, append([]string{"history"}, c.args...)...)
		if status != c.status || !strings.Contains(errs, c.says) || out != "" || strings.Contains(errs, "geheim") {
			t.Errorf("%v: status %d, %q, %q; want %d, %q", c.args, status, out, errs, c.status, c.says)
		}
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		return
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	if status := run(&streams{out: full, err: full}, []string{"history", "--db", db, "http://h.example/"}); status != statusLocal {
		t.Errorf("a full disk: status %d", status)
	}
}
