// Package wais opens wais URLs: it searches the database of a WAIS server and
// retrieves documents by their ids.
//
//	client := open.New(open.Options{}, wais.Opener{})
//	u, err := earl.RFC1738.Parse("wais://wais.example/books?zeppelin")
//	resource, err := client.Open(ctx, u) // a *open.Listing
//
// A database is an *open.Form for the words of a search, with the server's
// description of the database. A search is an *open.Listing of the hits, the
// best first. A document is an *open.Document. Its parts are requested while it
// is read. Every length is known, so a truncated document is always detected.
//
// The package follows rfc1738 3.9 and, for the protocol, the WAIS functional
// specification 1.5 (1990): Z39.50-1988 with the elements that WAIS added to
// it. It sends Init (if a document may be long), Search by words and Search by
// document-id. It does not send Present, or use documents as feedback for a
// search, which a URL cannot express. It connects to the URL's host and port,
// never to those inside a document-id.
package wais

import (
	"context"
	"fmt"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Plus sends a "+" in the search words unchanged; rfc1738 3.9 gives it no
	// meaning. If it is false, a space is sent: see [views.WAIS.Words].
	Plus bool
	// MessageSize is the maximum number of bytes in a message of a server. 0 means
	// 1 MiB, a negative value means no limit.
	MessageSize int
}

// defaultMessageSize is ten times the largest message of WAIS servers.
const defaultMessageSize = 1 << 20

// Opener opens wais URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "wais".
func (Opener) Schemes() []string { return []string{"wais"} }

// Open searches a database or retrieves a document. For a document it requests
// only the part from the Request's Offset to End; a listing is always complete.
// Errors: an *[Error] with the server's text, which is an [open.ErrNotFound] or
// an [open.ErrLogin]; [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect].
// Source: rfc1738 3.9.
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
	view, err := views.ParseWAIS(r.URL)
	if err != nil {
		return nil, err
	}
	if o.Plus && view.Search.Present {
		view = views.WAIS{Host: view.Host, Port: view.Port, Database: view.Database, Search: view.Search}
	}
	return newSession(ctx, r, view, o.Options), nil
}

// open opens the object of the view.
func (s *session) open() (open.Resource, error) {
	switch {
	case s.view.WType.Present:
		return s.document()
	case s.view.Search.Present:
		return s.listing()
	}
	return s.form()
}

// Probe reports what a URL refers to. It is Open for one byte of a document.
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

// prefixed adds the protocol to an error.
func prefixed(err error) error { return fmt.Errorf("wais: %w", err) }
