// Package base finds the base URL of a document: what its relative references are
// resolved against.
//
// Four places can name it. The nearest wins: the document itself (HTML's BASE),
// what encloses it (the headers Content-Base and Content-Location of a message and
// of its parts, level by level), and the URL it was retrieved by, after all
// redirects. Where none does there is no base: a relative reference is reported
// and never guessed.
//
// Source: draft1996 8, 14, 15.4.
package base

import (
	"cmp"

	"github.com/earl-url/earl"
)

// Base is a base URL and what named it. The zero Base is none.
type Base struct {
	URL  earl.URL
	From Source
}

// Source is what named a base.
type Source uint8

// The sources, the nearest last. Source: draft1996 8.
const (
	None            Source = iota // draft1996 8.4
	Retrieval                     // the URL the document was retrieved by: draft1996 8.3
	ContentLocation               // a header, where there is no Content-Base: reading R27
	ContentBase                   // a header of the message or of a part: draft1996 8.2
	Embedded                      // in the document, as HTML's BASE: draft1996 8.1
)

// String returns the word for s: "none", "retrieval", "content-location",
// "content-base" or "embedded".
func (s Source) String() string {
	return [...]string{"none", "retrieval", "content-location", "content-base", "embedded"}[s]
}

// Of returns the base that a document has by the URL it was retrieved by; the zero
// URL gives none.
func Of(retrieved earl.URL) Base {
	if retrieved.IsZero() {
		return Base{}
	}
	return Base{URL: retrieved.WithoutFragment(), From: Retrieval}
}

// Resolve returns what a reference designates under b, by the edition e. A nil e
// means the edition of b's URL. Without a base a reference must be absolute; a nil
// e then means [earl.RFC3986].
func (b Base) Resolve(e *earl.Edition, ref string) (earl.URL, error) {
	switch {
	case b.From == None:
		return cmp.Or(e, earl.RFC3986).Parse(ref)
	case e == nil:
		e = b.URL.Edition()
	}
	return e.Resolve(b.URL, ref)
}
