package ldap

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// entry is an entry of the directory. Source: rfc4511 4.5.2.
type entry struct {
	dn         string
	attributes []attribute
}

// attribute is an attribute with its values.
type attribute struct {
	name   string
	values []string
}

// readEntry reads the entry in an operation.
func readEntry(op ber.Element) (e entry, err error) {
	parts := op.List(3)
	if len(parts) < 2 {
		return e, fmt.Errorf("%w: an entry without attributes", open.ErrProtocol)
	}
	e.dn = string(parts[0].Bytes())
	for pair := range parts[1].Children() {
		fields := pair.List(3)
		if len(fields) < 2 {
			return e, fmt.Errorf("%w: an attribute without values", open.ErrProtocol)
		}
		a := attribute{name: string(fields[0].Bytes())}
		if !isAttribute(a.name) {
			return e, fmt.Errorf("%w: an attribute with the name %s", open.ErrProtocol, dialogue.Quote(a.name))
		}
		for v := range fields[1].Children() {
			a.values = append(a.values, string(v.Bytes()))
		}
		e.attributes = append(e.attributes, a)
	}
	return e, nil
}

// value returns the first value of an attribute, or "".
func (e entry) value(name string) string {
	for _, a := range e.attributes {
		if strings.EqualFold(a.name, name) && len(a.values) > 0 {
			return a.values[0]
		}
	}
	return ""
}

// open sends the search and returns its result.
func (s *session) open() (open.Resource, error) {
	if err := s.search(); err != nil {
		return nil, err
	}
	if s.scope == scopeBase {
		return s.document()
	}
	return s.listing()
}

// read reads the next entry, the URLs of a reference, or the end of the search.
// At the end, err is io.EOF, a *[Error], or a *movedError.
func (s *session) read() (e entry, reference []string, err error) {
	op, err := s.next(searchID)
	switch {
	case errors.Is(err, io.EOF):
		return e, nil, fmt.Errorf("%w: the server closed the connection inside the result", open.ErrCut)
	case err != nil:
		return e, nil, err
	}
	switch op.Tag {
	case tagEntry:
		if e, err = readEntry(op); err == nil {
			s.trace('S', "entry "+earl.Octets(e.dn).Printable())
		}
		return e, nil, err
	case tagReference:
		for _, u := range op.List(maxReferral) {
			reference = append(reference, string(u.Bytes()))
		}
		if reference == nil {
			return e, nil, fmt.Errorf("%w: a reference without a URL", open.ErrProtocol)
		}
		s.trace('S', "reference "+earl.Octets(reference[0]).Printable())
		return e, reference, nil
	case tagDone:
		r, err := s.result(op)
		switch {
		case err != nil:
			return e, nil, err
		case r.code == success:
			return e, nil, io.EOF
		case r.code == referral && len(r.referral) > 0:
			return e, nil, &movedError{r}
		}
		return e, nil, s.refusal("search", r)
	}
	return e, nil, unexpected(op)
}

// movedError is the end of a search whose object another server has.
type movedError struct{ result result }

func (e *movedError) Error() string { return "another server has the object" }

// movedTo returns the redirect of a movedError.
func (s *session) movedTo(e *movedError) (open.Resource, error) {
	return s.moved(e.result.referral, strings.TrimSpace("10 referral "+e.result.text))
}

// maxResult limits what a search for one entry may return.
const maxResult = 100

// document reads the result of a search for one entry.
func (s *session) document() (open.Resource, error) {
	var found *entry
	var references []string
	for range maxResult {
		e, reference, err := s.read()
		var moved *movedError
		switch {
		case errors.As(err, &moved) && found == nil:
			s.quit()
			return s.movedTo(moved)
		case err == io.EOF:
			return s.single(found, references)
		case err != nil:
			return nil, err
		case reference != nil:
			references = append(references, reference[:min(len(reference), maxReferral-len(references))]...)
		case found == nil:
			found = &e
		}
	}
	return nil, fmt.Errorf("%w: more than %d messages for one entry", open.ErrProtocol, maxResult)
}

// single returns the entry that a search found, or the servers that have it.
func (s *session) single(found *entry, references []string) (open.Resource, error) {
	s.quit()
	switch {
	case found == nil && references != nil:
		return s.moved(references, "another server has the entry")
	case found == nil && s.view.Filter.Present:
		return nil, fmt.Errorf("%w: the entry does not match the filter, or no one may read it without a login", open.ErrNotFound)
	case found == nil:
		return nil, fmt.Errorf("%w: no one may read the entry without a login, or it does not exist", open.ErrNotFound)
	}
	return s.ldif(*found)
}

// modified returns the time of the last change of an entry, or the zero Time.
// Source: rfc4517 3.3.13.
func modified(e entry) time.Time {
	t, _ := time.Parse("20060102150405Z0700", e.value(changed))
	return t
}
