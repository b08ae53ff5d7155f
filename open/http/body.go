package http

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// body is the content of a document, unchanged. It ends in io.EOF only if as
// many bytes came as were announced.
type body struct {
	a       *answer
	r       io.ReadCloser
	watch   *watch
	meter   *wire.Meter
	skip    int64 // bytes to drop before the rest
	left    int64 // bytes still to deliver, if limited
	limited bool
	want    int64 // bytes that must come; -1: net/http checks it
	got     int64
	err     error // the end, or nil
	closed  atomic.Bool
}

// limit delivers only n bytes.
func (b *body) limit(n int64) { b.left, b.limited = max(n, 0), true }

// Read reads the next bytes.
func (b *body) Read(p []byte) (int, error) {
	if b.closed.Load() {
		return 0, prefixed(os.ErrClosed)
	}
	if b.err != nil {
		return 0, b.err
	}
	if b.skip > 0 {
		whole := b.skip
		n, err := io.CopyN(io.Discard, rawBody{b}, b.skip)
		b.skip -= n
		if err == io.EOF {
			err = open.Beyond(whole, n)
		}
		if err != nil {
			return 0, b.end(err)
		}
	}
	if b.limited && b.left == 0 {
		return 0, b.end(io.EOF)
	}
	if b.limited && int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := rawBody{b}.Read(p)
	b.got += int64(n)
	if b.limited {
		b.left -= int64(n)
	}
	if err != nil {
		return n, b.end(err)
	}
	return n, nil
}

// rawBody reads a body as the server sends it, while the watch runs. A server
// that is too slow is a *wire.SlowError.
type rawBody struct{ b *body }

func (r rawBody) Read(p []byte) (int, error) {
	r.b.watch.wait()
	start := time.Now()
	n, err := r.b.r.Read(p)
	r.b.watch.pause()
	if slow := r.b.meter.Took(int64(n), start); err == nil {
		err = slow
	}
	return n, err
}

// end records the end of the body and returns its error.
func (b *body) end(err error) error {
	ended := b.watch.ended()
	switch {
	case err == io.EOF && b.got < b.want:
		err = fmt.Errorf("http: %w: received %d of %d bytes", open.ErrCut, b.got, b.want)
	case err == io.EOF:
		if b.a.endless() && b.a.raw != nil && b.a.raw.Ended() {
			err = fmt.Errorf("http: %w, and the server sent no length (rfc9112 9.8)", secure.ErrNoEnd)
		}
	case b.closed.Load():
		err = prefixed(os.ErrClosed)
	case ended != nil:
		err = prefixed(ended)
	default:
		err = b.broken(err)
	}
	b.err = err
	b.a.close()
	return err
}

// endless reports whether the content ends only with the connection.
// Source: rfc9112 6.3.
func (a *answer) endless() bool {
	return a.resp.ContentLength < 0 && len(a.resp.TransferEncoding) == 0 && a.resp.ProtoMajor == 1
}

// broken returns what an error of net/http inside the body means. It keeps the
// text but not the wrapped error, because a server may have put a secret there.
func (b *body) broken(err error) error {
	var refused *net.OpError
	var slow *wire.SlowError
	text := b.a.hide(err.Error())
	switch {
	case errors.As(err, &slow):
		return prefixed(err)
	case errors.Is(err, open.ErrBeyond):
		return prefixed(err)
	case isCut(err):
		return fmt.Errorf("http: %w: the connection ended inside the object", open.ErrCut)
	case errors.As(err, &refused), b.a.resp.ProtoMajor == 2: // HTTP/2 has no other errors
		return fmt.Errorf("http: %w: %s", open.ErrCut, text)
	}
	return fmt.Errorf("http: %w: %s", open.ErrProtocol, text)
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) {
	return wire.Pump(w, b)
}

// Close returns the connection to its pool, or closes it if the body was not
// read to its end. It may be called at any time; a later Read returns
// [os.ErrClosed].
func (b *body) Close() error {
	b.closed.Store(true)
	b.a.close()
	return nil
}
