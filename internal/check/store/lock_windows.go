package store

import (
	"errors"
	"os"
	"syscall"
)

// A lock is held by one program until the program releases it or ends, however
// it ends.
type lock struct{ handle syscall.Handle }

// newLock acquires the lock with a name, which is a file that no other program
// can open. nil: another program holds it.
func newLock(name string) (*lock, error) {
	const (
		deleteOnClose    = 0x04000000
		sharingViolation = syscall.Errno(32)
	)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	if errors.Is(err, sharingViolation) {
		return nil, nil
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return &lock{h}, nil
}

// release releases the lock.
func (l *lock) release() { syscall.CloseHandle(l.handle) }
