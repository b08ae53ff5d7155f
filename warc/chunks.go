package warc

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// dechunker writes a body without its chunks to w. It ignores what follows the
// last chunk, or a chunk that is invalid. Source: rfc9112 7.1.
type dechunker struct {
	w    io.Writer
	line []byte // the line before a chunk, so far
	left int64  // bytes of the current chunk
	skip bool   // the line end after a chunk follows
	done bool
	bad  bool // done because of an invalid chunk
}

// maxChunkLine is the longest line before a chunk. The opener of http has the
// same limit.
const maxChunkLine = 4 << 10

// Write takes the next bytes of the body. It never fails.
func (d *dechunker) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && !d.done {
		if d.left > 0 {
			part := p[:min(int64(len(p)), d.left)]
			d.w.Write(part)
			d.left -= int64(len(part))
			d.skip = d.left == 0
			p = p[len(part):]
			continue
		}
		b := p[0]
		p = p[1:]
		switch {
		case b != '\n':
			d.line = append(d.line, b)
			d.bad = len(d.line) > maxChunkLine
			d.done = d.bad
		case d.skip:
			d.line, d.skip = d.line[:0], false
		default:
			d.begin()
		}
	}
	return n, nil
}

// begin reads the line before a chunk.
func (d *dechunker) begin() {
	size, _, _ := strings.Cut(string(d.line), ";")
	n, err := strconv.ParseInt(strings.TrimSpace(size), 16, 64)
	d.line, d.left = d.line[:0], n
	d.done, d.bad = err != nil || n <= 0, err != nil || n < 0
}

// Dechunk returns a reader of a body without its chunks. It returns ErrSyntax after an
// invalid chunk, and io.ErrUnexpectedEOF if the last chunk is missing. Source: rfc9112
// 7.1.
func Dechunk(r io.Reader) io.Reader {
	u := &unchunked{r: r}
	u.d.w = &u.out
	return u
}

// unchunked is the reader of Dechunk.
type unchunked struct {
	r   io.Reader
	d   dechunker
	out bytes.Buffer
	in  [4 << 10]byte
	err error
}

// Read implements io.Reader.
func (u *unchunked) Read(p []byte) (int, error) {
	for u.out.Len() == 0 && u.err == nil {
		n, err := u.r.Read(u.in[:])
		u.d.Write(u.in[:n])
		switch {
		case u.d.bad:
			u.err = fmt.Errorf("%w: an invalid chunk", ErrSyntax)
		case u.d.done:
			u.err = io.EOF
		case err == io.EOF:
			u.err = io.ErrUnexpectedEOF
		default:
			u.err = err
		}
	}
	if u.out.Len() > 0 {
		return u.out.Read(p)
	}
	return 0, u.err
}
