// Package gopher opens gopher URLs, and gophers URLs, which use TLS. Each open
// is one connection with one request line.
//
//	client := open.New(open.Options{}, gopher.Opener{})
//	u, err := earl.RFC1738.Parse("gopher://gopher.example/0/about.txt")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The result is an *open.Listing for a menu, an *open.Form for a search without
// words, an *open.Referral for a link or a terminal session, and an
// *open.Document for any other item. Gopher sends no lengths, so a truncated
// object looks like a complete one, unless the server uses Gopher+.
//
// A Gopher+ string has these results. "+" and "+text/plain%20En_US" select a
// view of an item. "!" is an *open.Document of its attributes, which
// [ParseAttributes] reads. "$" is an *open.Listing of a directory's items with
// their attributes. "?" is an *open.Form; its answers make the URL of rfc1738
// 3.4.9, which is sent only with Policy.Ask.
//
// The package follows rfc1436, the Gopher+ paper of July 1993, rfc1738 3.4, and
// the item types in use since then. It departs from them where servers differ:
// in the dots of a text ([Dots]), and in the case of attributes' names. It does
// not query CSO name servers (type 2), and keeps no connection from one URL to
// the next.
package gopher

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Dots decides how the dots of a text are handled.
	Dots Dots
	// Literal sends the fields exactly as in the URL. This includes an empty
	// search before a Gopher+ string (rfc1738 3.4.3), the space between names of
	// attributes, and an empty last field. If it is false, the opener leaves out
	// what Gopher+ servers do not understand.
	Literal bool
	// LinkPage requests from the server its page for a selector "URL:...", which
	// redirects a browser. If it is false, the link becomes a Referral, and
	// nothing is sent.
	LinkPage bool
	// TLS has the settings of TLS for gophers URLs. nil means that the certificate
	// is checked against the URL's host name and the system's authorities. It is
	// not changed. Its type is that of crypto/tls.
	TLS *secure.Config
	// MenuLine is the maximum number of bytes in a line of a menu. 0 means
	// 8 KiB, a negative value means no limit.
	MenuLine int
	// PlusBlock is the maximum number of bytes in the attributes of a Gopher+
	// item. 0 means 1 MiB, a negative value means no limit.
	PlusBlock int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultMenuLine has room for an item with a long URL as its selector.
	defaultMenuLine = 8 << 10
	// defaultPlusBlock has room for any abstract and form that a user would read.
	defaultPlusBlock = 1 << 20
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.MenuLine = limit.Of(o.MenuLine, defaultMenuLine)
	o.PlusBlock = limit.Of(o.PlusBlock, defaultPlusBlock)
	return o
}

// Opener opens gopher and gophers URLs. The zero Opener is ready to use.
// Several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "gopher" and "gophers".
func (Opener) Schemes() []string { return []string{"gopher", "gophers"} }

// Open sends the selector and the other fields of the URL, and reads the reply.
// Errors: an [Error] with the server's text if the server refuses;
// [open.ErrNotFound]; [open.ErrCut]; [open.ErrProtocol]; [open.ErrConnect];
// [earl.ErrControl]; [errors.ErrUnsupported]. Source: rfc1738 3.4; rfc1436 2.
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
	view  views.Gopher
	item  item
	notes []string
}

// query returns the query of a request. The error is a *earl.ParseError.
func (o Opener) query(r *open.Call) (*query, error) {
	view, err := views.ParseGopher(r.URL)
	if err != nil {
		return nil, err
	}
	return &query{opts: o.Options.effective(), req: r, view: view, item: itemOf(view)}, nil
}

// note adds a note for the user on how the URL was read.
func (q *query) note(format string, args ...any) {
	q.notes = append(q.notes, fmt.Sprintf(format, args...))
}

// trace traces a line.
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
		return nil, prefixed(err)
	}
	if q.view.Scheme == "gophers" {
		if conn, err = secure.Client(ctx, conn, q.opts.TLS, address, q.req); err != nil {
			return nil, prefixed(err)
		}
	}
	return wire.New(ctx, conn, q.req.Policy.Idle).Measure(q.req.Policy), nil
}

// open sends the request for the URL. Source: rfc1738 3.4.4-3.4.9.
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

// ask sends the request for a view and returns the reply after its header. A
// reply has a header only if the request contained a TAB, because servers look
// for Gopher+ after it, whatever the URL has there. A refusal is an [Error].
func (q *query) ask(ctx context.Context, v views.Gopher) (*reply, error) {
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

// exchange sends a request and reads until it is known that the reply is not an
// error. That takes one line, which must come within the idle time.
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

// traceRequest traces a request. Of the answers to a form it shows only the
// number: some may be secret, and the request does not show which.
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

// document returns the reply as a document: the bytes from Offset to End.
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
