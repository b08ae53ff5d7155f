package linkcheck

import (
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/open"
	"strings"
)

// A want is what a check wants to know of an object, besides whether it exists.
type want struct {
	links   bool
	content bool     // the object is retrieved
	texts   []string // fragments with texts to look for
	lines   bool     // how many lines a local file has
}

// An object is what a visit has read of the object of a URL.
type object struct {
	links   []Link
	anchors *page.Anchors
	texts   map[string]bool // whether each of want.texts was found, or cannot be searched for
	looked  bool            // anchors are those of the object itself
	digest  string
	shape   string
	title   string
	unread  string // why only a part of a page was read; "" if all was
}

// document reads a document to its end. The reading is nil if that ends in an error.
func (x *object) document(d *open.Document, w *want, o *Options) (*page.Reading, error) {
	wanted := page.Options{Edition: o.Edition, Root: o.Root, Dialects: o.Dialects, Limit: o.Body, Digest: o.Depth == Content, Lines: w.lines, Texts: w.texts}
	if w.links {
		file := d.Base().WithoutFragment().Redacted()
		wanted.Link = func(m extract.Match) {
			place := Place{file, m.Offset, m.Line, m.Column, m.Text, m.Base, d.Time}
			example := !m.Kind.IsLink() && strings.HasPrefix(strings.ToLower(m.URL), "file:")
			x.links = append(x.links, Link{m.URL, place, m.Doubt.Reason(), m.Kind == extract.Official, example}.absolute(o))
		}
	}
	r, err := page.Read(d, &wanted)
	x.anchors, x.looked = r.Anchors, true
	x.title, x.unread = r.Title, r.Unread
	if err != nil {
		return nil, err
	}
	x.digest, x.shape = r.Digest, r.Shape
	x.found(w, r.Found)
	return r, nil
}

// found records which texts were found. Those that were not searched for cannot be.
func (x *object) found(w *want, in map[string]bool) {
	for _, fragment := range w.texts {
		if x.texts == nil {
			x.texts = map[string]bool{}
		}
		found, ok := in[fragment]
		x.texts[fragment] = found || !ok
	}
}

// listing checks the first entry of a listing, or makes a link of each entry. Lines that
// were not understood are links that are not checked, and no problem of this one.
func (x *object) listing(l *open.Listing, w *want) error {
	defer l.Close()
	x.looked = true
	file := l.Base().Redacted()
	n := int64(0)
	var unread open.Unread
	defer func() {
		if err := unread.Err(); err != nil && w.links && x.unread == "" {
			x.unread = err.Error()
		}
	}()
	for e, err := range l.Entries {
		line := unread.Add(err)
		if err != nil && !line {
			return err
		}
		if n++; !w.links {
			break
		}
		if line {
			continue
		}
		if len(x.links) == page.MaxLinks {
			x.unread = page.TooMany
			break
		}
		if !e.URL.IsZero() {
			x.links = append(x.links, Link{URL: e.URL.String(), Place: Place{File: file, Line: n, Column: 1, Text: e.Name}})
		}
	}
	return nil
}
