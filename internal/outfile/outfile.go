// Package outfile writes files that get their names only when they are whole:
//
//	f, err := outfile.Create("report.html", outfile.Options{})
//	if err != nil {
//		return err
//	}
//	defer f.Discard()
//	if _, err := f.Write(text); err != nil {
//		return err
//	}
//	return f.Commit()
//
// Until Commit the bytes are in a file next to it, whose name begins with [Prefix]. An
// error, a full disk or a kill leaves the earlier file as it was. The next Create of the
// same name removes what a killed program left: no living process has its lock.
//
// What is not a regular file (a pipe, a device, a descriptor in /dev/fd) is written itself.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Prefix begins the names of files that are not finished.
const Prefix = ".earl-tmp-"

const (
	// maxUnfinished limits how many programs write the same file at a time.
	maxUnfinished = 100
	// maxLeft is how many names Create searches for what killed programs left.
	maxLeft = 10
	// maxBase limits the bytes of the name in a temporary name: file systems allow 255.
	maxBase = 200
	// maxLinks limits a chain of symbolic links, as Linux does.
	maxLinks = 40
)

// Options are how a file is written. The zero Options suit reports.
type Options struct {
	// Mode is the mode of a new file before the umask; 0 means 0666. A file that exists
	// keeps its mode.
	Mode fs.FileMode
	// Private gives a file that exists the mode too.
	Private bool
	// SameOwner makes it an error if the owner of the earlier file cannot be kept.
	// Otherwise the file then belongs to the user of this program.
	SameOwner bool
	// NoSync leaves it to the system when the bytes are lasting. It is for large files that
	// can be downloaded again.
	NoSync bool
	// Kind is what the file must be to be replaced. Nil means anything.
	Kind *Kind
}

// A File is written under a temporary name. It is for one goroutine.
type File struct {
	*os.File
	name string   // as the caller wrote it, for errors
	to   string   // Commit renames the file to this; "": the file is written itself
	lock *os.File // says that this process lives; nil where the system has no such locks
	old  bool     // the earlier file has content
	done bool

	noSync bool
}

// Create begins to write a file. The error is an *fs.PathError with name, or a *KindError.
func Create(name string, o Options) (*File, error) {
	f, err := create(name, &o)
	var path *fs.PathError
	if errors.As(err, &path) {
		err = &fs.PathError{Op: "open", Path: name, Err: path.Err}
	}
	return f, err
}

// create is Create with the errors of the system.
func create(name string, o *Options) (*File, error) {
	to, err := target(name)
	if err != nil {
		return nil, err
	}
	old, err := os.Stat(to)
	if err == nil && (!old.Mode().IsRegular() || isDescriptor(name, old)) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		return &File{File: f, name: name}, err
	}
	mode := o.Mode
	if mode == 0 {
		mode = 0o666
	}
	if err == nil {
		if err := replaceable(to, o.Kind); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, lock, err := temporary(to, mode)
	if err != nil {
		return nil, err
	}
	w := &File{File: f, name: name, to: to, lock: lock, noSync: o.NoSync}
	if old != nil {
		w.old = old.Size() > 0
		if err := w.keep(old, o); err != nil {
			w.Discard()
			return nil, err
		}
	}
	return w, nil
}

// target returns the file that a name means, after symbolic links. The last link may point
// to a file that does not exist.
func target(name string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil
		}
		if !filepath.IsAbs(to) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return "", err
			}
			to = filepath.Join(dir, to)
		}
		name = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many symbolic links")}
}

// isDescriptor reports whether a name means an open file of this process: a shell may
// have opened it to append.
func isDescriptor(name string, info fs.FileInfo) bool {
	clean := filepath.ToSlash(filepath.Clean(name))
	if strings.HasPrefix(clean, "/dev/fd/") || strings.HasPrefix(clean, "/proc/") {
		return true
	}
	for _, f := range [...]*os.File{os.Stdout, os.Stderr} {
		if own, err := f.Stat(); err == nil && os.SameFile(own, info) {
			return true
		}
	}
	return false
}

// replaceable returns an error for a file that the user cannot write, or that is of
// another kind.
func replaceable(name string, kind *Kind) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return kind.Check(name)
}

// keep gives the file the mode and, if possible, the owner of the earlier one.
func (f *File) keep(old fs.FileInfo, o *Options) error {
	if err := own(f.File, old); err != nil && o.SameOwner {
		return err
	}
	mode := old.Mode().Perm()
	if o.Private {
		mode = o.Mode
	}
	return f.Chmod(mode)
}

// temporary creates a file next to another, with its lock.
func temporary(to string, mode fs.FileMode) (f, lock *os.File, err error) {
	dir, base := filepath.Dir(to), filepath.Base(to)
	for len(base) > maxBase {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	path := func(n int) string { return filepath.Join(dir, fmt.Sprintf("%s%d-%s", Prefix, n, base)) }
	for n := range maxLeft {
		removeLeft(path(n))
	}
	for n := range maxUnfinished {
		f, err = os.OpenFile(path(n), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if lock, ok := claim(f); ok {
			return f, lock, nil
		}
		f.Close() // another program took it for a leftover
	}
	return nil, nil, &fs.PathError{Op: "open", Path: to, Err: fmt.Errorf("%d unfinished files are next to it: remove the files %s", maxUnfinished, path(0))}
}

// Commit makes the bytes lasting and gives the file its name. The error is an
// *fs.PathError with the name.
func (f *File) Commit() error {
	if f.done {
		return nil
	}
	err := f.commit()
	f.Discard()
	var link *os.LinkError
	var path *fs.PathError
	switch {
	case errors.As(err, &link):
		err = &fs.PathError{Op: "write", Path: f.name, Err: link.Err}
	case errors.As(err, &path):
		err = &fs.PathError{Op: "write", Path: f.name, Err: path.Err}
	}
	return err
}

// commit is Commit with the errors of the system.
func (f *File) commit() error {
	if f.to == "" {
		f.done = true
		return f.Close()
	}
	if !f.noSync {
		if err := f.Sync(); err != nil && !cannotSync(err) {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.File.Name(), f.to); err != nil {
		return err
	}
	f.done = true
	if !f.noSync {
		syncDir(filepath.Dir(f.to))
	}
	if f.lock != nil {
		return f.lock.Close()
	}
	return nil
}

// Discard removes the temporary file, and leaves the earlier file as it was. It does
// nothing after Commit.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	f.Close()
	if f.to != "" {
		os.Remove(f.File.Name())
	}
	if f.lock != nil {
		f.lock.Close()
	}
}

// Replaces reports whether Commit replaces a file that has content.
func (f *File) Replaces() bool { return f.old && !f.done }

// syncDir makes the names in a directory lasting. Not all systems can do that.
func syncDir(name string) {
	if d, err := os.Open(name); err == nil {
		d.Sync()
		d.Close()
	}
}
