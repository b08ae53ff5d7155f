package earl

// What follows reads by an edition that has a parser of its own, because it
// rewrites: the same entry points as for the others, behind its rewriter.

// rewrite is read for such an edition.
func (e *Edition) rewrite(u *URL, text string, reference bool) bool {
	if uint64(len(text)) > maxLen {
		return false
	}
	u.text, u.edition = text, e
	if ends, ok := e.rewriter.asWritten(text); ok {
		ends.unpack(&u.ends)
		return e.added == nil || e.addedHolds(*u)
	}
	if reference {
		if trimmed, ends, is, ok := e.rewriter.relative(text); is {
			u.text, u.ends = trimmed, ends
			return ok
		}
	}
	out, ends, ok := e.rewriter.parse(text, "", [8]uint32{})
	u.text, u.ends = out, ends
	return ok && e.addedHolds(*u)
}

// addedHolds reports whether u holds by what With said of its scheme.
func (e *Edition) addedHolds(u URL) bool {
	if e.added == nil {
		return true
	}
	f := e.form(u.text[:u.ends[endScheme]])
	if f.user == 0 && u.hasUser() {
		return false
	}
	if f.part != nil {
		if _, _, r := f.part(u.SchemePart()); r != 0 {
			return false
		}
	}
	return true
}

// violations returns all that is wrong with a text, or only what it is refused for.
func (e *Edition) violations(text string, reference, all bool) []Violation {
	found := e.rewriter.check(text, "", [8]uint32{}, reference, all)
	var u URL
	if e.added == nil || failing(found) >= 0 || e.rewrite(&u, text, reference) {
		return found
	}
	// The scheme's own check speaks of the text that was written anew.
	return append(found, Violation{Off: len(text), Rule: ruleSchemePart})
}

// failing returns the index of the first violation that is not repaired, -1 if there is none.
func failing(found []Violation) int {
	for i := range found {
		if !found[i].Repaired {
			return i
		}
	}
	return -1
}

// failure returns the violation for which a text is refused.
func (e *Edition) failure(text, base string, marks [8]uint32, reference bool) Violation {
	found := e.rewriter.check(text, base, marks, reference, false)
	if base == "" {
		found = e.violations(text, reference, false)
	}
	if i := failing(found); i >= 0 {
		return found[i]
	}
	return Violation{Off: len(text), Rule: ruleLong}
}

// rebase returns a base as e reads it: as it is, if e has read it.
func (e *Edition) rebase(base URL) (URL, error) {
	if base.edition == e && base.ends[endScheme] > 0 {
		return base, nil
	}
	return e.Parse(base.text)
}

// resolveRewriting is Resolve for an edition that rewrites.
func (e *Edition) resolveRewriting(base URL, ref string) (URL, error) {
	base, err := e.rebase(base)
	if err != nil {
		return URL{}, err
	}
	text, ends, ok := e.rewriter.parse(ref, base.text, base.ends)
	if u := (URL{text, e, ends}); ok && e.addedHolds(u) {
		return u, nil
	}
	return URL{}, &ParseError{Edition: e, Input: ref, Violation: e.failure(ref, base.text, base.ends, false)}
}

// appendRewriting is AppendResolve for an edition that rewrites.
func (e *Edition) appendRewriting(b []byte, base URL, ref string) ([]byte, error) {
	base, err := e.rebase(base)
	if err != nil {
		return b, err
	}
	if e.added != nil {
		u, err := e.resolveRewriting(base, ref)
		return append(b, u.text...), err
	}
	out, ok := e.rewriter.append(b, ref, base.text, base.ends)
	if !ok {
		return b, &ParseError{Edition: e, Input: ref, Violation: e.failure(ref, base.text, base.ends, false)}
	}
	return out, nil
}
