package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/open"
)

// maxNames is how many names of a directory are compared with the name of a missing file.
const maxNames = 10_000

// A missingError says that a file does not exist. It is an [open.ErrNotFound].
type missingError struct{ err error }

// Error returns the text of the system, and the name that differs only in case, if there
// is one.
func (e *missingError) Error() string {
	text := "file: " + e.err.Error()
	var path *fs.PathError
	if errors.As(e.err, &path) {
		if name := otherCase(path.Path); name != "" {
			text += fmt.Sprintf("; did you mean %q?", name)
		}
	}
	return text
}

// Unwrap returns the class of e, and the error of the system.
func (e *missingError) Unwrap() []error { return []error{open.ErrNotFound, e.err} }

// otherCase returns the name of the file that path means in other upper and lower case, or
// "". If a directory of the path is missing, it is the name of that directory.
func otherCase(path string) string {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if dir == path {
		return ""
	}
	if _, err := os.Stat(dir); err != nil {
		return otherCase(dir)
	}
	f, err := os.Open(dir)
	if err != nil {
		return ""
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxNames) // an error ends the list
	for _, other := range names {
		if other != name && strings.EqualFold(name, other) {
			return other
		}
	}
	return ""
}
