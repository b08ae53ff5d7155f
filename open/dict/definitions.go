package dict

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// definitions returns the document of the definitions, or of the one that is
// wanted. Source: rfc2229 3.2.
func (s *session) definitions(r reply) (open.Resource, error) {
	count, _, _ := strings.Cut(r.Text, " ")
	if n, err := strconv.Atoi(count); err == nil && s.nth > n {
		s.quit()
		return nil, s.tooFew(n)
	}
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain; charset=utf-8"}
	body := &body{s: s, left: s.opts.AnswerSize}
	return &open.Document{Meta: meta, Body: wire.Part(body, s.Req.Offset, s.Req.End)}, nil
}

// tooFew returns the error for a URL whose definition or match the server does
// not have, because it has only n.
func (s *session) tooFew(n int) error {
	return fmt.Errorf("dict: %w: the URL is of number %d, and the server has %d", open.ErrNotFound, s.nth, n)
}

// body is the text of definitions. Before each there is a line with the
// description and the name of its database, and an empty line.
type body struct {
	s      *session
	left   int64 // bytes that may still come, also of definitions that are not shown
	count  int   // definitions that began
	inside bool  // a definition has begun
	kept   []byte
	err    error
}

// Read reads the text. It waits for the server only for the first byte of p.
func (b *body) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(b.kept) == 0 && (n == 0 || b.s.Conn.Buffered() > 0) {
			if err := b.next(); err != nil {
				if n > 0 {
					return n, nil // the next Read repeats the error
				}
				return 0, err
			}
			continue
		}
		k := copy(p[n:], b.kept)
		if b.kept, n = b.kept[k:], n+k; k == 0 {
			break
		}
	}
	return n, nil
}

// next reads a line of the server, and keeps what it adds to the text. Its
// errors stay.
func (b *body) next() error {
	if b.err != nil {
		return b.err
	}
	b.kept = b.kept[:0]
	if b.inside {
		b.err = b.line()
	} else {
		b.err = b.header()
	}
	if b.left -= int64(len(b.kept)); b.left < 0 && b.err == nil {
		b.kept = b.kept[:max(0, int64(len(b.kept))+b.left)]
		b.err = &open.LimitError{Setting: "dict.Options.AnswerSize", Err: fmt.Errorf("dict: %w: definitions of more than %d bytes", open.ErrCut, b.s.opts.AnswerSize)}
		b.s.Conn.Close()
	}
	if len(b.kept) > 0 {
		return nil
	}
	return b.err
}

// header reads the reply before a definition, or the one at the end. Source:
// rfc2229 3.2.
func (b *body) header() error {
	r, err := b.s.Reply()
	switch {
	case err != nil:
		b.s.Conn.Close()
		return b.s.Broken(verbDefine, err)
	case r.Code == codeDone:
		b.s.quit()
		if b.count == 0 || b.s.nth > b.count {
			return b.s.tooFew(b.count)
		}
		return io.EOF
	case r.Code != codeDefinition:
		b.s.Conn.Close()
		return b.s.refused(r)
	}
	b.count++
	b.inside = true
	switch {
	case !b.shown():
		b.left -= int64(len(r.Text) + len("\n"))
	default:
		if b.count > 1 && b.s.nth == 0 {
			b.kept = append(b.kept, '\n')
		}
		b.kept = append(append(b.kept, heading(r.Text)...), "\n\n"...)
	}
	return nil
}

// shown reports whether the current definition is one that is wanted.
func (b *body) shown() bool { return b.s.nth == 0 || b.s.nth == b.count }

// heading returns the line before a definition, for the text of its reply:
// "word" database "description". Source: rfc2229 3.2.
func heading(text string) string {
	if _, rest, ok := cutToken(text); ok {
		if database, description, ok := cutTokens(rest); ok {
			return dialogue.Text(description) + " [" + dialogue.Text(database) + "]"
		}
	}
	return dialogue.Text(text)
}

// line reads a line of a definition, or its end.
func (b *body) line() error {
	line, ok, err := b.s.text(wire.Limit{Octets: b.s.opts.Line, Setting: "dict.Options.Line"})
	switch {
	case err != nil:
		b.s.Conn.Close()
		return b.s.Broken(verbDefine, err)
	case ok && b.shown():
		b.kept = append(append(b.kept, line...), '\n')
	case ok:
		b.left -= int64(len(line) + len("\n"))
	case !ok && b.s.nth == b.count:
		b.s.Conn.Close() // the rest is not wanted
		return io.EOF
	case !ok:
		b.inside = false
	}
	return nil
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// Close closes the connection, at any time.
func (b *body) Close() error { return b.s.Conn.Close() }
