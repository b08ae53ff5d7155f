package document

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/html"
	"github.com/earl-url/earl/extract/mail"
	"github.com/earl-url/earl/extract/markdown"
)

// Type is what kind of document it is.
type Type string

// The types.
const (
	Text     Type = "text"
	Mail     Type = "mail" // a message: rfc822, rfc2045
	Mbox     Type = "mbox" // messages one after the other: rfc4155
	HTML     Type = "html"
	Markdown Type = "markdown" // CommonMark, with what GitHub adds
	CSS      Type = "css"      // a style sheet
)

// Types returns all types.
func Types() []Type { return []Type{Text, Mail, Mbox, HTML, Markdown, CSS} }

// Media returns the media type of documents of a type, or "" for any other type.
func (t Type) Media() string {
	switch t {
	case Text:
		return "text/plain"
	case Mail:
		return "message/rfc822"
	case Mbox:
		return "application/mbox"
	case HTML:
		return "text/html"
	case CSS:
		return "text/css"
	case Markdown:
		return "text/markdown"
	}
	return ""
}

// Source is what is known of a document. The zero Source is known by its first
// octets, and has no base.
type Source struct {
	// Name is its file's name, or the path of its URL. "" says nothing.
	Name string
	// Type is what it is. "" leaves that to Media, then to Name, then to its first octets.
	Type Type
	// Media is the media type that came with it, with or without parameters. "" says nothing.
	Media string
	// Base is what its relative references are resolved against where it names no
	// base itself: [base.Of] the URL that it was retrieved by.
	Base base.Base
	// Code searches the code in Markdown too.
	Code bool
	// Limits bound what is unpacked of a compressed file, an archive or a PDF.
	Limits Limits
	// Binary searches the binary files in archives, too, and in compressed files. Those
	// in office documents and EPUB are pictures and fonts, and are left out.
	Binary bool
	// Wiki returns the reference for the page of a wiki that a link of Markdown names
	// in double brackets. nil: such links are text.
	Wiki func(page string) string
	// Dialects name the headings of Markdown for Anchor. 0 means GitHub.
	Dialects markdown.Dialects
	// Anchor is told the name of each place in it that a fragment can lead to, Title
	// its title. Nil means that nobody asks. Text and mail have neither.
	Anchor, Title func(string)
}

// URLs finds the URLs of a document, in the order in which they stand. A document
// that is compressed is decompressed; the files of an archive and the pages of a
// PDF are searched one after the other, within Limits, and their errors come as
// [*MemberError]. The
// sequence can be ranged over once, by one goroutine. An error of r, or a
// [*PanicError], is the last that it yields; one that comes with the place or the
// URL of a match is not.
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
		if p, ok := r.(*peeked); ok && (t == Text || t == Markdown) && hasWideMark(p.head) {
			yield(extract.Match{}, ErrUTF16)
			return
		}
		guarded(urls(r, t, s, o), t)(yield)
	}
}

// urls is URLs for a document of a known type.
func urls(r io.Reader, t Type, s Source, o extract.Options) iter.Seq2[extract.Match, error] {
	switch t {
	case Text:
		return based(extract.Text(r, o), s.Base)
	case Mail:
		return mail.URLs(r, mail.Options{Options: o, Base: s.Base})
	case Mbox:
		return mail.Mbox(r, mail.Options{Options: o, Base: s.Base})
	case HTML:
		return html.URLs(r, html.Options{Options: o, Base: s.Base, MediaType: s.Media, Anchor: s.Anchor, Title: s.Title})
	case CSS:
		return html.Sheet(r, html.Options{Options: o, Base: s.Base, MediaType: s.Media})
	case Markdown:
		return markdown.URLs(r, markdown.Options{Options: o, Base: s.Base, Code: s.Code, Anchor: s.Anchor, Title: s.Title, Dialects: s.Dialects, Wiki: s.Wiki})
	}
	return func(yield func(extract.Match, error) bool) {
		yield(extract.Match{}, fmt.Errorf("document: no type %q: one of %q", t, Types()))
	}
}

// based is matches with a base, which a plain text has by where it came from alone.
func based(matches iter.Seq2[extract.Match, error], b base.Base) iter.Seq2[extract.Match, error] {
	if b.From == base.None {
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

// Harmless reports whether an error that came with a match says no more than that
// something is not as it should be: all of the document is read.
func Harmless(err error) bool {
	return errors.Is(err, html.ErrBase) || errors.Is(err, base.ErrNotAbsolute) || errors.Is(err, mail.ErrForgotten)
}

// Partial reports whether an error says that a part of the document was not read as
// what it is: its reader panicked, or reached a limit. Links and anchors may be
// missing.
func Partial(err error) bool {
	var panicked *PanicError
	var limit *LimitError
	var member *MemberError
	return errors.As(err, &panicked) || errors.As(err, &limit) || errors.As(err, &member) || errors.Is(err, markdown.ErrLimit)
}
