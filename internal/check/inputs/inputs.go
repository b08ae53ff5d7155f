// Package inputs finds the links that a check starts with: in files, in all
// documents of directories, in lists and sitemaps, and in arguments that are URLs.
//
//	in, err := inputs.New([]string{"README.md", "docs"}, inputs.Options{})
//	if err != nil {
//		return err
//	}
//	for link, err := range in.Links(ctx) {
//		...
//	}
//
// It opens no link. Only a sitemap that is an argument, and the sitemaps that its
// index contains, are retrieved.
package inputs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"regexp"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
)

// List is the type of a text whose lines are each one URL.
const List document.Type = "urls"

// Options say where links are found. The zero Options find those of all documents.
type Options struct {
	// Edition reads the URLs of files and the base. nil means [earl.Auto].
	Edition *earl.Edition
	// Base is what relative references in files are resolved against. The zero URL
	// means the URL of each file.
	Base earl.URL
	// Root is the directory that a BASE in a local HTML file is resolved against if it
	// begins with "/", as [linkcheck.Options].Root is for links.
	Root earl.URL
	// BaseOf returns the base of a file; ok is false for a file that has none of its
	// own, whose base is then Base. nil: no file has one.
	BaseOf func(path string) (u earl.URL, ok bool)
	// Type is the type of all files and of stdin: [List] or one of package document.
	// "" means that names and contents say it.
	Type document.Type
	// Default is the type of stdin, and of files whose names say none and that are text
	// by their contents. "" means text.
	Default document.Type
	// Preprocess is a program that is run with the path of each file as its argument,
	// and whose output is searched instead of the file. Its messages go to stderr. ""
	// means that the files are searched.
	Preprocess string
	// Verbatim finds the URLs in the code of Markdown too.
	Verbatim bool
	// WikiLinks finds links of wikis in Markdown: [[Page]]. A page is a file below
	// WikiRoot with that name, in any directory; "" means the directory of the file.
	WikiLinks bool
	WikiRoot  string
	// Stdin is what "-" reads. nil: it is empty.
	Stdin io.Reader

	// Extensions are the endings of the names of the files of directories that are
	// checked, without their dot. nil means all.
	Extensions []string
	// ExcludePath leaves out files and directories whose path one of these matches.
	ExcludePath []*regexp.Regexp
	// NoIgnore checks the files that .gitignore and .earlignore name, too.
	NoIgnore bool
	// NoHidden leaves out files of directories whose names begin with a dot.
	NoHidden bool
	// SkipMissing leaves out arguments that do not exist.
	SkipMissing bool
	// Outputs are files that the caller writes: an argument that is one of them is an
	// error. Directories and patterns are searched without them, and without Settings,
	// the files with the settings of the caller.
	Outputs, Settings []string
	// Temporary begins the names of temporary files of the caller, which directories are
	// searched without. "" means no such files.
	Temporary string
	// FoldCase ignores the case of letters in patterns of file names.
	FoldCase bool

	// Client retrieves sitemaps, by Policy. Without a Client they are not retrieved.
	Client *open.Client
	Policy open.Policy
	// Sitemaps is how many of them are retrieved, SitemapURLs how many URLs are read
	// from one, SitemapSize how many bytes. 0 means the default, a negative value no
	// limit.
	Sitemaps, SitemapURLs int
	SitemapSize           int64
}

// An Error says what could not be read. More links can follow it.
type Error struct {
	File         string // "-" is stdin
	Line, Column int64  // from 1, in bytes; 0 if the error is of all the file
	Err          error
}

// Error returns the position and the message.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Name(), e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.Name(), e.Line, e.Column, e.Err)
}

