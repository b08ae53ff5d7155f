package convert

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeFile lets write write a file. The file has its name only when it is whole
// and on the disk: until then it is NAME.tmp-PID.
func writeFile(name string, write func(*os.File) error) error {
	if name == stdio {
		return write(os.Stdout)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeDevice(name, write)
	}
	temporary := fmt.Sprintf("%s.tmp-%d", name, os.Getpid())
	f, err := os.OpenFile(temporary, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o666)
	if err != nil {
		return outputf("%w", err)
	}
	if err := finishFile(f, name, write(f)); err != nil {
		f.Close()
		os.Remove(temporary)
		return err
	}
	return nil
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
func finishFile(f *os.File, name string, err error) error {
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return outputf("%w", err)
	}
	if err := f.Close(); err != nil {
		return outputf("%w", err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return outputf("%w", err)
	}
	return syncDir(filepath.Dir(name))
}

// syncDir makes the names in a directory lasting.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return outputf("%w", err)
	}
	defer d.Close()
	d.Sync() // not all systems can sync a directory
	return nil
}
