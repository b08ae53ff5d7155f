package html

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds those
// in all attributes and styles, and the wrapped and bare ones in the text.
type Options struct {
	// Options are the options for text: between the tags, outside of scripts,
	// styles and comments. MaxLength also limits the value of an attribute.
	extract.Options
	// Base is the base of the document that its environment specifies: the URL
	// from which it was retrieved, or a header. The first BASE takes
	// precedence, and a relative BASE is resolved against Base. With the zero
	// Base, as for a file whose URL is not known, a relative BASE is reported
	// as [ErrBase] and not used. Source: draft1996 8; HTML 4.2.3.
	Base extract.Base
	// Stream reports matches when the HEAD has ended, and not only when a BASE was
	// found, HeldOctets are held or the document ends. A BASE after the HEAD then
	// applies only to the URLs after it.
	Stream bool
	// XML means that the document is XML, such as XHTML or SVG: it can contain
	// xml:base, and a tag that ends in "/>" has no content. Source: XML 3.1; XML
	// Base 1.1.
	XML bool
	// Part means that the document is a part of one in another format, which has its own
	// base: a BASE is reported as [ErrBase] and not used.
	Part bool
	// Root is the directory of the site that a local file belongs to: a BASE whose
	// HREF begins with one "/" is resolved below it. See [extract.Base.Rooted].
	Root earl.URL
	// MediaType is the media type that came with the document, such as
	// "text/html; charset=koi8-r". Its charset overrides the one in the
	// document. It may be "".
	MediaType string
	// Searcher searches the text, with the same options. It is for many small documents; nil means
	// a new one.
	Searcher *extract.Searcher
	// Anchor is called for each name in the document that a fragment can refer
	// to, decoded: the ID of any element, the NAME of an A or a MAP. It may be
	// nil.
	Anchor func(name string)
	// Title is called with the document's title, with white space collapsed and
	// truncated to MaxTitle bytes. It may be nil.
	Title func(text string)
	// Tag is called for each start tag and end tag of the document, before the
	// matches in the tag. Matches that are held are reported later, so Tag is
	// called before them. It may be nil.
	Tag func(Tag)
}

// Tag is a tag of a document and its position: the bytes of the document from
// Start to End.
type Tag struct {
	Name       string // in lower case; "/" precedes the name of an end tag
	Start, End int64  // offsets from 0, in bytes
	// Attributes are those of a start tag, in order, also if HTML ignores one
	// because another one of the same name is before it.
	Attributes []Attribute
	// Cut is set if the tag has more than MaxAttributes, so that Attributes
	// has only the first ones.
	Cut bool
	// Nested is set for a tag of a document in SRCDOC. The positions are those
	// in the attribute.
	Nested bool
}

// Value returns the value of the first attribute of a name, which is the one
// that HTML uses. ok is false without such an attribute, or if its value is too
// long.
func (t *Tag) Value(name string) (value string, ok bool) {
	for i := range t.Attributes {
		if a := &t.Attributes[i]; a.Name == name {
			return a.Value, !a.Long
		}
	}
	return "", false
}

// Attribute is an attribute of a start tag and its position: offsets from 0, in
// bytes. Source: HTML, before attribute name state and those after it.
type Attribute struct {
	Name                 string // in lower case; a name longer than any that is used is truncated
	Value                string // decoded; "" if the attribute has none
	Start, End           int64  // from its name to after its value and quote
	ValueStart, ValueEnd int64  // without quotes; after the name if there is no value
	// Long is set if the value is longer than MaxLength. Value is then "".
	Long bool
}

// MaxAttributes is the number of attributes of a tag that [Options.Tag] gets.
// Real tags have fewer than 100.
const MaxAttributes = 4096

// MaxTitle is the longest title, in bytes. It is more than anyone reads.
const MaxTitle = 4 << 10

// HeldOctets is the number of bytes that are held until the base is known,
// because a BASE applies to the URLs before it. If there are more before the first
// BASE, it is reported and not used.
const HeldOctets = 128 << 10

// MaxNesting is how deep documents in SRCDOC attributes can be nested. No real
// page needs more.
const MaxNesting = 4

// The errors that come with a match that has a position. The sequence continues
// after them, as it does after [extract.ErrTooLong].
var (
	// ErrBase means that a BASE is not used: there was another one before it,
	// it is not a part of the page, or its HREF is not a URL, is a data or javascript
	// URL, or is relative. A relative HREF is used if [Options.Base] is known
	// and [earl.Edition.AbsoluteBase] is false. If that is true, a BASE after the
	// HEAD is not used either. Source: draft1996 8.1, 14; HTML 2.4.3, 4.2.3.
	ErrBase = errors.New("html: this BASE is not used")
	// ErrCut means that the document ends inside the construct at the position:
	// a tag, often because a quote is not closed; a comment; or an element that
	// only its end tag ends, such as a script. Its contents were not read as
	// markup.
	ErrCut = errors.New("html: the document ends inside a tag, a comment, or an element such as SCRIPT")
	// ErrNesting means that a document in SRCDOC was not read, because it is
	// nested deeper than MaxNesting.
	ErrNesting = errors.New("html: documents in SRCDOC are nested deeper than MaxNesting")
)

// URLs finds the URLs of an HTML document, in the order of the document. Those
// in attributes and styles have the kind [extract.Attribute]. A reference
// without a scheme is [extract.Match.Relative]; it may be empty or only a
// fragment. URL is decoded, without the white space that HTML removes; Text is
// unchanged. The position is that of the first byte of Text in r. In a UTF-16
// file Text is UTF-8, and the position is still that in the file.
//
// Matches are held until the first BASE, because it applies to all of them: see
// HeldOctets and [Options.Stream].
//
// The sequence can be iterated only once, by one goroutine. An error of r ends
// it; the errors of this package and [extract.ErrTooLong] do not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		size := windowFor(r)
		r, at, charset := sniff(r, o.MediaType)
		newDocument(newWindow(r, at, size), charset, o, yield).read()
	}
}

// Sheet finds the URLs of a style sheet, a file of CSS, as [URLs] does for an
// element STYLE. Its base is Options.Base.
func Sheet(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		size := windowFor(r)
		r, at, charset := sniff(r, o.MediaType)
		d := newDocument(newWindow(r, at, size), charset, o, yield)
		d.release()
		d.style(run{w: d.w, until: theEnd})
		if d.w.err != nil && !d.stopped {
			yield(extract.Match{}, d.w.err)
		}
	}
}
