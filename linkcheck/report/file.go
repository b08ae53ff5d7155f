package report

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/linkcheck"
)

// TempPrefix begins the names of the temporary files that Create makes.
const TempPrefix = ".earl-report-"

// Create returns a writer of a report to a file; "" and "-" mean stdout. The report is
// written to a temporary file next to the file. Close renames it, and Discard removes it.
// The error is that of New or an *os.PathError.
func Create(format, name string, stdout io.Writer, o Options) (Writer, error) {
	if name == "" || name == "-" {
		return New(format, stdout, o)
	}
	if _, err := New(format, io.Discard, o); err != nil {
		return nil, err
	}
	f, to, err := createTemp(name)
	if err != nil {
		return nil, err
	}
	w, err := New(format, f, o)
	return &file{w, f, to}, err
}

// createTemp creates the temporary file for a report, and returns the path that it is
// renamed to. A device or a pipe is opened itself, and the path is "".
func createTemp(name string) (*os.File, string, error) {
	mode := fs.FileMode(0o666)
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			return f, "", err
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0) // do not replace a read-only file
		if err != nil {
			return nil, "", err
		}
		f.Close()
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(name), TempPrefix+strings.ToLower(rand.Text()))
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		pathErr.Path = name
	}
	return f, name, err
}

// A file is a report with the file that it is written to.
type file struct {
	Writer
	f  *os.File
	to string // Close renames the file to this; "": it is not renamed
}

// Close implements Writer.
func (f *file) Close(s linkcheck.Summary) error {
	err := f.Writer.Close(s)
	if e := f.f.Close(); err == nil {
		err = e
	}
	if f.to == "" {
		return err
	}
	if err != nil {
		os.Remove(f.f.Name())
		return err
	}
	return os.Rename(f.f.Name(), f.to)
}

// Discard ends a report without writing it: the existing file is unchanged.
func Discard(w Writer) {
	if f, ok := w.(*file); ok {
		f.f.Close()
		if f.to != "" {
			os.Remove(f.f.Name())
		}
	}
}

// IsStream reports whether a format is read while it is written. The other formats are
// documents, whose order should not change from run to run.
func IsStream(format string) bool { return format == "text" || format == "jsonl" }
