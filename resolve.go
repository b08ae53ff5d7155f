package earl

import (
	"bytes"
	"iter"
	"slices"

	"github.com/earl-url/earl/internal/octet"
)

// Resolve returns the URL of the reference ref in a document with the given
// base, by the edition's own algorithm. A base of another edition is parsed
// again. The error is a *ParseError for the base or for ref. Check the result
// like any URL: it may have another host or scheme. Source: rfc3986 5.2;
// draft1996 9.
func (e *Edition) Resolve(base URL, ref string) (URL, error) {
	if e.choice != nil {
		return e.chooseResolve(base, ref)
	}
	return e.target(&base, ref)
}

// target is Resolve for an edition that does not choose another.
func (e *Edition) target(base *URL, ref string) (URL, error) {
	if e.rewriter != nil {
		return e.resolveRewriting(*base, ref)
	}
	b, err := e.appendTarget(make([]byte, 0, len(base.text)+len(ref)), base, ref)
	if err != nil {
		return URL{}, err
	}
	text := string(b)
	var u URL
	if e.scan(&u, text, true) {
		return u, nil
	}
	return URL{}, e.parseError(text, true)
}

// AppendResolve appends to b the text of the URL that [Edition.Resolve] would
// return. It does not allocate if b has enough capacity and e read the base.
func (e *Edition) AppendResolve(b []byte, base URL, ref string) ([]byte, error) {
	switch {
	case e.rewriter != nil:
		return e.appendRewriting(b, base, ref)
	case e.choice != nil:
		u, err := e.chooseResolve(base, ref)
		return append(b, u.text...), err
	}
	return e.appendTarget(b, &base, ref)
}

// appendTarget is AppendResolve for an edition that neither chooses another nor
// rewrites. It may parse the base again.
func (e *Edition) appendTarget(b []byte, base *URL, ref string) ([]byte, error) {
	var r URL
	if !e.scan(&r, ref, true) {
		return b, e.parseError(ref, true)
	}
	if base.edition != e {
		text := base.text
		if !e.scan(base, text, true) {
			return b, e.parseError(text, true)
		}
	}
	if base.ends[endScheme] == 0 {
		return b, e.parseError(base.text, false)
	}
	if e.resolve != nil {
		return e.resolve(b, base.text, ref), nil
	}
	return e.transform(b, *base, r), nil
}

// transform appends the target of a reference. Source: rfc3986 5.2.2, 5.3.
func (e *Edition) transform(b []byte, base, r URL) []byte {
	scheme := r.ends[endScheme] > 0
	if scheme && e.lenient && r.Scheme() == base.Scheme() {
		scheme = false // the scheme's text is dropped; the offsets continue from there
	}
	var path int
	switch {
	case scheme || r.hasLogin():
		if !scheme {
			b = append(b, base.text[:base.ends[endScheme]+1]...)
			b = append(b, r.text[r.partStart():r.ends[endPort]]...)
		} else {
			b = append(b, r.text[:r.ends[endPort]]...)
		}
		path = len(b)
		b = append(b, r.Path()...)
	case r.Path() == "":
		b = append(b, base.text[:base.ends[endPath]]...)
		if _, ok := r.Query(); !ok {
			b = append(b, base.text[base.ends[endPath]:base.ends[endQuery]]...)
		}
		return append(b, r.text[r.ends[endPath]:]...)
	default:
		b = append(b, base.text[:base.ends[endPort]]...)
		path = len(b)
		b = append(b, e.merge(base, r.Path())...)
		b = append(b, r.Path()...)
	}
	b = guardPath(removeDots(b, path), path, r.hasLogin() || !scheme && base.hasLogin())
	return append(b, r.text[r.ends[endPath]:]...)
}

// guardPath puts "/." before a path b[start:] that would be read as a login
// because it starts with "//" and there is no login. Source: rfc3986 3.3.
func guardPath(b []byte, start int, login bool) []byte {
	if login || !hasPrefix(b[start:], "//") {
		return b
	}
	b = append(b, "/."...)
	copy(b[start+2:], b[start:])
	copy(b[start:], "/.")
	return b
}

// merge returns the part of the base's path that precedes the reference's path
// in the target: everything up to its last slash. Source: rfc3986 5.2.3.
func (e *Edition) merge(base URL, path string) string {
	if path[0] == '/' {
		return ""
	}
	dir := base.Path()
	for len(dir) > 0 && dir[len(dir)-1] != '/' {
		dir = dir[:len(dir)-1]
	}
	if dir == "" && base.hasLogin() {
		return "/"
	}
	return dir
}

