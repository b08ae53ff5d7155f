package main

import (
	"errors"
	"iter"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/trurl"
)

// A reading is what one edition makes of one text.
type reading struct {
	input      string
	edition    *earl.Edition
	url        earl.URL // the zero URL where the text is not valid
	valid      bool
	violations []earl.Violation
	reference  bool     // it was read as a reference
	against    earl.URL // the base of a reference
	exact      bool     // the edition repairs nothing: it finds no fault with what it reads

	base           string           // what was given as the base, where that is not valid
	baseViolations []earl.Violation // why

	edit           string           // the word of the edit that could not be done
	edited         string           // what it would have made
	editViolations []earl.Violation // why not

	display trurl.Display // how the URL is printed
}

// newReading returns a reading by an edition, of one text after the other.
func newReading(e *earl.Edition) reading { return reading{edition: e, exact: !repairs(e)} }

// repairs reports whether an edition reads texts that it finds fault with: it is
// asked about one that only a repair can save.
func repairs(e *earl.Edition) bool {
	for v := range e.Check(`http:\\h`) {
		return v.Repaired
	}
	return false
}

// reset makes r ready for a text. The room that a text with very many violations
// took is given back.
func (r *reading) reset(text string) {
	if cap(r.violations) > chunkSize {
		r.violations = nil
	}
	*r = reading{input: text, edition: r.edition, exact: r.exact, display: r.display, violations: r.violations[:0]}
}

// read reads r.input as a URL of r.edition.
func (r *reading) read() {
	u, err := r.edition.Parse(r.input)
	if r.url, r.valid = u, err == nil; r.valid && r.exact {
		return
	}
	for v := range r.edition.Check(r.input) {
		r.violations = append(r.violations, v)
	}
}

// readReference reads r.input as a reference in a document with a base.
func (r *reading) readReference(base earl.URL) {
	r.reference, r.against = true, base
	for v := range r.edition.CheckResolve(base, r.input) {
		r.violations = append(r.violations, v)
	}
	u, err := r.edition.Resolve(base, r.input)
	r.url, r.valid = u, err == nil
	var fault *earl.ParseError
	if errors.As(err, &fault) && len(r.violations) == 0 {
		// What the reference and the base make together is at fault, not a place in the reference.
		v := fault.Violation
		v.Off, v.Len = 0, len(r.input)
		r.violations = append(r.violations, v)
	}
}

// browsers returns how whatwg would read a text that is not valid, what may be a
// password hidden, and whether it would.
func (r *reading) browsers() (string, bool) {
	if r.valid || r.edition == earl.WHATWG || len(r.violations) == 0 {
		return "", false
	}
	u, err := earl.WHATWG.Parse(r.input)
	if r.reference {
		u, err = earl.WHATWG.Resolve(r.against, r.input)
	}
	return earl.Redact(u.Redacted()), err == nil
}

// parseBase reads a base: a URL, of which a fragment is left out of account.
func parseBase(e *earl.Edition, text string) (earl.URL, error) {
	ref, err := e.ParseReference(text)
	if err == nil {
		if u, ok := ref.URL(); ok {
			return u, nil
		}
	}
	return e.Parse(text)
}

// password is the name of the component that is hidden.
const password = "password"

// allowing returns, for each of some violations in ascending offset, the names
// of the other editions that find nothing wrong there.
func (r *reading) allowing(all []earl.Violation) [][]string {
	names := make([][]string, len(all))
	for _, e := range allEditions() {
		if e == r.edition {
			continue
		}
		refused := r.refusedBy(e, all)
		for i := range all {
			if !refused[i] {
				names[i] = append(names[i], e.Name())
			}
		}
	}
	return names
}

// refusedBy reports, for each of some violations in ascending offset, whether e
// has one at its place too: one that it does not repair, or the same.
func (r *reading) refusedBy(e *earl.Edition, all []earl.Violation) []bool {
	refused := make([]bool, len(all))
	check := e.Check
	if r.reference {
		check = func(text string) iter.Seq[earl.Violation] { return e.CheckResolve(r.against, text) }
	}
	first := 0 // of those that do not end before w
	for w := range check(r.input) {
		for first < len(all) && r.end(all[first]) <= w.Off {
			first++
		}
		if first == len(all) {
			break
		}
		for i := first; i < len(all) && all[i].Off < r.end(w); i++ {
			same := !w.Repaired || w.Rule == all[i].Rule
			refused[i] = refused[i] || same && w.Off < r.end(all[i])
		}
	}
	return refused
}

// end is the offset behind a violation; one of nothing takes the octet there, or, where
// that is the scheme that is missing, all that another edition may take for a bad one.
func (r *reading) end(v earl.Violation) int {
	n := 1
	if v.Off == 0 && v.Len == 0 {
		n = max(n, strings.IndexByte(r.input, ':'))
	}
	return v.Off + max(v.Len, n)
}

// count returns "1 thing" or "n things".
func count(n int, thing string) string {
	s := "s"
	if n == 1 {
		s = ""
	}
	return strings.Join([]string{itoa(n), " ", thing, s}, "")
}
