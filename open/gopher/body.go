package gopher

import (
	"fmt"
	"io"

	"github.com/earl-url/earl/open/internal/wire"
)

// body is the content of a document.
type body struct {
	p    *reply
	r    io.Reader // the reply, or the text in it
	conn *wire.Conn
}

// newBody returns a reply of a media type, read by a rule. At least one server
// announces a line "." and ends a menu in html without it.
func newBody(p *reply, r rule, media string) *body {
	b := &body{p: p, r: p.r, conn: p.conn}
	if r != ruleRaw {
		b.r = &text{r: p.r, rule: r, dotted: p.framing == dotEnded && media != "text/html"}
	}
	return b
}

// Read reads the next bytes.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	return n, prefixed(err)
}

// prefixed adds the protocol to an error of a body, except io.EOF.
func prefixed(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("gopher: %w", err)
}

// WriteTo copies the rest to w. If w is a file, and no lines are searched and
// no bytes counted, the bytes do not pass through this process.
func (b *body) WriteTo(w io.Writer) (int64, error) {
	if _, lines := b.r.(*text); lines || b.p.framing == counted || len(b.p.head) > 0 {
		return wire.Pump(w, b)
	}
	buffered := int64(b.p.r.Buffered())
	n, err := io.CopyN(wire.WriterOnly{Writer: w}, b.p.r, buffered)
	if err != nil {
		return n, err // an error of w
	}
	k, err := b.conn.WriteTo(w)
	if err != nil && wire.OfConn(err) {
		err = prefixed(err)
	}
	return n + k, err
}

// Close closes the connection, at any time.
func (b *body) Close() error { return b.conn.Close() }
