//go:build !unix

package outfile

import (
	"io/fs"
	"os"
)

// own does nothing: the system has no owner that a program sets.
func own(*os.File, fs.FileInfo) error { return nil }

// cannotSync reports whether an error means that a file system has no fsync.
func cannotSync(error) bool { return false }
