//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import (
	"errors"
	"os"
	"syscall"
)

// A lock is held by one program until the program releases it or ends, however
// it ends.
type lock struct{ f *os.File }

// newLock acquires the lock with a name, which is a file. nil: another program holds it.
func newLock(name string) (*lock, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			f.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, nil
			}
			return nil, &os.PathError{Op: "lock", Path: name, Err: err}
		}
		if here, err := os.Stat(name); err == nil {
			if ours, err := f.Stat(); err == nil && os.SameFile(here, ours) {
				return &lock{f}, nil
			}
		}
		f.Close() // the previous holder removed the file in between
	}
}

// release releases the lock.
func (l *lock) release() {
	os.Remove(l.f.Name())
	l.f.Close()
}
