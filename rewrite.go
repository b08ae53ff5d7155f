package earl

import "slices"

// A rewriter is the parser of an edition that writes a URL anew while it reads
// it. Its functions take and return plain values, as those of [Edition] do.
type rewriter struct {
	// asWritten returns the marks of a text that is a URL as it stands; not ok: ask parse.
	asWritten func(text string) (ends packed, ok bool)
	// parse returns the URL that a text means and its marks, on a base unless that is "".
	parse func(text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool)
	// append is parse into b.
	append func(b []byte, text, base string, marks [8]uint32) (out []byte, ok bool)
	// valid reports whether parse would succeed without a base.
	valid func(text string) bool
	// relative says whether a text is a relative reference and whether one can be resolved; the
	// marks are of the text as it is returned, trimmed.
	relative func(text string) (trimmed string, ends [8]uint32, is, ok bool)
	// check returns what is wrong with a text, perhaps a reference: all, in ascending
	// offset, or only the first for which parse fails.
	check func(text, base string, marks [8]uint32, reference, all bool) []Violation
	// set returns a URL with one of its components changed.
	set func(text string, marks [8]uint32, what component, value string) (out string, ends [8]uint32, ok bool)
}

// packed holds marks two by two, so that they come back in registers.
type packed struct{ schemeUser, passwordHost, portPath, paramsQuery uint64 }

// pack packs marks.
func pack(a, b int) uint64 { return uint64(uint32(a)) | uint64(b)<<32 }

// unpack sets the marks ends.
func (p packed) unpack(ends *[8]uint32) {
	ends[endScheme], ends[endUser] = uint32(p.schemeUser), uint32(p.schemeUser>>32)
	ends[endPassword], ends[endHost] = uint32(p.passwordHost), uint32(p.passwordHost>>32)
	ends[endPort], ends[endPath] = uint32(p.portPath), uint32(p.portPath>>32)
	ends[endParams], ends[endQuery] = uint32(p.paramsQuery), uint32(p.paramsQuery>>32)
}

// A component names what a setter of the standard's URL class changes.
type component uint8

const (
	setScheme component = iota
	setUser
	setPassword
	setHost // host and port
	setHostname
	setPort
	setPath
	setQuery
	setFragment
	setNothing // a component that the URL class does not have
)

// rewrite is read for an edition that rewrites.
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
func (e *Edition) addedHolds(u URL) bool { return e.added == nil || e.addedRule(u) == 0 }

// addedRule returns the rule of what With said of u's scheme that u breaks, 0 if none.
func (e *Edition) addedRule(u URL) Rule {
	f := e.form(u.text[:u.ends[endScheme]])
	if f.user == 0 && u.hasUser() {
		return e.faults[faultUser]
	}
	if f.part != nil {
		_, _, r := f.part(u.SchemePart())
		return r
	}
	return 0
}

// violations returns all that is wrong with a text, or only what it is refused for.
func (e *Edition) violations(text string, reference, all bool) []Violation {
	found := e.rewriter.check(text, "", [8]uint32{}, reference, all)
	if e.added == nil || failing(found) >= 0 {
		return found
	}
	u := URL{}
	out, ends, ok := e.rewriter.parse(text, "", [8]uint32{})
	if u = (URL{out, e, ends}); !ok || e.addedHolds(u) {
		return found
	}
	// Where it stands in the text that was written anew is not where it stands in the one given.
	found = append(found, Violation{Len: len(text), Rule: e.addedRule(u)})
	slices.SortStableFunc(found, func(v, w Violation) int { return v.Off - w.Off })
	return found
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
