package z3950

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// chunk is how many records a request retrieves. A server sends fewer if they do not fit into a message.
const chunk = 20

// A lister makes entries from records, which it retrieves as they are read.
type lister struct {
	*session
	hits  int64
	limit int64 // records that are listed
	first []record
	begun bool
}

// listing searches and retrieves the first records, so that an error is that of opening.
func (s *session) listing() (open.Resource, error) {
	hits, err := s.search()
	if err != nil {
		return nil, err
	}
	l := &lister{session: s, hits: hits, limit: min(hits, int64(s.opts.Records))}
	switch {
	case hits == 0:
		s.note("nothing was found")
		s.finish()
	default:
		if l.first, err = s.present(1, min(chunk, l.limit)); err != nil {
			return nil, err
		}
		s.note("records found: %d", hits)
	}
	if l.limit < hits {
		s.note("only the first %d are listed (z3950.Options.Records)", l.limit)
	}
	return &open.Listing{Meta: s.meta(open.KindListing), Shape: open.ShapeMenu, Entries: l.entries, Close: s.Close}, nil
}

// entries yields the records in the order of the server. Stopping early closes the connection.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	defer l.Close()
	list := l.first
	for number := int64(1); number <= l.limit; {
		if len(list) == 0 {
			var err error
			if list, err = l.present(number, min(chunk, l.limit-number+1)); err != nil {
				l.finish()
				yield(open.Entry{}, prefixed(fmt.Errorf("%w: after %d of %d records: %w", open.ErrCut, number-1, l.hits, err)))
				return
			}
		}
		for _, r := range list {
			if number > int64(l.req.Policy.Entries) {
				yield(open.Entry{}, prefixed(open.TooMany(l.req.Policy)))
				return
			}
			if !yield(l.entry(r, number), nil) {
				return
			}
			number++
		}
		list = nil
	}
	if l.hits > 0 {
		l.finish()
	}
}

// entry returns the entry of a record. Its URL is the z39.50r URL in the record, or else that of its
// place in the result.
func (l *lister) entry(r record, number int64) open.Entry {
	e := open.Entry{Meta: open.Meta{Kind: open.KindDocument, Size: -1, Type: "text/plain"}}
	var err error
	if e.Name, err = r.title(); err != nil {
		e.Note = append(e.Note, err.Error())
	}
	if e.Name == "" {
		e.Name = fmt.Sprintf("record %d", number)
	}
	if r.err != nil {
		e.Kind, e.Note = open.KindInfo, append(e.Note, "the server does not send the record: "+r.err.Error())
		return e
	}
	if r.database != "" && len(l.names) > 1 {
		e.Note = append(e.Note, "in "+dialogue.Quote(r.database))
	}
	var ok bool
	if e.URL, ok = l.docIDLink(r); ok {
		return e
	}
	v := l.view
	v.Record = earl.Some(earl.Octets(strconv.FormatInt(number, 10)))
	l.link(&e, v)
	return e
}

// link sets the URL of an entry, or a note with the reason why it has none.
func (t *task) link(e *open.Entry, v views.Z3950) {
	var err error
	if e.URL, err = dialogue.Compose(t.req.URL.Edition(), v); err != nil {
		e.Kind, e.Note = open.KindInfo, append(e.Note, "it has no URL: "+err.Error())
	}
}

// terms requests a list of terms of an index. Source: ANSI/NISO Z39.50-1995 3.2.8.
func (s *session) terms() (open.Resource, error) {
	count := s.scanCount()
	e, err := s.exchange(scanMessage(s.names, s.scan, count), tagScanResponse, "%s", s.scanSentence(count))
	if err != nil {
		return nil, err
	}
	list, err := parseScan(e, int(count))
	if err != nil {
		return nil, err
	}
	s.trace('S', "terms: %d", len(list))
	s.finish()
	if len(list) == 0 {
		s.note("the index has no terms here")
	}
	begun := false
	entries := func(yield func(open.Entry, error) bool) {
		if begun {
			return
		}
		begun = true
		s.yieldTerms(list, yield)
	}
	return &open.Listing{Meta: s.meta(open.KindListing), Shape: open.ShapeMenu, Entries: entries, Close: s.Close}, nil
}

// scanCount is how many terms are requested.
func (t *task) scanCount() int64 { return int64(min(t.opts.Records, maxScan)) }

// maxScan is the number of terms in a listing. More are one link away, and servers limit the number.
const maxScan = 100

// scanSentence returns the request for terms, for users.
func (t *task) scanSentence(count int64) string {
	return fmt.Sprintf("scan of %s for %d terms from %s", quotedNames(t.names), count, t.scan)
}

// yieldTerms yields an entry for each term, and one for the terms after them.
func (s *session) yieldTerms(list []entry, yield func(open.Entry, error) bool) {
	last := ""
	for i, x := range list {
		if i == s.req.Policy.Entries {
			yield(open.Entry{}, prefixed(open.TooMany(s.req.Policy)))
			return
		}
		if !yield(s.termEntry(x), nil) {
			return
		}
		if x.err == nil {
			last = x.term
		}
	}
	if int64(len(list)) < s.scanCount() || last == s.scan.text {
		return
	}
	more := open.Entry{Name: "More terms", Meta: open.Meta{Kind: open.KindUnknown, Size: -1}}
	v := s.view
	v.Scan = earl.Some(earl.Octets(last))
	s.link(&more, v)
	yield(more, nil)
}

// termEntry returns the entry of a term: a search for it in the same index. The name has the number of
// records.
func (s *session) termEntry(x entry) open.Entry {
	e := open.Entry{Name: x.display, Meta: open.Meta{Kind: open.KindUnknown, Size: -1}} // not a directory
	if x.err != nil {
		e.Kind, e.Note = open.KindInfo, []string{x.err.Error()}
		return e
	}
	if x.count >= 0 {
		e.Name += fmt.Sprintf(" (%d)", x.count)
	}
	v := s.view
	v.Scan, v.Search = earl.Field{}, earl.Some(earl.Octets(searchWords(x.term)))
	s.link(&e, v)
	return e
}

// searchWords returns the words that search for a term: several words are a phrase.
func searchWords(term string) string {
	if strings.Contains(term, " ") && !strings.Contains(term, `"`) {
		return `"` + term + `"`
	}
	return term
}
