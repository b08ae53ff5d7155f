package markdown

import (
	"bytes"
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
	// headings, as GitHub names them, and the IDs of raw HTML. It may be nil.
	Anchor func(name string)
	// Title is called with the text of the first heading of level 1. It may be nil.
	Title func(text string)
}

// MaxSize bounds a document, in octets: it is held with its structure, which takes
// some fifteen times its size. No book written by hand is as long.
const MaxSize = 16 << 20

// ErrTooLarge says that a document is longer than [MaxSize] and is read as plain
// text. It comes first, with the place where the document begins, and is not the
// last.
var ErrTooLarge = errors.New("markdown: the document is longer than 16 MiB: it is read as plain text")

// URLs finds the URLs of a document, in the order in which they stand. Those of
// destinations have the kind [extract.Attribute]; a reference without a scheme is
// [extract.Match.Relative]. URL is what the destination says, without backslashes
// and character references; Text is as it stands.
//
// The sequence can be ranged over once, by one goroutine. An error of r is the last
// that it yields; [ErrTooLarge], [extract.ErrTooLong] and those of package html are
// not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
		if len(text) > MaxSize {
			if yield(extract.Match{Line: 1, Column: 1}, ErrTooLarge) {
				extract.Text(io.MultiReader(bytes.NewReader(text), r), o.Options)(yield)
			}
			return
		}
		for _, f := range newDocument(text, o).read() {
			if !yield(f.Match, f.err) {
				return
			}
		}
		if err != nil {
			yield(extract.Match{}, err)
		}
	}
}
