package markdown

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl/extract"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds those
// in all links and in the text.
type Options struct {
	// Options are the options for text. Hosts that begin with "www." and e-mail
	// addresses are always found, because GitHub makes links of them (GFM 6.9).
	// MaxLength also limits a destination.
	extract.Options
	// Base is the URL from which the document was retrieved; Markdown cannot
	// specify a base. The zero Base means none. Source: draft1996 8.
	Base extract.Base
	// Code also finds the URLs in code spans and code blocks, as in text.
	Code bool
	// Anchor is called for each name in the document that a fragment can refer
	// to: headings, according to Dialects, ids in attributes such as {#id}, and
	// the IDs of raw HTML. An element may have several names. It may be nil.
	Anchor func(name string)
	// Dialects determines the anchors of headings. 0 means GitHub.
	Dialects Dialects
	// MDX means that the document is MDX: expressions and modules have no links, and of
	// JSX only the attributes href and src. Source: mdxjs.com.
	MDX bool
	// Wiki returns the reference for a page in a wiki link: [[Page]],
	// [[Page#Heading]] or [[Page|text]]. If it is nil, such links are text.
	Wiki func(page string) string
	// Title is called with the text of the first heading of level 1. It may be nil.
	Title func(text string)
}

// ErrLimit means that a part of the document is searched as plain text, because
// its structure exceeds a limit: quotes and lists are nested too deep, or a
// block is too large. The error that wraps ErrLimit contains the reason, and
// comes with the position where the part begins. The sequence continues after
// it.
var ErrLimit = errors.New("markdown: limit exceeded")

// URLs finds the URLs of a document, in the order of the document. Those in
// destinations have the kind [extract.Attribute]. A reference without a scheme
// is [extract.Match.Relative]. URL is the destination without backslashes and
// character references; Text is unchanged.
//
// A document of any length needs less than 128 MiB: it is read in pieces of
// whole blocks, most documents in one piece. The raw HTML of a piece is one
// page.
//
// The sequence can be iterated only once, by one goroutine. An error of r ends
// it; [ErrLimit], [extract.ErrTooLong] and the errors of package html do not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) { newDocument(r, o, yield).read() }
}
