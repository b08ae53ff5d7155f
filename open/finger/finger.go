// Package finger opens finger URLs: it sends one line that asks a host about its users, and returns
// the answer as text.
//
//	client := open.New(open.Options{}, finger.Opener{})
//	u, err := earl.RFC1738.Parse("finger://host.example/joe")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The protocol has no status and no length. "No such user" is a text like any other, and a
// truncated answer looks like a complete one.
//
// An "@" in a request makes the server forward it to another host. No guard has checked that host,
// so such a request is refused with the guard "relay". Bytes that control a terminal are shown and
// not passed on, as rfc1288 3.3 recommends.
//
// It follows rfc1288 and draft-ietf-uri-url-finger-02.
package finger

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// AnswerSize is the maximum number of bytes in an answer. A longer one ends in [open.ErrCut]. 0
	// means 1 MiB, a negative value means no limit.
	AnswerSize int64
	// Raw passes the bytes of the answer on unchanged, including control bytes.
	// Source: rfc1288 3.3.
	Raw bool
}

// defaultAnswerSize is far above the size of usual answers: the table of a thousand logins has 80
// KiB. The protocol has no lengths, so an answer could have no end.
const defaultAnswerSize = 1 << 20

// answerSize returns the effective limit of an answer.
func (o Options) answerSize() int64 {
	if o.AnswerSize < 0 {
		return math.MaxInt64
	}
	return cmp.Or(o.AnswerSize, defaultAnswerSize)
}

// Opener opens finger URLs. The zero Opener is ready to use. Several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "finger".
func (Opener) Schemes() []string { return []string{"finger"} }

// Open sends the request and returns the answer as a document. Errors: a [*earl.ParseError]; a
// [*open.Refusal] for a request with "@"; [open.ErrConnect]; [open.ErrLineBreak]; [open.ErrCut]
// from the body, if the answer is too long.
// Source: rfc1288 2.3.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := newQuery(r)
	if err != nil {
		return nil, err
	}
	conn, err := r.Dial(ctx, "tcp", q.address)
	if err != nil {
		return nil, prefixed(err)
	}
	c := wire.New(ctx, conn, r.Policy.Idle).Measure(r.Policy)
	if r.Trace != nil {
		r.Trace(open.Event{Dir: 'C', Line: earl.Octets(q.request).Printable()})
	}
	if _, err := c.Write(q.line); err != nil {
		c.Close()
		return nil, prefixed(err)
	}
	meta := open.Meta{URL: r.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain"}
	answer := &body{conn: c, r: bufio.NewReader(c), left: o.answerSize(), opts: o.Options}
	return &open.Document{Meta: meta, Body: wire.Part(answer, r.Offset, r.End)}, nil
}

// Plan returns the line that Open sends.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := newQuery(r)
	if err != nil {
		return open.Plan{}, err
	}
	step := open.Step{Line: q.request, Source: "rfc1288 2.3"}
	switch {
	case q.request == "":
		step.Why = "it asks who is logged on"
	case isVerbose(q.request):
		step.Why = "/W asks for a longer answer"
	}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Steps: []open.Step{step}}, nil
}

// isVerbose reports whether a request begins with the token /W.
// Source: rfc1288 2.3.
func isVerbose(request string) bool {
	token, _, _ := strings.Cut(request, " ")
	return strings.EqualFold(token, "/W")
}

// A query is the request for a URL, and its server.
type query struct {
	address string
	request string // without its line end
	line    []byte // the request with its line end
}

// newQuery returns the query of a request.
func newQuery(r *open.Call) (query, error) {
	view, err := views.ParseFinger(r.URL)
	if err != nil {
		return query{}, err
	}
	if strings.Contains(string(view.Request.Value), "@") {
		return query{}, relayed(r.URL)
	}
	q := query{request: string(view.Request.Value)}
	if q.line, err = wire.AppendLine(nil, "", view.Request.Value); err != nil {
		return query{}, prefixed(err)
	}
	q.address, err = open.HostPort(r.URL)
	return q, err
}

// relayed returns the refusal of a request that the server would forward to another host. Source:
// rfc1288 2.3, 3.2.1.
func relayed(u earl.URL) error {
	r := open.Refuse(open.GuardRelay, u, `the request contains "@": the server would forward the request to another host`)
	r.Section = "rfc1288 3.2.1"
	r.Off, r.Len, _ = u.Span(earl.ComponentPath)
	return r
}

// body is the content of an answer.
type body struct {
	conn *wire.Conn
	r    *bufio.Reader
	left int64  // bytes of the answer that may still be read
	kept []byte // output for a rune that did not fit
	opts Options
}

// Read reads the answer. It waits for the server only for the first byte of p.
func (b *body) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	for n < len(p) {
		if len(b.kept) == 0 && (n == 0 || b.r.Buffered() >= utf8.UTFMax) {
			if err = b.next(); err != nil {
				break
			}
		}
		k := copy(p[n:], b.kept)
		if b.kept, n = b.kept[k:], n+k; k == 0 {
			break
		}
	}
	if n > 0 {
		return n, nil // the next Read repeats the error
	}
	return 0, prefixed(err)
}

// next reads a character, or a byte that is not part of one, and keeps its output.
func (b *body) next() error {
	r, size, err := b.r.ReadRune()
	if err != nil {
		return err
	}
	if b.left -= int64(size); b.left < 0 {
		b.left = 0
		b.r.UnreadRune()
		return fmt.Errorf("%w: an answer of more than %d bytes (finger.Options.AnswerSize)", open.ErrCut, b.opts.answerSize())
	}
	b.kept = b.kept[:0]
	switch {
	case r == utf8.RuneError && size == 1: // a byte that is not UTF-8
		b.r.UnreadRune()
		c, _ := b.r.ReadByte() // it is buffered
		b.kept = b.opts.appendByte(b.kept, c)
	case r < 0xA0 && !b.opts.Raw:
		b.kept = b.opts.appendByte(b.kept, byte(r))
	default:
		b.kept = utf8.AppendRune(b.kept, r)
	}
	return nil
}

// appendByte appends a byte as "cat -v" shows it: a control byte as "^[", one with
// the high bit as "M-^[". Tabs, line ends and all other bytes are unchanged, and
// with Raw every byte.
func (o Options) appendByte(b []byte, c byte) []byte {
	switch {
	case o.Raw, c == '\t', c == '\n', c == '\r':
	case c < 0x20, c == 0x7F:
		return append(b, '^', c^0x40)
	case 0x80 <= c && c < 0xA0:
		return append(b, 'M', '-', '^', c^0xC0)
	}
	return append(b, c)
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// Close closes the connection, at any time.
func (b *body) Close() error { return b.conn.Close() }

// prefixed adds the protocol to an error, except the end of a body.
func prefixed(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("finger: %w", err)
}
