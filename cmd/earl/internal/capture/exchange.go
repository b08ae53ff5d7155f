package capture

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// TurnsField is the name of the field of a metadata record that has the order of
// the bytes of a connection, such as "udp sent 40 received 512 received 30".
const TurnsField = "connection"

// ExchangeType returns the media type of what a scheme other than http and ftp
// sends or receives.
func ExchangeType(scheme string, t warc.Type) string {
	return "application/x-" + scheme + "; msgtype=" + string(t)
}

// exchange returns the records of a scheme other than http and ftp.
func (r *recording) exchange(truncated string) ([]*warc.Draft, error) {
	var list []*warc.Draft
	if r.hasReply() {
		wire, err := r.wire()
		if err != nil {
			return nil, err
		}
		list = wire
		if r.meta == nil || r.meta.Kind != open.KindDocument {
			truncate(list[0], truncated)
		}
	}
	if r.meta != nil && r.meta.Kind == open.KindDocument {
		var c *conn
		if len(r.conns) > 0 {
			c = r.conns[0]
		}
		d := r.draft(warc.Resource, c, contentTypeOf(r.meta, ""))
		d.Block, d.Size, d.Payload = &r.content, r.content.Size(), 0
		truncate(d, truncated)
		list = append(list, d)
	}
	return list, nil
}

// hasReply reports whether a server sent anything.
func (r *recording) hasReply() bool {
	for _, c := range r.conns {
		if c.received.Size() > 0 {
			return true
		}
	}
	return false
}

// wire returns the response, the request and the order of their bytes.
func (r *recording) wire() ([]*warc.Draft, error) {
	scheme := r.url.Scheme()
	response := r.draft(warc.Response, r.conns[0], ExchangeType(scheme, warc.Response))
	request := r.draft(warc.Request, r.conns[0], ExchangeType(scheme, warc.Request))
	var received joined
	var sent []byte
	var turns warc.Header
	for _, c := range r.conns {
		order, commands, err := c.order()
		if err != nil {
			return nil, err
		}
		sent = append(sent, commands...)
		received = append(received, &c.received)
		turns = append(turns, warc.Field{Name: TurnsField, Value: order})
	}
	response.Block, response.Size, response.Payload = received, received.size(), 0
	request.Block, request.Size = bytes.NewReader(sent), int64(len(sent))
	list := []*warc.Draft{response, request}
	simple := fmt.Sprintf("tcp sent %d received %d", request.Size, response.Size)
	if len(turns) == 1 && turns[0].Value == simple {
		return list, nil
	}
	order := r.draft(warc.Metadata, r.conns[0], warc.FieldsType)
	text := warc.AppendFields(nil, turns)
	order.Block, order.Size = bytes.NewReader(text), int64(len(text))
	return append(list, order), nil
}

// order returns the order of the bytes of a connection, and what was sent,
// without passwords.
func (c *conn) order() (order string, sent []byte, err error) {
	all, err := whole(&c.sent)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	b.WriteString(map[bool]string{false: "tcp", true: "udp"}[c.udp])
	for _, t := range c.turns {
		if !t.sent {
			fmt.Fprintf(&b, " received %d", t.n)
			continue
		}
		part := all[:min(int64(len(all)), t.n)]
		all = all[len(part):]
		if !c.udp {
			part = hideCommands(part)
		}
		sent = append(sent, part...)
		fmt.Fprintf(&b, " sent %d", len(part))
	}
	return b.String(), sent, nil
}

// hideCommands returns lines without the passwords of nntp.
func hideCommands(lines []byte) []byte {
	var b []byte
	for line := range bytes.Lines(lines) {
		text := strings.TrimRight(string(line), "\r\n")
		b = append(append(b, hideCommand(text)...), line[len(text):]...)
	}
	return b
}

// joined are the bytes of several connections.
type joined []*spool.Spool

// size returns the number of bytes.
func (j joined) size() (n int64) {
	for _, s := range j {
		n += s.Size()
	}
	return n
}

// ReadAt implements [io.ReaderAt].
func (j joined) ReadAt(p []byte, off int64) (n int, err error) {
	for _, s := range j {
		if off >= s.Size() {
			off -= s.Size()
			continue
		}
		m, err := s.ReadAt(p[n:min(int64(len(p)), int64(n)+s.Size()-off)], off)
		n, off = n+m, 0
		if n == len(p) || err != nil && err != io.EOF {
			return n, err
		}
	}
	return n, io.EOF
}
