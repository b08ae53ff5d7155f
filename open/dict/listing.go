package dict

import (
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// listing returns the matches of a word, or the databases. Source: rfc2229 3.3,
// 3.5.1.
func (s *session) listing() *open.Listing {
	l := s.emptyListing()
	l.Entries = (&lister{s: s}).entries
	return l
}

// emptyListing returns a listing without entries.
func (s *session) emptyListing() *open.Listing {
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindListing, Size: -1}
	return &open.Listing{Meta: meta, Shape: open.ShapeMenu, Close: s.Conn.Close, Entries: func(func(open.Entry, error) bool) {}}
}

// lister yields the entries of a listing.
type lister struct {
	s     *session
	begun bool
	lines int // lines of the server so far

	unread error // of the last line, if it was not understood
}

// entries yields an entry for each line. It ends in an error unless the server
// sent everything and everything was wanted.
func (l *lister) entries(yield func(open.Entry, error) bool) {
	if l.begun {
		return
	}
	l.begun = true
	if l.s.command.verb == verbShow && !yield(l.everyDatabase(), nil) {
		l.s.Conn.Close()
		return
	}
	for {
		e, more, err := l.next()
		switch {
		case err != nil:
			l.s.Conn.Close()
			yield(open.Entry{}, err)
			return
		case !more:
			l.s.quit()
			return
		case !l.emit(e, yield):
			l.s.Conn.Close()
			return
		}
	}
}

// emit yields an entry, or the line that was not understood.
func (l *lister) emit(e open.Entry, yield func(open.Entry, error) bool) bool {
	if l.unread != nil {
		return yield(open.Entry{}, l.s.Prefixed(l.unread))
	}
	return yield(e, nil)
}

// next returns the next entry; unread is set if its line was not understood. more is false
// at the end.
func (l *lister) next() (e open.Entry, more bool, err error) {
	for {
		line, ok, err := l.s.text(wire.Limit{Octets: l.s.Req.Policy.ReplyLine, Setting: "Policy.ReplyLine"})
		if err != nil {
			return e, false, l.s.Broken(l.s.command.verb, err)
		}
		if !ok {
			return e, false, l.finish()
		}
		if l.lines++; l.lines > l.most() {
			return e, false, l.s.Prefixed(open.TooMany(l.s.Req.Policy))
		}
		if l.s.nth == 0 || l.s.nth == l.lines {
			return l.entry(string(line)), true, nil
		}
	}
}

// most returns how many lines may come. The first entry of a list of databases
// is not from the server.
func (l *lister) most() int {
	if l.s.command.verb == verbShow {
		return l.s.Req.Policy.Entries - 1
	}
	return l.s.Req.Policy.Entries
}

// finish reads the last reply.
func (l *lister) finish() error {
	if err := l.s.end(); err != nil {
		return err
	}
	if l.s.nth > l.lines {
		return l.s.tooFew(l.lines)
	}
	return nil
}

// entry returns the entry for a line: a database and a word, or a database and
// its description. A line of another form is not understood. Source: rfc2229 3.3,
// 3.5.1.
func (l *lister) entry(line string) open.Entry {
	database, text, ok := cutTokens(line)
	if l.unread = nil; !ok {
		l.unread = l.s.Secrets.NotUnderstood(l.lines, line, "it is not a database and a text (rfc2229 3)")
		return open.Entry{}
	}
	if l.s.command.verb == verbShow {
		return l.database(database, text)
	}
	e := l.link(earl.Octets(text), earl.Octets(database))
	e.Name = l.named(text, database)
	e.Kind, e.Type = open.KindDocument, "text/plain; charset=utf-8"
	return e
}

// named returns the name of an entry: a word or a description, and the name of
// its database, because several databases may have the same word.
func (l *lister) named(text, database string) string {
	return l.s.Secrets.Veil(dialogue.Text(text) + " [" + dialogue.Text(database) + "]")
}

// everyDatabase returns the entry for a search in all databases. Source:
// rfc2229 3.2.
func (l *lister) everyDatabase() open.Entry {
	return l.database(everyDatabase, "all databases")
}

// database returns the entry of a database: a URL that asks for a word.
func (l *lister) database(name, description string) open.Entry {
	e := l.link("", earl.Octets(name))
	e.Name = l.named(description, name)
	e.Kind = open.KindForm
	return e
}

// link returns an entry with the URL of a word in a database. It keeps the
// user, and not the secret.
func (l *lister) link(word, database earl.Octets) open.Entry {
	v := l.s.view
	v.Password, v.Command, v.Word, v.Database = earl.Secret{}, earl.Some("d"), word, earl.Some(database)
	v.Strategy, v.N = earl.Field{}, earl.Field{}
	u, err := dialogue.Compose(l.s.Req.URL.Edition(), v)
	if err != nil {
		return open.Entry{Meta: open.Meta{Size: -1, Note: []string{strconv.Quote(err.Error())}}}
	}
	return open.Entry{Meta: open.Meta{URL: u, Size: -1}}
}
