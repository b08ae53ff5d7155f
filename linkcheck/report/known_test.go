package report_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// knownAndNew are a fault in a baseline and a fault with a copy in an archive.
func knownAndNew() []linkcheck.Result {
	return []linkcheck.Result{
		{URL: "http://h.example/known", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Known: true, Size: -1,
			Places: []linkcheck.Place{{File: "a.md", Line: 1, Column: 2, Text: "http://h.example/known"}}},
		{URL: "http://h.example/new", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Size: -1,
			Archived: &linkcheck.Copy{URL: "http://archive.example/2020/http://h.example/new", Time: noon},
			Places:   []linkcheck.Place{{File: "a.md", Line: 7, Column: 2, Text: "http://h.example/new"}}},
	}
}

// Reports for people contain a known fault only if they contain all results;
// reports for programs mark it as known. Every report contains the copy in an
// archive.
func TestKnownAndArchived(t *testing.T) {
	for format, want := range map[string]struct {
		known string // "": not in the report
		total string
		copy  string
	}{
		"text":     {"", "1 problem, 1 known", "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
		"jsonl":    {`"fault":true,"known":true`, `"faults":1,"warnings":0,"known":1`, `"archived":{"url":"http://archive.example/2020/http://h.example/new","time":"2026-11-21T12:00:00Z"}`},
		"junit":    {"<skipped></skipped>", `tests="2" failures="1" errors="0" skipped="1"`, "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
		"sarif":    {`"suppressions":[{"kind":"external"`, `"suppressions":[]`, "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
		"markdown": {"", "**1 problem, 1 known**", `archived\: http\://archive\.example`},
		"github":   {"", "1 problem, 1 known", "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
		"gitlab":   {"", `"severity":"major"`, "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
		"csv":      {"not-found,fault,true,", "not-found,fault,false,", ",http://archive.example/2020/http://h.example/new"},
		"html":     {"", "1 problem, 1 known; ", "archived: http://archive.example/2020/http://h.example/new (2026-11-21)"},
	} {
		var b strings.Builder
		w, err := report.New(format, &b, report.Options{Baseline: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range knownAndNew() {
			if err := w.Result(r); err != nil {
				t.Fatal(err)
			}
		}
		s := summary(knownAndNew())
		s.Severities[linkcheck.SeverityFault], s.Known = 1, 1
		if err := w.Close(s); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		for _, part := range []string{want.known, want.total, want.copy} {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in %s", format, part, got)
			}
		}
		if has := strings.Contains(got, "example/known"); has != (want.known != "") {
			t.Errorf("%s: the known fault is in the report: %v\n%s", format, has, got)
		}
	}
}

// A line end ends a workflow command; commas and colons end its properties.
// Those in a text are escaped. Source: GitHub's actions/toolkit,
// core/src/command.ts.
func TestGitHubEscapes(t *testing.T) {
	place := func(file string) linkcheck.Result {
		return linkcheck.Result{URL: "http://h/%0A", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Message: "100%\n::error::x",
			Places: []linkcheck.Place{{File: file, Line: 3, Column: 4, Text: "http://h/%0A"}}}
	}
	for file, want := range map[string]string{
		"docs/a.md":     "::error file=docs/a.md,line=3,col=4,title=not-found::http://h/%250A: 100%25",
		"a,b:c%d.md":    "::error file=a%2Cb%3Ac%25d.md,line=3,col=4,title=not-found::",
		"-":             "::error title=not-found::-:3:4: http://h/%250A: ",
		"":              "::error title=not-found::http://h/%250A: ",
		"http://h/page": "::error title=not-found::http://h/page:3:4: ",
	} {
		got, _, _ := strings.Cut(write(t, "github", report.Options{}, []linkcheck.Result{place(file)}), "\n")
		if !strings.HasPrefix(got, want) {
			t.Errorf("file %q: %s\nwant %s", file, got, want)
		}
	}
	for line := range strings.Lines(write(t, "github", report.Options{}, everything())) {
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") {
			t.Errorf("a command: %s", line)
		}
	}
}

// GitHub identifies a file by its path in the workspace, whatever the current
// directory is.
func TestGitHubNamesFilesOfTheWorkspace(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for workspace, want := range map[string]string{
		"":                               "file=docs/a.md,",
		here:                             "file=docs/a.md,",
		filepath.Dir(here):               "file=" + filepath.Base(here) + "/docs/a.md,",
		filepath.Join(here, "elsewhere"): "file=docs/a.md,",
		filepath.Join(here, "docs"):      "file=a.md,",
	} {
		got := write(t, "github", report.Options{Workspace: workspace}, []linkcheck.Result{{URL: "http://h/", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault,
			Places: []linkcheck.Place{{File: "docs/a.md", Line: 3, Column: 4, Text: "http://h/"}}}})
		if !strings.Contains(got, want) {
			t.Errorf("workspace %q: %s, want %s", workspace, got, want)
		}
	}
}

// Markdown lists faults before warnings, in whatever order they were found.
func TestMarkdownShowsFaultsFirst(t *testing.T) {
	got := write(t, "markdown", report.Options{}, results())
	faults, warnings := strings.Index(got, "## Problems"), strings.Index(got, "## Warnings")
	if faults < 0 || warnings < faults || strings.Index(got, "| redirected |") < warnings || strings.Index(got, "| not-found |") > warnings {
		t.Errorf("not faults first: %s", got)
	}
}

// A warning is not a failure in JUnit: its test passes, and the warning is in
// the output of the suite.
func TestJUnitWarningsPass(t *testing.T) {
	got := write(t, "junit", report.Options{}, []linkcheck.Result{{URL: "http://h/old", Status: linkcheck.Redirected, Severity: linkcheck.SeverityWarning, Final: "http://h/new",
		Places: []linkcheck.Place{{File: "a.md", Line: 1, Column: 2, Text: "http://h/old"}}}})
	for _, want := range []string{`failures="0"`, `<property name="warnings" value="1">`, "<system-out>a.md:1:2: http://h/old: redirected: it redirects to http://h/new\n</system-out>"} {
		if !strings.Contains(got, strings.ReplaceAll(want, "\n", "&#xA;")) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// "csv" has a row with the same columns for each place, and no formulas.
func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(write(t, "csv", report.Options{}, everything()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + 7 + 2*19*3; len(rows) != want || !slices.Equal(rows[0][:4], []string{"file", "line", "column", "link"}) {
		t.Errorf("%d rows, want %d: %q", len(rows), want, rows[0])
	}
	got := write(t, "csv", report.Options{}, []linkcheck.Result{{URL: "=cmd()", Status: linkcheck.Invalid, Message: "+1", Places: []linkcheck.Place{{File: "-", Line: 1, Column: 2, Text: "@x"}}}})
	if want := "file,line,column,link,url,status,severity,known,message,archived\n'-,1,2,'@x,'=cmd(),invalid,ok,false,'+1,\n"; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// The modes of "text" show the severity of each line.
func TestModes(t *testing.T) {
	all := []linkcheck.Result{
		{URL: "http://h/1", Status: linkcheck.NotFound, Severity: linkcheck.SeverityFault, Message: "gone"},
		{URL: "http://h/2", Status: linkcheck.Redirected, Severity: linkcheck.SeverityWarning, Message: "moved"},
		{URL: "http://h/3"},
	}
	for mode, want := range map[string]string{
		"":      "http://h/1: not-found: gone\nhttp://h/2: redirected: moved\nhttp://h/3: ok\n",
		"plain": "http://h/1: not-found: gone\nhttp://h/2: redirected: moved\nhttp://h/3: ok\n",
		"color": "http://h/1: \x1b[31mnot-found\x1b[0m: gone\nhttp://h/2: \x1b[33mredirected\x1b[0m: moved\nhttp://h/3: \x1b[32mok\x1b[0m\n",
		"emoji": "\u274c http://h/1: not-found: gone\n\u26a0\ufe0f http://h/2: redirected: moved\n\u2705 http://h/3: ok\n",
		"task":  "- [ ] http://h/1: not-found: gone\n- [x] http://h/2: redirected: moved\n- [x] http://h/3: ok\n",
	} {
		if got := write(t, "text", report.Options{All: true, Mode: mode}, all); !strings.HasPrefix(got, want+"\n") {
			t.Errorf("mode %q: %q, want %q", mode, got, want)
		}
	}
}
