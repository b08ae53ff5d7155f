package open

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// FS returns the files below u as an [fs.FS], which is also an fs.ReadDirFS and
// an fs.StatFS. u is a directory of a hierarchical scheme, such as ftp or file.
// Each element of a name is one decoded segment of the URL's path. Servers of
// http and gemini send no directories: there, a program opens files by their
// names, and ReadDir fails.
//
// Files are opened with Follow, so each guard applies. An error is an
// *fs.PathError that wraps the client's error. A missing file is
// fs.ErrNotExist. A page that an http server sends with an error is not a file.
// A file is also an io.Seeker, which requests the rest of the object from the
// new position.
//
// ReadDir returns the entries, without those whose names are not one element of a
// path. If lines of the listing were not understood, it returns an error that
// wraps a [NotUnderstood] after them.
//
// An unknown size is 0, and http.FileServerFS then sends nothing. Sys returns
// the Meta, which distinguishes it from an empty file.
//
// ctx applies to all operations of the FS. Several goroutines may share the FS,
// but not one of its files.
//
// If u's scheme has no hierarchy, FS returns an [errors.ErrUnsupported]. Only
// schemes whose URLs always allow relative references have one. Source: rfc1738
// 3.1; draft1996 5.3.
func (c *Client) FS(ctx context.Context, u earl.URL) (fs.FS, error) {
	if s, ok := u.Edition().Scheme(u.Scheme()); !ok || s.Relative != earl.Always {
		return nil, fmt.Errorf("open: %s has no hierarchy of files: %w", u.Redacted(), errors.ErrUnsupported)
	}
	if !c.Opens(u.Scheme()) {
		return nil, noOpener(u)
	}
	base, err := u.WithoutFragment().With(earl.ComponentPath, earl.Some(earl.Octets(strings.TrimSuffix(u.Path(), "/")+"/")))
	if err != nil {
		return nil, err
	}
	return &fileSystem{ctx, c, base}, nil
}

// fileSystem is the set of files below a URL.
type fileSystem struct {
	ctx    context.Context
	client *Client
	base   earl.URL // with a final slash
}

// url returns the URL of a name. Source: rfc1738 2.2, 3.1.
func (f *fileSystem) url(op, name string) (earl.URL, error) {
	if !fs.ValidPath(name) {
		return earl.URL{}, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	if name == "." {
		return f.base, nil
	}
	b := []byte(f.base.Path())
	for i, element := range strings.Split(name, "/") {
		if i > 0 {
			b = append(b, '/')
		}
		b = f.base.Edition().AppendEscape(b, earl.Octets(element), "")
	}
	u, err := f.base.With(earl.ComponentPath, earl.Some(earl.Octets(string(b))))
	if err != nil {
		return u, &fs.PathError{Op: op, Path: name, Err: err}
	}
	return u, nil
}

// Open implements fs.FS.
func (f *fileSystem) Open(name string) (fs.File, error) {
	u, err := f.url("open", name)
	if err != nil {
		return nil, err
	}
	res, err := f.follow(&Request{URL: u})
	if err != nil {
		return nil, pathError("open", name, err)
	}
	info := fileInfo{path.Base(name), *res.Info()}
	switch res := res.(type) {
	case *Document:
		return &fsFile{follow: f.follow, fileInfo: info, name: name, url: u, body: res.Body}, nil
	case *Listing:
		return newFSDir(f.Stat, info, name, res), nil
	}
	discard(res)
	return nil, pathError("open", name, fmt.Errorf("not a file (%s)", info.Kind))
}

// follow opens a request and follows its redirects.
func (f *fileSystem) follow(r *Request) (Resource, error) {
	res, err := f.client.FollowRequest(f.ctx, r)
	if err != nil {
		return nil, err
	}
	if err := inPlace(res.Info()); err != nil {
		discard(res)
		return nil, err
	}
	return res, nil
}

// inPlace returns the error for a page that an http server sent instead of the
// file, with a status that refuses the request. Source: rfc9110 15.5, 15.6.
func inPlace(m *Meta) error {
	switch {
	case m.Status == 404, m.Status == 410:
		return fmt.Errorf("%w: the server returned status %d", ErrNotFound, m.Status)
	case m.Status >= 400:
		return fmt.Errorf("the server returned status %d", m.Status)
	}
	return nil
}

// Stat implements fs.StatFS. It does not retrieve the file if the opener can
// probe.
func (f *fileSystem) Stat(name string) (fs.FileInfo, error) {
	u, err := f.url("stat", name)
	if err != nil {
		return nil, err
	}
	m, err := f.client.Probe(f.ctx, u)
	if err == nil {
		err = inPlace(&m)
	}
	if err != nil {
		return nil, pathError("stat", name, err)
	}
	if m.Kind == KindDocument || m.Kind == KindListing {
		return fileInfo{path.Base(name), m}, nil
	}
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Stat()
}

// ReadDir implements fs.ReadDirFS.
func (f *fileSystem) ReadDir(name string) ([]fs.DirEntry, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	dir, ok := file.(*fsDir)
	if !ok {
		return nil, pathError("readdir", name, errors.New("not a directory"))
	}
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
