package html

import "io"

const (
	windowSize = 64 << 10 // what is read at once
	emptyReads = 100      // as in bufio: a reader that brings nothing so often is broken
)

// A window is what is at hand of a stream. It moves on over octets that have been
// looked at, and counts their lines as it does.
type window struct {
	r       io.Reader
	buf     []byte
	pos     int   // the next octet
	counted int   // lines are counted up to here, no further than pos
	at      place // of buf[counted]
	eof     bool
	err     error // what ended the stream, if not its end
}

// newWindow returns a window on r, which always brings something and whose first
// octet stands at a place.
func newWindow(r io.Reader, at place) *window {
	return &window{r: r, buf: make([]byte, 0, windowSize), at: at}
}

// here returns the place of the next octet.
func (w *window) here() place {
	w.at = w.at.after(w.buf[w.counted:w.pos])
	w.counted = w.pos
	return w.at
}

// more reads once, behind what is still to be looked at, and reports whether that
// brought anything.
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

// A patient is a reader that brings something, or fails.
type patient struct{ r io.Reader }

func (p patient) Read(b []byte) (n int, err error) {
	for range emptyReads {
		if n, err = p.r.Read(b); n > 0 || err != nil || len(b) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// rest returns what is at hand, and something if anything follows.
func (w *window) rest() []byte {
	for w.pos == len(w.buf) && w.more() {
	}
	return w.buf[w.pos:]
}

// peek returns the next n octets, or all that follow. n is far less than windowSize.
func (w *window) peek(n int) []byte {
	for len(w.buf)-w.pos < n && w.more() {
	}
	return w.buf[w.pos:min(len(w.buf), w.pos+n)]
}

// next returns the next octet, 0 where the stream has ended.
func (w *window) next() (c byte, ok bool) {
	if w.pos == len(w.buf) && len(w.rest()) == 0 {
		return 0, false
	}
	c = w.buf[w.pos]
	w.pos++
	return c, true
}

// see returns the next octet without taking it.
func (w *window) see() (c byte, ok bool) {
	if c, ok = w.next(); ok {
		w.pos--
	}
	return c, ok
}
