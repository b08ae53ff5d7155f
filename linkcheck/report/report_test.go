package report_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// noon is the time of the tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// results are one result of each kind.
func results() []linkcheck.Result {
	home := extract.BaseOf(earl.RFC3986.MustParse("http://h.example/"))
	return rated([]linkcheck.Result{
		{URL: "http://h.example/", Status: linkcheck.OK, Final: "http://h.example/", Time: noon, Took: 20 * time.Millisecond, Type: "text/html", Size: 512, Digest: "d", Shape: "s", Title: "Home"},
		{URL: "http://h.example/old", Status: linkcheck.Redirected, Final: "http://h.example/new", Time: noon, Size: -1,
			Hops:   []linkcheck.Hop{{To: "http://h.example/mid", Permanent: true}, {To: "http://h.example/new"}},
			Places: []linkcheck.Place{{File: "docs/a b.md", Offset: 120, Line: 7, Column: 3, Text: "http://h.example/old"}}},
		{URL: "http://h.example/news", Status: linkcheck.Changed, Final: "http://h.example/news", Time: noon, Size: 9, Title: "Casino",
			Before: &linkcheck.Observation{Time: noon.AddDate(0, -1, 0), Size: -1, Title: "Parish"},
			Places: []linkcheck.Place{{File: "http://h.example/", Offset: 30, Line: 2, Column: 10, Text: "news", Base: home}}},
		{URL: "ftp://f.example/gone", Status: linkcheck.NotFound, Message: "RETR gone: 550 no such file", Section: "rfc1738 3.2.2", Time: noon, Took: time.Second, Size: -1,
			Places: []linkcheck.Place{
				{File: "docs/a b.md", Offset: 200, Line: 9, Column: 1, Text: "ftp://f.example/gone"},
				{File: "/srv/é.html", Offset: 5, Line: 1, Column: 6, Text: "ftp://f.example/gone"}}},
		{URL: "httq://h/", Status: linkcheck.UnknownScheme, Size: -1, Places: []linkcheck.Place{{Text: "httq://h/"}}},
		{URL: "wais://w.example/db", Status: linkcheck.Skipped, Message: "excluded", Size: -1},
	})
}

// rated sets the severities of results from their statuses, and returns them.
func rated(all []linkcheck.Result) []linkcheck.Result {
	for i := range all {
		all[i].Severity = all[i].Status.Severity()
	}
	return all
}

// summary returns the summary of results.
func summary(all []linkcheck.Result) linkcheck.Summary {
	s := linkcheck.Summary{URLs: len(all), Pages: 1, Began: noon, Took: 1500 * time.Millisecond}
	for _, r := range all {
		s.Places += len(r.Places)
		s.Counts[r.Status]++
		s.Severities[r.Severity]++
	}
	return s
}

// write returns a report of results.
func write(t *testing.T, format string, o report.Options, all []linkcheck.Result) string {
	t.Helper()
	var b strings.Builder
	w, err := report.New(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	s := summary(all)
	for _, r := range all {
		if err := w.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden compares each report with a reviewed one.
func TestGolden(t *testing.T) {
	for format := range report.Formats() {
		for name, o := range map[string]report.Options{format: {Version: "1.0"}, format + "-all": {All: true, Version: "1.0"}} {
			file := filepath.Join("testdata", name+".golden")
			got := write(t, format, o, results())
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
			}
		}
	}
}

// A report without results says so, and is well-formed.
func TestNothing(t *testing.T) {
	for format := range report.Formats() {
		if got := write(t, format, report.Options{}, nil); got == "" {
			t.Errorf("%s: nothing", format)
		}
	}
	if got, want := write(t, "text", report.Options{}, nil), "0 URLs in 0 places, 1 document read, 1.5s\nnothing was checked\n"; got != want {
		t.Errorf("text: %q, want %q", got, want)
	}
}

func TestNoSuchFormat(t *testing.T) {
	if _, err := report.New("pdf", nil, report.Options{}); err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Errorf("New(pdf) = %v", err)
	}
	want := []string{"text", "jsonl", "junit", "sarif", "markdown", "github", "gitlab", "csv", "html"}
	if got := slices.Collect(report.Formats()); !slices.Equal(got, want) {
		t.Errorf("Formats: %v, want %v", got, want)
	}
	for range report.Formats() {
		break
	}
}

// full is a disk that is full after some bytes.
type full struct{ room int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// A write error is returned, wherever it happens.
func TestDiskIsFull(t *testing.T) {
	for format := range report.Formats() {
		size := len(write(t, format, report.Options{}, results()))
		for room := 0; room < size; room += 1 + size/50 {
			w, err := report.New(format, &full{room}, report.Options{})
			for _, r := range results() {
				if err == nil {
					err = w.Result(r)
				}
			}
			if err == nil {
				err = w.Close(summary(results()))
			}
			if !errors.Is(err, errFull) {
				t.Errorf("%s, room for %d of %d bytes: %v", format, room, size, err)
			}
		}
	}
}

// hostile is a text that a server or a file may contain, in any field.
const hostile = "\"'><script>alert(1)</script>`|\\[x](javascript:alert(1))\x1b[2J\x9b\x00\r\n\t\xff\u202e\u2028]]>&amp;--> ${{7*7}} *_# é"

// spoiled is a result with hostile text in each text field.
func spoiled(status linkcheck.Status) linkcheck.Result {
	place := linkcheck.Place{File: hostile, Line: 1, Column: 1, Text: hostile}
	return linkcheck.Result{
		URL: "javascript:" + hostile, Status: status, Severity: status.Severity(), Message: hostile, Section: hostile, Places: []linkcheck.Place{place, {File: "javascript:alert(1)", Line: 1, Column: 1}, {}},
		Hops: []linkcheck.Hop{{To: "data:text/html," + hostile}, {To: "http://h.example/?" + hostile}}, Final: hostile,
		Type: hostile, Digest: hostile, Shape: hostile, Title: hostile,
		Before: &linkcheck.Observation{URL: hostile, Final: hostile, Type: hostile, Digest: hostile, Shape: hostile, Title: hostile},
	}
}

// F2: no report contains a character that controls a terminal or changes the direction of
// writing.
func TestNoReportSteersATerminal(t *testing.T) {
	for format := range report.Formats() {
		for status := range linkcheck.Parked + 1 {
			r := spoiled(status)
			bare := r
			bare.Message = "" // because the report's own text quotes the other fields
			got := write(t, format, report.Options{All: true, Version: hostile}, []linkcheck.Result{r, bare})
			for i, c := range got {
				if c != '\n' && !(c == '\t' && format == "html") && (unicode.IsControl(c) || c == 0x202E || c == 0x2028) {
					t.Fatalf("%s, %v: %q at %d of %q", format, status, c, i, got)
				}
			}
		}
	}
}
