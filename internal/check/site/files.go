package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/views"
)

// Rules say which file a path designates.
type Rules struct {
	// Index are the names of files that a directory is shown by, the first that
	// exists. "." is the directory itself. nil means that a directory is a listing
	// for [Files], and that index.html shows it for [Serve].
	Index []string
	// Extensions are tried, in order, for a path that does not exist, each with a dot
	// before it. nil means none for [Files], and html for [Serve].
	Extensions []string
}

// Files opens file URLs by Rules. The query of a URL is not a part of the name of
// its file. The zero Files opens what [file.Opener] opens.
type Files struct {
	Rules Rules
	inner file.Opener
}

// Openers returns the list with f instead of the opener of file URLs. The given
// list is not changed.
func (f Files) Openers(list []open.Opener) []open.Opener {
	list = slices.Clone(list)
	for i, o := range list {
		if slices.Contains(o.Schemes(), "file") {
			list[i] = f
		}
	}
	return list
}

// Schemes returns "file".
func (f Files) Schemes() []string { return f.inner.Schemes() }

// Open opens the file that the rules find.
func (f Files) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
	call, err := f.call(c)
	if err != nil {
		return nil, err
	}
	return f.inner.Open(ctx, call)
}

// Probe reports what is known of the file that the rules find.
func (f Files) Probe(ctx context.Context, c *open.Call) (open.Meta, error) {
	call, err := f.call(c)
	if err != nil {
		return open.Meta{}, err
	}
	return f.inner.Probe(ctx, call)
}

// call returns c for the file that the rules find.
func (f Files) call(c *open.Call) (*open.Call, error) {
	u, err := f.find(c.URL)
	if err != nil {
		return nil, err
	}
	call := *c
	call.URL = u
	return &call, nil
}

// find returns the URL of the file that the rules find for u.
func (f Files) find(u earl.URL) (earl.URL, error) {
	if _, ok := u.Query(); ok {
		var err error
		if u, err = u.With(earl.ComponentQuery, earl.Field{}); err != nil {
			return u, err
		}
	}
	v, err := views.ParseFile(u)
	if err != nil || !v.IsLocal() {
		return u, nil // the opener reports it
	}
	path, err := v.NativePath(runtime.GOOS)
	if err != nil {
		return u, nil
	}
	if strings.Trim(path, "/") == "" {
		return u, nil
	}
	suffix, err := f.Rules.suffix(strings.TrimRight(path, string(os.PathSeparator)), os.Stat)
	if err != nil {
		return u, err
	}
	if suffix == "" {
		return source(u, path)
	}
	text := u.WithoutFragment().String()
	if strings.HasSuffix(text, "/") && !strings.HasPrefix(suffix, "/") {
		return u, nil // only a directory has a slash at its end
	}
	return u.Edition().Parse(strings.TrimRight(text, "/") + escape(suffix))
}

// sources are the extensions of documents from which programs make pages.
var sources = [...]string{".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".ipynb"}

// source returns the URL of the document from which the page u is made, if only the document
// exists: in the sources of a site, links lead to the pages.
func source(u earl.URL, path string) (earl.URL, error) {
	name, ok := strings.CutSuffix(path, ".html")
	if _, err := os.Stat(path); !ok || !errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	for _, ext := range sources {
		if isFile(name+ext, os.Stat) {
			return u.Edition().Parse(strings.TrimSuffix(u.WithoutFragment().String(), ".html") + ext)
		}
	}
	return u, nil
}

// escape escapes the bytes of a name that are not a part of a path. The names come
// from the options.
func escape(name string) string {
	return strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23", " ", "%20").Replace(name)
}

// suffix returns what follows a path, without a slash at its end, in the name of
// the file that the rules find: an extension, or a slash and the name of an index.
func (r Rules) suffix(path string, stat func(string) (fs.FileInfo, error)) (string, error) {
	info, err := stat(path)
	isDir := err == nil && info.IsDir()
	if err == nil && !isDir {
		return "", nil
	}
	if isDir && r.Index != nil {
		for _, name := range r.Index {
			if name == "." {
				return "", nil
			}
			if isFile(path+"/"+name, stat) {
				return "/" + name, nil
			}
		}
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		for _, ext := range r.Extensions {
			if ext = "." + strings.TrimPrefix(ext, "."); isFile(path+ext, stat) {
				return ext, nil
			}
		}
	}
	if isDir && r.Index != nil {
		return "", fmt.Errorf("file: %w: the directory has no %s", open.ErrNotFound, strings.Join(r.Index, ", "))
	}
	return "", nil
}

// isFile reports whether a regular file exists.
func isFile(path string, stat func(string) (fs.FileInfo, error)) bool {
	info, err := stat(path)
	return err == nil && info.Mode().IsRegular()
}
