// Package whois opens whois URLs: it sends one line that asks who registered a
// domain or an address, and returns the answer as text.
//
//	client := open.New(open.Options{}, whois.Opener{})
//	u, err := earl.RFC3986.Parse("whois://whois.example/example.com")
//	resource, err := client.Follow(ctx, u) // a *open.Document
//
// The protocol has no status, no length and no charset. "No match" is a text
// like any other, and each registry has its own words for it. A truncated answer
// looks like a complete one.
//
// A registry often names the server that knows more. Then the result of Open is
// an *open.Referral to the same query on that server, with the answer of the
// registry in its field Instead. Client.Follow opens that server with the guards
// on redirects, and returns the answer of the registry if that fails. No more
// than three servers are named in this way, and none twice. Other servers that
// an answer names are notes, as is the address of the same data in RDAP, the
// successor of whois, if the answer has one.
//
// It follows rfc3912. It does not speak rwhois (rfc2167) and whois++ (rfc1835).
package whois

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// AnswerSize is the maximum number of bytes in an answer. A longer one ends in
	// [open.ErrCut]. 0 means 1 MiB, a negative value means no limit.
	AnswerSize int64
	// Referrals is how many times an answer may lead to another server. 0 means
	// 3, a negative value means no limit.
	Referrals int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultAnswerSize is far above usual answers of a few KiB. The protocol has
	// no lengths, so an answer could have no end.
	defaultAnswerSize = 1 << 20
	// defaultReferrals is enough to come from IANA to a registry, from there to a
	// registrar, and to one more.
	defaultReferrals = 3
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	o.AnswerSize = limit.Of(o.AnswerSize, defaultAnswerSize)
	o.Referrals = limit.Of(o.Referrals, defaultReferrals)
	return o
}

// Opener opens whois URLs. The zero Opener is ready to use. Several goroutines
// may share it.
type Opener struct{ Options }

// Schemes returns "whois".
func (Opener) Schemes() []string { return []string{"whois"} }

// Open sends the query and returns the answer as a document, or as the Instead
// of a referral. Errors: a [*earl.ParseError]; [open.ErrConnect];
// [open.ErrLineBreak]; [open.ErrCut] from the body, if the answer is too long.
// Source: rfc3912 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := newQuery(r)
	if err != nil {
		return nil, err
	}
	opts := o.Options.effective()
	text, end, err := q.ask(ctx, r, opts)
	if err != nil {
		return nil, err
	}
	meta := open.Meta{URL: r.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain"}
	doc := &open.Document{Meta: meta, Body: wire.Part(&body{ctx: ctx, r: bytes.NewReader(text), end: end}, r.Offset, r.End)}
	a := readAnswer(string(text), q.view, r.URL.Edition())
	return a.resource(r, doc, opts), nil
}

// Plan returns the line that Open sends.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := newQuery(r)
	if err != nil {
		return open.Plan{}, err
	}
	step := open.Step{Line: string(q.view.Query.Value), Source: "rfc3912 2"}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Steps: []open.Step{step}}, nil
}

// A query is the line for a URL, and its server.
type query struct {
	view    views.Whois
	address string
	line    []byte // with its line end
}

// newQuery returns the query of a request.
func newQuery(r *open.Call) (q query, err error) {
	if q.view, err = views.ParseWhois(r.URL); err != nil {
		return q, err
	}
	if q.line, err = wire.AppendLine(nil, "", q.view.Query.Value); err != nil {
		return q, prefixed(err)
	}
	q.address, err = open.HostPort(r.URL)
	return q, err
}

// ask sends the query and reads the answer until the server closes the
// connection. end is what the body of the answer ends in, io.EOF for a complete
// one. err is for an answer without any bytes.
func (q query) ask(ctx context.Context, r *open.Call, o Options) (text []byte, end, err error) {
	conn, err := r.Dial(ctx, "tcp", q.address)
	if err != nil {
		return nil, nil, prefixed(err)
	}
	c := wire.New(ctx, conn, r.Policy.Idle).Measure(r.Policy)
	defer c.Close()
	if r.Trace != nil {
		r.Trace(open.Event{Dir: 'C', Line: q.view.Query.Value.Printable()})
	}
	if _, err := c.Write(q.line); err != nil {
		return nil, nil, prefixed(err)
	}
	var b bytes.Buffer
	_, err = io.CopyN(&b, c, o.AnswerSize)
	switch {
	case err == nil:
		if _, err := io.CopyN(io.Discard, c, 1); errors.Is(err, io.EOF) {
			return b.Bytes(), io.EOF, nil
		}
		end = &open.LimitError{Setting: "whois.Options.AnswerSize", Err: fmt.Errorf("whois: %w: an answer of more than %d bytes", open.ErrCut, o.AnswerSize)}
	case errors.Is(err, io.EOF):
		end = io.EOF
	case b.Len() == 0 || ctx.Err() != nil:
		return nil, nil, prefixed(err)
	default:
		end = prefixed(err)
	}
	return b.Bytes(), end, nil
}

// body is the content of an answer.
type body struct {
	ctx context.Context
	r   *bytes.Reader
	end error
}

// Read reads the answer, and returns the error of its end after it.
func (b *body) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p)
	if err == io.EOF {
		err = b.end
	}
	return n, err
}

// Close does nothing: the connection is closed.
func (b *body) Close() error { return nil }

// prefixed adds the protocol to an error.
func prefixed(err error) error { return fmt.Errorf("whois: %w", err) }
