package baseline_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/check/baseline"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// at returns a place.
func at(file string, line int64, text string) linkcheck.Place {
	return linkcheck.Place{File: file, Line: line, Column: 1, Text: text}
}

// fault returns a result that is a fault.
func fault(status linkcheck.Status, url string, places ...linkcheck.Place) linkcheck.Result {
	return linkcheck.Result{URL: url, Status: status, Severity: linkcheck.SeverityFault, Places: places}
}

// earlier returns the baseline in the report of some results.
func earlier(t *testing.T, results ...linkcheck.Result) *baseline.Baseline {
	t.Helper()
	var b strings.Builder
	w, err := report.New("jsonl", &b, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Result(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(linkcheck.Summary{}); err != nil {
		t.Fatal(err)
	}
	base, err := baseline.Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// A fault is identified by its file, text and status. Its line may change.
func TestSplitKnowsFaults(t *testing.T) {
	b := earlier(t,
		fault(linkcheck.NotFound, "http://h/a", at("a.md", 3, "http://h/a"), at("b.md", 1, "http://h/a")),
		fault(linkcheck.NotFound, "http://joe:xxxxx@h/s", at("a.md", 4, "http://joe:s3cr3t@h/s")),
		linkcheck.Result{URL: "http://h/fine", Places: []linkcheck.Place{at("a.md", 9, "http://h/fine")}},
		linkcheck.Result{URL: "http://h/moved", Status: linkcheck.Redirected, Severity: linkcheck.SeverityWarning, Places: []linkcheck.Place{at("a.md", 10, "http://h/moved")}},
	)
	known := "known"
	for _, c := range []struct {
		name string
		in   linkcheck.Result
		want []string // "known" or "new" with the number of places
	}{
		{"another line", fault(linkcheck.NotFound, "http://h/a", at("a.md", 99, "http://h/a")), []string{known}},
		{"with a password", fault(linkcheck.NotFound, "http://joe:xxxxx@h/s", at("a.md", 5, "http://joe:s3cr3t@h/s")), []string{known}},
		{"another file", fault(linkcheck.NotFound, "http://h/a", at("c.md", 3, "http://h/a")), []string{"new"}},
		{"another status", fault(linkcheck.TimedOut, "http://h/a", at("a.md", 3, "http://h/a")), []string{"new"}},
		{"another text", fault(linkcheck.NotFound, "http://h/a", at("a.md", 3, "/a")), []string{"new"}},
		{"it worked before", fault(linkcheck.NotFound, "http://h/fine", at("a.md", 9, "http://h/fine")), []string{"new"}},
		{"one of two places", fault(linkcheck.NotFound, "http://h/a", at("a.md", 3, "http://h/a"), at("new.md", 3, "http://h/a")), []string{"new", known}},
		{"a warning that is strict now", fault(linkcheck.Redirected, "http://h/moved", at("a.md", 10, "http://h/moved")), []string{known}},
		{"a warning", linkcheck.Result{URL: "http://h/moved", Status: linkcheck.Redirected, Severity: linkcheck.SeverityWarning, Places: []linkcheck.Place{at("a.md", 10, "http://h/moved")}}, []string{"new"}},
	} {
		var got []string
		places := 0
		for _, r := range b.Split(c.in) {
			word := "new"
			if r.Known {
				word = known
			}
			got, places = append(got, word), places+len(r.Places)
		}
		if !slices.Equal(got, c.want) || places != len(c.in.Places) {
			t.Errorf("%s: %v with %d places, want %v", c.name, got, places, c.want)
		}
	}
}

// A URL is a known fault if all of its places are known, also if they come one
// after another.
func TestCountMovesKnownFaults(t *testing.T) {
	one := fault(linkcheck.NotFound, "http://h/1", at("a.md", 1, "http://h/1"))
	two := fault(linkcheck.NotFound, "http://h/2", at("a.md", 2, "http://h/2"))
	b := earlier(t, one, two)
	b.Split(one)
	b.Split(fault(linkcheck.NotFound, "http://h/2", at("new.md", 7, "http://h/2")))
	b.Split(two)
	b.Split(fault(linkcheck.NotFound, "http://h/3", at("a.md", 8, "http://h/3")))
	s := linkcheck.Summary{}
	s.Severities[linkcheck.SeverityFault] = 3
	b.Count(&s)
	if s.Known != 1 || s.Faults() != 2 {
		t.Errorf("%d known, %d faults; want 1 and 2", s.Known, s.Faults())
	}
}

// Entries that the check did not find are gone.
func TestGone(t *testing.T) {
	one := fault(linkcheck.NotFound, "http://h/1", at("b.md", 1, "http://h/1"), at("a.md", 1, "http://h/1"))
	b := earlier(t, one, fault(linkcheck.Failed, "http://h/2", at("a.md", 2, "http://h/2")))
	b.Split(fault(linkcheck.NotFound, "http://h/1", at("a.md", 1, "http://h/1")))
	if got := b.Gone(); len(got) != 2 || got[0].String() != "a.md: http://h/2: failed" || got[1].String() != "b.md: http://h/1: not-found" {
		t.Errorf("gone: %v", got)
	}
}

// A warning of the baseline that is still a warning is not gone.
func TestGoneLeavesOutWarnings(t *testing.T) {
	moved := linkcheck.Result{URL: "http://h/moved", Status: linkcheck.Redirected, Severity: linkcheck.SeverityWarning, Places: []linkcheck.Place{at("a.md", 1, "http://h/moved"), at("b.md", 1, "http://h/moved")}}
	b := earlier(t, moved)
	moved.Places = moved.Places[:1]
	b.Split(moved)
	if got := b.Gone(); len(got) != 1 || got[0].String() != "b.md: http://h/moved: redirected" {
		t.Errorf("gone: %v; want only the warning of b.md", got)
	}
}

// A file that is not a report is an error with a position.
func TestReadRefusesOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "the file is empty",
		"{\"url\":\"x\"}":          "object 1 has no status",
		"{\"status\":\"ok\"}\n{}":  "object 2 has no status",
		"[1]":                      "object 1: ",
		"{\"status\":\"ok\"}\nxyz": "object 2: ",
	} {
		if _, err := baseline.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%q): %v, want %q", text, err, want)
		}
	}
	// The report of an older version has no warnings.
	b, err := baseline.Read(strings.NewReader(`{"url":"http://h/","status":"not-found","fault":true,"places":[{"file":"a.md","text":"/"}]}`))
	if err != nil || len(b.Gone()) != 1 {
		t.Errorf("an older report: %v, %v", b, err)
	}
}

// A file name may be written in several ways.
func TestSplitKnowsFilesByAnyName(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	absolute := filepath.Join(dir, "d", "a.md")
	for _, names := range [][2]string{{"d/a.md", "./d/a.md"}, {"./d/a.md", absolute}, {absolute, "d/../d/a.md"}} {
		b := earlier(t, fault(linkcheck.NotFound, "http://h/a", at(names[0], 1, "http://h/a")))
		parts := b.Split(fault(linkcheck.NotFound, "http://h/a", at(names[1], 1, "http://h/a")))
		if len(parts) != 1 || !parts[0].Known {
			t.Errorf("a fault in %s is new for a baseline that has it in %s", names[1], names[0])
		}
	}
}
