package open

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
)

// FS returns the files below u, a directory of a hierarchical scheme such as
// ftp and file, as an [fs.FS]: an fs.ReadDirFS and an fs.StatFS. A name is a
// segment of the URL's path for each of its elements, decoded. What is opened
// is opened through Follow, so each guard holds, and an error is an
// *fs.PathError with that of the client inside; fs.ErrNotExist is among what it
// is. What an http server sends with an error is no file. A file is also an
// io.Seeker, which asks for the rest from the new place on.
//
// A size that is not known is 0, of which http.FileServerFS sends nothing; the
// Meta, which Sys returns, tells it from an empty file.
//
// ctx holds for all that is done with the FS. Several goroutines may share the
// FS, but not one of its files.
//
// The error says that u's scheme has no hierarchy: only those whose URLs always
// take relative references have one. Source: rfc1738 3.1; draft1996 5.3.
func (c *Client) FS(ctx context.Context, u earl.URL) (fs.FS, error) {
	if s, ok := u.Edition().Scheme(u.Scheme()); !ok || s.Relative != earl.Always {
		return nil, fmt.Errorf("open: %s has no hierarchy of files", u.Redacted())
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

// fileSystem is the files below a URL.
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

// pathError returns err with the name; what is not found is fs.ErrNotExist too.
func pathError(op, name string, err error) error {
	if errors.Is(err, ErrNotFound) && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
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
		return &fsFile{fs: f, fileInfo: info, name: name, url: u, body: res.Body}, nil
	case *Listing:
		return newFSDir(info, name, res), nil
	}
	discard(res)
	return nil, pathError("open", name, fmt.Errorf("not a file (%s)", info.Kind))
}

// follow opens what a request leads to.
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

// inPlace returns the error of a document that came in place of the file: the page
// that a server of http sends with its refusal. Source: rfc9110 15.5, 15.6.
func inPlace(m *Meta) error {
	switch {
	case m.Status == 404, m.Status == 410:
		return fmt.Errorf("%w: the server answers %d", ErrNotFound, m.Status)
	case m.Status >= 400:
		return fmt.Errorf("the server answers %d", m.Status)
	}
	return nil
}

// Stat implements fs.StatFS. It retrieves nothing where the opener can tell.
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

// fileInfo is what is known of a file. It implements fs.FileInfo and fs.DirEntry.
type fileInfo struct {
	base string
	Meta
}

func (i fileInfo) Name() string               { return i.base }
func (i fileInfo) Size() int64                { return max(i.Meta.Size, 0) }
func (i fileInfo) IsDir() bool                { return i.Kind == KindListing }
func (i fileInfo) Type() fs.FileMode          { return i.Mode().Type() }
func (i fileInfo) Info() (fs.FileInfo, error) { return i, nil }
func (i fileInfo) String() string             { return fs.FormatDirEntry(i) }

// ModTime is the zero Time for a directory: protocols tell it in listings alone.
func (i fileInfo) ModTime() time.Time {
	if i.IsDir() {
		return time.Time{}
	}
	return i.Time
}

// Sys returns the Meta.
func (i fileInfo) Sys() any { return i.Meta }

// Mode says that a file may be read; nobody knows more of it.
func (i fileInfo) Mode() fs.FileMode {
	switch i.Kind {
	case KindListing:
		return fs.ModeDir | 0o555
	case KindDocument, KindUnknown:
		return 0o444
	}
	return fs.ModeIrregular | 0o444
}

// isElement reports whether name is one element of a path.
func isElement(name string) bool {
	return name != "." && fs.ValidPath(name) && !strings.Contains(name, "/")
}

// discard closes a resource that nobody wants.
func discard(res Resource) {
	switch res := res.(type) {
	case *Document:
		res.Body.Close()
	case *Listing:
		res.Close()
	case *Session:
		res.Conn.Close()
	}
}
