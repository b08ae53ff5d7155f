package imap

import (
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// request returns the argument that requests the message or the section of the
// URL. Source: rfc9051 6.4.5; rfc5092 11.
func (s *session) request() string {
	text := string(s.view.UID.Value) + " (BODY.PEEK[" + strings.ToUpper(string(s.view.Section.Value)) + "]"
	if off, n, ranged := strings.Cut(string(s.view.Partial.Value), "."); off != "" {
		if !ranged {
			n = "4294967295" // to the end
		}
		text += "<" + off + "." + n + ">"
	}
	return text + ")"
}

// mediaType returns the media type of what the URL identifies, or "".
func (s *session) mediaType() string {
	section := strings.ToUpper(string(s.view.Section.Value))
	switch {
	case section == "" && !s.view.Partial.Present:
		return messageType
	case strings.Contains(section, "HEADER"), strings.HasSuffix(section, "MIME"), section == "TEXT":
		return "text/plain"
	}
	return ""
}

// size returns the size of the message of the URL.
func (s *session) size() (int64, error) {
	size, found := int64(-1), false
	err := s.must(cmdMessage, string(s.view.UID.Value)+" (RFC822.SIZE)", func(text string) error {
		if fields, ok := fetched(text); ok {
			found = true
			size, _ = strconv.ParseInt(fields["RFC822.SIZE"], 10, 64)
		}
		return nil
	})
	if err == nil && !found {
		err = s.missing()
	}
	return size, err
}

// missing returns the error of a message that does not exist: the server reports
// success and returns nothing. Source: rfc9051 6.4.9.
func (s *session) missing() error {
	return &open.ReplyError{Protocol: s.Protocol, Command: "UID FETCH", Kind: open.ErrNotFound, Hint: fmt.Sprintf("the mailbox has no message with the UID %s", s.view.UID.Value.Printable())}
}

// message returns the message or the section of the URL as a stream.
func (s *session) message() (open.Resource, error) {
	if err := s.send(cmdMessage, s.request()); err != nil {
		return nil, s.Broken("UID FETCH", err)
	}
	for count := 0; ; count++ {
		text, n, err := s.line()
		if err == nil && count > s.most() {
			err = s.tooMany()
		}
		if err != nil {
			return nil, s.Broken("UID FETCH", err)
		}
		if n >= 0 && isBody(text) {
			return s.document(&body{s: s, left: n, size: n, literal: true}), nil
		}
		if n >= 0 {
			if text, err = s.rest(text, n); err != nil {
				return nil, s.Broken("UID FETCH", err)
			}
		}
		tag, _, _ := strings.Cut(cmdMessage, " ")
		if rest, done := strings.CutPrefix(text, tag+" "); done {
			if err := s.completed(cmdMessage, rest); err != nil {
				return nil, err
			}
			return nil, s.missing()
		}
		rest, ok := strings.CutPrefix(text, "* ")
		switch fields, is := fetched(rest); {
		case !ok:
			return nil, s.Broken("UID FETCH", fmt.Errorf("%w: a response to another command: %s", open.ErrProtocol, dialogue.Quote(s.Hide(text))))
		case is && hasBody(rest): // a short string
			return s.document(&body{s: s, text: noNIL(fields["BODY"], rest)}), nil
		}
	}
}

// isBody reports whether a literal after text is the content of a BODY.
func isBody(text string) bool {
	text = strings.ToUpper(strings.TrimRight(text, " "))
	i := strings.LastIndex(text, "BODY[")
	return strings.HasPrefix(text, "* ") && strings.Contains(text, " FETCH (") && i >= 0 && atomEnd(text[i:]) == len(text)-i
}

// hasBody reports whether a response has a BODY.
func hasBody(text string) bool { return strings.Contains(strings.ToUpper(text), "BODY[") }

// noNIL returns the content of a BODY that is a string, "" for NIL.
func noNIL(content, response string) string {
	if content == "NIL" && !strings.Contains(response, `"NIL"`) {
		return ""
	}
	return content
}

// document returns the document with a body.
func (s *session) document(b *body) *open.Document {
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: b.size + int64(len(b.text)), Type: s.mediaType()}
	return &open.Document{Meta: meta, Body: wire.Part(b, s.Req.Offset, s.Req.End)}
}

// body is the content of a message: a literal of the server, or a short text.
type body struct {
	s       *session
	text    string
	literal bool
	left    int64 // bytes of the literal that were not read
	size    int64 // of the literal
	err     error // the end, or nil
	ended   atomic.Bool
	closed  atomic.Bool
}

// Read reads the content. It ends in io.EOF only after the response that
// completes the command.
func (b *body) Read(p []byte) (n int, err error) {
	switch {
	case b.closed.Load():
		return 0, b.s.Prefixed(net.ErrClosed)
	case len(p) == 0:
		return 0, nil
	case b.text != "":
		n = copy(p, b.text)
		b.text = b.text[n:]
		return n, nil
	case b.left > 0:
		n, err = b.s.Conn.Read(p[:min(int64(len(p)), b.left)])
		if b.left -= int64(n); err != nil && n == 0 {
			return 0, b.s.Broken("UID FETCH", cut(err))
		}
		return n, nil
	case b.err == nil:
		b.end()
	}
	return 0, b.err
}

// end reads the responses after the content.
func (b *body) end() {
	b.err = io.EOF
	if b.literal {
		text, n, err := b.s.line()
		if err == nil && n >= 0 {
			_, err = b.s.rest(text, n)
		}
		if err != nil {
			b.err = b.s.Broken("UID FETCH", cut(err))
			return
		}
	}
	if err := b.s.complete(cmdMessage, nil); err != nil {
		b.err = err
		return
	}
	b.ended.Store(true)
}

// WriteTo copies the rest to w.
func (b *body) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, b) }

// Close ends the session, at any time. It sends LOGOUT if the content was read to
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
