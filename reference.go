package earl

import "log/slog"

// Reference is what a document writes: a URL or a relative form of one, perhaps
// with a fragment. It is an immutable, comparable value like [URL]; its
// components answer in the same way, with "" for an absent scheme.
// Source: draft1996 2; rfc3986 4.1.
type Reference struct{ u URL }

// ParseReference reads s as a reference: a URL, or a relative form where the
// edition has one, and a fragment in every edition. The error is a *ParseError.
//
// A URL is rewritten where the edition rewrites. A relative reference never is:
// its text is as written, except for spaces and C0 controls around it, and its
// marks are where its delimiters stand. Under whatwg "http:g", which only its base
// tells from a URL, is relative; so it has no scheme, and the path "http:g".
func (e *Edition) ParseReference(s string) (Reference, error) {
	if e.choice != nil {
		return e.chooseReference(s)
	}
	var r Reference
	if e.read(&r.u, s, true) {
		return r, nil
	}
	return Reference{}, e.parseError(s, true)
}

// URL returns the reference as a URL and whether it is one: it has a scheme. A
// fragment goes along.
func (r Reference) URL() (URL, bool) { return r.u, r.u.ends[endScheme] > 0 }

// String returns the reference whole, password included.
func (r Reference) String() string { return r.u.text }

// Redacted returns the reference with [Hidden] for its password.
func (r Reference) Redacted() string { return r.u.Redacted() }

// LogValue returns the text without the password.
func (r Reference) LogValue() slog.Value { return r.u.LogValue() }

// Edition returns the edition that read the reference, nil for the zero one.
func (r Reference) Edition() *Edition { return r.u.edition }

// Scheme is [URL.Scheme]; "" in a relative form.
func (r Reference) Scheme() string { return r.u.Scheme() }

// Path is [URL.Path].
func (r Reference) Path() string { return r.u.Path() }

// Fragment is [URL.Fragment].
func (r Reference) Fragment() (string, bool) { return r.u.Fragment() }

// SameDocument reports whether the reference names a place in the document it
// stands in, so that nothing is retrieved: it is empty but for a fragment.
// Source: draft1996 2; rfc3986 4.4.
func (r Reference) SameDocument() bool {
	return r.u.ends[endQuery] == 0
}

// Resolve returns the URL that the reference means in a document whose base is
// base, by the reference's edition. The error is a *ParseError if the edition
// cannot read the base.
func (r Reference) Resolve(base URL) (URL, error) { return r.u.edition.Resolve(base, r.u.text) }
