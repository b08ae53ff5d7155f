package fix

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/linkcheck"
)

// ErrChanged says that a file is not the one that the plan was made of. It is left
// as it is.
var ErrChanged = errors.New("it has changed since the plan was made")

// errNames is for a file with several names, errReadOnly for one that no one may write
// to, which root could.
var (
	errNames    = errors.New("it has several names (hard links), which a new file would not have")
	errReadOnly = errors.New("it is read-only")
)

// A file is a file with links that are to be rewritten.
type file struct {
	name   string
	err    error // of reading or writing it
	text   []byte
	digest [sha256.Size]byte
	syntax syntax
	nested *nested // of markup; nil: not yet known
	edits  []Edit
}

// readFile reads a file of a type; "" means that it is not known yet.
func readFile(name string, t document.Type) *file {
	f := &file{name: name}
	if info, err := os.Stat(name); err != nil {
		f.err = errors.Unwrap(err)
	} else if !info.Mode().IsRegular() {
		f.err = errors.New("it is not a regular file")
	} else if f.text, err = os.ReadFile(name); err != nil {
		f.err = errors.Unwrap(err)
	}
	if t == "" {
		t = typeOf(name, f.text)
	}
	f.syntax, f.digest = syntaxes[t], sha256.Sum256(f.text)
	return f
}

// edit returns the edit that replaces the link to old at a place by one to to, or the
// reason why the link cannot be edited.
func (f *file) edit(p linkcheck.Place, old, to string) (Edit, string) {
	end := p.Offset + int64(len(p.Text))
	if p.Offset < 0 || p.Text == "" || end > int64(len(f.text)) || string(f.text[p.Offset:end]) != p.Text {
		return Edit{}, whyForm
	}
	text, url, why := target(&p, f.syntax, old, to)
	if why != "" {
		return Edit{}, why
	}
	if f.joins(int(p.Offset), int(end)) {
		return Edit{}, whyJoined
	}
	text, why = f.escape(int(p.Offset), p.Text, text)
	return Edit{p, url, text}, why
}

// sort puts the edits into the order of the file, each once, and returns those
// that would be inside of others.
func (f *file) sort() (left []Left) {
	slices.SortStableFunc(f.edits, func(a, b Edit) int { return cmp.Compare(a.Place.Offset, b.Place.Offset) })
	kept, end := f.edits[:0], int64(0)
	for _, e := range f.edits {
		switch {
		case e.Place.Offset >= end:
			kept = append(kept, e)
			end = e.Place.Offset + int64(len(e.Place.Text))
		case e != kept[len(kept)-1]:
			left = append(left, Left{e.Place, e.URL, "another link is in the same place"})
		}
	}
	f.edits = kept
	return left
}

// rewritten returns the text with all edits.
func (f *file) rewritten() []byte { return apply(f.text, 0, int64(len(f.text)), f.edits) }

// apply returns a part of a text with the edits in it.
func apply(text []byte, start, end int64, edits []Edit) []byte {
	var b []byte
	for _, e := range edits {
		b = append(b, text[start:e.Place.Offset]...)
		b = append(b, e.New...)
		start = e.Place.Offset + int64(len(e.Place.Text))
	}
	return append(b, text[start:end]...)
}

// Apply rewrites the files, each at one moment and wholly or not at all. A file that
// is no longer what the plan was made of is left: [ErrChanged]. The error names all
// files that were not rewritten; the others were.
func (p *Plan) Apply() error {
	var failed []error
	for _, f := range p.files {
		if f.err = f.write(); f.err != nil {
			failed = append(failed, &fs.PathError{Op: "fix", Path: f.name, Err: f.err})
		}
	}
	return errors.Join(failed...)
}

// write puts a new file in the place of the file; where its name is a symbolic
// link, in the place of what that leads to.
func (f *file) write() error {
	name, err := filepath.EvalSymlinks(f.name)
	if err != nil {
		return bare(err)
	}
	old, err := os.OpenFile(name, os.O_RDWR, 0) // a user who cannot write to the file must not replace it
	if err != nil {
		return bare(err)
	}
	defer old.Close()
	info, err := f.unchanged(old)
	if err != nil {
		return err
	}
	temp, err := outfile.Create(name, outfile.Options{SameOwner: true})
	if err != nil {
		return bare(err)
	}
	defer temp.Discard()
	if _, err := temp.Write(f.rewritten()); err != nil {
		return bare(err)
	}
	if now, err := os.Stat(name); err != nil || !os.SameFile(now, info) || now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime()) {
		return ErrChanged
	}
	old.Close() // some systems rename over no file that is open
	return bare(temp.Commit())
}

// unchanged returns what the system says of an open file that still has the text
// of the plan.
func (f *file) unchanged(old *os.File) (fs.FileInfo, error) {
	info, err := old.Stat()
	if err != nil {
		return nil, bare(err)
	}
	switch {
	case names(info) > 1:
		return nil, errNames
	case info.Mode().Perm()&0o222 == 0:
		return nil, errReadOnly
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, old); err != nil {
		return nil, bare(err)
	}
	if [sha256.Size]byte(sum.Sum(nil)) != f.digest {
		return nil, ErrChanged
	}
	return info, nil
}

// bare returns an error without the name of the file, which the caller has.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
