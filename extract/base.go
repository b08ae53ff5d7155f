package extract

import (
	"cmp"
	"strings"

	"github.com/earl-url/earl"
)

// Base is the base URL of a document, against which its relative references are resolved, and
// its source. The zero Base means that there is no base.
//
// There are four sources for a base. The nearest takes precedence: the document itself (HTML's
// BASE), then what encloses it (the headers Content-Base and Content-Location of a message and
// of its parts, level by level), then the URL from which it was retrieved, after all redirects.
// If no source specifies a base, relative references are reported; the package does not guess.
//
// Source: draft1996 8, 14, 15.4.
type Base struct {
	URL  earl.URL
	From BaseSource // NoBase means that there is no base, whatever URL is: BaseOf sets both
	// Message is the message that contains the document, or nil. Its parts are what
	// the cid URLs of the document mean. A match that is not a cid URL has none.
	Message *Message
	// At is where the document specifies the base.
	At BasePlace
}

// BasePlace is where a document specifies its base: the position of the text, as in
// [Match]. Line 0 means that the document does not specify it, or that the position is
// not known.
type BasePlace struct {
	Member string // the path in an archive, if another member than that with the match
	Offset int64  // in bytes from 0
	Line   int64  // from 1
	Column int64  // in bytes from 1
}

// PlaceOf returns the position of a match as that of a base.
func PlaceOf(m *Match) BasePlace { return BasePlace{Offset: m.Offset, Line: m.Line, Column: m.Column} }

// BaseSource is the source of a base.
type BaseSource uint8

// The sources, the nearest last. Source: draft1996 8.
const (
	NoBase              BaseSource = iota // draft1996 8.4
	FromRetrieval                         // the URL from which the document was retrieved: draft1996 8.3
	FromContentLocation                   // a header, if there is no Content-Base: reading R27
	FromContentBase                       // a header of the message or of a part: draft1996 8.2
	FromEmbedded                          // in the document, such as HTML's BASE: draft1996 8.1
)

// String returns the word for s: "none", "retrieval", "content-location",
// "content-base" or "embedded".
func (s BaseSource) String() string {
	return [...]string{"none", "retrieval", "content-location", "content-base", "embedded"}[s]
}

// BaseOf returns the base of a document that was retrieved from a URL. For the zero
// URL it returns the zero Base, and also for a URL that contains its document,
// because no reference is relative to such a URL. Source: rfc2397 3.
func BaseOf(retrieved earl.URL) Base {
	if retrieved.IsZero() || retrieved.Designates() == earl.Content {
		return Base{}
	}
	return Base{URL: retrieved.WithoutFragment(), From: FromRetrieval}
}

// Rooted returns what a reference in a page of a site means whose files are in the
// directory root: a reference that begins with one "/" is relative to root. Dot segments
// do not leave the root, even if they are escaped. It returns all other references
// unchanged, and all of them if root is zero or b is not a local file.
func (b Base) Rooted(root earl.URL, ref string) string {
	if root.IsZero() || b.URL.IsZero() || b.URL.Designates() != earl.LocalFile || !strings.HasPrefix(ref, "/") || strings.HasPrefix(ref, "//") {
		return ref
	}
	u, err := earl.Auto.Resolve(root, ref)
	if err != nil {
		return ref
	}
	u = u.Normalize(earl.LevelDots)
	path, _, _ := u.Span(earl.ComponentPath)
	return strings.TrimSuffix(root.WithoutFragment().String(), "/") + u.String()[path:]
}

// Resolve returns the URL of a reference in a document with the base b, by the
// edition e. If e is nil, Resolve uses the edition of b's URL. Without a base
// the reference must be absolute, and a nil e means [earl.RFC3986]. A cid URL in
// a message with an id becomes the mid URL of the part: see [Base.Part].
func (b Base) Resolve(e *earl.Edition, ref string) (earl.URL, error) {
	if u, ok := b.Part(e, ref); ok {
		return u, nil
	}
	switch {
	case b.From == NoBase:
		return cmp.Or(e, earl.RFC3986).Parse(ref)
	case e == nil:
		e = b.URL.Edition()
	}
	return e.Resolve(b.URL, ref)
}
