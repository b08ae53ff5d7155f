package earl

import "log/slog"

// Reference is a URL or a relative form, with an optional fragment: what
// documents contain. Like [URL] it is an immutable, comparable value. Its
// methods return the same components as those of URL; Scheme returns "" if
// there is no scheme. Source: draft1996 2; rfc3986 4.1.
type Reference struct{ u URL }

// ParseReference reads s as a reference: a URL, or a relative form if the
// edition has one. Every edition accepts a fragment. The error is a
// *ParseError.
//
// WHATWG rewrites URLs, but not relative references: their text is s without
// leading and trailing spaces and C0 controls, and their components are split
// at its delimiters. Under whatwg only the base decides whether "http:g" is a
// URL. It is therefore a relative reference with the path "http:g" and no
// scheme.
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

// URL returns the reference as a URL, with its fragment, and whether it is one:
// it has a scheme.
func (r Reference) URL() (URL, bool) { return r.u, r.u.ends[endScheme] > 0 }

// String returns the whole reference, including its password.
func (r Reference) String() string { return r.u.text }

// Redacted returns the reference with [Hidden] instead of its password.
func (r Reference) Redacted() string { return r.u.Redacted() }

// LogValue returns the text with the password hidden. It implements
// [slog.LogValuer].
func (r Reference) LogValue() slog.Value { return r.u.LogValue() }

// Edition returns the edition that read the reference, or nil for the zero
// Reference.
func (r Reference) Edition() *Edition { return r.u.edition }

// Scheme is [URL.Scheme]; it returns "" for a relative form.
func (r Reference) Scheme() string { return r.u.Scheme() }

// Path is [URL.Path].
func (r Reference) Path() string { return r.u.Path() }

// Fragment is [URL.Fragment].
func (r Reference) Fragment() (string, bool) { return r.u.Fragment() }

// SameDocument reports whether the reference points into the document that
// contains it, so that nothing is retrieved. Such a reference is empty or only
// a fragment. Source: draft1996 2; rfc3986 4.4.
func (r Reference) SameDocument() bool {
	return r.u.ends[endQuery] == 0
}

// Resolve returns the URL of the reference in a document with the given base,
// by the reference's edition. The error is a *ParseError if the edition cannot
// read the base.
func (r Reference) Resolve(base URL) (URL, error) { return r.u.edition.Resolve(base, r.u.text) }
