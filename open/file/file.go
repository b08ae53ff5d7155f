// Package file opens file URLs: the regular files and directories of this
// machine.
//
//	client := open.New(open.Options{}, file.Opener{})
//
// It follows rfc1738 3.10, and rfc8089 for what counts as local. It refuses a
// file of another machine and does not try ftp for it. It refuses devices,
// pipes and sockets too, because reading them may never end. It follows
// symbolic links.
package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Opener opens file URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{}

// Schemes returns "file".
func (Opener) Schemes() []string { return []string{"file"} }

// Open returns an *open.Document or, for a directory, an *open.Listing. The
// caller closes a body or a listing that is not read to its end. Source:
// rfc1738 3.10.
func (Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	v, path, err := locate(r.URL)
	if err != nil {
		return nil, err
	}
	f, info, err := openPath(r.URL, path)
	if err != nil {
		return nil, err
	}
	var res open.Resource
	if info.IsDir() {
		res, err = listing(ctx, r, f, v, info)
	} else {
		res, err = document(ctx, r, f, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return res, nil
}

// Probe reports what the URL refers to, without opening it.
func (Opener) Probe(_ context.Context, r *open.Call) (open.Meta, error) {
	v, path, err := locate(r.URL)
	if err != nil {
		return open.Meta{}, err
	}
	info, err := stat(r.URL, path)
	if err != nil {
		return open.Meta{}, err
	}
	m := metaOf(r.URL, info)
	if info.IsDir() {
		m.URL, err = dirURL(r.URL, v)
	}
	return m, err
}

// locate returns the view of u and the path on this machine.
func locate(u earl.URL) (views.File, string, error) {
	v, err := views.ParseFile(u)
	if err != nil {
		return v, "", err
	}
	if destination.IsThisMachine(string(v.Host)) {
		v.Host = ""
	}
	if !v.IsLocal() {
		return v, "", open.Refuse(open.GuardFileHost, u, "the file is on another machine, and file URLs have no protocol to fetch it")
	}
	path, err := v.NativePath(runtime.GOOS)
	if err != nil {
		return v, "", open.Refuse(open.GuardNativePath, u, err.Error())
	}
	return v, path, nil
}

// stat returns the file at a path, if it is of a type that can be opened.
func stat(u earl.URL, path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, failure(err)
	}
	return info, checkMode(u, info)
}

// checkMode refuses anything but a regular file or a directory.
func checkMode(u earl.URL, info fs.FileInfo) error {
	if info.IsDir() || info.Mode().IsRegular() {
		return nil
	}
	return open.Refuse(open.GuardSpecialFile, u, "neither a regular file nor a directory: "+info.Mode().Type().String())
}

// openPath opens the file at a path. It checks the type before, because opening
// a device may have effects, and after, because another program may have
// replaced the file. O_NONBLOCK keeps the open from waiting for the other end
// of a pipe.
func openPath(u earl.URL, path string) (*os.File, fs.FileInfo, error) {
	if _, err := stat(u, path); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, nil, failure(err)
	}
	info, err := f.Stat()
	if err == nil {
		err = checkMode(u, info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// failure returns the error for an error of the system.
func failure(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &missingError{err}
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("file: %w: %w", open.ErrNotFound, err)
	}
	return fmt.Errorf("file: %w", err)
}

// metaOf returns the Meta of a file.
func metaOf(u earl.URL, info fs.FileInfo) open.Meta {
	m := open.Meta{URL: u, Size: -1, Time: info.ModTime()}
	switch {
	case info.IsDir():
		m.Kind = open.KindListing
	case info.Mode().IsRegular():
		m.Kind, m.Size, m.Type = open.KindDocument, info.Size(), open.TypeByName(info.Name())
	}
	return m
}

// document returns the bytes of f that r requests.
func document(ctx context.Context, r *open.Call, f *os.File, info fs.FileInfo) (*open.Document, error) {
	b := &body{ctx: ctx, f: f, left: -1}
	if r.Offset > 0 {
		if r.Offset > info.Size() {
			return nil, fmt.Errorf("file: %w", open.Beyond(r.Offset, info.Size()))
		}
		if _, err := f.Seek(r.Offset, io.SeekStart); err != nil {
			return nil, failure(err)
		}
	}
	if r.End > 0 {
		b.left = max(r.End-r.Offset, 0)
	}
	return &open.Document{Meta: metaOf(r.URL, info), Body: b}, nil
}
