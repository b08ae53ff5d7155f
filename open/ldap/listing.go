package ldap

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// listing returns the entries that a search finds. It reads the first, so that a
// refusal is known.
func (s *session) listing() (open.Resource, error) {
	first, reference, err := s.read()
	var moved *movedError
	switch {
	case errors.As(err, &moved):
		s.quit()
		return s.movedTo(moved)
	case err != nil && err != io.EOF && !errors.Is(err, open.ErrCut):
		return nil, err
	}
	l := &lister{s: s, entry: first, reference: reference, err: err}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindListing, Size: -1}
	return &open.Listing{Meta: meta, Entries: l.entries, Close: s.conn.Close}, nil
}

// lister yields entries.
type lister struct {
	s         *session
	entry     entry // that was read
	reference []string
	err       error
}

// entries yields the entries until the end of the search.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	defer l.s.conn.Close()
	for n := 0; ; l.entry, l.reference, l.err = l.s.read() {
		var refused *Error
		var moved *movedError
		switch {
		case errors.As(l.err, &moved):
			l.s.quit()
			yield(l.s.referenceRow(moved.result.referral), nil)
			return
		case l.err == io.EOF:
			l.s.quit()
			return
		case l.err != nil:
			if errors.As(l.err, &refused) {
				l.s.quit()
			}
			yield(open.Entry{}, prefixed(l.err))
			return
		}
		for _, e := range l.rows() {
			if n++; n > l.s.req.Policy.Entries {
				yield(open.Entry{}, prefixed(open.TooMany(l.s.req.Policy)))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// rows returns the lines of the listing for what was read: an entry, and the
// entries below it if there are any; or a reference.
func (l *lister) rows() []open.Entry {
	if l.reference != nil {
		return []open.Entry{l.s.referenceRow(l.reference)}
	}
	e, s := l.entry, l.s
	row := open.Entry{Name: s.name(e.dn), Meta: open.Meta{URL: s.entryURL(e.dn, earl.Field{}), Kind: open.KindDocument, Size: -1, Time: modified(e), Type: mediaType}}
	for _, a := range e.attributes {
		if s.wants(a.name) && !isPassword(a.name) {
			row.Note = append(row.Note, shownValues(a))
		}
	}
	rows := []open.Entry{row}
	if strings.EqualFold(e.value(parent), "true") {
		below := open.Entry{Name: row.Name + "/", Meta: open.Meta{URL: s.entryURL(e.dn, earl.Some("one")), Kind: open.KindListing, Size: -1}}
		rows = append(rows, below)
	}
	return rows
}

// maxShown limits the values and the bytes of each that a line of a listing
// shows.
const (
	maxShown      = 3
	maxShownValue = 100
)

// shownValues returns the first values of an attribute for a line of a listing.
func shownValues(a attribute) string {
	var words []string
	for _, v := range a.values[:min(len(a.values), maxShown)] {
		if len(v) > maxShownValue {
			v = v[:maxShownValue] + "..."
		}
		words = append(words, earl.Octets(v).Printable())
	}
	if len(a.values) > maxShown {
		words = append(words, "...")
	}
	return a.name + ": " + strings.Join(words, ", ")
}

// name returns the name of an entry, without that of the entry where the search
// began if it ends in that.
func (s *session) name(dn string) string {
	base := "," + string(s.view.DN)
	if n := len(dn) - len(base); len(base) > 1 && n > 0 && strings.EqualFold(dn[n:], base) && dn[n-1] != '\\' {
		dn = dn[:n]
	}
	return dialogue.Text(dn)
}

// entryURL returns the URL of an entry on this server, or the zero URL if it has
// bytes that no URL is opened with.
func (s *session) entryURL(dn string, scope earl.Field) earl.URL {
	v := views.LDAP{Scheme: s.view.Scheme, Host: s.view.Host, Port: s.view.Port, DN: earl.Octets(dn), Attributes: slices.Clone(s.view.Attributes), Scope: scope}
	u, err := dialogue.Compose(s.req.URL.Edition(), v)
	if err != nil {
		return earl.URL{}
	}
	return u
}

// referenceRow returns the line of a reference to another server.
func (s *session) referenceRow(urls []string) open.Entry {
	row := open.Entry{Name: s.hide(urls[0]), Meta: open.Meta{Size: -1, Note: []string{"another server has these entries"}}}
	for _, text := range urls {
		u, err := s.target(text)
		if err != nil {
			row.Note = append(row.Note, err.Error())
			continue
		}
		row.URL, row.Kind, row.Note = u, open.KindListing, row.Note[:1]
		if v, err := views.ParseLDAP(u); err != nil {
			row.Kind = open.KindUnknown
		} else if scopeOf(v) == scopeBase {
			row.Kind, row.Type = open.KindDocument, mediaType
		}
		break
	}
	return row
}
