package demo

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/protocol/ardp"
)

// The limits of the directory server. They are for one user on one machine.
const (
	// maxCalls is how many requests the server remembers; a new one replaces the oldest.
	maxCalls = 64
	// maxRequest is the maximum number of packets of a request. The name of an object fits into
	// one packet.
	maxRequest = 4
	// callTime is how long a response is kept for clients that lost a part of it.
	callTime = time.Minute
	// window is how many packets the server sends before it waits for an acknowledgement, as
	// real servers do.
	window = 16
	// maxWindow is the largest window that a client may request, as in real servers.
	maxWindow = 256
)

// prosperod is a directory server: Prospero, version 5 of 12 June 1993, over version 0 of ARDP.
// It is read-only and reports where objects are.
//
// Only one goroutine uses its state, so there is no lock.
type prosperod struct {
	conn    net.PacketConn
	catalog *catalog
	wait    sync.WaitGroup
	calls   map[callKey]*call
	now     func() time.Time
}

// callKey identifies a request: clients number theirs.
type callKey struct {
	client netip.AddrPort
	id     uint16
}

// call is a request and the response to it.
type call struct {
	parts   [][]byte // of the request, as they arrived
	packets [][]byte // of the response; nil if the request is not complete yet
	through int      // the client has received the packets up to this one
	window  int
	used    time.Time
}

// begin serves until close.
func (d *prosperod) begin() {
	d.calls = map[callKey]*call{}
	d.wait.Go(func() {
		buf := make([]byte, 64<<10)
		for {
			n, from, err := d.conn.ReadFrom(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			client, ok := from.(*net.UDPAddr)
			if err != nil || !ok { // a response did not arrive, which some systems report
				continue
			}
			for _, reply := range d.serve(client.AddrPort(), buf[:n]) {
				d.conn.WriteTo(reply, from)
			}
		}
	})
}

// close stops the server and waits for it.
func (d *prosperod) close() {
	d.conn.Close()
	d.wait.Wait()
}

// serve handles a datagram and returns the datagrams to send back.
func (d *prosperod) serve(client netip.AddrPort, datagram []byte) [][]byte {
	p, err := ardp.Parse(datagram)
	if err != nil {
		return nil // from before ARDP, or invalid
	}
	key := callKey{client, p.ID}
	c := d.calls[key]
	switch {
	case p.Option == ardp.OptionCancel:
		delete(d.calls, key)
		return nil
	case c == nil && p.Number == 0:
		return nil // an acknowledgement of a response that is no longer kept
	case c == nil:
		if p.Total == 0 || p.Total > maxRequest {
			return [][]byte{ardp.Packet{ID: p.ID, HasThrough: true, HasWait: true, Option: ardp.OptionCancel}.Append(nil)}
		}
		c = &call{parts: make([][]byte, p.Total), window: window}
		d.remember(key, c)
	}
	c.used = d.now()
	if p.Flags&ardp.FlagWindow != 0 && p.Window > 0 {
		c.window = min(int(p.Window), maxWindow)
	}
	if p.HasThrough {
		c.through = min(max(c.through, int(p.Through)), len(c.packets))
	}
	if c.packets == nil {
		if has := c.take(p); has < len(c.parts) {
			return [][]byte{ardp.Packet{ID: p.ID, Through: uint16(has), HasThrough: true}.Append(nil)}
		}
		c.packets = packets(d.catalog.answer(c.request()))
		if p.ID == 0 { // it has no request number: the next one follows
			delete(d.calls, key)
		}
	}
	return c.next(p.ID)
}

// remember keeps a call, and removes old ones.
func (d *prosperod) remember(key callKey, c *call) {
	oldest, at := key, d.now()
	for k, other := range d.calls {
		if d.now().Sub(other.used) > callTime {
			delete(d.calls, k)
		} else if other.used.Before(at) {
			oldest, at = k, other.used
		}
	}
	if len(d.calls) >= maxCalls {
		delete(d.calls, oldest)
	}
	d.calls[key] = c
}

// take keeps a packet of the request. It returns how many packets have arrived without a gap.
func (c *call) take(p ardp.Packet) (has int) {
	if n := int(p.Number); n >= 1 && n <= len(c.parts) && c.parts[n-1] == nil {
		c.parts[n-1] = append([]byte{}, p.Data...)
	}
	for has < len(c.parts) && c.parts[has] != nil {
		has++
	}
	return has
}

// request returns the complete request.
func (c *call) request() (text []byte) {
	for _, part := range c.parts {
		text = append(text, part...)
	}
	return text
}

// packets splits a response into the data of its packets; an empty response has one packet.
func packets(text []byte) (all [][]byte) {
	for len(text) > ardp.MaxData {
		all, text = append(all, text[:ardp.MaxData]), text[ardp.MaxData:]
	}
	return append(all, text)
}

// next returns the packets to send next. The last packet of a window requests an
// acknowledgement.
func (c *call) next(id uint16) (all [][]byte) {
	for n := c.through + 1; n <= min(len(c.packets), c.through+c.window); n++ {
		p := ardp.Packet{ID: id, Number: uint16(n), Total: uint16(len(c.packets)), Data: c.packets[n-1]}
		if n == c.through+c.window && n < len(c.packets) {
			p.Flags = ardp.FlagAcknowledge
		}
		all = append(all, p.Append(nil))
	}
	return all
}
