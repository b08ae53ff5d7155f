package sftp

import (
	"io"
	"time"

	"github.com/pkg/sftp"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

const (
	// piece is the size of a request in bytes: every server must accept it.
	// Source: draft-ietf-secsh-filexfer-02 3.
	piece = 32 << 10
	// ahead is how many requests are under way: 256 KiB fill a usual connection.
	ahead = 8
)

// read opens a file.
func (q *query) read(s *session, path string, m open.Meta) (open.Resource, error) {
	q.trace('C', "OPEN "+path)
	var f *sftp.File
	if err := s.within(func() (err error) { f, err = s.client.Open(path); return err }); err != nil {
		return nil, err
	}
	q.trace('C', "READ")
	b := &body{s: s, file: f, at: max(q.req.Offset, 0), end: q.req.End, size: m.Size}
	return &open.Document{Meta: m, Body: b}, nil
}

// body is the content of a file. It requests several pieces at a time.
type body struct {
	s       *session
	file    *sftp.File
	at      int64 // the offset of the next request
	end     int64 // of the part that is read; 0: the end of the file
	size    int64 // as the server reported it
	pending []chan part
	rest    []byte
	err     error // after rest
	closed  bool
}

// part is the reply to one request.
type part struct {
	data []byte
	err  error
}

// Read reads the next bytes.
func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(b.rest) == 0 && b.err == nil {
		b.next()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	if n > 0 {
		return n, nil
	}
	return 0, prefixed(b.err)
}

// next waits for the next piece.
func (b *body) next() {
	b.request()
	if len(b.pending) == 0 {
		b.finish()
		return
	}
	var got part
	start := time.Now()
	err := b.s.upTo(surplus+ahead*2*piece, func() error {
		got = <-b.pending[0]
		return got.err
	})
	b.pending = b.pending[1:]
	b.rest = got.data
	if slow := b.s.meter.Took(int64(len(got.data)), start); slow != nil && err == nil {
		err = slow
	}
	switch {
	case err == io.EOF:
		b.drain()
	case err != nil:
		b.err = err
		b.kill()
	}
}

// request requests pieces: ahead of the reader up to the size that the server reported, then one at
// a time, until the server reports the end.
func (b *body) request() {
	for len(b.pending) < ahead && (b.end <= 0 || b.at < b.end) && (len(b.pending) == 0 || b.at < b.size) {
		n, at, reply := int64(piece), b.at, make(chan part, 1)
		if b.end > 0 {
			n = min(n, b.end-at)
		}
		b.at += n
		b.pending = append(b.pending, reply)
		go func() {
			data := make([]byte, n)
			k, err := b.file.ReadAt(data, at)
			reply <- part{data[:k], err}
		}()
	}
}

// drain waits for the replies after the end of the file.
func (b *body) drain() {
	for _, reply := range b.pending {
		err := b.s.upTo(surplus+ahead*2*piece, func() error { return (<-reply).err })
		if err != nil && err != io.EOF {
			b.err = err
			b.kill()
			return
		}
	}
	b.pending = nil
	b.finish()
}

// finish closes the file and releases the session.
func (b *body) finish() {
	if b.closed {
		return
	}
	b.closed, b.err = true, io.EOF
	err := b.s.within(b.file.Close)
	if err != nil {
		b.err = err
	}
	b.s.leave(err == nil)
}

// kill ends the session.
func (b *body) kill() {
	if !b.closed {
		b.closed = true
		b.s.kill()
	}
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// Close ends the session if the file was not read to its end.
func (b *body) Close() error {
	b.kill()
	return nil
}
