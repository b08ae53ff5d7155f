package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Relativize returns the shortest reference to u for a document with the given
// base: Resolve(base, Relativize(base, u)) is u. If the first segment contains
// a colon, "./" is added. If e did not read base or u, it reads them again, and
// the error is a *ParseError. If u has dot segments that resolving would
// remove, Relativize returns all of u. Source: draft1996 13.3; rfc3986 5.2.
func (e *Edition) Relativize(base, u URL) (string, error) {
	e = e.writer()
	for _, p := range []*URL{&base, &u} {
		if text := p.text; p.edition != e && !e.scan(p, text, true) {
			return "", e.parseError(text, true)
		}
	}
	shortest := u.text
	for _, ref := range references(base, u) {
		if len(ref) >= len(shortest) {
			continue
		}
		if got, err := e.Resolve(base, ref); err == nil && got.text == u.text {
			shortest = ref
		}
	}
	return shortest, nil
}

// references returns possible references to u in a document at base; of two
// with the same length the better comes first. Whether one resolves to u
// depends on how the edition resolves.
func references(base, u URL) []string {
	if u.Scheme() != base.Scheme() {
		return nil
	}
	whole := u.text[u.partStart():]
	if base.hasLogin() != u.hasLogin() || base.hasLogin() && base.text[base.loginStart():base.ends[endPort]] != u.text[u.loginStart():u.ends[endPort]] {
		return []string{whole}
	}
	tail := u.text[u.ends[endPath]:]
	from := base.Path()
	if from == "" && base.hasLogin() {
		from = "/"
	}
	steps := stepsTo(from, u.Path())
	return []string{
		u.text[u.ends[endQuery]:],  // this document, with a fragment or without
		u.text[u.ends[endParams]:], // its path with another query
		tail,
		strings.TrimSuffix(steps, "/") + tail, // "..", if the edition then leaves a final slash
		steps + tail,
		"./" + steps + tail,
		u.Path() + tail,
		whole,
	}
}

// stepsTo returns the relative path from the directory of one path to another.
func stepsTo(from, to string) string {
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	up := strings.Count(from[common:], "/")
	if up == 0 && common == len(to) {
		return "./"
	}
	return strings.Repeat("../", up) + to[common:]
}

// CanResolve reports whether relative references make sense with the base u:
// the registry does not exclude them for its scheme, and u has a login or a
// slash in its path. [Edition.Resolve] does not call CanResolve. Source:
// draft1996 3.3, 5.3.
func (u URL) CanResolve() bool {
	s := u.edition.findScheme(u.Scheme())
	if s != nil && s.Relative == Never {
		return false
	}
	return u.hasLogin() || strings.HasPrefix(u.Path(), "/")
}

// Safer returns u with additional escapes. It escapes the bytes that some
// programs are known to damage in transport (spaces, quotes, brackets and
// similar) and those in also. It escapes a byte only if the URL keeps its
// meaning: delimiters and existing escapes stay, so a second call changes
// nothing. The scheme, the host and the port stay too. [URL.Normalize] removes
// unnecessary escapes. Source: draft1993 Encoding.
func (u URL) Safer(also string) URL {
	if u.edition == nil {
		return u
	}
	b := make([]byte, 0, len(u.text)+8)
	if u.hasLogin() {
		b = append(b, u.text[:u.loginStart()]...)
		b = u.safer(b, u.text[u.loginStart():u.hostStart()], also)
		b = append(b, u.text[u.hostStart():u.ends[endPort]]...)
	} else {
		b = append(b, u.text[:u.ends[endPort]]...)
	}
	b = u.safer(b, u.text[u.ends[endPort]:], also)
	var v URL
	if string(b) == u.text || !u.edition.read(&v, string(b), true) {
		return u
	}
	return v
}

// safer appends text and escapes the bytes that are unsafe or in also, if the
// escape means the same.
func (u URL) safer(b []byte, text, also string) []byte {
	e := u.edition
	for i := range len(text) {
		o := text[i]
		same := e.classes[o]&e.same != 0 || strings.IndexByte(unsafe, o) >= 0
		if same && strings.IndexByte(unsafe, o) >= 0 || same && strings.IndexByte(also, o) >= 0 && !inEscape(text, i) {
			b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
		} else {
			b = append(b, o)
		}
	}
	return b
}

// inEscape reports whether the byte at i is a digit of an escape.
func inEscape(text string, i int) bool {
	return i >= 1 && text[i-1] == '%' && octet.IsEscape(text, i-1) || i >= 2 && text[i-2] == '%' && octet.IsEscape(text, i-2)
}
