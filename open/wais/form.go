package wais

import (
	"errors"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// form asks the server what a database is and returns the search form. A search
// without words finds the description of the database, which is then retrieved.
// Source: rfc1738 3.9.
func (s *session) form() (open.Resource, error) {
	a, err := s.search(s.view)
	if err != nil {
		return nil, err
	}
	if a.hits == 0 && len(a.diagnostics) > 0 {
		return nil, joined(a.diagnostics)
	}
	about := s.about(a) // before the next answer overwrites this one
	fields, err := s.description(a)
	if err != nil {
		return nil, err
	}
	s.Close()
	for _, f := range fields {
		if f.value != "" {
			about = append(about, open.Entry{Name: f.name + ": " + f.value, Meta: open.Meta{Kind: open.KindInfo, Size: -1}})
		}
	}
	title := s.view.Database.Printable()
	if title == "" {
		title = "INFO"
	}
	if description := described(fields); description != "" {
		title += ": " + description
	}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindForm, Size: -1, Note: s.notes}
	form := dialogue.SearchForm(meta, title, func(words earl.Octets) (earl.URL, error) {
		v := s.view
		v.Search = earl.Some(words)
		return v.URL(s.req.URL.Edition())
	})
	form.About = about
	return form, nil
}

// about returns the entries that a search without words has found: the
// documents that describe the database. An error becomes a note, because the
// form does not depend on them.
func (s *session) about(a answer) (list []open.Entry) {
	l := &lister{s: s, a: a}
	for e, err := range l.entries {
		if err != nil {
			s.note("the list of documents about the database is incomplete: %v", errors.Unwrap(err)) // without "wais: "
			break
		}
		list = append(list, e)
	}
	return list
}

// description retrieves the fields of the description that a search without
// words has found, or nil. A failure becomes a note.
func (s *session) description(a answer) ([]sourceField, error) {
	h, err := a.source()
	if err != nil {
		return nil, err
	}
	if h.id == "" || len(h.id) > maxID {
		s.note("the server does not describe the database")
		return nil, nil
	}
	v := s.view
	v.WType, v.WPath = earl.Some(earl.Octets(h.types[0])), earl.Some(earl.Octets(h.id))
	end := chunkOf(v, 0) // a longer one is truncated: users read it
	if h.length > 0 {
		end = min(end, h.length)
	}
	got, err := s.retrieve(v, 0, end)
	switch {
	case err != nil:
		return nil, err
	case got.text == nil && len(got.diagnostics) > 0:
		s.note("the server does not send the description: %v", got.diagnostics[0])
		return nil, nil
	case got.text == nil:
		s.note("the server does not send the description")
		return nil, nil
	}
	return parseSource(got.text.text), nil
}

// source returns the first hit that describes a database, or an empty hit.
func (a *answer) source() (hit, error) {
	for h, err := range a.all() {
		if err != nil || len(h.types) > 0 && mediaType(h.types[0]) == sourceType {
			return h, err
		}
	}
	return hit{}, nil
}
