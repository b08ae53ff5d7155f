package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// A place is where a document is saved. The zero place is none: stdout.
type place struct {
	dir    string
	name   string // with slashes between its parts, if it has several
	within bool   // the name came with a URL: nothing leads it out of dir
}

// root returns the directory that a name is kept within.
func (p place) root() (*os.Root, error) {
	if p.dir == "" {
		return os.OpenRoot(".")
	}
	return os.OpenRoot(p.dir)
}

// shown is the path of the file, for people and programs.
func (p place) shown() string {
	if p.dir == "" || !p.within && filepath.IsAbs(p.name) {
		return filepath.FromSlash(p.name)
	}
	return filepath.Join(p.dir, filepath.FromSlash(p.name))
}

// path is where the name of a person's leads.
func (p place) path() string {
	if p.dir == "" || filepath.IsAbs(p.name) {
		return p.name
	}
	return filepath.Join(p.dir, p.name)
}

// stat looks at the file.
func (p place) stat() (fs.FileInfo, error) {
	if !p.within {
		return os.Stat(p.path())
	}
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(filepath.FromSlash(p.name))
}

// open opens the file; the directories that it stands in are made.
func (p place) open(mode int) (*os.File, error) {
	if !p.within {
		return os.OpenFile(p.path(), mode, 0o666)
	}
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if dir := path.Dir(p.name); dir != "." {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return nil, err
		}
	}
	return root.OpenFile(filepath.FromSlash(p.name), mode, 0o666)
}

// rename gives the file another name in the same directory.
func (p place) rename(to place) error {
	if !p.within {
		return os.Rename(p.path(), to.path())
	}
	root, err := p.root()
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Rename(filepath.FromSlash(p.name), filepath.FromSlash(to.name))
}
