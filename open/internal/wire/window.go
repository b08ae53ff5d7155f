package wire

import (
	"io"
	"sync"

	"github.com/earl-url/earl/open"
)

// PumpBuffer is the size of the buffer where the kernel cannot copy. Above this
// size a copy on loopback gets no faster.
const PumpBuffer = copyBuffer

// pumps keeps the buffers of Pump. For a small object, allocating one would
// cost more than everything else.
var pumps = sync.Pool{New: func() any { return new([PumpBuffer]byte) }}

// Pump copies r to w through a buffer. It does not use their WriteTo and
// ReadFrom.
func Pump(w io.Writer, r io.Reader) (int64, error) {
	b := pumps.Get().(*[PumpBuffer]byte)
	defer pumps.Put(b)
	return io.CopyBuffer(WriterOnly{w}, ReaderOnly{r}, b[:])
}

// ReaderOnly hides every method but Read.
type ReaderOnly struct{ io.Reader }

// WriterOnly hides every method but Write.
type WriterOnly struct{ io.Writer }

// Window is a part of a body: it drops Skip bytes, then delivers Left bytes. A
// negative Left means all. If it stops early, it closes the body. If the body
// has fewer than Skip bytes, the error is an [open.ErrBeyond]. One goroutine may
// read it.
type Window struct {
	io.ReadCloser
	Skip, Left int64
	skipped    int64
}

// Part returns the bytes of body from offset to end; an end of 0 means the end
// of body. It is for protocols that cannot request a part.
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

// Read reads from the part.
func (w *Window) Read(p []byte) (int, error) {
	if w.Skip > 0 {
		n, err := io.CopyN(io.Discard, ReaderOnly{w.ReadCloser}, w.Skip)
		w.skipped += n
		if w.Skip -= n; err == io.EOF {
			err = open.Beyond(w.skipped+w.Skip, w.skipped)
		}
		if err != nil {
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
