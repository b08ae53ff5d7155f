package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// An argument of check is a URL, or names what links stand in.
type argument struct {
	text  string
	isURL bool
}

// argumentsOf returns the arguments, the URLs first: what is asked at a private
// address depends on them. Without one it is stdin.
func argumentsOf(s *streams, args []string) ([]argument, error) {
	if len(args) == 0 {
		if term.Is(s.in) {
			return nil, usagef("no file and no URL: name one, or pipe text into it")
		}
		args = []string{"-"}
	}
	var urls, files []argument
	for _, arg := range args {
		if isURL(arg) {
			urls = append(urls, argument{arg, true})
		} else {
			files = append(files, argument{arg, false})
		}
	}
	return slices.Concat(urls, files), nil
}

// isURL reports whether an argument is a URL and names no file.
func isURL(arg string) bool {
	if _, err := os.Lstat(arg); err == nil || arg == "-" {
		return false
	}
	_, _, ok := cutScheme(arg)
	return ok
}

// cutScheme parts a text at the colon behind its scheme, if it begins with one. A
// single letter is the drive of a path. Source: rfc1738 5.
func cutScheme(text string) (scheme, rest string, ok bool) {
	for i := range len(text) {
		c := text[i]
		switch {
		case c == ':':
			return text[:i], text[i+1:], i > 1
		case 'a' <= c|0x20 && c|0x20 <= 'z', i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return "", "", false
		}
	}
	return "", "", false
}

// links yields the links that the arguments name. What cannot be read is said, and
// is not the end.
func (k *checker) links() iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		for _, arg := range k.arguments {
			more := true
			switch {
			case arg.isURL:
				more = yield(linkcheck.Link{URL: arg.text, Place: linkcheck.Place{Text: arg.text}}, nil)
			case arg.text == "-":
				more = k.document(k.s.in, document.Source{Type: document.Type(k.flags.kind), Base: k.baseOf("")}, "-", yield)
			default:
				more = k.files(arg.text, yield)
			}
			if !more {
				return
			}
		}
	}
}

// until yields what links yields until ctx ends, also while that waits for input:
// its goroutine is then left behind.
func until(ctx context.Context, links iter.Seq2[linkcheck.Link, error]) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		found := make(chan linkcheck.Link)
		go func() {
			defer close(found)
			for l := range links { // what goes wrong is said there
				select {
				case found <- l:
				case <-ctx.Done():
					return
				}
			}
		}()
		for {
			select {
			case l, ok := <-found:
				if !ok || !yield(l, nil) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// files yields the links in a file, or in the documents of a directory.
func (k *checker) files(root string, yield func(linkcheck.Link, error) bool) bool {
	root = relative(root)
	for f, err := range document.Walk(root, document.WalkOptions{}) {
		switch {
		case errors.Is(err, document.ErrBinary) && f.Path != root:
			continue
		case err != nil:
			k.fault("%s: %s", f.Path, cause(err))
			continue
		}
		if k.flags.kind != "" {
			f.Type = document.Type(k.flags.kind)
		}
		if !k.file(f, yield) {
			return false
		}
	}
	return true
}

// relative returns a path relative to the current directory if it is below it, so
// that a report has no absolute path where none is needed.
func relative(path string) string {
	if !filepath.IsAbs(path) {
		return path
	}
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(short) {
		return short
	}
	return path
}

// file yields the links in a file.
func (k *checker) file(f document.File, yield func(linkcheck.Link, error) bool) bool {
	in, err := os.Open(f.Path)
	if err != nil {
		k.fault("%s: %s", f.Path, cause(err))
		return true
	}
	defer in.Close()
	return k.document(in, document.Source{Name: f.Path, Type: f.Type, Base: k.baseOf(f.Path)}, f.Path, yield)
}

// document yields the links in a document. Of HTML what the markup has for a URL
// is a link, not what stands in its text.
func (k *checker) document(in io.Reader, source document.Source, name string, yield func(linkcheck.Link, error) bool) bool {
	source.Type, in = document.TypeOf(in, source)
	for m, err := range document.URLs(in, source, extract.Options{Edition: k.edition}) {
		switch {
		case err != nil && m.Line == 0 && m.URL == "":
			k.fault("%s: %s", name, cause(err))
			return true
		case err != nil && document.Harmless(err):
			k.remark("%s:%d:%d: %s", name, m.Line, m.Column, message(err))
		case err != nil:
			k.fault("%s:%d:%d: %s", name, m.Line, m.Column, message(err))
		}
		if m.URL == "" || source.Type == document.HTML && m.Kind != extract.Attribute {
			continue
		}
		place := linkcheck.Place{File: name, Offset: m.Offset, Line: m.Line, Column: m.Column, Text: m.Text, Base: m.Base}
		if !yield(linkcheck.Link{URL: m.URL, Place: place}, nil) {
			return false
		}
	}
	return true
}

// baseOf returns the base that a file's references have by themselves: that of
// --base, else the URL of the file. Source: draft1996 8.3.
func (k *checker) baseOf(path string) base.Base {
	if !k.base.IsZero() || path == "" {
		return base.Of(k.base)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return base.Base{}
	}
	v, err := earl.FileFromNative(runtime.GOOS, full)
	if err != nil {
		return base.Base{}
	}
	u, err := v.URL(k.edition)
	if err != nil {
		return base.Base{}
	}
	return base.Of(u)
}
