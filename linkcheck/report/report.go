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
	// Mode is how "text" shows the severity of a line: one of Modes. "" means "plain".
	Mode string
	// Version is the version of the program, for "sarif". "" leaves it out.
	Version string
	// ShowSecrets shows the tokens of URLs, which are hidden otherwise: see
	// earl.HideTokens. Passwords stay hidden.
	ShowSecrets bool
}
