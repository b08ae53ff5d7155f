package main

import (
	"errors"
	"strings"

	"github.com/earl-url/earl"
)

// edits are what is done to each URL, in the order of the fields.
type edits struct {
	redirect string // "": none
	set      []assignment
	iterate  [][]assignment // every choice of one out of each
	segments []assignment   // appended to the path
	trim     []string
	replace  []replacement
	query    []string // pieces, appended to the query
	sort     bool
	sep      byte
	repairs  bool // the edition does
}

// A replacement is a pair for the place of one of its name.
type replacement struct {
	piece  string
	append bool // where there is none it goes to the end
}

// any reports whether there is anything to do.
func (d *edits) any() bool {
	return d.redirect != "" || len(d.set)+len(d.iterate)+len(d.segments) > 0 || d.editsQuery()
}

// editsQuery reports whether pairs are edited.
func (d *edits) editsQuery() bool { return len(d.trim)+len(d.replace)+len(d.query) > 0 || d.sort }

// An editError says which word failed.
type editError struct {
	word string
	err  error
}

func (e *editError) Error() string { return e.word + ": " + e.err.Error() }
func (e *editError) Unwrap() error { return e.err }

// each calls f with what the edits make of u: one URL, or one for each choice of
// --iterate, or the error that there is none.
func (d *edits) each(u earl.URL, f func(earl.URL, error)) {
	u, err := d.start(u)
	if err != nil {
		f(u, err)
		return
	}
	d.choose(u, d.iterate, f)
}

// start redirects and sets.
func (d *edits) start(u earl.URL) (earl.URL, error) {
	if d.redirect != "" {
		v, err := u.Edition().Resolve(u, d.redirect)
		if err != nil {
			return u, &editError{"--redirect", err}
		}
		u = v
	}
	for _, a := range d.set {
		v, err := a.apply(u, d.repairs)
		if err != nil {
			return u, &editError{"--set " + a.name, err}
		}
		u = v
	}
	return u, nil
}

// choose tries every item of the first list, and with each every choice of the rest.
func (d *edits) choose(u earl.URL, lists [][]assignment, f func(earl.URL, error)) {
	if len(lists) == 0 {
		f(d.end(u))
		return
	}
	for _, a := range lists[0] {
		if v, err := a.apply(u, d.repairs); err != nil {
			f(u, &editError{"--iterate " + a.name, err})
		} else {
			d.choose(v, lists[1:], f)
		}
	}
}

// end appends to the path and edits the query.
func (d *edits) end(u earl.URL) (earl.URL, error) {
	for _, a := range d.segments {
		path := strings.TrimSuffix(u.Path(), "/") + "/" + strings.TrimPrefix(a.segment(), "/")
		v, err := u.WithPath(path)
		if err != nil {
			return u, &editError{"--append path", err}
		}
		u = v
	}
	if !d.editsQuery() {
		return u, nil
	}
	v, err := d.editQuery(u)
	if err != nil {
		return u, &editError{"the query", err}
	}
	return v, nil
}

// segment returns the value of --append path as text: data is one segment.
func (d assignment) segment() string {
	if d.written {
		return d.value
	}
	return strings.ReplaceAll(d.text(), "/", "%2F")
}

// editQuery edits the pairs of the query; where nothing changes, no octet does.
func (d *edits) editQuery(u earl.URL) (earl.URL, error) {
	query, _ := u.Query()
	p := parsePairs(query, d.sep)
	was := strings.Join(p, string(d.sep))
	for _, pattern := range d.trim {
		p.trim(pattern)
	}
	for _, r := range d.replace {
		if !p.replace(r.piece) && r.append {
			p = append(p, r.piece)
		}
	}
	p = append(p, d.query...)
	if d.sort {
		p.sort()
	}
	text := strings.Join(p, string(d.sep))
	if text == was {
		return u, nil
	}
	if d.repairs && text != "" {
		text = "?" + text // a leading one is left out
	}
	return u.WithQuery(earl.Field{Value: earl.Octets(text), Present: text != ""})
}

// piece returns name=value as a piece of a query: of data, name and value are
// escaped each by itself.
func piece(e *earl.Edition, d assignment) string {
	if d.written {
		return d.value
	}
	name, value, ok := strings.Cut(d.value, "=")
	b := e.AppendEscape(nil, earl.Octets(name), "")
	if ok {
		b = e.AppendEscape(append(b, '='), earl.Octets(value), "")
	}
	return string(b)
}

// failed makes r the reading of a text that an edit could not be done to.
func (r *reading) failed(err error) {
	r.url, r.valid = earl.URL{}, false
	var edit *editError
	var fault *earl.ParseError
	if errors.As(err, &edit) && errors.As(err, &fault) {
		r.edit, r.edited = edit.word, fault.Input
		r.editViolations = []earl.Violation{fault.Violation}
	}
}
