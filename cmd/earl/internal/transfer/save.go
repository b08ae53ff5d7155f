package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/urlglob"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/open"
)

// begin sets the destination of the document and the byte at which the transfer
// starts. It returns an error for a file name that cannot be used, before any request.
func (t *Transfer) begin() error {
	o := &t.r.o
	if err := t.aim(); err != nil {
		return err
	}
	if t.staged = o.Checksum.name != ""; t.tree != nil {
		t.tree.Place = t.to
	}
	switch {
	case o.Range.Given:
		t.start = o.Range.First
	case o.Resume.Given && !o.Resume.Auto:
		t.start = o.Resume.At
	case o.Resume.Auto:
		info, err := t.destination().Stat()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return console.Local(err)
		}
		if err == nil {
			t.start = info.Size()
		}
	}
	return nil
}

// isItself returns an error if the destination is the file of the URL. Creating the
// destination would empty it.
func (t *Transfer) isItself(ctx context.Context) error {
	if t.typed.Scheme() != "file" || t.to == (savedir.Place{}) {
		return nil
	}
	to, err := t.destination().Stat()
	if err != nil || !to.Mode().IsRegular() {
		return nil // the file is new or empty
	}
	plan, err := t.r.o.Client.Plan(ctx, &open.Request{URL: t.typed})
	if err != nil {
		return err
	}
	if from, err := os.Stat(plan.Path); err == nil && os.SameFile(from, to) {
		return usageError("%s is the file of the URL itself; choose another name", t.to.Shown())
	}
	return nil
}

// aim sets the destination of the document unless it is already set.
func (t *Transfer) aim() error {
	o := &t.r.o
	switch {
	case t.to != (savedir.Place{}), t.take != nil:
	case o.RemoteName, o.Recursive:
		name, err := fileName(t.typed)
		if err != nil && !(o.ServerName && NameOf(t.typed) == "") {
			return err
		}
		t.to = savedir.Place{In: t.r.dir, Name: name, Within: true}
	case o.toFile():
		t.to = savedir.Place{In: t.r.dir, Name: urlglob.Name(o.Output, t.localValues())}
	}
	return nil
}

// localValues returns the values of a pattern as parts of a file name. It replaces
// characters that would lead to another directory.
func (t *Transfer) localValues() []string {
	safe := make([]string, len(t.values))
	for i, v := range t.values {
		safe[i] = strings.NewReplacer("/", "_", `\`, "_", "..", "__").Replace(v)
	}
	return safe
}

// destination returns the file to which bytes are written. With --checksum and --max-age it
// has the suffix .part until it is complete.
func (t *Transfer) destination() savedir.Place {
	p := t.to
	if t.staged && p != (savedir.Place{}) {
		p.Name += savedir.Part
	}
	return p
}

// fileName returns the name of the file to which -O saves u. It contains no slash and
// cannot mean another directory. Source: rfc1738 3.2.2.
func fileName(u earl.URL) (string, error) {
	name := NameOf(u)
	switch {
	case name == "":
		return "", usageError("-O: %s has no file name; use -o FILE", u.Redacted())
	case !filepath.IsLocal(name), name == ".", strings.ContainsAny(name, `/\`), strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7F }):
		return "", usageError("-O: %q cannot be the name of a file; use -o FILE", name)
	}
	return name, nil
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
	if info, err := p.Stat(); !t.whole || p.Within || t.r.o.Resume.Given || err != nil || !info.Mode().IsRegular() || info.Size() == 0 && t.r.o.MaxAge == 0 {
		return p.Open(mode, t.r.o.CreateDirs)
	}
	f, err := outfile.Create(p.Path(), outfile.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	t.replacing = f
	return f.File, nil
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

// claim adds the file to the list of the copy before it is complete.
func (t *Transfer) claim() error {
	if t.tree == nil {
		return nil
	}
	return console.Local(t.tree.Claim())
}

// save writes a document to its file. A small file is written later, by an asyncWriter.
func (t *Transfer) save(ctx context.Context, d *open.Document) error {
	if t.isSmall(d) && t.keep(ctx, d) {
		return nil
	}
	return t.write(d)
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
