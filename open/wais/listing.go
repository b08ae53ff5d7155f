package wais

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// lister makes entries from hits. The answer is in memory, and its connection
// is closed.
type lister struct {
	s     *session
	a     answer
	begun bool
	count int // entries so far
}

// listing searches for words and returns the hits. Source: rfc1738 3.9.
func (s *session) listing() (open.Resource, error) {
	a, err := s.search(s.view)
	if err != nil {
		return nil, err
	}
	s.Close()
	if a.hits == 0 && len(a.diagnostics) > 0 {
		return nil, joined(a.diagnostics)
	}
	for _, d := range a.diagnostics {
		s.note("the server reports: %v", d)
	}
	if a.nothing() {
		s.note("nothing was found")
	}
	if a.hits >= maxHits {
		s.note("only %d hits were requested", maxHits)
	}
	if s.req.Offset > 0 || s.req.End > 0 {
		s.note("hits are always read from the beginning: they cannot be resumed")
	}
	l := &lister{s: s, a: a}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindListing, Size: -1, Note: s.notes}
	return &open.Listing{Meta: meta, Shape: open.ShapeHits, Entries: l.entries, Close: s.Close}, nil
}

// nothing reports whether a search found nothing: there is no hit, or only one
// with the score 0, with which freeWAIS offers its catalogue.
func (a *answer) nothing() bool {
	if a.hits > 1 {
		return false
	}
	for h, err := range a.all() {
		return err == nil && h.score == 0
	}
	return true
}

// entries yields the hits, the best first. For a hit of several types, each
// type is a document and has an entry.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	for h, err := range l.a.all() {
		if err != nil {
			yield(open.Entry{}, prefixed(err))
			return
		}
		types := h.types
		if len(types) == 0 {
			types = []string{"TEXT"}
		}
		for _, wtype := range types {
			if l.count == l.s.req.Policy.Entries {
				yield(open.Entry{}, prefixed(open.TooMany(l.s.req.Policy)))
				return
			}
			l.count++
			if !yield(l.entry(h, wtype), nil) {
				return
			}
		}
	}
}

// entry returns the entry of a hit's type. An entry that is not a link has no
// URL, and a note gives the reason.
func (l *lister) entry(h hit, wtype string) open.Entry {
	e := open.Entry{Name: h.headline, Meta: open.Meta{
		Kind: open.KindDocument, Size: -1, Time: parseDate(h.date), Type: mediaType(wtype), Note: remarks(h),
	}}
	if h.length > 0 { // servers send 0 if they do not know the length
		e.Size = h.length
	}
	var err error
	if strings.EqualFold(wtype, "URL") {
		e.Kind, e.Type, e.Size = open.KindUnknown, "", -1
		e.URL, err = dialogue.EntryLink(l.s.req.URL.Edition(), h.headline)
	} else {
		e.URL, err = l.url(h, wtype)
	}
	if err != nil {
		e.URL, e.Kind = earl.URL{}, open.KindInfo
		e.Note = append(e.Note, "it has no URL: "+err.Error())
	}
	return e
}

// remarks returns the properties of a hit for which an entry has no field.
func remarks(h hit) (list []string) {
	if h.score >= 0 {
		list = append(list, "score "+strconv.FormatInt(h.score, 10))
	}
	if h.lines > 0 {
		list = append(list, strconv.FormatInt(h.lines, 10)+" lines")
	}
	if h.city != "" {
		list = append(list, "from "+dialogue.Quote(h.city))
	}
	return list
}

// url returns the URL of a hit in the form of rfc1738. If the edition requires
// a length, or does not allow this host, it is the nearest possible URL. The
// host and the port are those of the search, whatever the document-id contains.
func (l *lister) url(h hit, wtype string) (earl.URL, error) {
	if n := len(h.id); n == 0 || n > maxID {
		return earl.URL{}, fmt.Errorf("its document-id has %d bytes", n)
	}
	v := l.s.view
	v.Search, v.Length = earl.Field{}, earl.Field{}
	v.WType, v.WPath = earl.Some(earl.Octets(wtype)), earl.Some(earl.Octets(h.id))
	if v.Database == "" {
		v.Database = "INFO"
	}
	if u, err := v.URL(l.s.req.URL.Edition()); err == nil {
		return u, nil
	}
	withLength := v
	withLength.Length = earl.Some(earl.Octets(strconv.FormatInt(max(h.length, 0), 10)))
	if u, err := withLength.URL(l.s.req.URL.Edition()); err == nil {
		return u, nil
	}
	return v.URL(earl.RFC3986)
}
