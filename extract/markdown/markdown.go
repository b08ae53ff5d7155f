package markdown

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
)

// Options say what is looked for. The zero Options find the URLs of all links and
// of the running text.
type Options struct {
	// Options say what is looked for in running text. A host that begins with "www."
	// and an e-mail address are found without being asked for: GitHub makes links of
	// them (GFM 6.9). MaxLength bounds a destination too.
	extract.Options
	// Base is the URL that the document was retrieved by: Markdown cannot name one.
	// The zero Base is none. Source: draft1996 8.
	Base base.Base
	// Code finds the URLs in code spans and code blocks too, as in running text.
	Code bool
	// Anchor is called for each place of the document that a fragment can name: the
	// headings, as the Dialects name them, ids in attributes such as {#id}, and the IDs
	// of raw HTML. A place may have several names. It may be nil.
	Anchor func(name string)
	// Dialects name the headings. 0 means GitHub.
	Dialects Dialects
	// Wiki returns the reference for a page that a link of a wiki names: [[Page]],
	// [[Page#Heading]] or [[Page|text]]. nil: such links are text.
	Wiki func(page string) string
	// Title is called with the text of the first heading of level 1. It may be nil.
	Title func(text string)
}

// ErrLimit says that a part of the document has more structure than is read, and
// is searched as plain text: quotes and lists nested too deep, or a single block that
// is too large. The error that wraps ErrLimit says which, and comes with the place
// where the part begins. It is not the last.
var ErrLimit = errors.New("markdown: a limit is reached")

// URLs finds the URLs of a document, in the order in which they stand. Those of
// destinations have the kind [extract.Attribute]; a reference without a scheme is
// [extract.Match.Relative]. URL is what the destination says, without backslashes
// and character references; Text is as it stands.
//
// A document of any length takes less than 128 MiB: it is read in pieces of whole
// blocks, most documents in one. Raw HTML is one page in each piece.
//
// The sequence can be ranged over once, by one goroutine. An error of r is the last
// that it yields; [ErrLimit], [extract.ErrTooLong] and those of package html are
// not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) { newDocument(r, o, yield).read() }
}
