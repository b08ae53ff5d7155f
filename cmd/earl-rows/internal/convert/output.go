package convert

import (
	"os"
	"strings"

	"github.com/earl-url/earl/internal/outfile"
)

// writeFile lets write write a file, which gets its name only when it is whole and on the
// disk. before, if it is not nil, runs just before that.
func writeFile(name string, write func(*os.File) error, before func(*os.File) error) error {
	if name == stdio {
		return write(os.Stdout)
	}
	f, err := outfile.Create(name, outfile.Options{})
	if err != nil {
		return outputf("%w", err)
	}
	defer f.Discard()
	if err := write(f.File); err != nil {
		return err
	}
	if before != nil {
		if err := before(f.File); err != nil {
			return err
		}
	}
	if err := f.Commit(); err != nil {
		return outputf("%w", err)
	}
	return nil
}

// isTemporary reports whether a file is not finished. Earlier versions wrote ".tmp-" into
// the names of such files.
func isTemporary(name string) bool {
	return strings.HasPrefix(name, outfile.Prefix) || strings.Contains(name, ".tmp-")
}
