package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/views"
)

// walk yields the files of an argument. An error is an *[Error] and comes with the
// file's name.
func (in *Set) walk(arg argument) iter.Seq2[document.File, error] {
	root := relative(arg.text)
	match := func(string) bool { return true }
	if arg.kind == isPattern {
		root, match = in.pattern(arg.text)
	}
	return func(yield func(document.File, error) bool) {
		found := false
		for f, err := range document.Walk(root, in.walkOptions()) {
			explicit := f.Path == root && arg.kind == isPath
			switch {
			case err == nil && explicit && in.excluded(f.Path), err == nil && !match(f.Path), err == nil && !explicit && in.isOwn(f.Path):
				continue
			case errors.Is(err, fs.ErrNotExist) && f.Path == root && (in.o.SkipMissing || arg.kind == isPattern):
				continue
			case errors.Is(err, document.ErrBinary) && !explicit:
				continue
			case err != nil:
				if !yield(f, &Error{File: f.Path, Err: cause(err)}) {
					return
				}
				continue
			}
			found = true
			if !yield(f, nil) {
				return
			}
		}
		if arg.kind == isPattern && !found && !in.o.SkipMissing {
			yield(document.File{Path: arg.text}, &Error{File: arg.text, Err: ErrMissing})
		}
	}
}

// walkOptions returns the options for directories.
func (in *Set) walkOptions() document.WalkOptions {
	return document.WalkOptions{Ignored: in.o.NoIgnore, NoHidden: in.o.NoHidden,
		Skip: func(path string, dir bool) bool {
			return in.excluded(path) || !dir && !in.hasExtension(path)
		}}
}

// excluded reports whether a path is left out by ExcludePath.
func (in *Set) excluded(path string) bool {
	for _, p := range in.o.ExcludePath {
		if p.MatchString(path) {
			return true
		}
	}
	return false
}

// isOwn reports whether a file is one that the caller writes or has settings in.
func (in *Set) isOwn(path string) bool {
	name := filepath.Base(path)
	return in.o.Temporary != "" && strings.HasPrefix(name, in.o.Temporary) || name == ".earlignore" || isOneOf(path, in.o.Outputs) || isOneOf(path, in.o.Settings)
}

