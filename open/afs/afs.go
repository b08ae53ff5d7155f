// Package afs opens afs URLs: files of the Andrew File System on a machine that has mounted it.
//
//	client := open.New(open.Options{}, afs.Opener{})
//	u, err := earl.RFC3986.Parse("afs://cell.example/pub/")
//	resource, err := client.Open(ctx, u) // a *open.Listing of /afs/cell.example/pub
//
// This package has no AFS client: the system's client finds the cell, asks its servers and proves
// who the user is. On a machine without one, the error is an [errors.ErrUnsupported] that says what
// is missing.
//
// Such a URL designates a local file, so no document from elsewhere links to it, and the guards of
// file URLs apply: a segment ".." or one with a slash or NUL in it is refused, and so are devices
// and pipes. A segment "." is refused too. The cell is a domain name in lower case; a name with a dot
// before it, which means the writable copy of a cell, is refused.
//
// It follows the production afsaddress of draft1993; rfc1738 4 reserves the name.
package afs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Root is the directory that contains a directory for each cell, an absolute name of this
	// system. "" means "/afs".
	Root string
}

// defaultRoot is where clients of AFS mount it on every system of Unix.
const defaultRoot = "/afs"

// Opener opens afs URLs. The zero Opener is ready to use. Several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "afs".
func (Opener) Schemes() []string { return []string{"afs"} }

// Open returns an *open.Document or, for a directory, an *open.Listing. The errors are those of
// [file.Opener]; an [*open.Refusal] for a name that is no cell; [errors.ErrUnsupported] if the root
// does not exist.
// Source: draft1993 BNF.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	p, q, err := o.local(r)
	if err != nil {
		return nil, err
	}
	res, err := file.Opener{}.Open(ctx, q)
	if err != nil {
		return nil, p.failure(err)
	}
	p.rename(res.Info())
	if l, ok := res.(*open.Listing); ok {
		l.Entries = p.entries(l.Entries)
	}
	return res, nil
}

// Probe reports what the URL refers to, without opening it.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	p, q, err := o.local(r)
	if err != nil {
		return open.Meta{}, err
	}
	m, err := file.Opener{}.Probe(ctx, q)
	if err != nil {
		return m, p.failure(err)
	}
	p.rename(&m)
	return m, nil
}

// Plan returns the name of the file that Open reads. It does not check whether the file exists.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	p, err := o.place(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	path, err := p.view.NativePath(runtime.GOOS)
	if err != nil {
		return open.Plan{}, open.Refuse(open.GuardNativePath, r.URL, err.Error())
	}
	return open.Plan{Effect: open.EffectReads, Path: path, Note: "This machine must have mounted AFS at " + o.root() + "."}, nil
}

// root returns the effective root.
func (o Options) root() string { return cmp.Or(o.Root, defaultRoot) }

// local returns the place of a URL, and the call that opens its file.
func (o Opener) local(r *open.Call) (*place, *open.Call, error) {
	p, err := o.place(r.URL)
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(o.root()); err != nil || !info.IsDir() {
		return nil, nil, fmt.Errorf("afs: %w: this machine has not mounted AFS: there is no directory %s", errors.ErrUnsupported, o.root())
	}
	q := *r
	q.URL = p.file
	return p, &q, nil
}

// A place is where a file of AFS is on this machine.
type place struct {
	url    earl.URL
	file   earl.URL   // its URL as a local file
	view   views.File // of file
	prefix string     // the URL of the root as a local file, without its final slash
}

// place returns the place of a URL. It does not use the file system.
func (o Opener) place(u earl.URL) (*place, error) {
	v, err := views.ParseAFS(u)
	if err != nil {
		return nil, err
	}
	cell := strings.ToLower(string(v.Cell))
	if !isCell(cell) {
		r := open.Refuse(open.GuardBadHost, u, fmt.Sprintf("%s is not the name of a cell", v.Cell.Printable()))
		r.Off, r.Len, _ = u.Span(earl.ComponentHost)
		return nil, r
	}
	for _, segment := range v.Path {
		if segment == "." {
			r := open.Refuse(open.GuardPathEscape, u, `the segment "." means the directory before it; write the path without "."`)
			r.Off, r.Len, _ = u.Span(earl.ComponentPath)
			return nil, r
		}
	}
	root, err := views.FileFromNative(runtime.GOOS, strings.TrimRight(o.root(), "/"))
	if err != nil {
		return nil, fmt.Errorf("afs: afs.Options.Root is %q: %w", o.root(), err)
	}
	p := &place{url: u, view: views.File{Path: slices.Concat(root.Path, []earl.Octets{earl.Octets(cell)}, v.Path)}}
	if p.file, err = p.view.URL(earl.RFC3986); err != nil {
		return nil, err
	}
	at, err := root.URL(earl.RFC3986)
	p.prefix = at.String()
	return p, err
}

// isCell reports whether a name in lower case is that of a cell: labels of letters, digits, hyphens
// and underscores. An empty label would be a directory "." or a name that begins with a dot.
func isCell(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}

// rename replaces the URL of a local file below the root by its afs URL. A URL that is not below
// the root, as of a link, becomes the zero URL.
func (p *place) rename(m *open.Meta) {
	rest, ok := strings.CutPrefix(m.URL.String(), p.prefix+"/")
	m.URL = earl.URL{}
	if !ok {
		return
	}
	//lint:ignore urlconcat the path is escaped
	if u, err := p.url.Edition().Parse("afs://" + rest); err == nil {
		m.URL = u
	}
}

// entries yields the entries of a listing with their afs URLs.
func (p *place) entries(list func(yield func(open.Entry, error) bool)) func(yield func(open.Entry, error) bool) {
	return func(yield func(open.Entry, error) bool) {
		for e, err := range list {
			if !e.URL.IsZero() {
				p.rename(&e.Meta)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// failure returns an error of the file with the afs URL.
func (p *place) failure(err error) error {
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		r := *refusal
		r.URL, r.Off, r.Len = p.url, 0, 0
		return &r
	}
	return err
}
