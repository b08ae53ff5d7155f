package prospero

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ardp"
	"github.com/earl-url/earl/open"
)

const (
	// maxWindow is how many packets of a request are sent without an
	// acknowledgement.
	maxWindow = 16
	// maxAhead is how far a packet may be after a gap: the largest window of
	// servers.
	maxAhead = 256
	// maxRedirects is far above the number of useful redirects.
	maxRedirects = 5
	// maxRetry is the longest silence between two tries.
	maxRetry = time.Minute
	// maxDatagram is the largest datagram of UDP.
	maxDatagram = 64 << 10
)

// exchange is one request and its response, on its own socket. It is an
// io.Reader of the response: the data of its packets in order, requested while
// they are read. One goroutine may read it.
type exchange struct {
	q       *query
	ctx     context.Context
	conn    net.Conn
	stop    func() bool // ends the watch on ctx
	server  string      // the address of the requested place
	asked   []string    // the addresses that the request was sent to, the last is that of conn
	id      uint16
	anyID   bool     // version 1 replies with the id 0
	request [][]byte // data of the packets
	has     int      // packets of the request that the server has
	buf     []byte

	through int            // packets of the response that are in data or were read
	total   int            // or 0
	held    map[int][]byte // packets after a gap
	data    []byte         // data of the response, not yet read
	octets  int            // bytes of the response, including those in held
	packets int            // datagrams received
	ignored string         // why the last ignored datagram was ignored
	over    atomic.Bool    // there is nothing to cancel
	err     error          // error of the last Read

	owed    int       // the packet whose acknowledgement the server waits for, or 0
	acked   int       // the packet up to which the last acknowledgement went
	ackedAt time.Time // when it was sent

	tries    int
	interval time.Duration // time between two tries
	next     time.Time     // time of the next try
	heard    time.Time     // start of the silence
	patience time.Time     // end of the wait that the server requested, or zero
}

