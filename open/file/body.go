package file

import (
	"context"
	"io"
	"os"
)

const (
	// chunk is how much is copied between two checks of ctx.
	chunk = 16 << 20
	// copyBuffer is used where the kernel does not copy by itself.
	copyBuffer = 256 << 10
)

// body is a file, or a part of it, that is read until ctx ends.
type body struct {
	ctx  context.Context
	f    *os.File
	left int64 // bytes to read; negative: up to the end of the file
}

func (b *body) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if b.left >= 0 && int64(len(p)) > b.left {
		p = p[:b.left]
	}
	if len(p) == 0 && b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.f.Read(p)
	b.took(int64(n))
	return n, err
}

// WriteTo copies the rest to w. Where possible the kernel copies it.
func (b *body) WriteTo(w io.Writer) (total int64, err error) {
	var buf []byte
	if !kernelCopies(w) {
		w, buf = struct{ io.Writer }{w}, make([]byte, copyBuffer)
	}
	for {
		if err := b.ctx.Err(); err != nil {
			return total, err
		}
		want := int64(chunk)
		if b.left >= 0 {
			want = min(want, b.left)
		}
		n, err := io.CopyBuffer(w, &io.LimitedReader{R: b.f, N: want}, buf)
		b.took(n)
		total += n
		if err != nil || n < want || want == 0 {
			return total, err
		}
	}
}

// kernelCopies reports whether the kernel can copy a file to w without passing
// it through this process. It can for a regular file or a socket, not for a
// pipe or a device.
func kernelCopies(w io.Writer) bool {
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		return err == nil && info.Mode().IsRegular()
	}
	_, ok := w.(io.ReaderFrom)
	return ok
}

// took counts n bytes that were read.
func (b *body) took(n int64) {
	if b.left >= 0 {
		b.left -= n
	}
}

// Close closes the file.
func (b *body) Close() error { return b.f.Close() }
