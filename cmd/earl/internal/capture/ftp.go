package capture

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// ConversationType is the media type of the conversation on the control
// connection of ftp. Heritrix writes the same.
const ConversationType = "text/x-ftp-control-conversation"

// maxConversation is how many bytes of a conversation are kept, in each
// direction.
const maxConversation = 8 << 20

// ftp returns a resource record for each data connection that was used, and the
// conversation. The first connection is the control connection.
func (r *recording) ftp(truncated string) ([]*warc.Draft, error) {
	if len(r.conns) == 0 {
		return nil, nil
	}
	var list []*warc.Draft
	data := r.conns[1:]
	for i, c := range data {
		last := i == len(data)-1
		if c.received.Size() == 0 && (!last || r.meta == nil) {
			continue
		}
		contentType := "application/octet-stream"
		if last && r.meta != nil {
			contentType = contentTypeOf(r.meta, "text/plain")
		}
		d := r.draft(warc.Resource, c, contentType)
		d.Block, d.Size, d.Payload = &c.received, c.received.Size(), 0
		if last {
			truncate(d, truncated)
		}
		list = append(list, d)
	}
	text, err := r.conversation()
	if err != nil || len(text) == 0 {
		return list, err
	}
	d := r.draft(warc.Metadata, r.conns[0], ConversationType)
	d.Block, d.Size = bytes.NewReader(text), int64(len(text))
	return append(list, d), nil
}

// contentTypeOf returns the media type of a document. That of a listing is
// listing.
func contentTypeOf(m *open.Meta, listing string) string {
	switch {
	case m.Kind == open.KindListing:
		return listing
	case m.Type == "":
		return "application/octet-stream"
	}
	return m.Type
}

// conversation returns the lines of the control connection: "> " is before a
// command, "< " before a line of a reply, "* " before a data connection.
func (r *recording) conversation() ([]byte, error) {
	control := r.conns[0]
	sent, err := whole(&control.sent)
	if err != nil {
		return nil, err
	}
	received, err := whole(&control.received)
	if err != nil {
		return nil, err
	}
	var b []byte
	for _, t := range control.turns {
		mark, from := "< ", &received
		if t.sent {
			mark, from = "> ", &sent
		}
		part := (*from)[:min(int64(len(*from)), t.n)]
		*from = (*from)[len(part):]
		for line := range bytes.Lines(part) {
			text := strings.TrimRight(string(line), "\r\n")
			if t.sent {
				text = hideCommand(text)
			}
			b = fmt.Appendf(b, "%s%s\r\n", mark, hideIn(text, r.url))
		}
	}
	for _, c := range r.conns[1:] {
		b = fmt.Appendf(b, "* data connection %s: %d bytes\r\n", c.remote, c.received.Size())
	}
	return b, nil
}

// whole returns the bytes of a conversation.
func whole(s *spool.Spool) ([]byte, error) {
	return io.ReadAll(io.NewSectionReader(s, 0, min(s.Size(), maxConversation)))
}

// hideCommand returns a command of ftp or nntp without its password.
func hideCommand(line string) string {
	for _, verb := range [...]string{"PASS ", "ACCT ", "AUTHINFO PASS ", "AUTHINFO SASL "} {
		if len(line) > len(verb) && strings.EqualFold(line[:len(verb)], verb) {
			return line[:len(verb)] + earl.Hidden
		}
	}
	return line
}

// shortSecret is the length below which a password is not searched for in what
// a server sends.
const shortSecret = 4

// hideIn returns text of a server without the password of a URL.
func hideIn(text string, u earl.URL) string {
	password, ok := u.Password()
	if !ok {
		return text
	}
	for _, secret := range [...]string{password, string(earl.Unescape(password))} {
		if len(secret) >= shortSecret {
			text = strings.ReplaceAll(text, secret, earl.Hidden)
		}
	}
	return text
}
