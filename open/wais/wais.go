// Package wais opens wais URLs: it searches the database of a WAIS server and
// retrieves documents by their ids.
//
//	client := open.New(open.Options{}, wais.Opener{})
//	u, err := earl.RFC1738.Parse("wais://wais.example/books?zeppelin")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A database is an *open.Form, which asks for words and says what the server
// says of the database; a search is an *open.Listing of the hits, the best first;
// a document is an *open.Document. A document comes in parts, each asked for when
// it is read. Every length is known, so one that was cut short is always noticed.
//
// It follows rfc1738 3.9 and, for the protocol, the WAIS functional specification
// 1.5 (1990): Z39.50-1988 with the elements that WAIS added to it. It sends Init
// (where a document may be long), Search by words and Search by document-id; no
// Present, and no feedback of documents into a search, for which a URL has no
// place. It goes to the URL's host and port, never to those inside a document-id.
package wais

import (
	"context"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour.
type Options struct {
	// Plus sends a plain "+" of the search words as it stands, to which rfc1738 3.9
	// gives no meaning. false sends a space: see [earl.WAIS.Words].
	Plus bool
	// MessageSize is how many bytes a message of a server may have. 0 means
	// DefaultMessageSize, a negative value no limit.
	MessageSize int
}

// DefaultMessageSize is ten times what servers of WAIS send at most.
const DefaultMessageSize = 1 << 20

// Opener opens wais URLs. The zero Opener is ready; several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "wais".
func (Opener) Schemes() []string { return []string{"wais"} }

// Open searches or retrieves, by what the URL names. A Request's Offset and End
// are asked for as such; a listing is read whole. Errors: an *[Error], which is an
// [open.ErrNotFound] or an [open.ErrLogin], with the server's words;
// [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect]. Source: rfc1738 3.9.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	s, err := o.session(ctx, r)
	if err != nil {
		return nil, err
	}
	res, err := s.open()
	if err != nil {
		s.Close()
		return nil, prefixed(err)
	}
	return res, nil
}

// session returns the session of a request, without a connection. The error is a
// *earl.ParseError.
func (o Opener) session(ctx context.Context, r *open.Call) (*session, error) {
	view, err := earl.ParseWAIS(r.URL)
	if err != nil {
		return nil, err
	}
	if o.Plus && view.Search.Present {
		view = earl.WAIS{Host: view.Host, Port: view.Port, Database: view.Database, Search: view.Search}
	}
	return newSession(ctx, r, view, o.Options), nil
}

// open opens what the view names.
func (s *session) open() (open.Resource, error) {
	switch {
	case s.view.WType.Present:
		return s.document()
	case s.view.Search.Present:
		return s.listing()
	}
	return s.form()
}

// Probe tells what a URL leads to: it is Open, for one octet of a document.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	one := *r
	one.Offset, one.End = 0, 1
	res, err := o.Open(ctx, &one)
	if err != nil {
		return open.Meta{}, err
	}
	switch res := res.(type) {
	case *open.Document:
		res.Body.Close()
	case *open.Listing:
		res.Close()
	}
	return *res.Info(), nil
}

// prefixed names the protocol in an error.
func prefixed(err error) error { return fmt.Errorf("wais: %w", err) }
