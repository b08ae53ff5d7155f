package earl

import (
	"iter"
	"strconv"
	"strings"
)

// URL is one URL as one edition read it: one string, and the offsets of its
// components. It is an immutable value: compare it with ==, which means the
// same text read by the same edition (equivalence is [URL.Equal]), use it as a
// map key, copy it freely. Reading a component costs nothing and allocates
// nothing. The zero URL has no text and no edition; its methods answer "" and
// false. Any number of goroutines may share a URL.
//
// Each mark is where a component ends:
//
//	ftp://user:pass@host.dom:2121/a/b;p?q#f
//	   ^      ^    ^        ^    ^    ^ ^ ^
//	   scheme user password host port | | query
//	                               path params
//
// A component that may be absent is one whose mark lies past the one before;
// so there are no flags, and an absent component differs from an empty one.
//
// Source: rfc1738 2.1, 3.1.
type URL struct {
	text    string    // as written, or as the edition rewrote it
	edition *Edition  // the edition that read it
	ends    [8]uint32 // in ascending order; the fragment ends with the text
}

// The marks of a URL, in the order of its text.
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

// IsZero reports whether u is the zero URL or one that was never read: it has no text.
func (u URL) IsZero() bool { return u.text == "" }

// Edition returns the edition that read u, nil for the zero URL.
func (u URL) Edition() *Edition { return u.edition }

// String returns u whole, password included. For anything that people read
// (errors, logs, pages) use [URL.Redacted].
func (u URL) String() string { return u.text }

// at returns the mark k as an int.
func (u URL) at(k int) int { return int(u.ends[k]) }

// cut returns the text between two offsets.
func (u URL) cut(i, j int) string { return u.text[i:j] }

// partStart is the offset of the scheme-specific part: after the scheme's
// colon, or 0 in a relative reference.
func (u URL) partStart() int {
	if u.ends[endScheme] == 0 {
		return 0
	}
	return u.at(endScheme) + 1
}

// hasLogin reports whether the text has "//" and a login.
func (u URL) hasLogin() bool { return u.at(endHost) > u.partStart() }

// loginStart is the offset after "//". It is valid only if hasLogin.
func (u URL) loginStart() int { return u.partStart() + 2 }

// hasUser reports whether an "@" stands at the password's mark.
func (u URL) hasUser() bool {
	return u.hasLogin() && u.at(endPassword) < u.at(endHost) && u.text[u.ends[endPassword]] == '@'
}

// hostStart is the offset of the host. It is only meant where hasLogin.
func (u URL) hostStart() int {
	if u.hasUser() {
		return u.at(endPassword) + 1
	}
	return u.loginStart()
}

// Scheme returns the scheme in lower case, "" in a relative reference. It
// allocates only for a scheme that is written with capitals and that nobody
// registered. Source: rfc1738 2.1.
func (u URL) Scheme() string { return lowerScheme(u.text[:u.ends[endScheme]]) }

// SchemePart returns the scheme-specific part as written: all after the
// scheme's colon, without the fragment. Source: rfc1738 2.1.
func (u URL) SchemePart() string { return u.cut(u.partStart(), u.at(endQuery)) }

// User returns the user as written, not decoded, and whether there is one: an
// empty user ("ftp://@h/") is not an absent one. Source: rfc1738 3.1.
func (u URL) User() (string, bool) {
	if !u.hasUser() {
		return "", false
	}
	return u.cut(u.loginStart(), u.at(endUser)), true
}

// Password returns the password as written, not decoded, and whether there is
// one. Handle it with care: only [URL.Redacted] hides it. Source: rfc1738 3.1.
func (u URL) Password() (string, bool) { return u.optional(endUser, endPassword) }

// Host returns the host as written, an IPv6 address with its brackets, and
// whether u has a login at all. Source: rfc1738 3.1.
func (u URL) Host() (string, bool) {
	if !u.hasLogin() {
		return "", false
	}
	return u.cut(u.hostStart(), u.at(endHost)), true
}

// Port returns the digits of the port as written and whether there is a colon
// for them. [URL.PortNumber] is the number. Source: rfc1738 3.1.
func (u URL) Port() (string, bool) { return u.optional(endHost, endPort) }

// PortNumber returns the port that is written or, where none is, the scheme's
// default. It is false where there is neither, and for a number that is not a
// port (1 to 65535). An empty port means the default. Source: rfc1738 3.1.
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

// Path returns the path as written, with its leading slash; it is never
// absent, and empty in "http://h". In a URL without a login it is what follows
// the scheme's colon, up to the params, the query or the fragment.
func (u URL) Path() string { return u.cut(u.at(endPort), u.at(endPath)) }

// Params returns what follows the first ";" of a generic-RL and whether there
// is one. Only draft1996 has params; elsewhere they are part of the path.
// Source: draft1996 7.4.5.
func (u URL) Params() (string, bool) { return u.counted(u.optional(endPath, endParams)) }

// Query returns what follows the "?" and whether there is one, wherever the
// edition has it for u's scheme. Source: rfc1738 3.3, 3.9; rfc3986 3.4.
func (u URL) Query() (string, bool) { return u.counted(u.optional(endParams, endQuery)) }

// Fragment returns what follows the "#" and whether there is one. It is never
// sent to a server. Source: draft1996 2.
func (u URL) Fragment() (string, bool) {
	if int(u.ends[endQuery]) == len(u.text) {
		return "", false
	}
	return u.counted(u.text[u.ends[endQuery]+1:], true)
}

// counted returns an optional component as the edition counts it: draft1996
// takes an empty one for none (A21).
func (u URL) counted(text string, ok bool) (string, bool) {
	return text, ok && !(text == "" && u.edition.noEmpty)
}

// optional returns the component between two marks, of which the first octet
// is its delimiter, and whether it is there.
func (u URL) optional(before, end int) (string, bool) {
	if u.ends[end] == u.ends[before] || !u.hasLogin() && end <= endPort {
		return "", false
	}
	return u.cut(u.at(before)+1, u.at(end)), true
}

// Segments yields the segments of the path as written: what is between its
// slashes, after the leading one. An empty path has none, "/" has one empty
// segment. Source: rfc1738 5, fsegment, hsegment.
func (u URL) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		if path := u.Path(); path != "" {
			eachPiece(strings.TrimPrefix(path, "/"), '/', yield)
		}
	}
}

// eachPiece yields the pieces of text between the octets sep.
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
