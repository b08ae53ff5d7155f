package visit

import (
	"io"
	"sync"

	"github.com/earl-url/earl/open"
)

// chunkLen is how many bytes of a body are allocated and read at a time.
const chunkLen = 64 << 10

// firstLen is how many bytes are allocated first for a body of unknown size.
const firstLen = 8 << 10

// body is the content of a document. It reads its source only when a reader needs more. It
// keeps the first MaxBody bytes. The first reader that needs more receives the rest.
type body struct {
	v    *Visit
	pull turn // held while src is read

	mu     sync.Mutex
	src    io.ReadCloser // nil if it is closed or a reader took it
	known  int64         // the size as the server reported it, or -1
	chunks [][]byte      // of chunkLen bytes, except the last one
	n      int64         // bytes in chunks
	err    error         // how src ended; with io.EOF, chunks are the whole body
}

func newBody(v *Visit, doc *open.Document) *body {
	return &body{v: v, pull: newTurn(), src: doc.Body, known: doc.Size}
}

// size returns the size of a body that was read to its end.
func (b *body) size() (n int64, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n, b.err == io.EOF
}

// reach returns the largest offset at which a reader may begin: the number of bytes that
// the body keeps or will keep.
func (b *body) reach() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.src == nil {
		return b.n
	}
	return MaxBody
}

// gone reports whether a body cannot be read to its end, even with a new request for the
// rest. left reports whether the reading was stopped.
func (b *body) gone(left bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err == ErrGone || b.err == nil && b.src == nil && b.n < MaxBody || b.err != io.EOF && left
}

// whole reads a body to its end and returns its size. It returns false if the body is
// longer than MaxBody, or ends with an error.
func (b *body) whole() (n int64, ok bool) {
	b.v.begin()
	defer b.v.end()
	for {
		b.mu.Lock()
		n, err := b.n, b.err
		b.mu.Unlock()
		if err != nil || n >= MaxBody {
			return n, err == io.EOF
		}
		b.more(n)
	}
}

// more reads at least one byte from the source if the body has n bytes, unless the source
// ends. It does nothing if another reader has read more.
func (b *body) more(n int64) {
	b.pull.Lock()
	defer b.pull.Unlock()
	b.mu.Lock()
	src, room := b.src, b.room()
	stale := b.n != n || b.err != nil
	b.mu.Unlock()
	if stale {
		return
	}
	if src == nil {
		b.fail(ErrGone)
		return
	}
	got, err := src.Read(room)
	b.mu.Lock()
	if got > 0 {
		last := len(b.chunks) - 1
		b.chunks[last] = b.chunks[last][:len(b.chunks[last])+got]
		b.n += int64(got)
	}
	b.mu.Unlock()
	if err != nil {
		b.fail(err)
		b.v.ended()
	}
}

// fail sets how the source ended.
func (b *body) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
}

// room returns the free end of the last chunk. Only the goroutine that holds pull
// writes there. mu is held.
func (b *body) room() []byte {
	if b.n >= MaxBody || b.src == nil {
		return nil
	}
	last := len(b.chunks) - 1
	if last < 0 || len(b.chunks[last]) == chunkLen {
		size := int64(chunkLen)
		switch {
		case b.known >= 0:
			size = max(min(size, b.known-b.n+1), 512) // one more byte, to see the end
		case last < 0:
			size = firstLen
		}
		b.chunks = append(b.chunks, make([]byte, 0, size))
		b.v.grow(size)
		last++
	}
	c := b.chunks[last]
	if len(c) == cap(c) { // the body is longer than the server reported
		grown := make([]byte, len(c), chunkLen)
		copy(grown, c)
		b.v.grow(chunkLen - int64(cap(c)))
		b.chunks[last], c = grown, grown
	}
	return c[len(c):cap(c)]
}

// take returns the source for a reader that has read all kept bytes. It returns nil if the
// source is closed or another reader took it.
func (b *body) take() io.ReadCloser {
	b.pull.Lock()
	defer b.pull.Unlock()
	return b.taken()
}

// taken is take for a goroutine that has locked pull.
func (b *body) taken() io.ReadCloser {
	b.mu.Lock()
	defer b.mu.Unlock()
	src := b.src
	b.src = nil
	return src
}

// close closes the source. Readers of the missing bytes receive ErrGone. close calls cancel
// to end a blocked read.
func (b *body) close(cancel func()) {
	if !b.pull.TryLock() {
		cancel()
		b.pull.Lock()
	}
	defer b.pull.Unlock()
	if src := b.taken(); src != nil {
		src.Close()
	}
}

// reader returns a reader that begins at a byte offset.
func (b *body) reader(offset int64) *reader {
	b.v.begin()
	return &reader{b: b, at: offset}
}

// reader reads a body. One goroutine uses it.
type reader struct {
	b      *body
	at     int64
	live   io.ReadCloser // the source, after the kept bytes
	closed bool
}

// Read implements io.Reader. After the kept bytes it returns ErrGone if another reader has
// the rest.
func (r *reader) Read(p []byte) (int, error) {
	if r.live != nil {
		n, err := r.live.Read(p)
		r.at += int64(n)
		return n, err
	}
	kept, err := r.next()
	switch {
	case err != nil:
		return 0, err
	case r.live != nil:
		return r.Read(p)
	}
	n := copy(p, kept)
	r.at += int64(n)
	return n, nil
}

// next returns the next kept bytes, or sets live.
func (r *reader) next() ([]byte, error) {
	for b := r.b; ; {
		b.mu.Lock()
		n, err := b.n, b.err
		var kept []byte
		if r.at < n {
			kept = b.chunks[r.at/chunkLen][r.at%chunkLen:]
		}
		b.mu.Unlock()
		switch {
		case kept != nil:
			return kept, nil
		case err != nil:
			return nil, err
		case n < MaxBody:
			b.more(n)
		default:
			if r.live = b.take(); r.live == nil {
				return nil, ErrGone
			}
			return nil, nil
		}
	}
}

// WriteTo implements io.WriterTo, so that the kernel can move the rest of a long body from
// one connection to another.
func (r *reader) WriteTo(w io.Writer) (total int64, err error) {
	for r.live == nil {
		kept, err := r.next()
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
		n, err := w.Write(kept)
		r.at += int64(n)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	n, err := io.Copy(w, r.live)
	r.at += n
	return total + n, err
}

// Close ends the reading. It closes the source if this reader took it.
func (r *reader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	r.b.v.end()
	if r.live != nil {
		err := r.live.Close()
		r.b.v.ended()
		return err
	}
	return nil
}
