package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/open"
)

// File returns the output: stdout, or the file of Options, which it creates. The Transfer
// closes it.
func (t *Transfer) File() (*os.File, error) {
	if !t.r.o.toFile() {
		return t.r.o.Stdout, nil
	}
	if err := t.create(); err != nil {
		return nil, err
	}
	return t.file, nil
}

// create opens the file at the byte where the transfer continues. A file with a name from
// a URL is within the output directory, and must be new unless it may be overwritten or
// resumed.
func (t *Transfer) create() error {
	p := t.destination()
	mode := os.O_WRONLY | os.O_CREATE
	switch t.act {
	case create:
		mode |= os.O_TRUNC | os.O_EXCL
	case overwrite:
		mode |= os.O_TRUNC
	}
	if t.line != nil {
		if err := t.claim(); err != nil {
			return err
		}
	}
	intends := mode&os.O_EXCL != 0 && t.tree != nil
	if intends {
		if err := t.tree.Intend(); err != nil {
			return console.Local(err)
		}
	}
	f, err := t.openFile(p, mode)
	if err != nil && intends {
		err = errors.Join(err, t.tree.Abandon())
	}
	if mode&os.O_EXCL != 0 && errors.Is(err, fs.ErrExist) {
		err = p.Taken()
	}
	if err != nil {
		return console.Local(err)
	}
	t.file, t.wrote, t.isNew = f, true, mode&os.O_EXCL != 0
	if t.act != resume || t.start == 0 {
		return nil
	}
	info, err := f.Stat()
	if err == nil && info.Size() < t.start {
		err = fmt.Errorf("%s has only %d bytes, so the download cannot continue at byte %d", p.Name, info.Size(), t.start)
	}
	if err == nil {
		_, err = f.Seek(t.start, io.SeekStart)
	}
	return console.Local(err)
}

// openFile opens the file of create. A file with content that the user named is replaced only
// by a whole document; until then the bytes are in a file next to it.
func (t *Transfer) openFile(p savedir.Place, mode int) (*os.File, error) {
	if info, err := p.Stat(); !t.whole || p.Within || t.r.o.Resume.Given || err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return p.Open(mode, t.r.o.CreateDirs)
	}
	f, err := outfile.Create(p.Path(), outfile.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	t.replacing = f
	return f.File, nil
}

// claim adds the file to the list of the copy before it is complete.
func (t *Transfer) claim() error {
	if t.tree == nil {
		return nil
	}
	return console.Local(t.tree.Claim())
}

// trim truncates an older, longer file after the object.
func (t *Transfer) trim() error {
	at, err := t.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil // a device cannot be truncated
	}
	info, err := t.file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() <= at {
		return err
	}
	return t.file.Truncate(at)
}

// finish closes a complete file.
func (t *Transfer) finish() error {
	f := t.file
	t.file = nil
	if t.replacing != nil {
		return t.replacing.Commit()
	}
	return f.Close()
}

// unstage gives a complete file its name, after its checksum is compared.
func (t *Transfer) unstage() error {
	if !t.staged {
		return nil
	}
	if err := t.verify(); err != nil {
		return err
	}
	if act, reason := t.again(state{line: t.line}); act == refuse {
		return reason
	}
	return console.Local(t.destination().Rename(t.to))
}

// verify compares the checksum of the file.
func (t *Transfer) verify() error {
	want := &t.r.o.Checksum
	if want.name == "" {
		return nil
	}
	p := t.destination()
	f, err := p.Open(os.O_RDONLY, false)
	if err != nil {
		return console.Local(err)
	}
	err = want.check(f)
	f.Close()
	if err != nil {
		return fmt.Errorf("%w; the file is kept as %s", err, p.Name)
	}
	return nil
}

// written sets the time of a saved file. If the file belongs to a copy, it adds the file to
// the list.
func (t *Transfer) written(m *open.Meta) error {
	if err := t.setTime(m); err != nil {
		return err
	}
	if t.tree == nil {
		return nil
	}
	return console.Local(t.tree.Record(t.Size(), m))
}

// setTime sets the time of the saved file to the time of the object. If the server did
// not send one with the object, it is the time in the listing.
func (t *Transfer) setTime(m *open.Meta) error {
	o, at := &t.r.o, m.Time
	if at.IsZero() && t.tree != nil && t.tree.Object() != nil {
		at = t.tree.Object().Time
	}
	if at.IsZero() || !o.RemoteTime && !o.Newer && !o.Recursive {
		return nil
	}
	return console.Local(t.to.SetTime(at))
}

// copyError returns the error of copying a body to a file. It is a local error if the
// file caused it.
func (t *Transfer) copyError(f *os.File, err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || path.Op != "write" || path.Path != f.Name() {
		return err
	}
	switch open.ClassOf(err) {
	case open.ClassConnect, open.ClassTruncated, open.ClassProtocol, open.ClassTimeout:
		return err // if the kernel copies, all errors contain the name of the file
	}
	if t.replacing != nil { // the file has another name for now
		err = &fs.PathError{Op: "write", Path: t.destination().Shown(), Err: path.Err}
	}
	return console.Local(err)
}

// close closes the file. It removes a new file to which nothing was written: the next run
// would not know whose it is.
func (t *Transfer) close() {
	if t.replacing != nil {
		t.replacing.Discard()
		return
	}
	if t.file == nil {
		return
	}
	info, err := t.file.Stat()
	t.file.Close()
	if t.isNew && err == nil && info.Size() == 0 || t.discards() {
		t.destination().Remove()
	}
}

// ended returns err. If a part of the file was written, it reports how to continue.
func (t *Transfer) ended(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if errors.Is(err, open.ErrBeyond) { // the file is not the beginning of the object
		return err
	}
	if t.file != nil && t.discards() {
		return err
	}
	if t.file != nil && t.replacing != nil {
		t.r.o.Reporter.Remark("%s is unchanged, because the document did not come whole", t.destination().Name)
	} else if t.file != nil && t.decoded {
		t.r.o.Reporter.Remark("%s contains the first %s of the decompressed content; it cannot be continued, so get it again", t.destination().Name, console.Count(int(t.done), "byte"))
	} else if t.file != nil && t.start+t.done > 0 {
		t.r.o.Reporter.Remark("%s contains the first %s; -C - continues it", t.destination().Name, console.Count(int(t.start+t.done), "byte"))
	}
	return err
}
