package prospero

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero/ardp"
)

// take takes one datagram and reports whether it brought the exchange further.
// What does not belong to the exchange is ignored.
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
	return x.through > before, x.oblige(p)
}

// oblige acknowledges what the server waits for: at once, which brings what was
// lost before it, and again when all up to there has come.
func (x *exchange) oblige(p ardp.Packet) error {
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
// for other machines swaps the octets of the id when it sends a packet again.
func (x *exchange) mine(id uint16) bool {
	return id == x.id || id == bits.ReverseBytes16(x.id) || id == 0 && x.anyID
}

// acknowledged notes what the server has of the request, and reports whether
// that is more than before. A packet of the response means that it has all.
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

// wait does what the server says of the next try: not before that time, or, at
// 0, as before. What it may ask for is bounded in all.
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

// place puts the data of a packet where it belongs. A packet that came before is
// ignored, and one that cannot be: too far ahead, or at odds with the total.
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
		x.ignored = fmt.Sprintf("packet %d behind packet %d", n, x.through)
		return nil
	case total > 0 && (x.total > 0 && total != x.total || total < max(n, last)), x.total > 0 && n > x.total:
		x.ignored = fmt.Sprintf("packet %d of %d, which cannot be", n, total)
		return nil
	}
	x.total = max(x.total, total)
	data := p.Data
	if p.Flags&ardp.FlagControl != 0 {
		data = nil
	}
	if x.octets += len(data); x.octets > x.q.opts.ResponseSize {
		return fmt.Errorf("%w: more than %d octets (prospero.Options.ResponseSize)", open.ErrCut, x.q.opts.ResponseSize)
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

// queued remarks the place in the server's queue, where it says so.
func (x *exchange) queued(extra []byte) {
	if len(extra) == 0 {
		return
	}
	says, extra := extra[0], extra[1:]
	if says&1 != 0 && len(extra) >= 2 {
		x.q.remark("place %d in the queue", binary.BigEndian.Uint16(extra))
		extra = extra[2:]
	}
	if says&2 != 0 && len(extra) >= 4 {
		x.q.remark("%v until then", time.Duration(binary.BigEndian.Uint32(extra))*time.Second)
	}
}
