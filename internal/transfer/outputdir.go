package transfer

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// An outputDir is the directory that a run saves into. It is opened at the first name
// that is kept within it, and then stays the same, whatever its path comes to mean.
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

// open returns the directory, for names that came with a URL.
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

// close gives the directory back.
func (f *outputDir) close() {
	if f.root != nil {
		f.root.Close()
	}
}

// A destination is where a document is saved. The zero destination is stdout.
type destination struct {
	in     *outputDir
	name   string // with slashes between its parts, if it has several
	within bool   // the name came with a URL: nothing leads it out of the outputDir
}

// shown is the path of the file, for people and programs.
func (p destination) shown() string {
	if p.in.dir() == "" || !p.within && filepath.IsAbs(p.name) {
		return filepath.FromSlash(p.name)
	}
	return filepath.Join(p.in.dir(), filepath.FromSlash(p.name))
}

// path returns the path of a name that the user gave.
func (p destination) path() string {
	if p.in.dir() == "" || filepath.IsAbs(p.name) {
		return p.name
	}
	return filepath.Join(p.in.dir(), p.name)
}

// stat looks at the file.
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

// open opens the file and makes its directories.
func (p destination) open(mode int) (*os.File, error) {
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

// taken is the error of a name that a file has.
func (p destination) taken() error {
	return fmt.Errorf("%s is there already; --force writes over it, -C - resumes it", p.name)
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