// removeDots removes the dot segments from the path b[start:] in place. It
// reads at i and writes at w, which is never greater than i. Source: rfc3986
// 5.2.4.
func removeDots(b []byte, start int) []byte {
	if bytes.IndexByte(b[start:], '.') < 0 {
		return b
	}
	w := start
	for i := start; i < len(b); {
		in := b[i:]
		switch {
		case hasPrefix(in, "../"): // A
			i += 3
		case hasPrefix(in, "./"):
			i += 2
		case hasPrefix(in, "/./"): // B
			i += 2
		case len(in) == 2 && hasPrefix(in, "/."):
			b[w] = '/'
			return b[:w+1]
		case hasPrefix(in, "/../"): // C
			i += 3
			w = dropSegment(b, start, w)
		case len(in) == 3 && hasPrefix(in, "/.."):
			w = dropSegment(b, start, w)
			b[w] = '/'
			return b[:w+1]
		case len(in) <= 2 && (in[0] == '.' && in[len(in)-1] == '.'): // D
			return b[:w]
		default: // E
			n := bytes.IndexByte(in[1:], '/') + 1
			if n == 0 {
				n = len(in)
			}
			w += copy(b[w:], in[:n])
			i += n
		}
	}
	return b[:w]
}

// hasPrefix reports whether b begins with the bytes of text.
func hasPrefix(b []byte, text string) bool {
	return len(b) >= len(text) && string(b[:len(text)]) == text
}

// dropSegment returns the end of b[start:w] without its last segment and the
// slash before it.
func dropSegment(b []byte, start, w int) int {
	for w > start && b[w-1] != '/' {
		w--
	}
	return max(start, w-1)
}

// NonStrict returns a copy of the edition that reads a reference with the
// base's scheme and no login, such as "http:g", as a relative one. Parsers did
// this before RFC 2396. Source: rfc3986 5.2.2.
func (e *Edition) NonStrict() *Edition {
	c := *e
	c.lenient = true
	return &c
}

// CheckResolve yields every violation of ref as a reference in a document with
// the given base. These are the violations of [Edition.CheckReference]; under
// whatwg they depend on the base.
//
// Before them come up to two warnings. The reference is valid, but it might not
// mean what its writer meant: a relative path that changes the gophertype, and
// a relative path on a base without a path, where a draft does not insert a
// "/". Both are marked as Repaired and cover all of ref. Source: draft1996 5.3,
// 9.
func (e *Edition) CheckResolve(base URL, ref string) iter.Seq[Violation] {
	if e.choice != nil {
		return func(yield func(Violation) bool) {
			_, err := e.chooseResolve(base, ref)
			yieldAll(marked(slices.Collect(e.choice.first.CheckResolve(base, ref)), err), yield)
		}
	}
	return func(yield func(Violation) bool) {
		for _, r := range e.cautions(base, ref) {
			if r != "" && !yield(Violation{Len: len(ref), Rule: r, Repaired: true}) {
				return
			}
		}
		if b, err := e.rebase(base); err == nil && e.rewriter != nil {
			for _, v := range e.rewriter.check(ref, b.text, b.ends, false, true) {
				if !yield(v) {
					return
				}
			}
			return
		}
		e.check(ref, true, yield)
	}
}

// cautions returns the warnings about a relative path; "" means no warning.
func (e *Edition) cautions(base URL, ref string) (found [2]Rule) {
	r, err := e.ParseReference(ref)
	path := r.Path()
	if err != nil || r.Scheme() != "" || r.u.hasLogin() || path == "" || path[0] == '/' {
		return found
	}
	target, err := e.Resolve(base, ref)
	if err != nil {
		return found
	}
	if base.hasLogin() && base.Path() == "" && e.resolve != nil { // rfc3986 5.2.3 inserts the "/"
		found[0] = ruleBasePath // R24
	}
	was, ok := gopherType(base)
	if is, too := gopherType(target); ok && too && was != is {
		found[1] = ruleGopherType // D15
	}
	return found
}

// gopherType returns the type in a gopher URL, "1" if it has none: the first byte after the "/",
// which may be escaped. Source: rfc1738 3.4.1.
func gopherType(u URL) (Octets, bool) {
	if s := u.Scheme(); s != "gopher" && s != "gophers" || !u.hasHost() || u.hasUser() {
		return "", false
	}
	switch path, _ := u.Rest(); {
	case len(path) < 2, path[0] != '/':
		return "1", true
	case octet.IsEscape(path, 1):
		return Unescape(path[1:min(4, len(path))]), true
	default:
		return Octets(path[1:2]), true
	}
}
