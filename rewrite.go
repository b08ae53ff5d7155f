package earl

import "slices"

// A rewriter is the parser of an edition that rewrites URLs. Its functions take
// and return plain values, like those of [Edition].
type rewriter struct {
	// asWritten returns the offsets of a text that is a URL and does not change
	// when it is parsed, except that it may lack a "/" at offset slash, which is
	// otherwise 0. If ok is false, use parse.
	asWritten func(text string) (ends packed, slash int, ok bool)
	// parse returns the URL of a text, and its offsets. It uses base unless
	// that is "".
	parse func(text, base string, marks [8]uint32) (out string, ends [8]uint32, ok bool)
	// append is parse, but appends to b.
	append func(b []byte, text, base string, marks [8]uint32) (out []byte, ok bool)
	// valid reports whether parse would succeed without a base.
	valid func(text string) bool
	// relative reports whether a text is a relative reference, and whether it
	// can be resolved. It returns the trimmed text and the offsets in it.
	relative func(text string) (trimmed string, ends [8]uint32, is, ok bool)
	// check returns the violations of a text, which may be a reference: all in
	// ascending order of offset, or only the first that makes parse fail.
	check func(text, base string, marks [8]uint32, reference, all bool) []Violation
	// keeps reports whether parse does not change the normal form of a text that
	// it wrote.
	keeps func(text string) bool
	// set returns a URL with one of its components changed.
	set func(text string, marks [8]uint32, what component, value string) (out string, ends [8]uint32, ok bool)
}

// packed has two offsets in each field, so that a function returns them in
// registers.
type packed struct{ schemeUser, passwordHost, portPath, paramsQuery uint64 }

// addSlash inserts the "/" of an empty path.
func (u *URL) addSlash(at int) {
	u.text = u.text[:at] + "/" + u.text[at:]
	for k := endPath; k < len(u.ends); k++ {
		u.ends[k]++
	}
}

// pack packs two offsets.
func pack(a, b int) uint64 { return uint64(uint32(a)) | uint64(b)<<32 }

// unpack writes the offsets to ends.
func (p packed) unpack(ends *[8]uint32) {
	ends[endScheme], ends[endUser] = uint32(p.schemeUser), uint32(p.schemeUser>>32)
	ends[endPassword], ends[endHost] = uint32(p.passwordHost), uint32(p.passwordHost>>32)
	ends[endPort], ends[endPath] = uint32(p.portPath), uint32(p.portPath>>32)
	ends[endParams], ends[endQuery] = uint32(p.paramsQuery), uint32(p.paramsQuery>>32)
}

// A component is what a setter of the standard's URL class changes.
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
	if ends, slash, ok := e.rewriter.asWritten(text); ok {
		ends.unpack(&u.ends)
		if slash > 0 {
			u.addSlash(slash)
		}
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

// addedHolds reports whether u satisfies the Scheme that With added for its
// scheme.
func (e *Edition) addedHolds(u URL) bool { return e.added == nil || e.addedRule(u) == "" }

// addedRule returns the rule of an added Scheme that u violates, or "".
func (e *Edition) addedRule(u URL) Rule {
	f := e.form(u.text[:u.ends[endScheme]])
	if f.user == 0 && u.hasUser() {
		return e.faults[faultUser]
	}
	if f.part != nil {
		_, _, r := f.part(u.SchemePart())
		return r
	}
	return ""
}

// violations returns all violations of a text, or only the one that makes it
// invalid.
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
	// The position in the rewritten text is not the position in the original,
	// so the violation covers all of the text.
	found = append(found, Violation{Len: len(text), Rule: e.addedRule(u)})
	slices.SortStableFunc(found, func(v, w Violation) int { return v.Off - w.Off })
	return found
}

// failing returns the index of the first violation that is not repaired, or -1.
func failing(found []Violation) int {
	for i := range found {
		if !found[i].Repaired {
			return i
		}
	}
	return -1
}

// failure returns the violation that makes a text invalid.
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

// rebase returns a base as parsed by e: unchanged if e has parsed it already.
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
