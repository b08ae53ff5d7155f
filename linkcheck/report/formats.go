package report

import (
	"fmt"
	"io"
	"iter"
)

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

// IsStream reports whether a format is read while it is written. The other formats are
// documents, whose order should not change from run to run.
func IsStream(format string) bool { return format == "text" || format == "jsonl" }
