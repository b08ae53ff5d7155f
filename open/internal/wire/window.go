package wire

import (
	"io"
	"sync"
)

// PumpBuffer is what goes through memory at a time where the kernel cannot
// copy: where a copy on loopback stops to become faster.
const PumpBuffer = copyBuffer

// pumps keeps the buffers of Pump: for a small object a new one would cost more
// than all the rest.
var pumps = sync.Pool{New: func() any { return new([PumpBuffer]byte) }}

// Pump copies r to w by way of a buffer, and by nothing else that they may offer.
func Pump(w io.Writer, r io.Reader) (int64, error) {
	b := pumps.Get().(*[PumpBuffer]byte)
	defer pumps.Put(b)
	return io.CopyBuffer(WriterOnly{w}, ReaderOnly{r}, b[:])
}

// ReaderOnly hides every method but Read.
type ReaderOnly struct{ io.Reader }

// WriterOnly hides every method but Write.
type WriterOnly struct{ io.Writer }

// Window is a part of a body: Skip octets are read and dropped, then Left octets
// are delivered; a negative Left means all. Where it stops early it closes the
// body. One goroutine may read it.
type Window struct {
	io.ReadCloser
	Skip, Left int64
}

// Part returns the octets of body from offset to end, 0 for all: what is for a
// protocol that has no way to ask for less.
func Part(body io.ReadCloser, offset, end int64) io.ReadCloser {
	if offset <= 0 && end <= 0 {
		return body
	}
	w := &Window{ReadCloser: body, Skip: max(offset, 0), Left: -1}
	if end > 0 {
		w.Left = max(end-w.Skip, 0)
	}
	return w
}

// Read reads of the part.
func (w *Window) Read(p []byte) (int, error) {
	if w.Skip > 0 {
		n, err := io.CopyN(io.Discard, ReaderOnly{w.ReadCloser}, w.Skip)
		if w.Skip -= n; err != nil {
			return 0, err
		}
	}
	if w.Left == 0 {
		w.Close()
		return 0, io.EOF
	}
	if w.Left > 0 && int64(len(p)) > w.Left {
		p = p[:w.Left]
	}
	n, err := w.ReadCloser.Read(p)
	if w.Left > 0 {
		w.Left -= int64(n)
	}
	return n, err
}

// WriteTo copies the part to dst.
func (w *Window) WriteTo(dst io.Writer) (int64, error) { return Pump(dst, w) }
