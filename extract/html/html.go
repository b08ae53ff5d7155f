package html

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
)

// Options say what is looked for. The zero Options find the URLs of all attributes
// and styles, and the wrapped and bare ones of the text.
type Options struct {
	// Options say what is looked for in running text: between the tags, outside of
	// scripts, styles and comments. MaxLength bounds an attribute's value too.
	extract.Options
	// Base is what names the document's base from outside: the URL it was retrieved
	// by, or a header. A BASE in its HEAD wins, and a relative BASE is resolved
	// against Base. With the zero Base, as for a file whose URL is not known, a
	// relative BASE is reported as [ErrBase] and not used.
	// Source: draft1996 8; HTML 4.2.3.
	Base base.Base
	// MediaType is what the document came as, such as "text/html; charset=koi8-r".
	// Its charset goes before what the document says of itself. It may be "".
	MediaType string
	// Anchor is called for each place of the document that a fragment can name: an
	// ID of any element, the NAME of an A or a MAP, decoded. It may be nil.
	Anchor func(name string)
	// Title is called with the document's title, white space collapsed, no more than
	// MaxTitle octets of it. It may be nil.
	Title func(text string)
	// Tag is called for each start tag and end tag of the document, before the matches
	// in it, and before those of the HEAD, which are held. It is not called for the
	// tags of a document in SRCDOC. It may be nil.
	Tag func(Tag)
}

// Tag is a tag of a document and its place: it is the bytes of the document from
// Start on, up to End.
type Tag struct {
	Name       string // in lower case, with "/" before that of an end tag
	Start, End int64  // offsets from 0, in bytes
}

// MaxTitle bounds a title in octets: more than anybody reads.
const MaxTitle = 4 << 10

// HeldOctets bounds what is held, in octets, until the HEAD ends and the base is
// known: a BASE counts for what stands before it. Where more stands in the HEAD, a
// BASE behind it is reported and not used.
const HeldOctets = 1 << 20

// MaxNesting bounds how deep documents stand in attributes SRCDOC of one another:
// more is nobody's page.
const MaxNesting = 4

// The errors that come with a match that has a place, and are not the last;
// [extract.ErrTooLong] is another.
var (
	// ErrBase says that a BASE is not used: another was before it, it is not in the
	// HEAD, or its HREF is no URL, a data or javascript URL, or relative. A relative
	// HREF is used where [Options.Base] is known and [earl.Edition.AbsoluteBase] is
	// false. Source: draft1996 8.1, 14; HTML 4.2.3.
	ErrBase = errors.New("html: a BASE is not used")
	// ErrCut says that the document ends inside of what starts at the place: a tag,
	// perhaps because a quote is not closed; a comment; an element that nothing but
	// its end tag ends, as a script. What stands in it was not read as markup.
	ErrCut = errors.New("html: the document ends inside a tag, a comment or an element without markup")
	// ErrNesting says that a document in SRCDOC was not read, because it is nested
	// deeper than MaxNesting.
	ErrNesting = errors.New("html: documents nested in SRCDOC deeper than MaxNesting")
)

// URLs finds the URLs of an HTML document, in the order in which they stand. Those
// of attributes and styles have the kind [extract.Attribute]; a reference without a
// scheme is [extract.Match.Relative], and may be empty, or a fragment alone. URL is
// decoded, and has no white space that HTML takes out; Text is as it stands. The
// place is that of the first octet of Text in the octets of r. In a file in UTF-16
// Text is UTF-8, and its place is still that in the file.
//
// Matches of the HEAD are held until it ends, because its BASE counts for all.
//
// The sequence can be ranged over once, by one goroutine. An error of r is the last
// that it yields; the errors of this package are not, nor is [extract.ErrTooLong].
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		r, at, charset := sniff(r, o.MediaType)
		newDocument(newWindow(r, at), charset, o, yield).read()
	}
}

// Sheet finds the URLs of a style sheet, a file of CSS, as [URLs] does those of an
// element STYLE. Its base is that of o alone.
func Sheet(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		r, at, charset := sniff(r, o.MediaType)
		d := newDocument(newWindow(r, at), charset, o, yield)
		d.endHead()
		d.style(run{w: d.w, until: theEnd})
		if d.w.err != nil && !d.stopped {
			yield(extract.Match{}, d.w.err)
		}
	}
}