// Name returns File with [earl.Hidden] for what looks like the password of a login: an
// argument such as "user:password@host/" is a URL whose scheme is missing.
func (e *Error) Name() string {
	colon, slash := strings.IndexByte(e.File, ':'), strings.IndexByte(e.File, '/')
	if slash < 0 || colon < slash {
		return earl.Redact(e.File)
	}
	return e.File
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Harmless reports whether all of the document is read nevertheless.
func (e *Error) Harmless() bool { return e.Line > 0 && document.Harmless(e.Err) }

// ErrMissing says that an argument is neither a URL nor a file.
var ErrMissing = errors.New("no such file or directory")

// An argument is a URL, a file or directory, a pattern of file names, or "-".
type argument struct {
	text string
	kind kind
}

type kind uint8

const (
	isURL kind = iota
	isPath
	isPattern
	isStdin
)

// A Set is what links are collected from. Its methods may be called once each,
// by one goroutine.
type Set struct {
	o         Options
	arguments []argument
	hosts     map[string]bool // "host:port" of the arguments
	pages     map[string]wikiPages
}

// New returns the inputs that the arguments name, the URLs first: which private
// addresses may be opened depends on them. An argument without a scheme is a file.
func New(args []string, o Options) (*Set, error) {
	if o.Edition == nil {
		o.Edition = earl.Auto
	}
	in := &Set{o: o, hosts: map[string]bool{}}
	var files []argument
	for _, text := range args {
		arg := argumentOf(text)
		if arg.kind != isURL {
			files = append(files, arg)
			continue
		}
		in.arguments = append(in.arguments, arg)
		if u, err := o.Edition.Parse(text); err == nil {
			in.hosts[hostOf(u)] = true
		}
	}
	in.arguments = append(in.arguments, files...)
	for _, arg := range in.arguments {
		if arg.kind == isPattern {
			if err := checkPattern(arg.text); err != nil {
				return nil, err
			}
		}
		if arg.kind == isPath && isOneOf(arg.text, o.Outputs) {
			return nil, fmt.Errorf("%s: it is an input, and the output would replace it: write to another file", arg.text)
		}
	}
	return in, nil
}

// Stdin reports whether one of the inputs is stdin.
func (in *Set) Stdin() bool {
	for _, arg := range in.arguments {
		if arg.kind == isStdin {
			return true
		}
	}
	return false
}

// argumentOf returns what an argument is. A file that exists is a file, whatever
// its name looks like.
func argumentOf(text string) argument {
	switch _, err := os.Lstat(text); {
	case text == "-":
		return argument{text, isStdin}
	case err == nil:
		return argument{text, isPath}
	case hasScheme(text):
		return argument{text, isURL}
	case strings.ContainsAny(text, "*?["):
		return argument{text, isPattern}
	}
	return argument{text, isPath}
}

// hasScheme reports whether a text begins with a scheme and a colon. A single
// letter is the drive of a path. Source: rfc1738 5.
func hasScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		switch {
		case c == ':':
			return i > 1
		case 'a' <= c|0x20 && c|0x20 <= 'z', i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

// Links yields the links of all inputs, in order. An error is an *[Error], comes
// without a link, and is not the last; ctx ends the retrieval of sitemaps.
func (in *Set) Links(ctx context.Context) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		s := &search{in: in, ctx: ctx, yield: yield}
		for _, arg := range in.arguments {
			switch arg.kind {
			case isURL:
				s.url(arg.text)
			case isStdin:
				s.stdin()
			default:
				s.files(arg)
			}
			if s.stopped {
				return
			}
		}
	}
}

// Document yields the links in one document that the caller has, as Links does for a
// file. Name is what [linkcheck.Place].File has. The Source says what the document is;
// if it has no Type, Media and Name, the first lines do, as for stdin. Of o, only
// Edition and Verbatim apply.
func Document(r io.Reader, source document.Source, name string, o Options) iter.Seq2[linkcheck.Link, error] {
	return func(yield func(linkcheck.Link, error) bool) {
		in, _ := New(nil, Options{Edition: o.Edition, Verbatim: o.Verbatim}) // no argument, so no error
		s := &search{in: in, ctx: context.Background(), yield: yield}
		if source.Type == "" && source.Media == "" && source.Name == "" {
			var head []byte
			if head, r = firstLines(r); isList(head, in.o.Edition) {
				source.Type = List
			}
		}
		s.document(r, source, name)
	}
}

// Documents yields the names of what links are collected from: URLs, files, and
// "-". An error is an *[Error] and is not the last.
func (in *Set) Documents() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, arg := range in.arguments {
			if arg.kind == isURL || arg.kind == isStdin {
				if !yield(arg.text, nil) {
					return
				}
				continue
			}
			for f, err := range in.walk(arg) {
				if !yield(f.Path, err) {
					return
				}
			}
		}
	}
}

// A search collects the links of inputs.
type search struct {
	in      *Set
	ctx     context.Context
	yield   func(linkcheck.Link, error) bool
	stopped bool // the caller wants no more
	maps    sitemaps
}

// link yields a link, and reports whether more are wanted.
func (s *search) link(l linkcheck.Link) bool {
	if !s.stopped {
		s.stopped = !s.yield(l, nil)
	}
	return !s.stopped
}

// fault yields an error, and reports whether more is wanted.
func (s *search) fault(e *Error) bool {
	if !s.stopped {
		e.Err = cause(e.Err)
		s.stopped = !s.yield(linkcheck.Link{}, e)
	}
	return !s.stopped
}

// cause returns the error of a file without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// url yields an argument, and the links of the sitemap that it may be.
func (s *search) url(text string) {
	if s.link(linkcheck.Link{URL: text, Place: linkcheck.Place{Text: text}}) {
		s.sitemapOf(text)
	}
}
