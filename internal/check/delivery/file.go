package delivery

import (
	"io"

	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// Create returns a writer of a report to a file; "" and "-" mean stdout. The report is
// written to a temporary file next to the file. Close renames it, and Discard removes it.
// The error is that of report.New or an *fs.PathError.
func Create(format, name string, stdout io.Writer, o report.Options) (report.Writer, error) {
	if name == "" || name == "-" {
		return report.New(format, stdout, o)
	}
	if _, err := report.New(format, io.Discard, o); err != nil {
		return nil, err
	}
	f, err := outfile.Create(name, outfile.Options{})
	if err != nil {
		return nil, err
	}
	w, err := report.New(format, f, o)
	return &file{Writer: w, f: f}, err
}

// A file is a report with the file that it is written to.
type file struct {
	report.Writer
	f    *outfile.File
	kept bool // the existing file stays
}

// Close implements report.Writer.
func (f *file) Close(s linkcheck.Summary) error {
	if f.kept {
		return nil
	}
	defer f.f.Discard()
	if err := f.Writer.Close(s); err != nil {
		return err
	}
	return f.f.Commit()
}

// KeepOld leaves the existing file of a report unchanged, if there is one with content: Close
// then writes nothing. It is for a report that would lack results.
func KeepOld(w report.Writer) (kept bool) {
	f, ok := w.(*file)
	if !ok || !f.f.Replaces() {
		return false
	}
	f.f.Discard()
	f.kept = true
	return true
}

// Discard ends a report without writing it: the existing file is unchanged.
func Discard(w report.Writer) {
	if f, ok := w.(*file); ok {
		f.f.Discard()
	}
}
