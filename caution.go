package earl

import (
	"cmp"
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
	was, err := ParseGopher(base)
	is, err2 := ParseGopher(target)
	if err == nil && err2 == nil && cmp.Or(was.Type.Value, "1") != cmp.Or(is.Type.Value, "1") {
		found[1] = ruleGopherType // D15
	}
	return found
}
