package nntp

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// articleType is the media type of an article. Source: rfc5536 2.
const articleType = "message/rfc822"

// article returns the document that follows the reply to ARTICLE.
// Source: rfc1738 3.7; rfc3977 6.2.1.
func (s *session) article(r reply) *open.Document {
	s.noteMessageID(r.Text)
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: articleType, Note: s.notes}
	return &open.Document{Meta: meta, Body: wire.Part(&body{s: s, fresh: true}, s.Req.Offset, s.Req.End)}
}

// noteMessageID notes the news URL of the article in a reply if the URL has a
// number, which only this server understands. Source: SPEC B29.
func (s *session) noteMessageID(text string) {
	words := strings.Fields(text)
	if s.Req.URL.Scheme() == "news" || len(words) < 2 {
		return
	}
	if u := s.newsURL(words[1]); !u.IsZero() {
		s.note("%s is the same article on every server", u)
	}
}

// newsURL returns the URL of a message-id in angle brackets, or the zero URL.
func (s *session) newsURL(id string) earl.URL {
	id, before := strings.CutPrefix(id, "<")
	id, behind := strings.CutSuffix(id, ">")
	if !before || !behind || strings.ContainsAny(id, "\r\n\x00") {
		return earl.URL{}
	}
	return s.compose(earl.News{MessageID: earl.Some(earl.Octets(id))})
}

// compose returns the URL of a view, or the zero URL.
func (s *session) compose(v earl.View) earl.URL {
	u, _ := dialogue.Compose(s.Req.URL.Edition(), v)
	return u
}

// body is the content of an article. It removes the dots that the server added
// to lines that begin with one, and ends at the line ".". Only CR LF ends a
// line, as the protocol requires. Source: rfc3977 3.1.1.
type body struct {
	s      *session
	buf    []byte      // nil before the first read
	rest   []byte      // the part of buf that is not yet processed
	fresh  bool        // rest begins a line
	cr     bool        // there is a CR before rest
	err    error       // the end, or nil
	got    int64       // bytes that were delivered
	ended  atomic.Bool // the article was read to its end
	closed atomic.Bool
}

// Read reads the article. It ends in io.EOF only after the line ".".
func (b *body) Read(p []byte) (n int, err error) {
	if b.closed.Load() {
		return 0, prefixed(net.ErrClosed)
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

// bounded counts n bytes and returns how many of them are within
// Options.ArticleSize. It ends a longer article.
func (b *body) bounded(n int) int {
	limit := b.s.opts.articleSize()
	if int64(n) <= limit-b.got {
		b.got += int64(n)
		return n
	}
	n = int(limit - b.got)
	b.got, b.rest = limit, nil
	b.err = fmt.Errorf("nntp: %w: an article of more than %d bytes (nntp.Options.ArticleSize)", open.ErrCut, limit)
	b.ended.Store(false)
	return n
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// fill reads more after the remaining bytes.
func (b *body) fill() {
	if b.buf == nil {
		b.buf = make([]byte, wire.PumpBuffer)
	}
	k := copy(b.buf, b.rest)
	n, err := b.s.Conn.Read(b.buf[k:])
	b.rest = b.buf[:k+n]
	switch {
	case err == io.EOF:
		b.err = fmt.Errorf("nntp: %w: the server closed the connection inside the article", open.ErrCut)
	case err != nil:
		b.err = prefixed(err)
	}
}

// The end of an article, and what a line may have that is not it.
var (
	lastLine = []byte(".\r\n")
	lineEnd  = []byte("\r\n")
)

// deliver moves the rest to p, except the beginning of a possible last line.
func (b *body) deliver(p []byte) (n int) {
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
func (b *body) plain() []byte {
	if b.cr && b.rest[0] == '\n' {
		return b.rest[:1]
	}
	if i := bytes.Index(b.rest, []byte("\r\n.")); i >= 0 {
		return b.rest[:i+len(lineEnd)]
	}
	return b.rest
}

// Close ends the session, at any time. It sends QUIT if the article was read to
// its end.
func (b *body) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.ended.Load() {
		b.s.quit()
		return nil
	}
	return b.s.Conn.Close()
}
