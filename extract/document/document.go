package document

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/format/mail"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/internal/format/xml"
)

// Source describes a document. With the zero Source, the type is detected from
// the first bytes, and there is no base.
type Source struct {
	// Name is the name of the file, or the path of its URL. It may be "".
	Name string
	// Type is the type. If it is "", the type is detected from Media, then from
	// Name, then from the first bytes.
	Type Type
	// Media is the media type that came with the document, with or without
	// parameters. It may be "".
	Media string
	// Base is the base for relative references if the document itself specifies
	// none: [extract.BaseOf] the URL from which it was retrieved.
	Base extract.Base
	// Root is the directory of the site that a local HTML file belongs to. See
	// [extract.Base.Rooted].
	Root earl.URL
	// Code also searches code in Markdown and literal lines in gemtext.
	Code bool
	// Limits limits what is unpacked from a compressed file, an archive or a
	// PDF.
	Limits Limits
	// Binary also searches binary files in archives and compressed files. Those
	// in office documents and EPUB are pictures and fonts, and are always
	// skipped.
	Binary bool
	// Wiki returns the reference for the page in a wiki link of Markdown, such
	// as [[Page]]. If it is nil, such links are text.
	Wiki func(page string) string
	// Dialects determines the anchors of Markdown headings. 0 means GitHub.
	Dialects markdown.Dialects
	// Anchor is called with each name in the document that a fragment can refer
	// to, and Title with its title. Both may be nil. They are not called for
	// text and mail.
	Anchor, Title func(string)

	stream bool                                                               // of a page: matches do not wait for a BASE after the HEAD
	part   func(media, name string, s Source, o extract.Options) *mail.Reader // of a message; formats cannot refer to itself
}

// URLs finds the URLs of a document, in the order of the document. A compressed
// document is decompressed. The files of an archive and the pages of a PDF are
// searched one after the other, within Limits; their errors are [*MemberError].
//
// The sequence can be iterated only once, by one goroutine. An error of r or a
// [*PanicError] ends it; an error that comes with the position or the URL of a
// match does not.
func URLs(r io.Reader, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		t, r := TypeOf(r, s)
		if isPacked(t) {
			guarded(func(yield func(extract.Match, error) bool) { unpack(r, t, s, o, yield) }, t)(yield)
			return
		}
		if s.Type == "" && s.Media == "" {
			if t, _ := packedByName(s.Name); t != "" {
				yield(extract.Match{}, ErrNotPacked)
				return
			}
		}
		if p, ok := r.(*peeked); ok && !readsCharsets(t) && hasWideMark(p.head) {
			yield(extract.Match{}, ErrUTF16)
			return
		}
		guarded(urls(r, t, s, o), t)(yield)
	}
}

// urls is URLs for a document of a known type.
func urls(r io.Reader, t Type, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	if f := formatOf(t); f != nil {
		s.part = partOf
		return f.read(r, s, o)
	}
	return func(yield func(extract.Match, error) bool) {
		yield(extract.Match{}, fmt.Errorf("document: unknown type %q: must be one of %q", t, Types()))
	}
}

// isTemplate reports whether a match is a link with text that a program replaces.
func isTemplate(m *extract.Match) bool {
	if m.Kind != extract.Attribute || m.Doubt != extract.Whole {
		return false
	}
	for i := range len(m.URL) {
		switch m.URL[i] {
		case '%':
			if i+2 < len(m.URL) && ascii.IsHex(m.URL[i+1]) && ascii.IsHex(m.URL[i+2]) {
				continue
			}
			return extract.PlaceholderIn(m.URL)
		case '{', '<', '$':
			return extract.PlaceholderIn(m.URL)
		}
	}
	return false
}

// based sets the base of matches in a document that cannot specify one itself.
func based(matches iter.Seq2[extract.Match, error], b extract.Base) iter.Seq2[extract.Match, error] {
	if b.From == extract.NoBase {
		return matches
	}
	return func(yield func(extract.Match, error) bool) {
		for m, err := range matches {
			if m.Base = b; !yield(m, err) {
				return
			}
		}
	}
}

// Harmless reports whether an error that came with a match means only that the
// document has a flaw: all of it was read.
func Harmless(err error) bool {
	return errors.Is(err, html.ErrBase) || errors.Is(err, xml.ErrBase) || errors.Is(err, extract.ErrNotAbsolute) || errors.Is(err, mail.ErrForgotten)
}

// Partial reports whether an error means that a part of the document was not
// read according to its type, because its reader panicked or reached a limit.
// Links and anchors may be missing.
func Partial(err error) bool {
	var panicked *PanicError
	var limit *LimitError
	var member *MemberError
	return errors.As(err, &panicked) || errors.As(err, &limit) || errors.As(err, &member) || errors.Is(err, markdown.ErrLimit)
}
