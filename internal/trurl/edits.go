package trurl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// edits are the changes to each URL, in the order in which they are made.
type edits struct {
	redirect *string // or nil
	set      []assignment
	iterate  [][]assignment // one URL for each choice of one assignment from each list
	segments []assignment   // appended to the path
	trim     []string
	replace  []replacement
	query    []string // pairs appended to the query
	sort     bool
	sep      byte
	normal   bool // empty pairs are removed from a query that is edited
	repairs  bool // the edition repairs text
}

// A replacement is a pair that replaces the pairs with its name.
type replacement struct {
	pair   string
	append bool // append the pair if no pair has its name
}

// any reports whether there are any edits.
func (d *edits) any() bool {
	return d.redirect != nil || len(d.set)+len(d.iterate)+len(d.segments) > 0 || d.editsQuery()
}

// editsQuery reports whether pairs of the query are edited.
func (d *edits) editsQuery() bool { return len(d.trim)+len(d.replace)+len(d.query) > 0 || d.sort }

// compile reads the options that have a syntax.
func (d *edits) compile(e *earl.Edition, o Options) error {
	if err := d.compileSet(o.Set); err != nil {
		return err
	}
	if err := d.compileIterate(o.Iterate); err != nil {
		return err
	}
	if err := d.compileAppend(e, o.Append); err != nil {
		return err
	}
	for _, text := range o.Trim {
		a, err := parseAssignment("--trim", text, []string{"query"})
		if err != nil {
			return err
		}
		d.trim = append(d.trim, a.value)
	}
	for _, text := range o.Replace {
		d.replace = append(d.replace, replacement{pair: escapePair(e, text)})
	}
	for _, text := range o.ReplaceAppend {
		d.replace = append(d.replace, replacement{pair: escapePair(e, text), append: true})
	}
	return nil
}

// compileSet reads --set.
func (d *edits) compileSet(texts []string) error {
	for _, text := range texts {
		a, err := parseAssignment("--set", text, settable)
		if err == nil {
			err = a.check("--set")
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(d.set, func(b assignment) bool { return a.name == b.name }) {
			return fmt.Errorf("--set %s: a component can be set only once", a.name)
		}
		d.set = append(d.set, a)
	}
	slices.SortStableFunc(d.set, func(a, b assignment) int {
		return slices.Index(settable, a.name) - slices.Index(settable, b.name)
	})
	return nil
}

// compileIterate reads --iterate.
func (d *edits) compileIterate(texts []string) error {
	named := map[string]bool{}
	for _, text := range texts {
		a, err := parseAssignment("--iterate", text, settable[1:])
		if err != nil {
			return err
		}
		if named[a.name] {
			return fmt.Errorf("--iterate %s: a component can be set only once", a.name)
		}
		if slices.ContainsFunc(d.set, func(b assignment) bool { return a.name == b.name }) {
			return fmt.Errorf("--iterate %s: --set already sets this component", a.name)
		}
		named[a.name] = true
		var list []assignment
		for item := range strings.SplitSeq(a.value, " ") {
			b := a
			b.value = item
			if err := b.check("--iterate"); err != nil {
				return err
			}
			list = append(list, b)
		}
		d.iterate = append(d.iterate, list)
	}
	return nil
}

// compileAppend reads --append.
func (d *edits) compileAppend(e *earl.Edition, texts []string) error {
	for _, text := range texts {
		a, err := parseAssignment("--append", text, []string{"path", "query"})
		switch {
		case err != nil:
			return err
		case a.name == "path":
			d.segments = append(d.segments, a)
		case a.written:
			d.query = append(d.query, a.value)
		default:
			d.query = append(d.query, escapePair(e, a.value))
		}
	}
	return nil
}

// An EditError is the error of an edit that the edition does not allow.
type EditError struct {
	Edit string // the option and its component: "--set port"
	Err  error
}

// Error returns the edit and the reason.
func (e *EditError) Error() string { return e.Edit + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *EditError) Unwrap() error { return e.Err }

// apply yields the edited URLs.
func (d *edits) apply(u earl.URL, yield func(earl.URL, error) bool) {
	u, err := d.start(u)
	if err != nil {
		yield(u, err)
		return
	}
	d.choose(u, d.iterate, yield)
}

// start makes the edits before --iterate: --redirect and --set.
func (d *edits) start(u earl.URL) (earl.URL, error) {
	if d.redirect != nil {
		v, err := u.Edition().Resolve(u, *d.redirect)
		if err != nil {
			return u, &EditError{"--redirect", err}
		}
		u = v
	}
	for _, a := range d.set {
		v, err := a.apply(u, d.repairs)
		if err != nil {
			return u, &EditError{"--set " + a.name, err}
		}
		u = v
	}
	return u, nil
}

// choose combines every item of the first list with every choice from the other lists.
// It returns false if yield returned false.
func (d *edits) choose(u earl.URL, lists [][]assignment, yield func(earl.URL, error) bool) bool {
	if len(lists) == 0 {
		return yield(d.end(u))
	}
	for _, a := range lists[0] {
		v, err := a.apply(u, d.repairs)
		switch {
		case err != nil && !yield(u, &EditError{"--iterate " + a.name, err}),
			err == nil && !d.choose(v, lists[1:], yield):
			return false
		}
	}
	return true
}

// end makes the edits after --iterate: it appends to the path and edits the query.
func (d *edits) end(u earl.URL) (earl.URL, error) {
	for _, a := range d.segments {
		path := strings.TrimSuffix(u.Path(), "/") + "/" + strings.TrimPrefix(a.segment(), "/")
		v, err := u.With(earl.ComponentPath, earl.Some(earl.Octets(path)))
		if err != nil {
			return u, &EditError{"--append path", err}
		}
		u = v
	}
	if !d.editsQuery() {
		return u, nil
	}
	v, err := d.editQuery(u)
	if err != nil {
		return u, &EditError{"the query", err}
	}
	return v, nil
}
