package replay

import (
	"path/filepath"
	"runtime"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Files returns the URLs of the files of the archive. Opening one lists the URLs
// that it has. A file whose name has no URL is left out.
func (a *Archive) Files() []earl.URL {
	var list []earl.URL
	for _, name := range a.names {
		if u, err := urlOfFile(name); err == nil {
			list = append(list, u)
		}
	}
	return list
}

// urlOfFile returns the URL of a file of this machine.
func urlOfFile(name string) (earl.URL, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return earl.URL{}, err
	}
	view, err := views.FileFromNative(runtime.GOOS, name)
	if err != nil {
		return earl.URL{}, err
	}
	return view.URL(earl.RFC3986)
}

// own returns which file of the archive a URL is, or -1.
func (a *Archive) own(u earl.URL) int {
	if u.Designates() != earl.LocalFile {
		return -1
	}
	view, err := views.ParseFile(u)
	if err != nil {
		return -1
	}
	name, err := view.NativePath(runtime.GOOS)
	if err != nil {
		return -1
	}
	for i, own := range a.names {
		if full, err := filepath.Abs(own); err == nil && filepath.Clean(name) == full {
			return i
		}
	}
	return -1
}

// listing returns the URLs that a file has. Each entry has a URL that the archive
// opens. The last ones are errors for the records that were not understood.
func (a *Archive) listing(u earl.URL, file int) (open.Resource, error) {
	entries := func(yield func(open.Entry, error) bool) {
		more := true
		a.captures(file, func(p Capture) bool {
			to, err := earl.Auto.Parse(p.URL)
			if err != nil {
				return true // captures has parsed it
			}
			m := open.Meta{URL: to, Kind: open.KindDocument, Size: -1, Time: p.Date, Type: p.Type, Status: p.Status}
			more = yield(open.Entry{Name: p.URL, Meta: m}, nil)
			return more
		})
		for _, d := range a.damage {
			if more && d.file == file {
				more = yield(open.Entry{}, &open.NotUnderstood{Reason: d.text})
			}
		}
	}
	meta := open.Meta{URL: u, Kind: open.KindListing, Size: -1}
	return &open.Listing{Meta: meta, Shape: open.ShapeTable, Entries: entries, Close: func() error { return nil }}, nil
}
