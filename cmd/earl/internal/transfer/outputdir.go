package transfer

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// An outputDir is the directory to which a run saves files. It is opened for the first
// file in it, and stays the same directory even if its path changes meaning.
type outputDir struct {
	path string // "": the working directory

	mu   sync.Mutex
	root *os.Root
}

// dir returns the path of the outputDir, or "".
func (f *outputDir) dir() string {
	if f == nil {
		return ""
	}
	return f.path
}

// open returns the directory, for file names from URLs.
func (f *outputDir) open() (*os.Root, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root != nil {
		return f.root, nil
	}
	root, err := os.OpenRoot(cmp.Or(f.path, "."))
	if err != nil {
		return nil, err
	}
	f.root = root
	return root, nil
}

// close closes the directory.
func (f *outputDir) close() {
	if f.root != nil {
		f.root.Close()
	}
}

// A destination is where a document is saved. The zero destination is stdout.
type destination struct {
	in     *outputDir
	name   string // with slashes as separators
	within bool   // the name is from a URL, so the file must be inside the outputDir
}

// shown returns the path of the file for messages and other programs.
func (p destination) shown() string {
	if p.in.dir() == "" || !p.within && filepath.IsAbs(p.name) {
		return filepath.FromSlash(p.name)
	}
	return filepath.Join(p.in.dir(), filepath.FromSlash(p.name))
}

// path returns the path of a name from the user.
func (p destination) path() string {
	if p.in.dir() == "" || filepath.IsAbs(p.name) {
		return p.name
	}
	return filepath.Join(p.in.dir(), p.name)
}

// stat returns information about the file.
func (p destination) stat() (fs.FileInfo, error) {
	if !p.within {
		return os.Stat(p.path())
	}
	root, err := p.in.open()
	if err != nil {
		return nil, err
	}
	return root.Stat(filepath.FromSlash(p.name))
}

// A MissingDirError is the error of a directory from the command line that does not
// exist.
type MissingDirError struct {
	Dir string
	Err error
}

// Error names the directory and the flag that creates it.
func (e *MissingDirError) Error() string {
	return fmt.Sprintf("the directory %q does not exist; --create-dirs creates it", e.Dir)
}

// Unwrap returns the cause.
func (e *MissingDirError) Unwrap() error { return e.Err }

// isOpen reports whether open has returned the directory.
func (f *outputDir) isOpen() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.root != nil
}

// findDir returns a *MissingDirError if the directory of the file does not exist.
func (p destination) findDir() error {
	if p.within && p.in.isOpen() {
		return nil
	}
	dir := cmp.Or(p.in.dir(), ".")
	if !p.within {
		dir = filepath.Dir(p.path())
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &MissingDirError{dir, err}
	}
	return nil
}

// open opens the file. It creates directories with names from a URL. With create it also
// creates directories from the command line.
func (p destination) open(mode int, create bool) (*os.File, error) {
	if create && !p.within {
		if err := os.MkdirAll(filepath.Dir(p.path()), 0o777); err != nil {
			return nil, err
		}
	}
	if create && p.within && p.in.dir() != "" {
		if err := os.MkdirAll(p.in.dir(), 0o777); err != nil {
			return nil, err
		}
	}
	if !p.within {
		return os.OpenFile(p.path(), mode, 0o666)
	}
	root, err := p.in.open()
	if err != nil {
		return nil, err
	}
	if dir := path.Dir(p.name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return nil, err
		}
	}
	return root.OpenFile(filepath.FromSlash(p.name), mode, 0o666)
}

// taken returns the error of a file that already exists.
func (p destination) taken() error {
	return fmt.Errorf("%s already exists; --force overwrites it, -C - resumes it, -N gets it only if it is newer", p.name)
}

// remove removes the file.
func (p destination) remove() error {
	if !p.within {
		return os.Remove(p.path())
	}
	root, err := p.in.open()
	if err != nil {
		return err
	}
	return root.Remove(filepath.FromSlash(p.name))
}

// rename gives the file another name in the same directory.
func (p destination) rename(to destination) error {
	if !p.within {
		return os.Rename(p.path(), to.path())
	}
	root, err := p.in.open()
	if err != nil {
		return err
	}
	return root.Rename(filepath.FromSlash(p.name), filepath.FromSlash(to.name))
}
