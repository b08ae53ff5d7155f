// Package gopher opens gopher URLs, and gophers URLs, which are the same over
// TLS: one connection and one line for each.
//
//	client := open.New(open.Options{}, gopher.Opener{})
//	u, err := earl.RFC1738.Parse("gopher://gopher.example/0/about.txt")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// A menu is an *open.Listing, a search without words an *open.Form, an item that
// stands for a link or a terminal session an *open.Referral, all else an
// *open.Document. Gopher has no lengths: an object that was cut short cannot be
// told from a whole one, unless the server speaks Gopher+.
//
// Of Gopher+, "+" and "+text/plain%20En_US" are a view of an item, "!" is an
// *open.Document of its attributes, which [ParseAttributes] reads, "$" an
// *open.Listing of a directory's items with all that is said of each, and "?" an
// *open.Form, whose answers make the URL of rfc1738 3.4.9. That one goes out only
// with Policy.Ask.
//
// It follows rfc1436, the Gopher+ paper of July 1993, rfc1738 3.4, and the item
// types in use since then. It departs from them where servers differ: in the dots
// of a text ([Dots]), and in the case of attributes' names. It does not ask CSO
// name servers (type 2), and keeps no connection from one URL to the next.
package gopher

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour.
type Options struct {
	// Dots says what is done about the dots of a text.
	Dots Dots
	// Literal sends the fields as the URL has them: an empty search before a Gopher+
	// string, as rfc1738 3.4.3 says, the space between names of attributes, and a
	// last field that is empty. false leaves out what Gopher+ servers do not
	// understand.
	Literal bool
	// LinkPage asks the server for the page that it has for a selector "URL:...",
	// which sends a browser on. false makes a Referral of the link and asks nobody.
	LinkPage bool
	// TLS is how the certificate of a gophers URL is judged. nil: by the URL's
	// host name and the system's authorities. It is not changed.
	TLS *tls.Config
	// MenuLine is how many bytes a line of a menu may have. 0 means
	// DefaultMenuLine, a negative value no limit.
	MenuLine int
	// PlusBlock is how many bytes the attributes of a Gopher+ item may have. 0
	// means DefaultPlusBlock, a negative value no limit.
	PlusBlock int
}

// The limits that a zero field of [Options] means.
const (
	// DefaultMenuLine holds a gopher item with a long URL for its selector.
	DefaultMenuLine = 8 << 10
	// DefaultPlusBlock holds any abstract and any form that a person would read.
	DefaultPlusBlock = 1 << 20
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.MenuLine = limit.Of(o.MenuLine, DefaultMenuLine)
	o.PlusBlock = limit.Of(o.PlusBlock, DefaultPlusBlock)
	return o
}

// Opener opens gopher and gophers URLs. The zero Opener is ready; several
// goroutines may share it.
type Opener struct{ Options }

// Schemes returns "gopher" and "gophers".
func (Opener) Schemes() []string { return []string{"gopher", "gophers"} }

// Open sends the selector, and what else the URL has, and reads what comes.
// Errors: an [Error] where the server says no, with its words; [open.ErrNotFound];
// [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect]; [earl.ErrControl];
// [errors.ErrUnsupported]. Source: rfc1738 3.4; rfc1436 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := o.query(r)
	if err != nil {
		return nil, err
	}
	if res, err := q.unsent(); res != nil || err != nil {
		return res, err
	}
	res, err := q.open(ctx)
	var said *Error
	if errors.As(err, &said) && !said.Moved.IsZero() {
		return q.referral(said.Moved, said.Error()), nil
	}
	return res, err
}

// query is one open of a gopher URL.
type query struct {
	opts  Options
	req   *open.Call
	view  earl.Gopher
	item  item
	notes []string
}

// query returns the query of a request. The error is a *earl.ParseError.
func (o Opener) query(r *open.Call) (*query, error) {
	view, err := earl.ParseGopher(r.URL)
	if err != nil {
		return nil, err
	}
	return &query{opts: o.Options.effective(), req: r, view: view, item: itemOf(view)}, nil
}

// note adds what the person should know of how the URL was read.
func (q *query) note(format string, args ...any) {
	q.notes = append(q.notes, fmt.Sprintf(format, args...))
}

// trace shows a line of the dialogue.
func (q *query) trace(dir byte, line string) {
	if q.req.Trace != nil {
		q.req.Trace(open.Event{Dir: dir, Line: earl.Octets(line).Printable()})
	}
}

