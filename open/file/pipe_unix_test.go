//go:build unix

package file_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// makePipe makes a named pipe in a directory. No process writes to it, so reading it would block.
func makePipe(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
