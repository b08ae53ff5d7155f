package earl

import (
	"errors"
	"iter"
	"log/slog"
	"strconv"
	"strings"
)

// URL is a URL as one edition read it: one string, and the offsets of its
// components. It is an immutable value that you can copy and use as a map key.
// URLs are equal with == if they have the same text and edition; for
// equivalence use [URL.Equal]. Reading a component does not allocate. The zero
// URL has no text and no edition, and its methods return "" and false. A URL is
// safe for concurrent use.
//
// There is an offset for the end of each component:
//
//	ftp://user:pass@host.dom:2121/a/b;p?q#f
//	   ^      ^    ^        ^    ^    ^ ^ ^
//	   scheme user password host port | | query
//	                               path params
//
// If a component is present, its offset is greater than the one before. So no
// flags are needed, and an absent component differs from an empty one.
//
// Source: rfc1738 2.1, 3.1.
type URL struct {
	text    string    // the original text, or the text as the edition rewrote it
	edition *Edition  // the edition that read it
	ends    [8]uint32 // in ascending order; the fragment ends at the end of the text
}

// The indexes of ends, in the order of the components.
const (
	endScheme = iota
	endUser
	endPassword
	endHost
	endPort
	endPath
	endParams
	endQuery
)

// IsZero reports whether u has no text: u is the zero URL, or was never parsed.
func (u URL) IsZero() bool { return u.text == "" }

// Edition returns the edition that read u, or nil for the zero URL.
func (u URL) Edition() *Edition { return u.edition }

// String returns all of u, including its password. For everything that people
// see (errors, logs, pages) use [URL.Redacted].
func (u URL) String() string { return u.text }

// at returns ends[k] as an int.
func (u *URL) at(k int) int { return int(u.ends[k]) }

// cut returns the text between two offsets.
func (u *URL) cut(i, j int) string { return u.text[i:j] }

// partStart is the offset of the scheme-specific part: after the scheme's
// colon, or 0 in a relative reference.
func (u *URL) partStart() int {
	if u.ends[endScheme] == 0 {
		return 0
	}
	return u.at(endScheme) + 1
}

// hasLogin reports whether the text has "//" and a login.
func (u *URL) hasLogin() bool { return u.at(endHost) > u.partStart() }

// loginStart is the offset after "//". It is valid only if hasLogin returns
// true.
func (u *URL) loginStart() int { return u.partStart() + 2 }

// hasUser reports whether there is an "@" at the end of the password.
func (u *URL) hasUser() bool {
	return u.hasLogin() && u.at(endPassword) < u.at(endHost) && u.text[u.ends[endPassword]] == '@'
}

// hostStart is the offset of the host. It is valid only if hasLogin returns
// true.
func (u *URL) hostStart() int {
	if u.hasUser() {
		return u.at(endPassword) + 1
	}
	return u.loginStart()
}

// Scheme returns the scheme in lower case, or "" for a relative reference. It
// allocates only for an unregistered scheme with upper-case letters. Source:
// rfc1738 2.1.
func (u URL) Scheme() string { return lowerScheme(u.text[:u.ends[endScheme]]) }

// SchemePart returns the scheme-specific part, not decoded: everything after
// the scheme's colon, without the fragment. Source: rfc1738 2.1.
func (u URL) SchemePart() string { return u.cut(u.partStart(), u.at(endQuery)) }

// User returns the user, not decoded, and whether there is one. An empty user
// ("ftp://@h/") is not an absent one. Source: rfc1738 3.1.
func (u URL) User() (string, bool) {
	if !u.hasUser() {
		return "", false
	}
	return u.cut(u.loginStart(), u.at(endUser)), true
}

// Password returns the password, not decoded, and whether there is one. Handle
// it with care: only [URL.Redacted] hides it. Source: rfc1738 3.1.
func (u URL) Password() (string, bool) { return u.optional(endUser, endPassword) }

// Host returns the host, not decoded, and whether u has "//" and a host, which
// may be empty. An IPv6 address is in brackets. For the address to connect to,
// use HostPort of package open. Source: rfc1738 3.1.
func (u URL) Host() (string, bool) {
	if !u.hasLogin() {
		return "", false
	}
	return u.cut(u.hostStart(), u.at(endHost)), true
}

// Port returns the digits of the port, and whether there is a colon for the
// port. For the number use [URL.PortNumber]. Source: rfc1738 3.1.
func (u URL) Port() (string, bool) { return u.optional(endHost, endPort) }

// PortNumber returns the port in the URL, or the scheme's default if the port
// is absent or empty. It returns false if there is neither, and for a number
// outside 1 to 65535. Source: rfc1738 3.1.
func (u URL) PortNumber() (uint16, bool) {
	digits, _ := u.Port()
	if digits == "" {
		port := u.edition.defaultPort(u.text[:u.ends[endScheme]])
		return port, port != 0
	}
	n, err := strconv.ParseUint(strings.TrimLeft(digits, "0"), 10, 16)
	if err != nil || n == 0 {
		return 0, false
	}
	return uint16(n), true
}

// Path returns the path with its leading slash, not decoded. A path is never
// absent; it is empty in "http://h". In a URL without a host the path follows
// the scheme's colon and ends at the params, the query or the fragment.
func (u URL) Path() string { return u.cut(u.at(endPort), u.at(endPath)) }

// Params returns the text after the first ";" of a generic-RL, and whether
// there is one. Only draft1996 has params; in other editions they are part of
// the path. Source: draft1996 7.4.5.
func (u URL) Params() (string, bool) { return u.counted(u.optional(endPath, endParams)) }

// Query returns the text after the "?", and whether there is one, if the
// edition has queries for u's scheme. Source: rfc1738 3.3, 3.9; rfc3986 3.4.
func (u URL) Query() (string, bool) { return u.counted(u.optional(endParams, endQuery)) }

