package wais

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/earl-url/earl/open"
)

const (
	// maxID bounds a document-id: those of servers have some hundred octets, and
	// the clients of that time broke at a thousand.
	maxID = 8 << 10
	// minChunk is what is asked for at least, whatever a server sent before.
	minChunk = 1000
	// maxShort bounds the parts that are shorter than what was asked for, though
	// the document goes on: a server with a limit of its own sends one.
	maxShort = 100
)

// body is the octets of a document. Each part is asked for when it is read.
type body struct {
	s     *session
	start int64 // where the first part begins
	pos   int64 // where the next one does
	end   int64 // where the last one ends, at the latest
	size  int64 // of the document; -1: not known
	given bool  // size is what the URL says
	chunk int64 // what a part may have, from what came before
	short int   // parts that had less than was asked for
	part  []byte
	err   error // how it ended
}

// document retrieves a document: its first part, so that one that is not there
// is told at once. Source: rfc1738 3.9.
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

// newBody returns the body of the document, of which nothing has been asked for,
// and decides whether Init goes before it.
func (s *session) newBody() (*body, error) {
	switch n := len(s.view.DocumentID()); {
	case n == 0:
		return nil, fmt.Errorf("%w: the document-id is empty", open.ErrNotFound)
	case n > maxID:
		return nil, fmt.Errorf("%w: a document-id of %d octets; no more than %d are sent", open.ErrNotFound, n, maxID)
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

// Read reads on.
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

// fetch asks for the next part, which has an octet or more. io.EOF means that
// the document ended where it should.
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

// finish is the end of the document: no more is asked for.
func (b *body) finish() {
	b.s.Close()
	b.err = io.EOF
	if b.pos < b.end && b.given {
		b.err = fmt.Errorf("%w: the document ends at octet %d of %d", open.ErrCut, b.pos, b.size)
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
	default: // the server has a limit of its own, or says nothing at the document's end: the next request will tell
		if b.short++; b.short > maxShort {
			return broken("more than %d parts of the document are shorter than was asked for", maxShort)
		}
		b.chunk = max(got, minChunk)
	}
	return nil
}

// room returns how many bytes from start on to ask for: what one answer has room for.
func (b *body) room(start int64) (int64, error) {
	v := b.s.view
	room := min(chunkOf(v, b.s.size), chunkOf(v, b.s.reader.limit))
	if room <= 0 {
		return 0, broken("messages in which a document-id of %d octets has no room", len(v.DocumentID()))
	}
	return min(room, b.chunk, b.end-start), nil
}

// without judges an answer without text: at a range that begins past the end the
// document is over, else it is not there.
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

// ended is the end of the document, whose size is told by that, unless nothing
// was there to read where it began.
func (b *body) ended() {
	if !b.given && (b.pos > b.start || b.start == 0) {
		b.size = b.pos
	}
	b.finish()
}

// pastEnd reports whether diagnostics beside a text say that the range ends past
// the document. Servers have that code for nothing else there.
func pastEnd(list []*Error) bool {
	return slices.ContainsFunc(list, func(e *Error) bool { return e.Code == codeRetrieval })
}
