// Package z3950 opens z39.50r and z39.50s URLs: it searches the databases of a library's server and
// retrieves records.
//
//	client := open.New(open.Options{}, z3950.Opener{})
//	u, err := earl.RFC1738.Parse("z39.50r://library.example/books?12345")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// A z39.50r URL is one record. The opener searches for the docid, and the record is an
// *open.Document if it is the only one. A z39.50s URL is a session:
//
//   - without a docid it is an *open.Form for the words of a search. Its answer is a z39.50s URL
//     with the extension "x-search", or "x-scan" for the terms of an index; see [views.Z3950]
//   - with a docid, or with x-search, it is an *open.Listing of the records
//   - with x-record too, it is one of these records, an *open.Document
//   - with x-scan, it is an *open.Listing of terms, each with its search
//
// A record in MARC is shown as text, with a line for each field. SUTRS is text, and XML is not
// changed. Nothing is kept between two opens: each has its own session of Init, requests and Close.
//
// The package follows rfc2056 and, for the protocol, ANSI/NISO Z39.50-1995 with the attribute set
// bib-1. It sends Init, Search with a query of type 1, Present, Scan and Close. It sends no login,
// because rfc2056 has none. It does not sort, and it does not delete result sets, order items or use
// Explain.
package z3950

import (
	"context"
	"fmt"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults. For a limit, 0 means the
// default and a negative value means no limit.
type Options struct {
	// MessageSize is the maximum number of bytes in a message of a server, and in a record. Init
	// announces it.
	MessageSize int
	// Records is the maximum number of records or terms in a listing. A note reports the rest.
	Records int
	// Depth is the maximum number of levels in a message of a server.
	Depth int
	// DocIDUse is the bib-1 Use attribute of the search for a docid. 0 means 1032 (Doc-id) with the
	// Structure attribute 104 (URx). Another value is sent without a structure, such as 12 (Local
	// number) for servers that do not have 1032. A note reports it.
	DocIDUse int
	// Raw returns records in MARC unchanged, with the media type application/marc.
	Raw bool
}

// The defaults of Options.
const (
	// defaultMessageSize is ten times the largest record in MARC, whose length has five digits.
	defaultMessageSize = 1 << 20
	// defaultRecords is as many as a user reads. A search can find a whole catalogue.
	defaultRecords = 500
	// defaultDepth is twice the depth of a record in a Present response.
	defaultDepth = 24
)

// withDefaults returns o with its limits set.
func (o Options) withDefaults() Options {
	// Init contains MessageSize, and servers read it as a number of 32 bits.
	const most = 1<<31 - 1 - overhead
	o.MessageSize = min(limit.Of(o.MessageSize, defaultMessageSize), most)
	o.Records = limit.Of(o.Records, defaultRecords)
	o.Depth = limit.Of(o.Depth, defaultDepth)
	return o
}

// Opener opens z39.50r and z39.50s URLs. The zero Opener is ready to use. Several goroutines may share
// it.
type Opener struct{ Options }

// Schemes returns "z39.50r" and "z39.50s".
func (Opener) Schemes() []string { return []string{"z39.50r", "z39.50s"} }

// Open opens a record, a search, a list of terms or a session. Errors: a [*earl.ParseError]; an
// [*Error] with the server's diagnostic, which is an [open.ErrNotFound], an [open.ErrLogin] or an
// [open.ErrServer]; [open.ErrNotFound], if no record or more than one has the docid; [open.ErrCut];
// [open.ErrProtocol]; [open.ErrConnect]; [errors.ErrUnsupported] for a record syntax that is not shown
// and for words that are not a search.
// Source: rfc2056 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	t, err := o.newTask(r)
	if err != nil {
		return nil, err
	}
	s, err := t.connect(ctx)
	if err != nil {
		return nil, prefixed(err)
	}
	res, err := s.open()
	if err != nil {
		s.finish()
		return nil, prefixed(err)
	}
	return res, nil
}

// open opens what the URL designates.
func (s *session) open() (open.Resource, error) {
	switch {
	case s.view.Scan.Present:
		return s.terms()
	case s.query == nil:
		return s.form()
	case s.one():
		return s.document()
	}
	return s.listing()
}

// Probe reports what a URL refers to. For a record it searches and retrieves nothing.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	t, err := o.newTask(r)
	if err != nil {
		return open.Meta{}, err
	}
	s, err := t.connect(ctx)
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	defer s.finish()
	meta := s.meta(open.KindForm)
	switch {
	case s.view.Scan.Present:
		meta.Kind = open.KindListing
	case s.one():
		meta.Kind = open.KindDocument
		_, err = s.found()
	case s.query != nil:
		meta.Kind = open.KindListing
		_, err = s.search()
	}
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	meta.Note = s.notes
	return meta, nil
}

// A task is what a URL requests, before there is a connection.
type task struct {
	req     *open.Call
	view    views.Z3950
	opts    Options // with limits
	address string
	query   query    // nil: no search
	scan    term     // the start of a list of terms
	names   []string // of the databases
	formats []syntax // the record syntaxes to request, in order
	notes   []string
}

// newTask returns the task of a request. Nothing is sent for an error.
func (o Opener) newTask(r *open.Call) (*task, error) {
	view, err := views.ParseZ3950(r.URL)
	if err != nil {
		return nil, err
	}
	t := &task{req: r, view: view, opts: o.withDefaults(), names: databaseNames(view)}
	if t.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	if err := t.setQuery(); err != nil {
		return nil, prefixed(err)
	}
	if t.formats, err = t.wantedSyntaxes(); err != nil {
		return nil, prefixed(err)
	}
	return t, nil
}

// defaultDatabase is the name that servers give to their only database.
const defaultDatabase = "Default"

// databaseNames returns the names of the databases. A search needs at least one.
func databaseNames(v views.Z3950) []string {
	if len(v.Databases) == 0 {
		return []string{defaultDatabase}
	}
	names := make([]string, len(v.Databases))
	for i, name := range v.Databases {
		names[i] = string(name)
	}
	return names
}

// one reports whether the URL designates one record.
func (t *task) one() bool {
	return t.view.Record.Present || t.view.Scheme == "z39.50r"
}

// note adds a note for the user on how the URL was read.
func (t *task) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// meta returns the description of a resource.
func (t *task) meta(kind open.Kind) open.Meta {
	return open.Meta{URL: t.req.URL, Kind: kind, Size: -1, Note: t.notes}
}

// prefixed adds the protocol to an error.
func prefixed(err error) error { return fmt.Errorf("z39.50: %w", err) }
