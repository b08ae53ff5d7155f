//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package outfile

import (
	"os"
	"runtime"
)

// claim has no lock: Windows does not remove a file that a process has open.
func claim(*os.File) (lock *os.File, ok bool) { return nil, true }

// removeLeft removes a temporary file that no process has open. Systems that remove open
// files too keep it.
func removeLeft(name string) {
	if runtime.GOOS != "windows" {
		return
	}
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
		os.Remove(name)
	}
}
