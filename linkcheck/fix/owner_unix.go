//go:build unix

package fix

import (
	"io/fs"
	"os"
	"syscall"
)

// names is how many names a file has.
func names(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}

// own gives a new file the owner and the group of an old one.
func own(f *os.File, old fs.FileInfo) error {
	was, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	now, err := f.Stat()
	if err != nil {
		return err
	}
	if is, ok := now.Sys().(*syscall.Stat_t); ok && is.Uid == was.Uid && is.Gid == was.Gid {
		return nil
	}
	return f.Chown(int(was.Uid), int(was.Gid))
}

// syncDir makes a change of names in a directory outlast a loss of power.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return bare(err)
	}
	defer d.Close()
	return bare(d.Sync())
}
