package transfer

import (
	"bytes"
	"context"
	"io"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// save writes a document to its file. A small file is written later, by an asyncWriter.
func (t *Transfer) save(ctx context.Context, d *open.Document) error {
	if t.isSmall(d) && t.keep(ctx, d) {
		return nil
	}
	return t.write(d)
}

// smallDocument is the size in bytes up to which a document is read into memory, so that
// its file is written while the next URLs are requested. Creating a small file takes
// about as long as downloading it. Several goroutines that create files in one directory
// would wait for each other.
const smallDocument = 64 << 10

// isSmall reports whether keep may read a document into memory: whether writing its bytes
// is the only work.
func (t *Transfer) isSmall(d *open.Document) bool {
	o := &t.r.o
	return d.Size >= 0 && d.Size <= smallDocument && t.file == nil && t.to.Within && !t.isSite() &&
		!o.Describe && !o.Facts && !o.Resume.Given && !t.staged && !o.Progress
}

// keep reads a document into memory and sets t.later to write its file. It returns false
// if the document is larger than smallDocument or could not be read to its end; then the
// body starts again with the bytes that keep has read.
func (t *Transfer) keep(ctx context.Context, d *open.Document) bool {
	octets := new(bytes.Buffer)
	octets.Grow(int(d.Size) + bytes.MinRead) // ReadFrom needs MinRead bytes to find the end
	switch _, err := io.CopyN(octets, d.Body, smallDocument+1); err {
	case io.EOF:
		t.later = func() error {
			defer t.close()
			return t.ended(context.WithoutCancel(ctx), t.writeWhole(octets.Bytes(), &d.Meta)) // --max-time is for the download only
		}
		return true
	case nil:
		d.Body = rest{io.MultiReader(octets, d.Body), d.Body}
	default:
		d.Body = rest{io.MultiReader(octets, failing{err}), d.Body}
	}
	return false
}

// writeWhole writes a small document to its new or empty file.
func (t *Transfer) writeWhole(document []byte, m *open.Meta) error {
	if err := t.create(); err != nil {
		return err
	}
	if err := t.claim(); err != nil {
		return err
	}
	n, err := t.file.Write(document)
	if t.done += int64(n); err != nil {
		return t.copyError(t.file, err)
	}
	err = t.file.Close()
	t.file = nil
	if err != nil {
		return console.Local(err)
	}
	return t.written(m)
}

// write writes a document to its file.
func (t *Transfer) write(d *open.Document) error {
	if t.file == nil {
		t.whole = true
		if err := t.create(); err != nil {
			return err
		}
		if err := t.claim(); err != nil {
			return err
		}
	}
	var n int64
	var err error
	if m := t.meter(d); m != nil {
		n, err = m.Copy(t.file, d.Body)
		m.End(err == nil)
	} else {
		n, err = io.Copy(console.Sink(t.file), d.Body)
	}
	t.done += n
	if err != nil {
		return t.copyError(t.file, err)
	}
	if err := t.trim(); err != nil {
		return console.Local(err)
	}
	if err := t.finish(); err != nil {
		return console.Local(err)
	}
	if err := t.unstage(); err != nil {
		return err
	}
	if err := t.written(&d.Meta); err != nil {
		return err
	}
	if t.r.o.Describe {
		return t.r.o.Reporter.Saved(t, &d.Meta)
	}
	return nil
}

// meter returns the progress display of a document that is saved, or nil.
func (t *Transfer) meter(d *open.Document) console.Meter {
	if !t.r.o.Progress {
		return nil
	}
	total := d.Size
	if stop := t.r.o.Range.Stop; stop > 0 && total > stop {
		total = stop
	}
	return t.r.o.Reporter.Meter(t.to.Name, t.start+t.done, total)
}