// Fragment returns the text after the "#", and whether there is one. A fragment
// is never sent to a server. Source: draft1996 2.
func (u URL) Fragment() (string, bool) {
	if int(u.ends[endQuery]) == len(u.text) {
		return "", false
	}
	return u.counted(u.text[u.ends[endQuery]+1:], true)
}

// counted returns an optional component as the edition counts it: in draft1996
// an empty one counts as absent (A21).
func (u URL) counted(text string, ok bool) (string, bool) {
	return text, ok && !(text == "" && u.edition.noEmpty)
}

// optional returns the component between two offsets, without its delimiter,
// which is the first byte, and whether the component is present.
func (u URL) optional(before, end int) (string, bool) {
	if u.ends[end] == u.ends[before] || !u.hasLogin() && end <= endPort {
		return "", false
	}
	return u.cut(u.at(before)+1, u.at(end)), true
}

// Segments yields the segments of the path, not decoded: the text between its
// slashes, after the leading one. An empty path has no segments; "/" has one
// empty segment. Source: rfc1738 5, fsegment, hsegment.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		if path := u.Path(); path != "" {
			eachPiece(strings.TrimPrefix(path, "/"), '/', yield)
		}
	}
}

// eachPiece yields the pieces of text between the bytes sep.
func eachPiece(text string, sep byte, yield func(string) bool) {
	for {
		i := strings.IndexByte(text, sep)
		if i < 0 {
			yield(text)
			return
		}
		if !yield(text[:i]) {
			return
		}
		text = text[i+1:]
	}
}

// Component is a component of a URL, for [URL.Span].
type Component uint8

// The components, in the order in which they appear in a URL.
const (
	ComponentScheme Component = iota
	ComponentUser
	ComponentPassword
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentParams
	ComponentQuery
	ComponentFragment
)

// Span returns the offset and the length in bytes of a component of u, without
// its delimiters, and whether u has the component. text[off:off+n] is the
// result of the method with the component's name.
func (u URL) Span(c Component) (off, n int, ok bool) {
	var text string
	switch c {
	case ComponentScheme:
		return 0, u.at(endScheme), u.at(endScheme) > 0
	case ComponentUser:
		text, ok = u.User()
		off = u.loginStart()
	case ComponentPassword:
		text, ok = u.Password()
		off = u.at(endUser) + 1
	case ComponentHost:
		if text, ok = u.Host(); ok {
			off = u.hostStart()
		}
	case ComponentPort:
		text, ok = u.Port()
		off = u.at(endHost) + 1
	case ComponentPath:
		text, ok = u.Path(), true
		off = u.at(endPort)
	case ComponentParams:
		text, ok = u.Params()
		off = u.at(endPath) + 1
	case ComponentQuery:
		text, ok = u.Query()
		off = u.at(endParams) + 1
	case ComponentFragment:
		text, ok = u.Fragment()
		off = u.at(endQuery) + 1
	}
	if !ok {
		return 0, 0, false
	}
	return off, len(text), true
}

// Origin returns the serialized origin of u: scheme, host, and the port if it
// is not the default, such as "https://h:8443". It returns "null" if the origin
// is opaque, which it is for all schemes except ftp, http, https, ws and wss.
// The origin of a blob URL is that of the http or https URL in its path.
// Source: whatwg origin.
func (u URL) Origin() string {
	switch scheme := u.Scheme(); scheme {
	case "blob":
		inner, err := u.edition.Parse(u.Path())
		if s := inner.Scheme(); err != nil || s != "http" && s != "https" {
			return "null"
		}
		return inner.Origin()
	case "ftp", "http", "https", "ws", "wss":
		host, ok := u.Host()
		if !ok {
			return "null"
		}
		origin := scheme + "://" + strings.ToLower(host)
		digits, _ := u.Port()
		n, err := strconv.ParseUint(digits, 10, 16)
		switch {
		case digits == "", err == nil && uint16(n) == u.edition.defaultPort(scheme):
			return origin
		case err != nil:
			return "null"
		}
		return origin + ":" + strconv.FormatUint(n, 10)
	}
	return "null"
}

// The errors that have no rule.
var (
	// ErrNoEdition is the error of [URL.UnmarshalText] for a URL without an edition. Start with
	// [Edition.Empty].
	ErrNoEdition = errors.New("earl: the URL has no edition; start with Edition.Empty")
	// ErrControl is the error for a view with control characters, which must not be sent in a line
	// of a protocol. Bytes 0x00-0x1F and 0x7F can end the line, split a field, or move a terminal's
	// cursor. Source: rfc1738 6.
	ErrControl = errors.New("earl: a control character (0x00-0x1F, 0x7F) cannot be sent in a line")
)

// AppendText appends all of u to b, including its password. It implements
// [encoding.TextAppender]; the error is always nil.
func (u URL) AppendText(b []byte) ([]byte, error) { return append(b, u.text...), nil }

// MarshalText returns all of u, including its password, so JSON shows it. For
// a log use [URL.Redacted]. MarshalText implements [encoding.TextMarshaler]; the
// error is always nil.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText parses b with the edition of u. The error is [ErrNoEdition] if
// u has no edition, else that of [Edition.Parse]. For an empty text, u becomes
// an empty URL. It implements [encoding.TextUnmarshaler], for JSON and
// [flag.TextVar].
func (u *URL) UnmarshalText(b []byte) error {
	if u.edition == nil {
		return ErrNoEdition
	}
	if len(b) == 0 {
		*u = u.edition.Empty()
		return nil
	}
	v, err := u.edition.Parse(string(b))
	if err == nil {
		*u = v
	}
	return err
}

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
