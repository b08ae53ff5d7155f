//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// claim locks a new temporary file until its lock is closed or the process ends, however
// it ends. It returns false if another program holds or has removed the file. A file
// system without locks has no lock, and no leftovers are removed there.
func claim(f *os.File) (lock *os.File, ok bool) {
	lock, err := os.Open(f.Name())
	if err != nil {
		return nil, !os.IsNotExist(err)
	}
	err = tryLock(lock)
	at, statErr := isAt(f, f.Name())
	if ok = err != syscall.EWOULDBLOCK && (at || statErr != nil); ok && err == nil {
		return lock, true
	}
	lock.Close()
	return nil, ok
}

// tryLock locks a file if no other program has locked it.
func tryLock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EINTR {
			return err
		}
	}
}

// isAt reports whether an open file still has a name.
func isAt(f *os.File, name string) (bool, error) {
	here, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(here, own), err
}

// removeLeft removes a temporary file if no living process has its lock.
func removeLeft(name string) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if tryLock(f) != nil {
		return
	}
	if at, err := isAt(f, name); at && err == nil {
		os.Remove(name)
	}
}
