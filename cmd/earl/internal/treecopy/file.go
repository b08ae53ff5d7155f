package treecopy

import (
	"errors"
	"fmt"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
)

// A File is a file of a copy, from when its URL is found until it is saved.
type File struct {
	URL      earl.URL      // with the login of the user
	Place    savedir.Place // where it is saved; its name is "" if Found sets it
	Referrer earl.URL      // the URL of another server with the link, or zero

	copy   *Copy
	line   Line     // its URL, its start, and what the listing says
	known  bool     // an earlier copy saved it
	crawl  *crawler // of a web site, or nil
	item   item     // of crawl
	placed bool     // Found has set its place
}

// A Result is what became of a File.
type Result struct {
	Meta      open.Meta      // of the document that was found; zero if the server sent none
	Response  *open.Response // the last http response, or nil
	Size      int64          // bytes of the file
	Unchanged bool           // the file of an earlier copy is kept
	Gone      bool           // the server reports that the document does not exist
}

// IsSite reports whether the file belongs to a web site, not to a listing.
func (f *File) IsSite() bool { return f.crawl != nil }

// IsPlaced reports whether Found has set the place of the file.
func (f *File) IsPlaced() bool { return f.placed }

// Saved returns the line of the file in the list, or nil if no earlier copy saved it. It
// records that this copy found the file.
func (f *File) Saved() *Line {
	l := f.copy.list.find(f.Place.Name, f.line.URL)
	f.known = l != nil
	return l
}

// Object returns the size and time of the object in its listing, or nil.
func (f *File) Object() *open.Meta {
	if f.line.Time.IsZero() {
		return nil
	}
	return &open.Meta{Size: f.line.Size, Time: f.line.Time}
}

// Refuses returns an error if a form must not be answered: only the URL of the user may ask.
func (f *File) Refuses() error {
	if f.crawl == nil || f.item.first {
		return nil
	}
	return fmt.Errorf("%w: the server asks for an answer", errLeftOut)
}

// Intend adds a new file to the list as an empty file, before it exists. If this run is
// interrupted before Claim, the next one may overwrite the file if it is empty.
func (f *File) Intend() error {
	l := f.line
	l.Path, l.Local = f.Place.Name, 0
	l.Size, l.Time = -1, time.Time{} // so that no later copy takes the empty file for the object
	return f.copy.list.record(l)
}

// Abandon removes a file from the list that could not be created.
func (f *File) Abandon() error {
	l := f.line
	l.Path, l.Gone = f.Place.Name, true
	return f.copy.list.record(l)
}

// Claim adds the file to the list before it is complete. If this run is interrupted, the next
// one downloads the file again.
func (f *File) Claim() error {
	l := f.line
	l.Path, l.Local = f.Place.Name, -1
	return f.copy.list.record(l)
}

// Record adds a complete file to the list.
func (f *File) Record(size int64, m *open.Meta) error {
	l := f.line
	l.Path, l.Local = f.Place.Name, size
	if info, err := f.Place.Stat(); err == nil {
		l.Mod = info.ModTime()
	}
	if l.Time.IsZero() {
		l.Size, l.Time = m.Size, m.Time
	}
	l.Type = m.Type
	f.copy.counts.files.Add(1)
	f.copy.counts.bytes.Add(l.Local)
	return f.copy.list.record(l)
}

// Keep counts and reports a file that is kept, for a reason that is an open.ErrUnchanged.
func (f *File) Keep(reason error) {
	c := f.copy
	if !errors.Is(reason, ErrEdited) {
		c.counts.unchanged.Add(1)
		c.detail("%s: unchanged", f.Place.Name)
		return
	}
	c.counts.edited.Add(1)
	c.counts.partial.Add(1) // the user may have changed its links
	c.remark("%s is kept because you changed it after the copy; --force overwrites it", f.Place.Name)
}
