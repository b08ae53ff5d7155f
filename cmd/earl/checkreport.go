package main

import (
	"iter"
	"os"
	"slices"

	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/fix"
	"github.com/earl-url/earl/linkcheck/report"
)

// reportFormats are the formats of a report.
var reportFormats = slices.Collect(report.Formats())

// isStream reports whether a format is read while it is written: the others are
// documents, whose order should not change from run to run.
func isStream(format string) bool { return format == "text" || format == "jsonl" }

// A reportFile is a report on its way to a file. The zero reportFile goes nowhere.
type reportFile struct {
	report.Writer
	file *os.File // nil: stdout
}

// report begins the report that the flags ask for. Where stdout has a diff, a
// report needs a file.
func (f *checkFlags) report(s *streams) (w reportFile, err error) {
	out := s.out
	switch {
	case f.output != "" && f.output != "-":
		if w.file, err = os.Create(f.output); err != nil {
			return w, err
		}
		out = w.file
	case f.fixes():
		return w, nil
	}
	w.Writer, err = report.New(f.format, out, report.Options{All: f.all, Version: version()})
	return w, err
}

// Result takes a result.
func (w *reportFile) Result(r linkcheck.Result) error {
	if w.Writer == nil {
		return nil
	}
	return w.Writer.Result(r)
}

// Close ends the report.
func (w *reportFile) Close(s linkcheck.Summary) (err error) {
	if w.Writer != nil {
		err = w.Writer.Close(s)
	}
	if w.file != nil {
		if e := w.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// fixes reports whether links are to be rewritten, or shown how.
func (f *checkFlags) fixes() bool { return f.diff || f.fix }

// rewrite shows what is to be rewritten in the files, and rewrites it with --fix.
func (k *checker) rewrite(moved iter.Seq[linkcheck.Result]) error {
	plan := fix.Make(moved, fix.Options{Type: k.mediaOf()})
	for _, left := range plan.Left() {
		k.s.say("earl: check: %s:%d:%d: left as it is: %s", left.Place.File, left.Place.Line, left.Place.Column, left.Why)
	}
	out := term.NewWriter(k.s.out)
	if !term.Is(k.s.out) {
		if err := plan.Diff(k.s.out); err != nil {
			return err
		}
	} else if err := plan.Diff(out); err != nil {
		return err
	} else if err := out.Close(); err != nil {
		return err
	}
	if !k.flags.fix {
		return nil
	}
	return plan.Apply()
}

// mediaOf returns the media type of all files where --type names one.
func (k *checker) mediaOf() func(string) string {
	media, ok := map[document.Type]string{
		document.Text: "text/plain", document.Mail: "message/rfc822", document.Mbox: "application/mbox",
		document.HTML: "text/html", document.Markdown: "text/markdown",
	}[document.Type(k.flags.kind)]
	if !ok {
		return nil
	}
	return func(string) string { return media }
}
