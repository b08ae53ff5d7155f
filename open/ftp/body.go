package ftp

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// body is the data of a data connection, unchanged. It ends in io.EOF only if
// the server reported success and sent as many bytes as it had announced.
type body struct {
	t      *transfer
	want   int64 // announced bytes; -1: not known
	got    int64
	err    error // the end, or nil
	closed atomic.Bool
}

// Read reads from the data connection.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.closed.Load() {
		return 0, b.t.fault(net.ErrClosed)
	}
	n, err := b.t.data.Read(p)
	b.got += int64(n)
	if err != nil {
		b.end(err)
	}
	return n, b.err
}

// WriteTo copies the rest to w. A copy to a file does not pass through this
// process.
func (b *body) WriteTo(w io.Writer) (int64, error) {
	if b.err != nil || b.closed.Load() {
		_, err := b.Read(nil)
		return 0, endOfCopy(err)
	}
	n, err := b.t.data.WriteTo(w)
	b.got += n
	if err != nil && !wire.OfConn(err) {
		return n, err // an error of w
	}
	if err == nil {
		err = io.EOF
	}
	b.end(err)
	return n, endOfCopy(b.err)
}

// endOfCopy returns the error that a copy reports for the end of a body.
func endOfCopy(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// end checks the end of the data.
func (b *body) end(err error) {
	if err != io.EOF {
		b.err = b.t.broken(err)
		return
	}
	if b.err = b.t.finish(); b.err != nil {
		return
	}
	switch b.err = io.EOF; {
	case b.want >= 0 && b.got < b.want:
		b.err = b.t.fault(fmt.Errorf("%w: received %d of %d bytes", open.ErrCut, b.got, b.want))
	case b.want < 0 && b.t.unsigned():
		b.err = b.t.fault(errUnsigned)
	}
}

// Close closes the connections, at any time.
func (b *body) Close() error {
	b.closed.Store(true)
	return b.t.Close()
}

// text is a body under TYPE A. It turns each CR LF into LF, and keeps any other
// CR.
// Source: rfc959 3.1.1.1.
type text struct {
	io.ReadCloser
	buf  []byte // nil before the first read
	rest []byte // the part of buf that is not yet delivered
	err  error  // the end, or nil
}

// Read reads text with the line ends of this system.
func (t *text) Read(p []byte) (n int, err error) {
	for n == 0 && len(p) > 0 {
		if !t.fill() {
			return 0, t.err
		}
		n = t.deliver(p)
	}
	return n, nil
}

// WriteTo copies the rest to w.
func (t *text) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, t) }

// fill reads more if only a CR is left, because the next byte decides its
// meaning. It reports whether there is something to deliver.
func (t *text) fill() bool {
	if t.buf == nil {
		t.buf = make([]byte, wire.PumpBuffer)
	}
	for t.err == nil && (len(t.rest) == 0 || len(t.rest) == 1 && t.rest[0] == '\r') {
		k := copy(t.buf, t.rest)
		var n int
		n, t.err = t.ReadCloser.Read(t.buf[k:])
		t.rest = t.buf[:k+n]
	}
	return len(t.rest) > 0
}

// deliver moves the rest to p, except a final CR.
func (t *text) deliver(p []byte) (n int) {
	for n < len(p) && len(t.rest) > 0 {
		i := bytes.IndexByte(t.rest, '\r')
		switch {
		case i < 0:
			i = len(t.rest)
		case i == 0 && len(t.rest) > 1 && t.rest[1] == '\n':
			t.rest, i = t.rest[1:], 1
		case i == 0 && len(t.rest) == 1 && t.err == nil:
			return n
		case i == 0:
			i = 1
		}
		k := copy(p[n:], t.rest[:i])
		n, t.rest = n+k, t.rest[k:]
	}
	return n
}
