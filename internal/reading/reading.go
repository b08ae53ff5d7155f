// Package reading reads texts by one edition of the standard, collects their violations,
// and writes the result as the JSON of "earl parse --json":
//
//	r := reading.New(earl.RFC3986)
//	r.Reset("http://h/a b")
//	r.Read()
//	line = r.AppendJSON(line[:0], false)
//
// It contains no rules of a standard. Package diagram prints errors for users.
package reading

import (
	"errors"
	"iter"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/internal/trurl"
)

// A Reading is the result of reading one text by one edition. It is not safe for
// concurrent use.
type Reading struct {
	Input      string
	Edition    *earl.Edition
	URL        earl.URL // the zero URL if the text is not valid
	Valid      bool
	Violations []earl.Violation
	Reference  bool     // the text was read as a reference
	Against    earl.URL // the base of a reference

	Base           string           // the text of a base that is not valid, or ""
	BaseViolations []earl.Violation // the violations of the base

	Edit           string           // the option of an edit that failed, or ""
	Edited         string           // the text after that edit
	EditViolations []earl.Violation // the violations of that text

	Display trurl.Display // how the URL is printed

	exact bool // the edition repairs nothing: a URL that it reads has no violation
}

// maxViolations is how many violations a Reading keeps room for between texts.
const maxViolations = 64 << 10

// New returns a Reading that can read many texts by an edition, one after the
// other.
func New(e *earl.Edition) Reading { return Reading{Edition: e, exact: !repairs(e)} }

// repairs reports whether an edition accepts texts that it finds violations in.
// It tries a text that only a repair can make valid.
func repairs(e *earl.Edition) bool {
	for v := range e.Check(`http:\\h`) {
		return v.Repaired
	}
	return false
}

// Reset makes r ready for the next text. It releases the memory that a text with
// very many violations needed.
func (r *Reading) Reset(text string) {
	if cap(r.Violations) > maxViolations {
		r.Violations = nil
	}
	*r = Reading{Input: text, Edition: r.Edition, exact: r.exact, Display: r.Display, Violations: r.Violations[:0]}
}

// Read reads the input as a URL.
func (r *Reading) Read() {
	u, err := r.Edition.Parse(r.Input)
	if r.URL, r.Valid = u, err == nil; r.Valid && r.exact {
		return
	}
	for v := range r.Edition.Check(r.Input) {
		r.Violations = append(r.Violations, v)
	}
}

// ReadReference reads the input as a reference in a document with a base.
func (r *Reading) ReadReference(base earl.URL) {
	r.Reference, r.Against = true, base
	for v := range r.Edition.CheckResolve(base, r.Input) {
		r.Violations = append(r.Violations, v)
	}
	u, err := r.Edition.Resolve(base, r.Input)
	r.URL, r.Valid = u, err == nil
	var fault *earl.ParseError
	if errors.As(err, &fault) && len(r.Violations) == 0 {
		// The violation is in the URL that base and reference make together, not in the reference.
		v := fault.Violation
		v.Off, v.Len = 0, len(r.Input)
		r.Violations = append(r.Violations, v)
	}
}

// Browsers returns how whatwg would read a text that is not valid, without a
// password, and whether it would.
func (r *Reading) Browsers() (string, bool) {
	if r.Valid || r.Edition == earl.WHATWG || len(r.Violations) == 0 {
		return "", false
	}
	u, err := earl.WHATWG.Parse(r.Input)
	if r.Reference {
		u, err = earl.WHATWG.Resolve(r.Against, r.Input)
	}
	return earl.Redact(u.Redacted()), err == nil
}

// ReadAgainst reads the input as a reference against the base with this text. If
// the base is not valid, r has its violations.
func (r *Reading) ReadAgainst(base string) {
	u, err := ParseBase(r.Edition, base)
	if err == nil {
		r.ReadReference(u)
		return
	}
	r.Base = base
	for v := range r.Edition.Check(base) {
		r.BaseViolations = append(r.BaseViolations, v)
	}
}

// Failed makes r the reading of a URL that could not be edited.
func (r *Reading) Failed(err error) {
	r.URL, r.Valid = earl.URL{}, false
	var edit *trurl.EditError
	var invalid *earl.ParseError
	if errors.As(err, &edit) && errors.As(err, &invalid) {
		r.Edit, r.Edited = edit.Edit, invalid.Input
		r.EditViolations = []earl.Violation{invalid.Violation}
	}
}

// ParseBase reads the URL of a base and ignores its fragment.
func ParseBase(e *earl.Edition, text string) (earl.URL, error) {
	ref, err := e.ParseReference(text)
	if err == nil {
		if u, ok := ref.URL(); ok {
			return u, nil
		}
	}
	return e.Parse(text)
}

// Allowing returns, for each of some violations in ascending offset, the names of
// the other editions that find no violation there.
func (r *Reading) Allowing(all []earl.Violation) [][]string {
	names := make([][]string, len(all))
	for e := range editions.All() {
		if e == r.Edition {
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
// has one at the same position: one that it does not repair, or one of the same
// rule.
func (r *Reading) refusedBy(e *earl.Edition, all []earl.Violation) []bool {
	refused := make([]bool, len(all))
	check := e.Check
	if r.Reference {
		check = func(text string) iter.Seq[earl.Violation] { return e.CheckResolve(r.Against, text) }
	}
	first := 0 // the first that does not end before w
	for w := range check(r.Input) {
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

// end returns the offset after a violation. A violation with length 0 covers the
// byte at its offset; if the scheme is missing, it covers all that another edition
// may read as a bad scheme.
func (r *Reading) end(v earl.Violation) int {
	n := 1
	if v.Off == 0 && v.Len == 0 {
		n = max(n, strings.IndexByte(r.Input, ':'))
	}
	return v.Off + max(v.Len, n)
}
