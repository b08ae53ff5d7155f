package earl

import (
	"iter"
	"slices"
)

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
	case isEscape(path, 1):
		return Unescape(path[1:min(4, len(path))]), true
	default:
		return Octets(path[1:2]), true
	}
}
