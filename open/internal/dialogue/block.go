package dialogue

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// BlockLimit is the maximum size of a [Block].
type BlockLimit struct {
	Octets  int64
	What    string // the object with an article, for errors: "an article"
	The     string // "the article"
	Setting string // the option that sets the limit, such as "nntp.Options.ArticleSize"
}

// NewBlock returns the object that follows a reply. quit ends the session; Close
// calls it if the object was read to its end.
func (l *Lines) NewBlock(limit BlockLimit, quit func()) *Block {
	return &Block{lines: l, limits: limit, quit: quit, fresh: true}
}

// Block is the content of an object that a line "." ends, such as an article. It
// removes the dots that the server added to lines that begin with one. Only CR
// LF ends a line, as the protocols require. One goroutine reads it; any may call
// Close. Source: rfc3977 3.1.1; rfc1939 3.
type Block struct {
	lines  *Lines
	limits BlockLimit
	quit   func()
	buf    []byte      // nil before the first read
	rest   []byte      // the part of buf that is not yet processed
	fresh  bool        // rest begins a line
	cr     bool        // there is a CR before rest
	err    error       // the end, or nil
	got    int64       // bytes that were delivered
	ended  atomic.Bool // the object was read to its end
	closed atomic.Bool
}

// Read reads the object. It ends in io.EOF only after the line ".".
func (b *Block) Read(p []byte) (n int, err error) {
	if b.closed.Load() {
		return 0, b.lines.Prefixed(net.ErrClosed)
	}
	for n == 0 && len(p) > 0 {
		if b.err != nil && len(b.rest) == 0 {
			return 0, b.err
		}
		if n = b.deliver(p); n == 0 && b.err == nil {
			b.fill()
		}
	}
	if n = b.bounded(n); n == 0 && len(p) > 0 {
		return 0, b.err
	}
	return n, nil
}

// bounded counts n bytes and returns how many of them are within the limit. It
// ends a longer object.
func (b *Block) bounded(n int) int {
	limit := b.limits.Octets
	if int64(n) <= limit-b.got {
		b.got += int64(n)
		return n
	}
	n = int(limit - b.got)
	b.got, b.rest = limit, nil
	b.err = fmt.Errorf("%s: %w: %s of more than %d bytes (%s)", b.lines.Protocol, open.ErrCut, b.limits.What, limit, b.limits.Setting)
	b.ended.Store(false)
	return n
}

// WriteTo copies the rest to w.
func (b *Block) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// fill reads more after the remaining bytes.
func (b *Block) fill() {
	if b.buf == nil {
		b.buf = make([]byte, wire.PumpBuffer)
	}
	k := copy(b.buf, b.rest)
	n, err := b.lines.Conn.Read(b.buf[k:])
	b.rest = b.buf[:k+n]
	switch {
	case err == io.EOF:
		b.err = fmt.Errorf("%s: %w: the server closed the connection inside %s", b.lines.Protocol, open.ErrCut, b.limits.The)
	case err != nil:
		b.err = b.lines.Prefixed(err)
	}
}

// The end of a block, and what a line may have that is not it.
var (
	lastLine = []byte(".\r\n")
	lineEnd  = []byte("\r\n")
)

// deliver moves the rest to p, except the beginning of a possible last line.
func (b *Block) deliver(p []byte) (n int) {
	for n < len(p) && len(b.rest) > 0 {
		if b.fresh {
			if len(b.rest) < len(lastLine) && bytes.HasPrefix(lastLine, b.rest) && b.err == nil {
				return n
			}
			if bytes.HasPrefix(b.rest, lastLine) {
				b.rest, b.err = nil, io.EOF
				b.ended.Store(true)
				return n
			}
			if b.fresh = false; b.rest[0] == '.' {
				b.rest = b.rest[1:]
				continue
			}
		}
		k := copy(p[n:], b.plain())
		piece := b.rest[:k]
		b.fresh = bytes.HasSuffix(piece, lineEnd) || b.cr && k == 1 && piece[0] == '\n'
		b.cr = piece[k-1] == '\r'
		n, b.rest = n+k, b.rest[k:]
	}
	return n
}

// plain returns the rest up to a line end with a dot after it.
func (b *Block) plain() []byte {
	if b.cr && b.rest[0] == '\n' {
		return b.rest[:1]
	}
	if i := bytes.Index(b.rest, []byte("\r\n.")); i >= 0 {
		return b.rest[:i+len(lineEnd)]
	}
	return b.rest
}

// Close ends the session, at any time. It calls quit if the object was
// read to its end.
func (b *Block) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.ended.Load() {
		b.quit()
		return nil
	}
	return b.lines.Conn.Close()
}

// Next reads a line of a block after a reply, without the dot that the server
// adds to a line that begins with a dot. The line is valid until the next read;
// ok is false at the end of the block. Source: rfc3977 3.1.1; rfc1939 3.
func (l *Lines) Next(limit wire.Limit) (line []byte, ok bool, err error) {
	line, err = l.Conn.ReadLine(limit.Octets, limit.Setting)
	switch {
	case err == io.EOF:
		return nil, false, fmt.Errorf("%w: the server closed the connection inside a block", open.ErrCut)
	case err != nil:
		return nil, false, err
	case len(line) == 0 || line[0] != '.':
		return line, true, nil
	}
	return line[1:], len(line) > 1, nil
}
