// Package report writes the results of a check of links: for people, for programs and
// for build services.
//
//	w, err := report.New("text", os.Stdout, report.Options{})
//	...
//	for r := range results {
//		if err := w.Result(r); err != nil {
//			return err
//		}
//	}
//	return w.Close(summary)
//
// Text of servers and files is hostile. Each format escapes it in its own way, and no
// report contains control characters. Reports contain no passwords, and no tokens
// without Options.ShowSecrets.
package report

import (
	"fmt"
	"io"
	"iter"

	"github.com/earl-url/earl/linkcheck"
)

// A Writer writes one report. It is for one goroutine.
type Writer interface {
	// Result writes one result, or keeps it until Close: see New.
	Result(linkcheck.Result) error
	// Close writes the rest and the summary. It does not close the io.Writer.
	Close(linkcheck.Summary) error
}

// Options are the settings of a report. With the zero Options it contains problems and
// warnings.
type Options struct {
	// All includes each URL, even if it is OK or known, in "text", "markdown" and "html".
	// "jsonl", "junit" and "csv" always include all, "sarif", "github" and "gitlab" never.
	All bool
	// Baseline says that the results were compared with a baseline. "sarif" then writes
	// for each result whether the baseline suppresses it.
	Baseline bool
	// Workspace is the directory that file names of "github" and "gitlab" are relative
	// to: these services know files by their path in the repository. "" means the
	// working directory.
	Workspace string
	// Mode is how "text" shows the severity of a line. "" means Plain.
	Mode Mode
	// Version is the version of the program, for "sarif". "" leaves it out.
	Version string
	// ShowSecrets shows the tokens of URLs, which are hidden otherwise: see
	// earl.HideTokens. Passwords stay hidden.
	ShowSecrets bool
}

// formats are the writers by name.
var formats = [...]struct {
	name string
	new  func(io.Writer, Options) Writer
}{
	{"text", newText},
	{"jsonl", newJSON},
	{"junit", newJUnit},
	{"sarif", newSARIF},
	{"markdown", newMarkdown},
	{"github", newGitHub},
	{"gitlab", newGitLab},
	{"csv", newCSV},
	{"html", newHTML},
}

// Formats yields the names of the formats.
func Formats() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range formats {
			if !yield(f.name) {
				return
			}
		}
	}
}

// New returns a writer of a report to w:
//
//   - "text": a line for each place, file:line:column: link: status: why
//   - "jsonl": a JSON object for each URL, and one for the summary
//   - "junit": JUnit XML, a test suite for each file and a test for each place
//   - "sarif": SARIF 2.1.0, a result for each place
//   - "markdown": totals, then a table of problems and one of warnings
//   - "github": workflow commands, which GitHub shows as annotations of lines
//   - "gitlab": a code quality report, a JSON array with an element for each place
//   - "csv": a row for each place, with the names of the columns first
//   - "html": one page that loads nothing, and needs no script
//
// The name of a link is its text, unchanged from the file. The resolved URL follows in
// angle brackets, or is the target of the text, unless it is a local file.
//
// Each Result is written at once, except in "junit", "markdown" and "html": these formats
// begin with totals, so they keep everything until Close.
func New(format string, w io.Writer, o Options) (Writer, error) {
	for _, f := range formats {
		if f.name == format {
			if o.ShowSecrets {
				return f.new(w, o), nil
			}
			return hiding{f.new(w, o)}, nil
		}
	}
	return nil, fmt.Errorf("report: no format %q", format)
}