// exchange sends a request to a server.
func (q *query) exchange(ctx context.Context, address string, request earl.Octets) (*exchange, error) {
	x := &exchange{q: q, ctx: ctx, server: address, id: newID(), buf: make([]byte, maxDatagram), held: map[int][]byte{}}
	for rest := []byte(request); len(rest) > 0; {
		n := min(len(rest), ardp.MaxData)
		x.request, rest = append(x.request, rest[:n]), rest[n:]
	}
	if to, ok := q.moved[address]; ok {
		address = to
	}
	if err := x.connect(address); err != nil {
		return nil, err
	}
	q.traceLines('C', string(request))
	x.restart(time.Now())
	if err := x.ask(); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// newID returns a connection id, which is never 0. It is random: the protocol
// has no other protection against answers from others.
func newID() uint16 { return uint16(1 + rand.N(0xFFFF)) }

// connect dials an address. The socket accepts only datagrams from that server.
func (x *exchange) connect(address string) error {
	conn, err := x.q.req.Dial(x.ctx, "udp", address)
	if err != nil {
		return err
	}
	x.conn, x.asked = conn, append(x.asked, address)
	cancel := x.cancelPacket()
	x.stop = context.AfterFunc(x.ctx, func() {
		conn.Write(cancel)
		conn.Close()
	})
	return nil
}

// cancelPacket returns the datagram that makes the server forget the request.
func (x *exchange) cancelPacket() []byte {
	return ardp.Packet{ID: x.id, Option: ardp.OptionCancel}.Append(nil)
}

// complete reports whether the whole response has arrived.
func (x *exchange) complete() bool { return x.total > 0 && x.through == x.total }

// Read reads the response, and returns io.EOF after its last packet. The errors
// are that of ctx; an [os.ErrDeadlineExceeded] if the server is silent;
// [open.ErrConnect]; and [open.ErrCut] for a response beyond a limit.
func (x *exchange) Read(p []byte) (int, error) {
	for len(x.data) == 0 && x.err == nil {
		if x.complete() {
			x.err = io.EOF
		} else {
			x.err = x.receive()
		}
	}
	n := copy(p, x.data)
	if x.data = x.data[n:]; n > 0 {
		return n, nil
	}
	return 0, x.err
}

// Close closes the socket, and makes the server forget an incomplete response.
// A second call does nothing. It may be called while the response is read.
func (x *exchange) Close() error {
	if x.stop() && !x.over.Swap(true) {
		x.conn.Write(x.cancelPacket())
	}
	x.conn.Close()
	return nil
}

// receive takes datagrams until one advances the exchange. It repeats the
// request if none arrives.
func (x *exchange) receive() error {
	for {
		end := x.heard.Add(x.q.req.Policy.Idle)
		until := x.next
		if end.Before(until) {
			until = end
		}
		if err := x.conn.SetReadDeadline(until); err != nil {
			return x.fail(err)
		}
		n, err := x.conn.Read(x.buf)
		switch now := time.Now(); {
		case err == nil:
			if x.packets++; x.packets > x.q.opts.Packets {
				return fmt.Errorf("%w: more than %d packets (prospero.Options.Packets)", open.ErrCut, x.q.opts.Packets)
			}
			further, err := x.take(x.buf[:n], now)
			if x.complete() {
				x.over.Store(true)
			}
			if further || err != nil {
				return err
			}
		case !errors.Is(err, os.ErrDeadlineExceeded) || x.ctx.Err() != nil:
			return x.fail(err)
		case x.tries >= x.q.opts.Tries || !now.Before(end):
			return x.silent()
		default:
			if err := x.again(now); err != nil {
				return err
			}
		}
	}
}

// silent returns the error of a server that does not reply.
func (x *exchange) silent() error {
	what := "asked once"
	if x.tries > 1 {
		what = fmt.Sprintf("%d tries", x.tries)
	}
	if x.through > 0 {
		what = fmt.Sprintf("after packet %d, %s", x.through, what)
	}
	if !x.patience.IsZero() && !time.Now().Before(x.patience) {
		what += fmt.Sprintf(", it requested a wait of %v (prospero.Options.Wait)", x.q.opts.Wait)
	}
	if x.ignored != "" {
		what += ", ignored " + x.ignored
	}
	return fmt.Errorf("the server is silent (%s): %w", what, os.ErrDeadlineExceeded)
}

// restart resets the count of tries after progress. After the first data of the
// response, the time between tries is halved.
func (x *exchange) restart(now time.Time) {
	x.tries, x.interval = 1, x.q.opts.Retry
	if x.through > 0 {
		x.interval /= 2
	}
	x.heard, x.next = now, now.Add(x.interval)
}

// again tries once more.
func (x *exchange) again(now time.Time) error {
	x.tries++
	x.interval = min(2*x.interval, max(maxRetry, x.q.opts.Retry))
	x.next = now.Add(x.interval)
	x.q.remark("no answer: try %d of %d", x.tries, x.q.opts.Tries)
	x.ackedAt = time.Time{}
	return x.ask()
}

// ask sends the part of the request that the server does not have. If it has
// all, it sends an acknowledgement, which makes the server repeat what is
// missing.
func (x *exchange) ask() error {
	if x.has == len(x.request) {
		return x.acknowledge()
	}
	for i := x.has; i < len(x.request) && i < x.has+maxWindow; i++ {
		p := ardp.Packet{ID: x.id, Number: uint16(i + 1), Total: uint16(len(x.request)),
			Through: uint16(x.through), HasThrough: true, Data: x.request[i]}
		if err := x.send(p); err != nil {
			return err
		}
	}
	return nil
}

// ackPause is the time in which servers do not reply to the same
// acknowledgement again, so it is not repeated. On a line that duplicates each
// datagram, replies and acknowledgements would otherwise multiply without end.
const ackPause = time.Second

// acknowledge reports the received packets to the server.
func (x *exchange) acknowledge() error {
	now := time.Now()
	if x.acked == x.through && now.Sub(x.ackedAt) < ackPause {
		return nil
	}
	x.acked, x.ackedAt = x.through, now
	return x.send(ardp.Packet{ID: x.id, Through: uint16(x.through), HasThrough: true})
}

// send sends one packet.
func (x *exchange) send(p ardp.Packet) error {
	x.q.remark("sent %v", p)
	_, err := x.conn.Write(p.Append(nil))
	return x.fail(err)
}

// fail returns the error for an error of the socket.
func (x *exchange) fail(err error) error {
	switch {
	case err == nil:
		return nil
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	case errors.Is(err, syscall.ECONNREFUSED) && x.through == 0:
		return fmt.Errorf("%w: no server listens on the port: %w", open.ErrConnect, err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w: the server no longer listens on the port: %w", open.ErrCut, err)
	}
	return err
}

// redirect sends the request to the address in a packet. It refuses an address
// that was asked before, and more than maxRedirects: a server that redirects to
// itself would otherwise cause an endless loop.
func (x *exchange) redirect(p ardp.Packet, now time.Time) error {
	if len(p.Extra) < 6 {
		return fmt.Errorf("%w: a redirect without an address", open.ErrProtocol)
	}
	to := netip.AddrPortFrom(netip.AddrFrom4([4]byte(p.Extra[:4])), uint16(p.Extra[4])<<8|uint16(p.Extra[5])).String()
	for _, address := range append(x.asked, x.conn.RemoteAddr().String()) {
		if address == to {
			return fmt.Errorf("%w: redirected to %s again", open.ErrProtocol, to)
		}
	}
	if len(x.asked) > maxRedirects {
		return fmt.Errorf("%w: more than %d redirects", open.ErrProtocol, maxRedirects)
	}
	x.q.note("redirected to %s", to)
	if p.Option == ardp.OptionMove {
		x.q.moved[x.server] = to
	}
	if !x.stop() {
		return x.ctx.Err()
	}
	x.conn.Close()
	if err := x.connect(to); err != nil {
		x.over.Store(true)
		return err
	}
	x.has, x.patience = 0, time.Time{}
	x.restart(now)
	return x.ask()
}
