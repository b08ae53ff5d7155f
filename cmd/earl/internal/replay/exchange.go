package replay

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// patience is how long a client may take to send the rest of a request. It is
// on this machine, and sends what is ready.
const patience = 2 * time.Second

// maxDatagram is the largest datagram of UDP.
const maxDatagram = 64 << 10

// turn is a number of bytes in one direction. On UDP it is a datagram.
type turn struct {
	sent bool
	n    int64
}

// track is one recorded connection.
type track struct {
	udp            bool
	turns          []turn
	sent, received int64 // bytes of the tracks before it
}

// size returns how many bytes were sent or received.
func (t *track) size(sent bool) (n int64) {
	for _, turn := range t.turns {
		if turn.sent == sent {
			n += turn.n
		}
	}
	return n
}

// exchange is what a scheme other than http and ftp sent and received.
type exchange struct {
	scheme            string
	request, response *item
	document          *item // nil: it is not one, or not recorded
	tracks            []track
}

// incomplete returns the error of an exchange that does not have the whole document,
// or nil. A response that its client did not read to the end is whole for that
// client.
func (e *exchange) incomplete() error {
	if e.document == nil {
		return nil
	}
	return e.document.incomplete()
}

// exchangeOf returns the exchange of a group of records, or nil.
func exchangeOf(scheme string, group []*item) *exchange {
	e := &exchange{scheme: scheme}
	for _, it := range group {
		if it.kind == warc.Resource {
			e.document = it
		}
		switch it.contentType {
		case capture.ExchangeType(scheme, warc.Response):
			e.response = it
		case capture.ExchangeType(scheme, warc.Request):
			e.request = it
		case warc.FieldsType:
			text, err := it.text()
			if err != nil {
				return nil
			}
			e.tracks = parseTracks(text)
		}
	}
	if e.response == nil || e.request == nil {
		return nil
	}
	if e.tracks == nil {
		e.tracks = []track{{turns: []turn{{true, e.request.size}, {false, e.response.size}}}}
	}
	return e
}

// parseTracks reads the fields that a capture wrote.
func parseTracks(text string) []track {
	var list []track
	var sent, received int64
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		words := strings.Fields(value)
		if name != capture.TurnsField || len(words) == 0 {
			continue
		}
		t := track{udp: words[0] == "udp", sent: sent, received: received}
		for i := 1; i+1 < len(words); i += 2 {
			n, err := strconv.ParseInt(words[i+1], 10, 64)
			if err != nil || n < 0 {
				return nil
			}
			t.turns = append(t.turns, turn{words[i] == "sent", n})
		}
		sent, received = sent+t.size(true), received+t.size(false)
		list = append(list, t)
	}
	return list
}

// hasLogin reports whether a command has a hidden password.
func (e *exchange) hasLogin() bool {
	text, err := e.request.text()
	return err == nil && strings.Contains(text, earl.Hidden)
}

// play returns the server of a connection.
func (e *exchange) play(number int, _, _ string) (func(*serverConn), error) {
	if number >= len(e.tracks) {
		return nil, fmt.Errorf("%w: the archive has only %d connections", open.ErrNotFound, len(e.tracks))
	}
	t := &e.tracks[number]
	sent, err := e.request.part(t.sent, min(t.size(true), maxConversation))
	if err != nil {
		return nil, err
	}
	defer sent.Close()
	request, err := io.ReadAll(io.NewSectionReader(sent, 0, sent.Size()))
	if err != nil {
		return nil, err
	}
	received, err := e.response.part(t.received, t.size(false))
	if err != nil {
		return nil, err
	}
	switch {
	case t.udp:
		return func(c *serverConn) { defer received.Close(); t.datagrams(c, request, received) }, nil
	case e.scheme == "nntp" || e.scheme == "nntps" || e.scheme == "news":
		defer received.Close()
		reply, err := io.ReadAll(io.NewSectionReader(received, 0, min(received.Size(), maxConversation)))
		return lines(t.turns, request, reply).serve, err
	}
	return func(c *serverConn) {
		defer received.Close()
		t.sequence(c, request, received)
		if err := e.incomplete(); err != nil && number == len(e.tracks)-1 {
			c.fail(err)
		}
	}, nil
}

// part returns a part of the block of a record.
func (it *item) part(from, n int64) (*spool.Spool, error) {
	rec, err := it.record()
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, rec.Block, from); err != nil {
		return nil, truncated(err)
	}
	s := new(spool.Spool)
	if _, err := io.CopyN(s, rec.Block, n); err != nil && err != io.EOF {
		s.Close()
		return nil, truncated(err)
	}
	return s, nil
}

// sequence plays the server of a TCP connection: the client must send the same
// bytes.
func (t *track) sequence(c *serverConn, request []byte, received *spool.Spool) {
	var at int64
	for _, turn := range t.turns {
		if !turn.sent {
			if _, err := io.Copy(c, io.NewSectionReader(received, at, turn.n)); err != nil {
				return
			}
			at += turn.n
			continue
		}
		want := request[:min(turn.n, int64(len(request)))]
		request = request[len(want):]
		if !expect(c, want) {
			return
		}
	}
}

// expect reads what the client sends, and reports whether it is want.
func expect(c *serverConn, want []byte) bool {
	got := make([]byte, len(want))
	for n := 0; n < len(want); {
		stop := func() {}
		if n > 0 {
			stop = c.within(patience)
		}
		m, err := c.Read(got[n:])
		stop()
		n += m
		if !bytes.Equal(got[:n], want[:n]) || err != nil && n > 0 {
			c.missing.Store(true)
			return false
		}
		if err != nil {
			return false
		}
	}
	return true
}

// datagrams plays the server of a UDP connection: after the datagrams of the
// request, it sends all that were received. Other datagrams of the client are
// acknowledgements, or repeated. Only prospero uses UDP: the two bytes after
// the first are an id, which the client chooses and the server repeats.
func (t *track) datagrams(c *serverConn, request []byte, received *spool.Spool) {
	wanted := map[string]bool{}
	var recorded uint16
	for _, turn := range t.turns {
		if !turn.sent {
			break
		}
		part := request[:min(turn.n, int64(len(request)))]
		request = request[len(part):]
		recorded = idOf(part)
		wanted[withID(part, 0)] = true
	}
	buf := make([]byte, maxDatagram)
	var id uint16
	for len(wanted) > 0 {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		id = idOf(buf[:n])
		text := withID(buf[:n], 0)
		if !wanted[text] {
			c.missing.Store(true)
			continue
		}
		delete(wanted, text)
	}
	var at int64
	for _, turn := range t.turns {
		if turn.sent {
			continue
		}
		b := make([]byte, min(turn.n, maxDatagram))
		if _, err := received.ReadAt(b, at); err != nil && err != io.EOF {
			return
		}
		at += turn.n
		switch idOf(b) {
		case recorded:
			b = []byte(withID(b, id))
		case bits.ReverseBytes16(recorded):
			b = []byte(withID(b, bits.ReverseBytes16(id)))
		}
		if _, err := c.Write(b); err != nil {
			return
		}
	}
	io.Copy(io.Discard, c) // until the client closes: the end of UDP is not an end
}

// idOf returns the id of a datagram, or 0.
func idOf(b []byte) uint16 {
	if len(b) < 3 || b[0] < 3 {
		return 0
	}
	return uint16(b[1])<<8 | uint16(b[2])
}

// withID returns a datagram with another id.
func withID(b []byte, id uint16) string {
	if len(b) < 3 || b[0] < 3 {
		return string(b)
	}
	return string(b[:1]) + string([]byte{byte(id >> 8), byte(id)}) + string(b[3:])
}
