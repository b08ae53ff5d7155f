package wais

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/earl-url/earl/open"
)

const (
	// maxID limits a document-id. Those of servers have about a hundred bytes, and
	// the clients of that time failed at a thousand.
	maxID = 8 << 10
	// minChunk is the smallest part to request, whatever a server sent before.
	minChunk = 1000
	// maxShort limits the parts that are shorter than requested although the
	// document continues. A server with a limit of its own sends such parts.
	maxShort = 100
)

// body is the content of a document. It requests each part when it is read.
type body struct {
	s     *session
	start int64 // start of the first part
	pos   int64 // start of the next part
	end   int64 // latest end of the last part
	size  int64 // size of the document; -1: not known
	given bool  // size is from the URL
	chunk int64 // size of a part, from the answers so far
	short int   // parts that were shorter than requested
	part  []byte
	err   error // the end, or nil
}

// document retrieves a document. It requests the first part at once, so that a
// missing document is an error of Open. Source: rfc1738 3.9.
func (s *session) document() (open.Resource, error) {
	b, err := s.newBody()
	if err != nil {
		return nil, err
	}
	if err := b.fetch(); err != nil && err != io.EOF {
		return nil, err
	}
	meta := open.Meta{URL: s.req.URL, Kind: open.KindDocument, Size: b.size, Type: mediaType(string(s.view.WType.Value)), Note: s.notes}
	return &open.Document{Meta: meta, Body: b}, nil
}

// newBody returns the body of the document before any request, and decides
// whether to send Init first.
func (s *session) newBody() (*body, error) {
	switch n := len(s.view.DocumentID()); {
	case n == 0:
		return nil, fmt.Errorf("%w: the document-id is empty", open.ErrNotFound)
	case n > maxID:
		return nil, fmt.Errorf("%w: a document-id of %d bytes; at most %d are sent", open.ErrNotFound, n, maxID)
	}
	b := &body{s: s, start: max(s.req.Offset, 0), end: documentLength(s.view), size: -1, chunk: math.MaxInt64}
	if b.end < math.MaxInt64 {
		b.size, b.given = b.end, true
	}
	if s.req.End > 0 {
		b.end = min(b.end, s.req.End)
	}
	b.pos = b.start
	s.agree = needsInit(s.view, b.pos, b.end)
	return b, nil
}

// Read reads the next bytes.
func (b *body) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(b.part) == 0 {
		if err := b.fetch(); err == io.EOF {
			return 0, err
		} else if err != nil {
			return 0, prefixed(err)
		}
	}
	n := copy(p, b.part)
	b.part = b.part[n:]
	return n, nil
}

// Close closes the connection, at any time.
func (b *body) Close() error { return b.s.Close() }

// fetch requests the next part, which has at least one byte. io.EOF means the
// regular end of the document.
func (b *body) fetch() error {
	if b.err == nil && b.pos >= b.end {
		b.finish()
	}
	if b.err == nil {
		if err := b.next(); err != nil {
			b.err = err
			b.s.Close()
		}
	}
	if len(b.part) > 0 {
		return nil
	}
	return b.err
}

// finish ends the document: nothing more is requested.
func (b *body) finish() {
	b.s.Close()
	b.err = io.EOF
	if b.pos < b.end && b.given {
		b.err = fmt.Errorf("%w: the document ends at byte %d of %d", open.ErrCut, b.pos, b.size)
	}
}

// next retrieves one part.
func (b *body) next() error {
	if b.s.conn == nil {
		if err := b.s.connect(); err != nil {
			return err
		}
	}
	asked, err := b.room(b.pos)
	if err != nil {
		return err
	}
	a, err := b.s.retrieve(b.s.view, b.pos, b.pos+asked)
	if err != nil {
		return err
	}
	if a.text == nil {
		return b.without(a.diagnostics)
	}
	b.part = a.text.text
	got := int64(len(b.part))
	b.pos += got
	switch {
	case got == asked:
	case got == 0 || pastEnd(a.diagnostics):
		b.ended()
	default: // the server has its own limit, or does not report the end of the document: the next request shows it
		if b.short++; b.short > maxShort {
			return broken("more than %d parts of the document are shorter than requested", maxShort)
		}
		b.chunk = max(got, minChunk)
	}
	return nil
}

// room returns how many bytes to request from start on, so that one answer has
// room for them.
func (b *body) room(start int64) (int64, error) {
	v := b.s.view
	room := min(chunkOf(v, b.s.size), chunkOf(v, b.s.reader.limit))
	if room <= 0 {
		return 0, broken("messages without room for a document-id of %d bytes", len(v.DocumentID()))
	}
	return min(room, b.chunk, b.end-start), nil
}

// without handles an answer without text. If the range begins after the end,
// the document is complete, else it does not exist.
func (b *body) without(list []*Error) error {
	switch {
	case b.pos == b.start && len(list) == 0:
		return fmt.Errorf("%w: the server sent no text", open.ErrNotFound)
	case b.start == 0 && b.pos == 0, b.pos == b.start && !list[0].outOfRange():
		return joined(list)
	case len(list) > 0 && !list[0].outOfRange():
		return fmt.Errorf("%w: %v", open.ErrCut, joined(list))
	}
	b.ended()
	return nil
}

// ended ends the document, which tells its size, unless nothing was there at
// its start.
func (b *body) ended() {
	if !b.given && (b.pos > b.start || b.start == 0) {
		b.size = b.pos
	}
	b.finish()
}

// pastEnd reports whether diagnostics with a text mean that the range ends
// after the document. Servers use that code for nothing else there.
func pastEnd(list []*Error) bool {
	return slices.ContainsFunc(list, func(e *Error) bool { return e.Code == codeRetrieval })
}
