//go:build unix

package control

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// belongsToUser reports whether the user who runs this process owns a file.
func belongsToUser(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(s.Uid) == os.Geteuid()
}

// checkPrivate returns an error if another user owns or can use a directory.
func checkPrivate(dir string, info fs.FileInfo) error {
	if !belongsToUser(info) {
		return fmt.Errorf("%s: must belong to the user who runs earl", dir)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s: must have mode 0700, and has %#o", dir, info.Mode().Perm())
	}
	return nil
}
