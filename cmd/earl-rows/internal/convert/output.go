package convert

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// temporaryMark is in the names of files that are not finished.
const temporaryMark = ".tmp-"

// writeFile lets write write a file. The file has its name only when it is whole
// and on the disk; until then a mark and the number of the process follow. before,
// if it is not nil, runs just before the file gets its name.
func writeFile(name string, write func(*os.File) error, before func(*os.File) error) error {
	if name == stdio {
		return write(os.Stdout)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeDevice(name, write)
	}
	f, err := createTemporary(name)
	if err != nil {
		return outputf("%w", err)
	}
	if err = write(f); err == nil {
		err = finishFile(f, name, before)
	}
	if err != nil {
		f.Close()
		os.Remove(f.Name())
	}
	return err
}

// createTemporary creates a file with a name that no other process has. Processes
// in containers often have the same number.
func createTemporary(name string) (f *os.File, err error) {
	for range 100 {
		temporary := fmt.Sprintf("%s%s%d-%08x", name, temporaryMark, os.Getpid(), rand.Uint32())
		if f, err = os.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666); !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return f, err
}

// writeDevice writes to a pipe or a device, such as /dev/null.
func writeDevice(name string, write func(*os.File) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return outputf("%w", err)
	}
	defer f.Close()
	return write(f)
}

// finishFile gives a file that was written without an error its name.
func finishFile(f *os.File, name string, before func(*os.File) error) error {
	if err := f.Sync(); err != nil {
		return outputf("%w", err)
	}
	if before != nil {
		if err := before(f); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return outputf("%w", err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return outputf("%w", err)
	}
	syncDir(filepath.Dir(name))
	return nil
}

// syncDir makes the names in a directory lasting. Not all systems can do that.
func syncDir(name string) {
	if d, err := os.Open(name); err == nil {
		d.Sync()
		d.Close()
	}
}
