// Package savedir saves files in a directory, under names that come from URLs and servers. Such
// a name never leads out of the directory.
//
//	dir := savedir.New("down")
//	defer dir.Close()
//	name, err := savedir.Name(suggested, runtime.GOOS)
//	f, err := savedir.Place{In: dir, Name: name, Within: true}.Open(os.O_WRONLY|os.O_CREATE, false)
package savedir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"
)

// A Dir is the directory to which a run saves files. It is opened for the first
// file in it, and stays the same directory even if its path changes meaning.
type Dir struct {
	path string // "": the working directory

	mu   sync.Mutex
	root *os.Root
}

// New returns the directory at a path. "" is the working directory.
func New(path string) *Dir { return &Dir{path: path} }

// Path returns the path of the directory, or "".
func (f *Dir) Path() string {
	if f == nil {
		return ""
	}
	return f.path
}

// Root returns the opened directory, for file names from URLs.
func (f *Dir) Root() (*os.Root, error) {
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

// Close closes the directory.
func (f *Dir) Close() {
	if f.root != nil {
		f.root.Close()
	}
}

// A Place is where a document is saved. The zero Place is stdout.
type Place struct {
	In     *Dir
	Name   string // with slashes as separators
	Within bool   // the name is from a URL, so the file must be inside the Dir
}

// Shown returns the path of the file for messages and other programs.
func (p Place) Shown() string {
	if p.In.Path() == "" || !p.Within && filepath.IsAbs(p.Name) {
		return filepath.FromSlash(p.Name)
	}
	return filepath.Join(p.In.Path(), filepath.FromSlash(p.Name))
}

// Path returns the path of a name from the user.
func (p Place) Path() string {
	if p.In.Path() == "" || filepath.IsAbs(p.Name) {
		return p.Name
	}
	return filepath.Join(p.In.Path(), p.Name)
}

// Stat returns information about the file.
func (p Place) Stat() (fs.FileInfo, error) {
	if !p.Within {
		return os.Stat(p.Path())
	}
	root, err := p.In.Root()
	if err != nil {
		return nil, err
	}
	return root.Stat(filepath.FromSlash(p.Name))
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

// isOpen reports whether Root has returned the directory.
func (f *Dir) isOpen() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.root != nil
}

// FindDir returns a *MissingDirError if the directory of the file does not exist.
func (p Place) FindDir() error {
	if p.Within && p.In.isOpen() {
		return nil
	}
	dir := cmp.Or(p.In.Path(), ".")
	if !p.Within {
		dir = filepath.Dir(p.Path())
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &MissingDirError{dir, err}
	}
	return nil
}

// Open opens the file. It creates directories with names from a URL. With create it also
// creates directories from the command line.
func (p Place) Open(mode int, create bool) (*os.File, error) {
	if create && !p.Within {
		if err := os.MkdirAll(filepath.Dir(p.Path()), 0o777); err != nil {
			return nil, err
		}
	}
	if create && p.Within && p.In.Path() != "" {
		if err := os.MkdirAll(p.In.Path(), 0o777); err != nil {
			return nil, err
		}
	}
	if !p.Within {
		return os.OpenFile(p.Path(), mode, 0o666)
	}
	root, err := p.In.Root()
	if err != nil {
		return nil, err
	}
	if dir := path.Dir(p.Name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return nil, err
		}
	}
	return root.OpenFile(filepath.FromSlash(p.Name), mode, 0o666)
}

// Taken returns the error of a file that already exists.
func (p Place) Taken() error {
	return fmt.Errorf("%s already exists; --force overwrites it, -C - resumes it, -N gets it only if it is newer", p.Name)
}

// Remove removes the file.
func (p Place) Remove() error {
	if !p.Within {
		return os.Remove(p.Path())
	}
	root, err := p.In.Root()
	if err != nil {
		return err
	}
	return root.Remove(filepath.FromSlash(p.Name))
}

// Rename gives the file another name in the same directory.
func (p Place) Rename(to Place) error {
	if !p.Within {
		return os.Rename(p.Path(), to.Path())
	}
	root, err := p.In.Root()
	if err != nil {
		return err
	}
	return root.Rename(filepath.FromSlash(p.Name), filepath.FromSlash(to.Name))
}

// SetTime sets the time of the file.
func (p Place) SetTime(at time.Time) error {
	if !p.Within {
		return os.Chtimes(p.Path(), at, at)
	}
	root, err := p.In.Root()
	if err != nil {
		return err
	}
	return root.Chtimes(filepath.FromSlash(p.Name), at, at)
}
