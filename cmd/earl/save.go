package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl"
)

// begin says at which octet the transfer starts, and refuses a name of a file
// before anything is sent.
func (t *transfer) begin() error {
	flags := t.g.flags
	if flags.remoteName {
		name, err := fileName(t.typed)
		if err != nil {
			return err
		}
		t.name = name
	} else if flags.toFile() {
		t.name = flags.output
	}
	switch {
	case flags.span.given:
		t.start = flags.span.first
	case flags.resume.given && !flags.resume.auto:
		t.start = flags.resume.at
	case flags.resume.auto:
		info, err := t.stat()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return here(err)
		}
		if err == nil {
			t.start = info.Size()
		}
	}
	if !flags.remoteName || flags.force || flags.resume.given {
		return nil
	}
	if _, err := t.stat(); err == nil {
		return here(fmt.Errorf("%s is there already; --force writes over it, -C - resumes it", t.name))
	}
	return nil
}

// fileName returns the name of the file that -O saves u to: one part of a path,
// and nothing that means another place. Source: rfc1738 3.2.2.
func fileName(u earl.URL) (string, error) {
	name := nameOf(u)
	switch {
	case name == "":
		return "", usagef("-O: %s names no file; name one with -o", u.Redacted())
	case !filepath.IsLocal(name), name == ".", strings.ContainsAny(name, `/\`), strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7F }):
		return "", usagef("-O: %q is no name for a file here; name one with -o", name)
	}
	return name, nil
}

// dir returns the directory that files are saved to.
func (t *transfer) dir() string {
	if t.g.flags.outputDir == "" {
		return "."
	}
	return t.g.flags.outputDir
}

// stat looks at the file, wherever the flags have it.
func (t *transfer) stat() (fs.FileInfo, error) {
	if !t.g.flags.remoteName {
		return os.Stat(t.path())
	}
	root, err := os.OpenRoot(t.dir())
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.Stat(t.name)
}

// path is where -o saves to.
func (t *transfer) path() string {
	if t.g.flags.outputDir == "" || filepath.IsAbs(t.name) {
		return t.name
	}
	return filepath.Join(t.g.flags.outputDir, t.name)
}

// create opens the file, at the octet where the transfer goes on. A name that
// came with a URL stays within its directory, and is new unless --force or -C
// says otherwise.
func (t *transfer) create() error {
	flags := t.g.flags
	mode := os.O_WRONLY | os.O_CREATE
	if !flags.resume.given {
		mode |= os.O_TRUNC
		if flags.remoteName && !flags.force {
			mode |= os.O_EXCL
		}
	}
	f, err := t.openFile(mode)
	if err != nil {
		return here(err)
	}
	t.file = f
	if !flags.resume.given || t.start == 0 {
		return nil
	}
	info, err := f.Stat()
	if err == nil && info.Size() < t.start {
		err = fmt.Errorf("%s has %d octets, so that nothing can go to offset %d", t.name, info.Size(), t.start)
	}
	if err == nil {
		_, err = f.Seek(t.start, io.SeekStart)
	}
	return here(err)
}

// openFile opens the file for writing.
func (t *transfer) openFile(mode int) (*os.File, error) {
	if !t.g.flags.remoteName {
		return os.OpenFile(t.path(), mode, 0o666)
	}
	root, err := os.OpenRoot(t.dir())
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(t.name, mode, 0o666)
}
