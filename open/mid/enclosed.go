package mid

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/views"
)

// mayEnclose reports whether a line of a message can begin a part that is another message.
func mayEnclose(line []byte) bool {
	const name = "content-type:"
	if len(line) <= len(name) || !bytes.EqualFold(line[:len(name)], []byte(name)) {
		return false
	}
	media := bytes.ToLower(line[len(name):])
	return bytes.Contains(media, []byte("message/")) || bytes.Contains(media, []byte("multipart/digest"))
}

// isEnclosed reports whether a part with a media type is another message.
// Source: rfc2046 5.2.1; rfc5536 2.3; rfc6532 3.7.
func isEnclosed(media string) bool {
	return media == "message/rfc822" || media == "message/news" || media == "message/global"
}

// enclosed calls found for each message that a message encloses, at any depth. A message
// that is broken, or exceeds a limit, is read up to that place.
func (s *search) enclosed(f *os.File, m match) error {
	r := m.reader(f)
	h, err := article.ReadHeader(r, s.opts.Headers)
	if err != nil {
		return nil
	}
	return s.within(h, r, m)
}

// within is enclosed for the body r of a message with the header h.
func (s *search) within(h article.Header, r io.Reader, m match) error {
	if len(m.inner) == s.opts.Depth {
		return nil
	}
	var ended error
	article.Walk(h, r, s.opts.limits(), func(n int, h article.Header, r io.Reader) error {
		media, _ := h.Type()
		if n == 0 || !isEnclosed(media) || s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		inner := m
		inner.inner = append(m.inner[:len(m.inner):len(m.inner)], n)
		body := bufio.NewReader(h.Content(r))
		own, err := article.ReadHeader(body, s.opts.Headers)
		if err != nil {
			return nil
		}
		if ended = s.take(views.IDOf(own.Get("Message-ID")), inner); ended == nil {
			ended = s.within(own, body, inner)
		}
		return ended
	})
	return ended
}

// limits returns the limits of the parts of a message.
func (o Options) limits() article.Limits {
	return article.Limits{Header: o.Headers, Parts: o.Parts, Depth: o.Depth}
}

// errInner ends a walk at an enclosed message.
var errInner = errors.New("the message")

// descend returns the enclosed message at m.inner in the message that r reads.
func (m match) descend(r io.Reader, o Options) (io.Reader, error) {
	for _, want := range m.inner {
		body := bufio.NewReader(r)
		h, err := article.ReadHeader(body, o.Headers)
		if err != nil {
			return nil, err
		}
		r = nil
		err = article.Walk(h, body, o.limits(), func(n int, h article.Header, part io.Reader) error {
			if n != want {
				return nil
			}
			r = h.Content(part)
			return errInner
		})
		if r == nil {
			return nil, errors.Join(err, os.ErrNotExist)
		}
	}
	return r, nil
}

// where returns a note on where a match is, for users.
func (m match) where() string {
	text := m.path
	if m.mbox {
		text = fmt.Sprintf("message %d of %s, at byte %d", m.number, m.path, m.start+1)
	}
	if len(m.inner) > 0 {
		text = "enclosed in " + text
	}
	return text
}
