package gopher

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// pumpBuffer is what goes through memory at a time where the kernel cannot copy.
const pumpBuffer = 256 << 10

// body is the octets of a document.
type body struct {
	p    *reply
	r    io.Reader // the reply, or the text in it
	conn *wire.Conn
}

// newBody returns a reply read by a rule.
func newBody(p *reply, r rule) *body {
	b := &body{p: p, r: p.r, conn: p.conn}
	if r != ruleRaw {
		b.r = &text{r: p.r, rule: r}
	}
	return b
}

// Read reads on.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	return n, failed(err)
}

// failed names the protocol in an error of a body, but for its end.
func failed(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("gopher: %w", err)
}

// WriteTo copies the rest to w: to a file, where no line is looked at and no
// octet counted, without a copy in this process.
func (b *body) WriteTo(w io.Writer) (int64, error) {
	if _, lines := b.r.(*text); lines || b.p.framing == counted || len(b.p.head) > 0 {
		return pump(w, b)
	}
	buffered := int64(b.p.r.Buffered())
	n, err := io.CopyN(writerOnly{w}, b.p.r, buffered)
	if err != nil {
		return n, err // of w: the octets were there
	}
	k, err := b.conn.WriteTo(w)
	if err != nil && ofConn(err) {
		err = failed(err)
	}
	return n + k, err
}

// ofConn reports whether an error of a copy is one of the connection, not of the
// writer.
func ofConn(err error) bool {
	return errors.Is(err, open.ErrCut) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Close closes the connection, at any time.
func (b *body) Close() error { return b.conn.Close() }

// part returns the octets of b from offset to end, 0 for all: Gopher has no way
// to ask for less, so what stands before is read and dropped.
func part(b *body, offset, end int64) io.ReadCloser {
	if offset <= 0 && end <= 0 {
		return b
	}
	w := &window{body: b, skip: max(offset, 0), left: -1}
	if end > 0 {
		w.left = max(end-w.skip, 0)
	}
	return w
}

// window is a part of a body: skip octets are dropped, then left are delivered;
// a negative left means all. Where it stops early it closes the body.
type window struct {
	*body
	skip, left int64
}

// Read reads of the part.
func (w *window) Read(p []byte) (int, error) {
	if w.skip > 0 {
		n, err := io.CopyN(io.Discard, readerOnly{w.body}, w.skip)
		if w.skip -= n; err != nil {
			return 0, err
		}
	}
	if w.left == 0 {
		w.Close()
		return 0, io.EOF
	}
	if w.left > 0 && int64(len(p)) > w.left {
		p = p[:w.left]
	}
	n, err := w.body.Read(p)
	if w.left > 0 {
		w.left -= int64(n)
	}
	return n, err
}

// WriteTo copies the part to dst.
func (w *window) WriteTo(dst io.Writer) (int64, error) { return pump(dst, w) }

// readerOnly hides every method but Read, writerOnly every method but Write.
type (
	readerOnly struct{ io.Reader }
	writerOnly struct{ io.Writer }
)

// pump copies r to w by way of a buffer.
func pump(w io.Writer, r io.Reader) (int64, error) {
	return io.CopyBuffer(writerOnly{w}, readerOnly{r}, make([]byte, pumpBuffer))
}