// isOneOf reports whether a file is one of others, by whatever path.
func isOneOf(path string, others []string) bool {
	if len(others) == 0 {
		return false
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(others, func(other string) bool {
		o, err := os.Stat(other)
		return err == nil && os.SameFile(info, o)
	})
}

// hasExtension reports whether a file of a directory has one of the Extensions.
func (in *Set) hasExtension(path string) bool {
	if in.o.Extensions == nil {
		return true
	}
	got := strings.TrimPrefix(filepath.Ext(path), ".")
	return slices.ContainsFunc(in.o.Extensions, func(want string) bool { return strings.EqualFold(strings.TrimPrefix(want, "."), got) })
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

// files yields the links in a file, in the documents of a directory, or in the
// files that a pattern matches.
func (s *search) files(arg argument) {
	for f, err := range s.in.walk(arg) {
		if err != nil {
			var e *Error
			errors.As(err, &e)
			s.fault(e)
		} else {
			s.file(f, arg.kind == isPath && f.Path == relative(arg.text))
		}
		if s.stopped {
			return
		}
	}
}

// file yields the links in a file.
func (s *search) file(f document.File, explicit bool) {
	in, err := s.content(f.Path)
	if err != nil {
		s.fault(&Error{File: f.Path, Err: err})
		return
	}
	defer in.Close()
	switch {
	case s.in.o.Type != "":
		f.Type = s.in.o.Type
	case s.in.o.Preprocess != "":
		f.Type = document.TypeOfName(f.Path) // the bytes are others than those of the file
	}
	if s.in.o.Default != "" && f.Type == document.Text && document.TypeOfName(f.Path) == "" {
		f.Type = s.in.o.Default
	}
	b := bufio.NewReaderSize(in, headSize)
	isWARC := f.Type == document.WARC || f.Type == document.Gzip && strings.HasSuffix(strings.ToLower(f.Path), ".warc.gz")
	if f.Type == document.Text || f.Type == document.XML || f.Type == "" || f.Type == document.Gzip && !isWARC {
		if explicit && s.robots(b, f.Path) {
			return
		}
		head, _ := b.Peek(headSize)
		if s.in.o.Type == "" && s.sitemap(b, head, f.Path, explicit) {
			return
		}
	}
	var r io.Reader = b
	if f.Type == document.Zip || f.Type == document.PDF || isWARC {
		r = in // nothing was read of it yet; these are read at any place
	}
	name := f.Path
	if s.in.o.Preprocess != "" {
		name = "" // the text that a program makes of a .pdf is no PDF
	}
	s.document(r, document.Source{Name: name, Type: f.Type, Base: s.in.baseOf(f.Path)}, f.Path)
}

// content opens a file, or starts the program whose output replaces its content.
func (s *search) content(path string) (io.ReadCloser, error) {
	if s.in.o.Preprocess == "" {
		return os.Open(path)
	}
	if strings.HasPrefix(path, "-") { // the program would take it for an option
		path = "." + string(filepath.Separator) + path
	}
	c := exec.CommandContext(s.ctx, s.in.o.Preprocess, path)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &output{ReadCloser: out, c: c}, nil
}

// An output is that of a program. At its end it returns the error of the program.
type output struct {
	io.ReadCloser
	c   *exec.Cmd
	end error // what the last Read returned, once the program has ended
}

// Read implements io.Reader.
func (o *output) Read(p []byte) (int, error) {
	if o.end != nil {
		return 0, o.end
	}
	n, err := o.ReadCloser.Read(p)
	if err == io.EOF {
		o.end = io.EOF
		if failed := o.c.Wait(); failed != nil {
			o.end = fmt.Errorf("%s: %w", o.c.Path, failed)
		}
		err = o.end
	}
	return n, err
}

// Close ends the program if it still runs.
func (o *output) Close() error {
	if o.end == nil {
		o.c.Process.Kill()
		o.c.Wait()
	}
	return nil
}

// headSize is how many bytes of a file show what it is.
const headSize = 8000

// stdin yields the links of stdin: a text, a document that its first bytes show, a
// sitemap, or a list of URLs.
func (s *search) stdin() {
	r := s.in.o.Stdin
	if r == nil {
		r = bytes.NewReader(nil)
	}
	source := document.Source{Type: s.in.o.Type, Base: s.in.baseOf("")}
	if source.Type == "" {
		head, rest := firstLines(r)
		r = rest
		switch {
		case isList(head, s.in.o.Edition):
			source.Type = List
		case s.in.o.Default != "":
			source.Type = s.in.o.Default
		case s.sitemap(bufio.NewReaderSize(rest, headSize), head, "-", false):
			return
		}
	}
	s.document(r, source, "-")
}

// document yields the links in a document. In HTML what the markup has for a URL
// is a link, and the text between the tags is not searched.
func (s *search) document(r io.Reader, source document.Source, name string) {
	if source.Type == List {
		s.list(r, name, source.Base)
		return
	}
	source.Code, source.Root = s.in.o.Verbatim, s.in.o.Root
	if s.in.o.WikiLinks && name != "-" {
		source.Wiki = func(page string) string { return s.in.wikiReference(page, name) }
	}
	source.Type, r = document.TypeOf(r, source)
	parts := heldParts{s: s}
	defer parts.release()
	for m, err := range document.URLs(r, source, extract.Options{Edition: s.in.o.Edition}) {
		if err != nil && !s.fault(&Error{File: within(name, &m), Line: m.Line, Column: m.Column, Err: err}) {
			return
		}
		if err != nil && m.Line == 0 && m.URL == "" {
			return
		}
		if m.URL == "" || m.Hint || m.Shown || (source.Type == document.HTML || source.Type == document.CSS) && !m.Kind.IsLink() {
			continue
		}
		if m.Member != "" && m.Relative && m.Base.From == extract.NoBase {
			continue // leads to another file of the archive, which has no URL
		}
		place := linkcheck.Place{File: within(name, &m), Offset: m.Offset, Line: m.Line, Column: m.Column, Text: m.Text, Base: m.Base}
		example := !m.Kind.IsLink() && (source.Type == document.Program || strings.HasPrefix(strings.ToLower(m.URL), "file:"))
		if !parts.link(linkcheck.Link{URL: m.URL, Place: place, Skip: m.Doubt.Reason(), Official: m.Kind == extract.Official, Example: example}) {
			return
		}
	}
}

// maxHeld limits the links to parts that are held until their message ends. It is more
// than any message has.
const maxHeld = 10_000

// heldParts are the links to parts of one message. The parts are known when the message
// has ended.
type heldParts struct {
	s       *search
	message *extract.Message
	links   []linkcheck.Link
}

// link yields a link, or holds it.
func (h *heldParts) link(l linkcheck.Link) bool {
	if l.Place.Base.Message == nil {
		return h.s.link(l)
	}
	if m := outermost(l.Place.Base.Message); m != h.message || len(h.links) == maxHeld {
		if !h.release() {
			return false
		}
		h.message = m
	}
	h.links = append(h.links, l)
	return true
}

// release yields the links that are held.
func (h *heldParts) release() bool {
	held := h.links
	h.links = nil
	for _, l := range held {
		if h.s.stopped || !h.s.link(l) {
			return false
		}
	}
	return true
}

// outermost returns the message that is in no other.
func outermost(m *extract.Message) *extract.Message {
	for m.Within != nil {
		m = m.Within
	}
	return m
}

// within returns the name of what a match is in: the file, or the file in an archive.
func within(name string, m *extract.Match) string {
	if m.Member == "" {
		return name
	}
	return name + "!" + m.Member
}

// baseOf returns the base of a file's references: that of the options, else the
// URL of the file. Source: draft1996 8.3.
func (in *Set) baseOf(path string) extract.Base {
	if in.o.BaseOf != nil && path != "" {
		if u, ok := in.o.BaseOf(path); ok {
			return extract.BaseOf(u)
		}
	}
	if !in.o.Base.IsZero() || path == "" {
		return extract.BaseOf(in.o.Base)
	}
	u, err := FileURL(path, in.o.Edition)
	if err != nil {
		return extract.Base{}
	}
	return extract.BaseOf(u)
}

// Repository returns the directory of the repository that a directory is in: that
// with .git. ok is false outside of a repository.
func Repository(dir string) (root string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", false
		}
		dir = above
	}
}

// FileURL returns the URL of a file or directory of this machine.
func FileURL(path string, e *earl.Edition) (earl.URL, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return earl.URL{}, err
	}
	v, err := views.FileFromNative(runtime.GOOS, full)
	if err != nil {
		return earl.URL{}, err
	}
	return v.URL(e)
}
