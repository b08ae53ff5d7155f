package open

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"strings"
	"time"

	"github.com/earl-url/earl"
)

// fileInfo describes a file. It implements fs.FileInfo and fs.DirEntry.
type fileInfo struct {
	base string
	Meta
}

func (i fileInfo) Name() string               { return i.base }
func (i fileInfo) Size() int64                { return max(i.Meta.Size, 0) }
func (i fileInfo) IsDir() bool                { return i.Kind == KindListing }
func (i fileInfo) Type() fs.FileMode          { return i.Mode().Type() }
func (i fileInfo) Info() (fs.FileInfo, error) { return i, nil }
func (i fileInfo) String() string             { return fs.FormatDirEntry(i) }

// ModTime is the zero Time for a directory: protocols report it only in
// listings.
func (i fileInfo) ModTime() time.Time {
	if i.IsDir() {
		return time.Time{}
	}
	return i.Time
}

// Sys returns the Meta.
func (i fileInfo) Sys() any { return i.Meta }

// Mode returns the type and read permission. Protocols do not report more.
func (i fileInfo) Mode() fs.FileMode {
	switch i.Kind {
	case KindListing:
		return fs.ModeDir | 0o555
	case KindDocument, KindUnknown:
		return 0o444
	}
	return fs.ModeIrregular | 0o444
}

// fsFile is an open file of a fileSystem: an fs.File and an io.Seeker.
type fsFile struct {
	follow func(*Request) (Resource, error) // of the fileSystem
	fileInfo
	name string // in the file system
	url  earl.URL
	body io.ReadCloser
	at   int64 // offset of the next Read
	done bool  // it was closed
}

// Stat returns what the server reported when the file was opened.
func (f *fsFile) Stat() (fs.FileInfo, error) { return f.fileInfo, nil }

// Read reads the file, after a Seek from the new position.
func (f *fsFile) Read(p []byte) (int, error) {
	if f.done {
		return 0, pathError("read", f.name, fs.ErrClosed)
	}
	if f.body == nil {
		if f.Meta.Size >= 0 && f.at >= f.Meta.Size {
			return 0, io.EOF
		}
		if err := f.reopen(); err != nil {
			return 0, f.readError(err)
		}
	}
	n, err := f.body.Read(p)
	f.at += int64(n)
	return n, f.readError(err)
}

// readError returns the error of Read for one of the client. A position after the
// end of the file is the end.
func (f *fsFile) readError(err error) error {
	if errors.Is(err, ErrBeyond) {
		return io.EOF
	}
	if err != nil && err != io.EOF {
		err = pathError("read", f.name, err)
	}
	return err
}

// reopen requests the object from f.at on. It follows the redirects again, and
// the guards check each hop.
func (f *fsFile) reopen() error {
	res, err := f.follow(&Request{URL: f.url, Offset: f.at})
	if err != nil {
		return err
	}
	doc, ok := res.(*Document)
	if !ok {
		discard(res)
		return fmt.Errorf("%w: it is no longer a document (%s)", ErrProtocol, res.Info().Kind)
	}
	f.body = doc.Body
	return nil
}

// Seek sets the offset of the next Read. It may be after the end. io.SeekEnd
// needs a known size.
func (f *fsFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		if f.Meta.Size < 0 {
			return 0, pathError("seek", f.name, errors.New("the size is not known"))
		}
		offset += f.Meta.Size
	}
	switch {
	case f.done:
		return 0, pathError("seek", f.name, fs.ErrClosed)
	case offset < 0 || whence < io.SeekStart || whence > io.SeekEnd:
		return 0, pathError("seek", f.name, fs.ErrInvalid)
	case offset == f.at:
		return offset, nil
	}
	var err error
	if f.body != nil {
		err = f.body.Close()
		f.body = nil
	}
	f.at = offset
	return offset, err
}

// Close closes the file.
func (f *fsFile) Close() error {
	if f.done {
		return pathError("close", f.name, fs.ErrClosed)
	}
	f.done = true
	if f.body == nil {
		return nil
	}
	return f.body.Close()
}

// fsDir is an open directory of a fileSystem: an fs.ReadDirFile.
type fsDir struct {
	fileInfo
	stat    func(name string) (fs.FileInfo, error) // of the fileSystem
	name    string
	listing *Listing
	next    func() (Entry, error, bool)
	stop    func()
	unread  Unread
}

// newFSDir returns the directory of a listing. stat is that of the fileSystem.
func newFSDir(stat func(string) (fs.FileInfo, error), info fileInfo, name string, l *Listing) *fsDir {
	d := &fsDir{fileInfo: info, stat: stat, name: name, listing: l}
	d.next, d.stop = iter.Pull2(l.Entries)
	return d
}

// Stat returns what the server reported when the directory was opened.
func (d *fsDir) Stat() (fs.FileInfo, error) { return d.fileInfo, nil }

// Read returns an error: a directory has no bytes.
func (d *fsDir) Read([]byte) (int, error) {
	return 0, pathError("read", d.name, errors.New("it is a directory"))
}

// ReadDir returns the next entries, in the server's order. It leaves out
// entries without a URL and names of more than one path element. At their end it
// returns an *UnreadError if lines of the listing were not understood.
func (d *fsDir) ReadDir(n int) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	for n <= 0 || len(entries) < n {
		e, err, ok := d.next()
		switch {
		case d.unread.Add(err):
		case err != nil:
			return entries, pathError("readdir", d.name, err)
		case !ok:
			return d.end(n, entries)
		case isElement(e.Name) && !e.URL.IsZero():
			entries = append(entries, dirEntry{fileInfo{e.Name, e.Meta}, d.stat, path.Join(d.name, e.Name)})
		}
	}
	return entries, nil
}

// end returns the last entries. The error comes once, and with n > 0 after them.
func (d *fsDir) end(n int, entries []fs.DirEntry) ([]fs.DirEntry, error) {
	if n > 0 && len(entries) > 0 {
		return entries, nil
	}
	if err := d.unread.Err(); err != nil {
		d.unread = Unread{}
		return entries, pathError("readdir", d.name, err)
	}
	if n > 0 {
		return nil, io.EOF
	}
	return entries, nil
}

// dirEntry is an entry of a directory.
type dirEntry struct {
	fileInfo
	stat func(name string) (fs.FileInfo, error) // of the fileSystem
	name string                                 // in it
}

// Info returns what the listing reports. For a link to a file of an unknown size
// it requests what the link refers to, like Stat.
func (e dirEntry) Info() (fs.FileInfo, error) {
	if e.Link != "" && e.Meta.Size < 0 && !e.IsDir() {
		return e.stat(e.name)
	}
	return e.fileInfo, nil
}

// Close closes the directory.
func (d *fsDir) Close() error {
	d.stop()
	return d.listing.Close()
}

// pathError returns err with the name. For a missing file it is fs.ErrNotExist
// too.
func pathError(op, name string, err error) error {
	if errors.Is(err, ErrNotFound) && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// isElement reports whether name is one element of a path.
func isElement(name string) bool {
	return name != "." && fs.ValidPath(name) && !strings.Contains(name, "/")
}

// discard closes a resource that is not used.
func discard(res Resource) {
	switch res := res.(type) {
	case *Document:
		res.Body.Close()
	case *Listing:
		res.Close()
	case *Session:
		res.Conn.Close()
	}
}
