package warc

import (
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
			d.done = len(d.line) > maxChunkLine
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
	d.done = err != nil || n <= 0
}
