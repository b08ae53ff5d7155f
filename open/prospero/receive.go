package prospero

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/earl-url/earl/internal/protocol/ardp"
	"github.com/earl-url/earl/open"
)

// take handles one datagram and reports whether it advanced the exchange. It
// ignores datagrams that do not belong to the exchange.
func (x *exchange) take(datagram []byte, now time.Time) (further bool, err error) {
	p, err := ardp.Parse(datagram)
	if err != nil {
		x.ignored = err.Error()
		return false, nil
	}
	if !x.mine(p.ID) {
		x.ignored = fmt.Sprintf("an answer to request %d, not %d", p.ID, x.id)
		return false, nil
	}
	if p.Number == 0 || int(p.Number) != x.through+1 || p.Flags&ardp.FlagAcknowledge != 0 {
		x.q.remark("came %v", p)
	}
	switch p.Option {
	case ardp.OptionCancel:
		x.over.Store(true)
		return false, fmt.Errorf("%w: the server refuses the request", open.ErrConnect)
	case ardp.OptionRedirect, ardp.OptionMove:
		if x.through == 0 {
			return true, x.redirect(p, now)
		}
	case ardp.OptionQueue:
		x.queued(p.Extra)
	}
	before := x.through
	further = x.acknowledged(p)
	if p.Number > 0 {
		if err := x.place(p); err != nil {
			return false, err
		}
	}
	if further || x.through > before {
		x.restart(now)
	}
	x.wait(p, now)
	return x.through > before, x.acknowledgeIfAsked(p)
}

// acknowledgeIfAsked sends the acknowledgement that the server waits for. It sends it at
// once, so that the server repeats lost packets, and again when all packets up
// to it have arrived.
func (x *exchange) acknowledgeIfAsked(p ardp.Packet) error {
	asks := p.Number > 0 && p.Flags&ardp.FlagAcknowledge != 0
	if asks && int(p.Number) <= x.through+maxAhead {
		x.owed = max(x.owed, int(p.Number))
	}
	done := x.owed > 0 && x.through >= x.owed
	if done {
		x.owed = 0
	}
	if asks || done {
		return x.acknowledge()
	}
	return nil
}

// mine reports whether an id is that of the exchange. A server that was built
// for other machines swaps the bytes of the id when it repeats a packet.
func (x *exchange) mine(id uint16) bool {
	return id == x.id || id == bits.ReverseBytes16(x.id) || id == 0 && x.anyID
}

// acknowledged records which packets of the request the server has, and reports
// whether that is progress. A packet of the response means that it has all.
func (x *exchange) acknowledged(p ardp.Packet) bool {
	before := x.has
	switch {
	case p.Number > 0:
		x.has = len(x.request)
	case p.HasThrough && (p.Option == ardp.OptionSetThrough || int(p.Through) > x.has):
		x.has = min(int(p.Through), len(x.request))
	}
	return x.has > before
}

// wait applies the server's wait before the next try; 0 cancels an earlier
// wait. The sum of the waits is limited.
func (x *exchange) wait(p ardp.Packet, now time.Time) {
	switch {
	case !p.HasWait:
	case p.Wait == 0:
		if x.heard.After(now) {
			x.restart(now)
		}
	default:
		if x.patience.IsZero() {
			x.patience = now.Add(x.q.opts.Wait)
		}
		end := now.Add(time.Duration(p.Wait) * time.Second)
		if end.After(x.patience) {
			end = x.patience
		}
		if end.After(x.next) {
			x.restart(now)
			x.heard, x.next = end, end
		}
	}
}

// place stores the data of a packet. It ignores a packet that has already
// arrived, and an impossible one: too far ahead, or inconsistent with the
// total.
func (x *exchange) place(p ardp.Packet) error {
	n, total := int(p.Number), int(p.Total)
	last := x.through
	for held := range x.held {
		last = max(last, held)
	}
	_, repeated := x.held[n]
	switch {
	case n <= x.through || repeated:
		return nil
	case n > x.through+maxAhead:
		x.ignored = fmt.Sprintf("packet %d after packet %d", n, x.through)
		return nil
	case total > 0 && (x.total > 0 && total != x.total || total < max(n, last)), x.total > 0 && n > x.total:
		x.ignored = fmt.Sprintf("packet %d of %d, which is impossible", n, total)
		return nil
	}
	x.total = max(x.total, total)
	data := p.Data
	if p.Flags&ardp.FlagControl != 0 {
		data = nil
	}
	if x.octets += len(data); x.octets > x.q.opts.ResponseSize {
		return fmt.Errorf("%w: more than %d bytes (prospero.Options.ResponseSize)", open.ErrCut, x.q.opts.ResponseSize)
	}
	if n > x.through+1 {
		x.held[n] = slices.Clone(data)
		return nil
	}
	x.data = append(x.data, data...)
	for x.through = n; ; x.through++ {
		data, ok := x.held[x.through+1]
		if !ok {
			return nil
		}
		delete(x.held, x.through+1)
		x.data = append(x.data, data...)
	}
}

// queued traces the position in the server's queue, if the server sends it.
func (x *exchange) queued(extra []byte) {
	if len(extra) == 0 {
		return
	}
	says, extra := extra[0], extra[1:]
	if says&1 != 0 && len(extra) >= 2 {
		x.q.remark("position %d in the queue", binary.BigEndian.Uint16(extra))
		extra = extra[2:]
	}
	if says&2 != 0 && len(extra) >= 4 {
		x.q.remark("%v until the answer", time.Duration(binary.BigEndian.Uint32(extra))*time.Second)
	}
}
