package earl

import (
	"cmp"
	"iter"
	"slices"
)

// CheckResolve yields every violation of ref as a reference in a document whose
// base is base: those of [Edition.CheckReference], judged on that base where the
// edition looks at it (whatwg). Marked as Repaired, and with all of ref as their
// place, come first two that are no fault of the text, where what it means may
// not be what its writer meant: a relative path that changes the gophertype, and
// one on a base without a path, for which a draft makes no "/".
// Source: draft1996 5.3, 9.
func (e *Edition) CheckResolve(base URL, ref string) iter.Seq[Violation] {
	if e.choice != nil {
		return func(yield func(Violation) bool) {
			_, err := e.chooseResolve(base, ref)
			yieldAll(marked(slices.Collect(e.choice.first.CheckResolve(base, ref)), err), yield)
		}
	}
	return func(yield func(Violation) bool) {
		for _, r := range e.cautions(base, ref) {
			if r != 0 && !yield(Violation{Len: len(ref), Rule: r, Repaired: true}) {
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

// cautions returns what a relative path makes of a base without being wrong, 0
// for what it does not.
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
	if base.hasLogin() && base.Path() == "" && e.resolve != nil { // rfc3986 5.2.3 has the "/"
		found[0] = ruleBasePath // R24
	}
	was, err := ParseGopher(base)
	is, err2 := ParseGopher(target)
	if err == nil && err2 == nil && cmp.Or(was.Type.Value, "1") != cmp.Or(is.Type.Value, "1") {
		found[1] = ruleGopherType // D15
	}
	return found
}
