package report

import (
	"io"
	"os"

	"github.com/earl-url/earl/linkcheck"
)

// Create returns a writer of a report to a file, which Close closes; "" and "-" mean
// stdout. It replaces the file. The error is that of New or an *os.PathError.
func Create(format, name string, stdout io.Writer, o Options) (Writer, error) {
	if name == "" || name == "-" {
		return New(format, stdout, o)
	}
	if _, err := New(format, io.Discard, o); err != nil {
		return nil, err
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	w, err := New(format, f, o)
	return &file{w, f}, err
}

// A file is a report with the file that it is written to.
type file struct {
	Writer
	f *os.File
}

// Close implements Writer.
func (f *file) Close(s linkcheck.Summary) error {
	err := f.Writer.Close(s)
	if e := f.f.Close(); err == nil {
		err = e
	}
	return err
}

// IsStream reports whether a format is read while it is written. The others are
// documents, whose order should not change from run to run.
func IsStream(format string) bool { return format == "text" || format == "jsonl" }