// dial connects, over TLS for a gophers URL.
func (q *query) dial(ctx context.Context) (*wire.Conn, error) {
	address, err := open.HostPort(q.req.URL)
	if err != nil {
		return nil, err
	}
	conn, err := q.req.Dial(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if q.view.Scheme == "gophers" {
		if conn, err = secure.Client(ctx, conn, q.opts.TLS, address, q.req); err != nil {
			return nil, prefixed(err)
		}
	}
	return wire.New(ctx, conn, q.req.Policy.Idle).Measure(q.req.Policy), nil
}

// open asks for what the URL says. Source: rfc1738 3.4.4-3.4.9.
func (q *query) open(ctx context.Context) (open.Resource, error) {
	switch kind := q.view.Plus.Value; {
	case kind == "?":
		return q.askForm(ctx)
	case kind != "" && kind[0] == '!':
		return q.attributes(ctx)
	case kind != "" && kind[0] == '$':
		return q.directory(ctx)
	}
	p, err := q.ask(ctx, q.view)
	if err != nil {
		return nil, err
	}
	if q.item.class == classMenu {
		return q.listing(p)
	}
	return q.document(p), nil
}

// ask sends the request for a view and returns the reply behind its header. A
// reply has a header only if the request held a TAB: servers look for Gopher+
// behind it, whatever the URL has there. What says no is an [Error].
func (q *query) ask(ctx context.Context, v earl.Gopher) (*reply, error) {
	line, err := q.opts.request(v)
	if err != nil {
		return nil, err
	}
	conn, err := q.dial(ctx)
	if err != nil {
		return nil, err
	}
	p := newReply(conn)
	if err := q.exchange(p, line); err != nil {
		conn.Close()
		return nil, prefixed(err)
	}
	return p, nil
}

// exchange sends a request and reads as far as it takes to know that the reply
// is not an error. That is a line, which must come within the idle time.
func (q *query) exchange(p *reply, line string) error {
	q.traceRequest(line)
	if _, err := p.conn.Write([]byte(line)); err != nil {
		return err
	}
	p.conn.SetUntil(time.Now().Add(q.req.Policy.Idle))
	defer p.conn.SetUntil(time.Time{})
	if strings.Contains(line, "\t") {
		h, err := p.header()
		switch {
		case err != nil:
			return err
		case h.malformed && q.view.Plus.Value != "":
			q.trace('S', h.line)
			return fmt.Errorf("%w: the Gopher+ header %q has no valid length", open.ErrProtocol, h.line)
		case h.failed:
			q.trace('S', h.line)
			return q.failure(p)
		case h.present:
			q.trace('S', h.line)
		}
	}
	if p.framing == toClose {
		return q.refused(p)
	}
	return nil
}

// traceRequest shows what is sent. Of the answers to a form it shows how many
// there are: what was asked for as a secret is among them, and cannot be told.
func (q *query) traceRequest(line string) {
	lines := strings.Split(strings.TrimSuffix(line, "\r\n"), "\r\n")
	for i, line := range lines {
		if i > 1 && i < len(lines)-1 {
			line = earl.Hidden
		}
		q.trace('C', line)
	}
}

// plain notes that a server answered a Gopher+ request without a header.
func (q *query) plain(p *reply) {
	if p.framing == toClose && q.view.Plus.Value != "" {
		q.note("the server answered without a Gopher+ header")
	}
}

// document returns the reply as a document: the octets from Offset to End.
func (q *query) document(p *reply) *open.Document {
	q.plain(p)
	size := int64(-1)
	if p.framing == counted {
		size = p.left
	}
	meta := open.Meta{URL: q.req.URL, Kind: open.KindDocument, Size: size, Type: q.item.media, Note: q.notes}
	body := newBody(p, q.rule(p), q.item.media)
	return &open.Document{Meta: meta, Body: wire.Part(body, q.req.Offset, q.req.End)}
}

// rule returns how the lines of a document's reply are read.
func (q *query) rule(p *reply) rule {
	dotted := p.framing == dotEnded || p.framing == toClose && (q.item.class == classText || q.item.class == classCharacters)
	switch {
	case !dotted || q.opts.Dots == DotsRaw:
		return ruleRaw
	case p.framing == toClose && q.item.class == classCharacters:
		return ruleKeep
	}
	return q.opts.Dots.rule()
}
