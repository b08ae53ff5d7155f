package replay

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/earl-url/earl/open"
)

// isChunkSize reports whether text starts like a body in chunks: with a line that
// has hexadecimal digits, and an optional extension. Source: rfc9112 7.1.
func isChunkSize(text []byte) bool {
	_, ok := chunkSize(text)
	return ok
}

// chunkSize reads the line before a chunk.
func chunkSize(text []byte) (int64, bool) {
	line, _, ok := bytes.Cut(text, []byte("\n"))
	size, _, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\r")), []byte(";"))
	n, err := strconv.ParseUint(string(bytes.TrimRight(size, " \t")), 16, 64)
	return int64(min(n, 1<<62)), ok && err == nil
}

// maxChunkLine is enough for the first line of a chunk.
const maxChunkLine = 1 << 10

// chunks reads a body without its chunks. From a line on that is not that of a
// chunk, it returns the rest unchanged, and then an error: the user sees all that
// the record has, and that it is not understood. Source: rfc9112 7.1.
type chunks struct {
	in    *bufio.Reader
	left  int64 // bytes of the current chunk
	begun bool  // a chunk was read: its line end follows
	taken int64 // bytes of the body so far
	wrong error // the rest is not in chunks
	ended bool
}

// Read reads the bytes of chunks.
func (c *chunks) Read(p []byte) (int, error) {
	if c.left == 0 && c.wrong == nil && !c.ended {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	switch {
	case c.ended:
		return 0, io.EOF
	case c.wrong == nil:
		p = p[:min(int64(len(p)), c.left)]
	}
	n, err := c.in.Read(p)
	c.taken += int64(n)
	if c.wrong == nil {
		c.left -= int64(n)
	}
	switch {
	case err == io.EOF && c.wrong != nil:
		err = c.wrong
	case err == io.EOF:
		err = cut("the record ends inside a chunk")
	}
	return n, truncated(err)
}

// next reads the line before a chunk. After the last chunk it sets ended.
func (c *chunks) next() error {
	start, err := c.in.Peek(maxChunkLine)
	line := start
	if c.begun {
		if line = bytes.TrimPrefix(bytes.TrimPrefix(start, []byte("\r")), []byte("\n")); len(line) == len(start) {
			line = nil // no line end after the chunk
		}
	}
	switch size, ok := chunkSize(line); {
	case len(bytes.TrimLeft(start, "\r\n")) == 0 && err == io.EOF:
		return cut("the last chunk is missing")
	case len(start) == 0:
		return truncated(err)
	case !ok:
		c.wrong = fmt.Errorf("%w: byte %d of the body is not the start of a chunk: the rest is shown as it is", open.ErrProtocol, c.taken)
	case size == 0:
		c.ended = true
	default:
		c.in.Discard(len(start) - len(line) + bytes.IndexByte(line, '\n') + 1)
		c.left, c.begun = size, true
	}
	return nil
}
