package transfer

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// sameAs reports whether a file is current: whether it has the size of the object and is
// not older. If the server does not report when the object changed, the result is false.
func sameAs(info fs.FileInfo, m *open.Meta) bool {
	if m.Time.IsZero() || m.Time.Truncate(time.Second).After(info.ModTime()) {
		return false
	}
	return m.Size < 0 || m.Size == info.Size()
}

// current reports whether the file of a transfer is current, with Newer. It requests the
// size and time from the server only if the file exists.
func (t *Transfer) current(ctx context.Context) (bool, error) {
	if !t.r.o.Newer || t.to == (destination{}) || t.to.name == "" || t.checked {
		return false, nil
	}
	info, err := t.to.stat()
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return false, console.Local(err)
	}
	m, err := t.probe(ctx)
	return err == nil && sameAs(info, m), err
}

// probe returns the properties of the object without retrieving it.
func (t *Transfer) probe(ctx context.Context) (*open.Meta, error) {
	r := t.request(t.typed)
	r.Offset, r.End, r.Observer = 0, 0, nil
	if s := t.typed.Scheme(); s != "http" && s != "https" {
		m, err := t.r.o.Client.ProbeRequest(ctx, r)
		return &m, err
	}
	r.Head, r.Coding = true, "identity"
	res, err := t.open(ctx, r)
	if err != nil {
		return nil, err
	}
	if d, ok := res.(*open.Document); ok {
		d.Body.Close()
	}
	m := *res.Info()
	if m.Status >= 400 { // the request for the document will return the error
		m.Time = time.Time{}
	}
	return &m, nil
}

// setTime sets the time of the saved file to the time of the object. If the server did
// not send one with the object, it is the time in the listing.
func (t *Transfer) setTime(m *open.Meta) error {
	o, at := &t.r.o, m.Time
	if at.IsZero() && t.copy != nil {
		at = t.copy.Time
	}
	if at.IsZero() || !o.RemoteTime && !o.Newer && !o.Recursive {
		return nil
	}
	return console.Local(t.to.setTime(at))
}

// setTime sets the time of the file.
func (p destination) setTime(at time.Time) error {
	if !p.within {
		return os.Chtimes(p.path(), at, at)
	}
	root, err := p.in.open()
	if err != nil {
		return err
	}
	return root.Chtimes(filepath.FromSlash(p.name), at, at)
}

// written sets the time of a saved file. If the file belongs to a copy, it adds the file to
// the list.
func (t *Transfer) written(m *open.Meta) error {
	if err := t.setTime(m); err != nil {
		return err
	}
	return t.listed(m)
}

// An upToDateError is the error of a file that is already current.
type upToDateError struct{ file string }

// Error returns the name of the file in a message.
func (e *upToDateError) Error() string { return e.file + " is up to date (-N)" }

// Is reports whether target is open.ErrUnchanged.
func (e *upToDateError) Is(target error) bool { return target == open.ErrUnchanged }
