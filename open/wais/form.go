package wais

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// form asks the server what a database is and returns the question for words.
// A search for nothing finds the description of the database itself, which is
// then retrieved. Source: rfc1738 3.9.
func (s *session) form() (open.Resource, error) {
	a, err := s.search(s.view)
	if err != nil {
		return nil, err
	}
	if a.hits == 0 && len(a.diagnostics) > 0 {
		return nil, joined(a.diagnostics)
	}
	description, err := s.description(a)
	if err != nil {
		return nil, err
	}
	s.Close()
	title := s.view.Database.Printable()
	if title == "" {
		title = "INFO"
	}
	if description != "" {
		title += ": " + description
	}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindForm, Size: -1, Note: s.notes}
	return dialogue.SearchForm(meta, title, func(words earl.Octets) (earl.URL, error) {
		v := s.view
		v.Search = earl.Some(words)
		return v.URL(s.req.URL.Edition())
	}), nil
}

// description retrieves the description that a search without words has found,
// "" if there is none. That one cannot be had is worth a note and no more.
func (s *session) description(a answer) (string, error) {
	h, err := a.described()
	if err != nil {
		return "", err
	}
	if h.id == "" || len(h.id) > maxID {
		s.note("the server does not describe the database")
		return "", nil
	}
	v := s.view
	v.WType, v.WPath = earl.Some(earl.Octets(h.types[0])), earl.Some(earl.Octets(h.id))
	end := chunkOf(v, 0) // a longer one is cut: it is for a person to read
	if h.length > 0 {
		end = min(end, h.length)
	}
	got, err := s.retrieve(v, 0, end)
	switch {
	case err != nil:
		return "", err
	case got.text == nil && len(got.diagnostics) > 0:
		s.note("the server does not send the description: %v", got.diagnostics[0])
		return "", nil
	case got.text == nil:
		s.note("the server does not send the description")
		return "", nil
	}
	return describes(got.text.text), nil
}

// described returns the first hit that describes a database, an empty one if
// there is none.
func (a *answer) described() (hit, error) {
	for h, err := range a.all() {
		if err != nil || len(h.types) > 0 && mediaType(h.types[0]) == sourceType {
			return h, err
		}
	}
	return hit{}, nil
}
