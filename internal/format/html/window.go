package html

import (
	"bytes"
	"io"
)

const (
	windowSize = 64 << 10 // bytes per read
	emptyReads = 100      // as in bufio: a reader that returns no bytes this often is broken
)

// A window is the buffered part of a stream. It moves forward over bytes that
// have been read, and counts their lines.
type window struct {
	r       io.Reader
	buf     []byte
	pos     int      // the next byte
	counted int      // lines are counted up to here, at most up to pos
	at      position // of buf[counted]
	eof     bool
	err     error // the error that ended the stream, other than its end
}

// newWindow returns a window of some size on r, whose first byte is at a position.
// Every read of r must return bytes or an error.
func newWindow(r io.Reader, at position, size int) *window {
	return &window{r: r, buf: make([]byte, 0, size), at: at}
}

// windowFor returns the size of a window on r: less than windowSize if r is in memory
// and short.
func windowFor(r io.Reader) int {
	const least = 512
	if b, ok := r.(*bytes.Reader); ok {
		return min(windowSize, b.Len()+least)
	}
	return windowSize
}

// here returns the position of the next byte.
func (w *window) here() position {
	w.at = w.at.after(w.buf[w.counted:w.pos])
	w.counted = w.pos
	return w.at
}

// more reads once, after the bytes that are still needed, and reports whether
// it read any.
func (w *window) more() bool {
	if w.eof {
		return false
	}
	w.here()
	w.buf = w.buf[:copy(w.buf, w.buf[w.pos:])]
	w.pos, w.counted = 0, 0
	n, err := w.r.Read(w.buf[len(w.buf):cap(w.buf)])
	w.buf = w.buf[:len(w.buf)+n]
	if err != nil {
		w.eof = true
		if err != io.EOF {
			w.err = err
		}
	}
	return n > 0
}

// A patient is a reader whose every read returns bytes or an error.
type patient struct{ r io.Reader }

func (p patient) Read(b []byte) (n int, err error) {
	for range emptyReads {
		if n, err = p.r.Read(b); n > 0 || err != nil || len(b) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// rest returns the buffered bytes, and reads more if the buffer is empty.
func (w *window) rest() []byte {
	for w.pos == len(w.buf) && w.more() {
	}
	return w.buf[w.pos:]
}

// peek returns the next n bytes, or all that follow. n is far less than
// windowSize.
func (w *window) peek(n int) []byte {
	for len(w.buf)-w.pos < n && w.more() {
	}
	return w.buf[w.pos:min(len(w.buf), w.pos+n)]
}

// next returns the next byte, or 0 at the end of the stream.
func (w *window) next() (c byte, ok bool) {
	if w.pos == len(w.buf) && len(w.rest()) == 0 {
		return 0, false
	}
	c = w.buf[w.pos]
	w.pos++
	return c, true
}

// see returns the next byte without consuming it.
func (w *window) see() (c byte, ok bool) {
	if c, ok = w.next(); ok {
		w.pos--
	}
	return c, ok
}
