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
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero/ardp"
)

const (
	// maxWindow is how many packets of a request go out without an acknowledgement.
	maxWindow = 16
	// maxAhead is how far behind a gap a packet may be: the largest window of servers.
	maxAhead = 256
	// maxRedirects is what a server that means well stays under by far.
	maxRedirects = 5
	// maxRetry is the longest silence between two tries.
	maxRetry = time.Minute
	// maxDatagram is all that UDP can bring.
	maxDatagram = 64 << 10
)

// exchange is one request and the response to it, over a socket of its own. It
// is an io.Reader of the response: the data of its packets in their order,
// asked for as they are read. It is read by one goroutine.
type exchange struct {
	q       *query
	ctx     context.Context
	conn    net.Conn
	stop    func() bool // ends the watch on ctx
	server  string      // the address of the place asked about
	asked   []string    // the addresses that the request was sent to, the last is conn's
	id      uint16
	anyID   bool     // version 1 answers with the id 0
	request [][]byte // its data, packet by packet
	has     int      // packets of the request that the server has
	buf     []byte

	through int            // packets of the response in data, or read
	total   int            // 0: not known
	held    map[int][]byte // packets behind a gap
	data    []byte         // of the response, not yet read
	octets  int            // of the response, those in held too
	packets int            // datagrams that came
	ignored string         // why the last one was ignored that was
	over    atomic.Bool    // nothing is to be cancelled
	err     error          // of the last Read

	owed    int       // the packet whose acknowledgement the server waits for; 0: none
	acked   int       // through which packet the last acknowledgement went
	ackedAt time.Time // when it was sent

	tries    int
	interval time.Duration // from try to try
	next     time.Time     // of the next try
	heard    time.Time     // when the silence began
	patience time.Time     // how long a server's wait may last; zero: it asked for none
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

// newID returns a connection id, which is never 0. It begins at random: that is
// all the protection that the protocol has against answers of others.
func newID() uint16 { return uint16(1 + rand.N(0xFFFF)) }

// connect dials an address. The socket takes the datagrams of that peer alone.
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

// cancelPacket is the datagram that has a server forget the request.
func (x *exchange) cancelPacket() []byte {
	return ardp.Packet{ID: x.id, Option: ardp.OptionCancel}.Append(nil)
}

// complete reports whether the whole response has come.
func (x *exchange) complete() bool { return x.total > 0 && x.through == x.total }

// Read reads the response, io.EOF behind its last packet. Errors: that of ctx;
// one that is [os.ErrDeadlineExceeded] for a server that is silent;
// [open.ErrConnect]; [open.ErrCut] for a response beyond a limit.
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

// Close closes the socket, and has the server forget a response that has not
// come whole. Called again it does nothing. It may be called while the response
// is read.
func (x *exchange) Close() error {
	if x.stop() && !x.over.Swap(true) {
		x.conn.Write(x.cancelPacket())
	}
	x.conn.Close()
	return nil
}

// receive takes datagrams until one brings the exchange further, asking again
// where none comes.
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

// silent is the error of a server that does not answer.
func (x *exchange) silent() error {
	what := "asked once"
	if x.tries > 1 {
		what = fmt.Sprintf("asked %d times", x.tries)
	}
	if x.through > 0 {
		what = fmt.Sprintf("behind packet %d, %s", x.through, what)
	}
	if !x.patience.IsZero() && !time.Now().Before(x.patience) {
		what += fmt.Sprintf(", it had the client wait for %v (prospero.Options.Wait)", x.q.opts.Wait)
	}
	if x.ignored != "" {
		what += ", ignored " + x.ignored
	}
	return fmt.Errorf("the server is silent (%s): %w", what, os.ErrDeadlineExceeded)
}

// restart begins the count of tries anew: the exchange has come further. Once
// data flows the way is known to be short.
func (x *exchange) restart(now time.Time) {
	x.tries, x.interval = 1, x.q.opts.Retry
	if x.through > 0 {
		x.interval /= 2
	}
	x.heard, x.next = now, now.Add(x.interval)
}

// again asks once more.
func (x *exchange) again(now time.Time) error {
	x.tries++
	x.interval = min(2*x.interval, max(maxRetry, x.q.opts.Retry))
	x.next = now.Add(x.interval)
	x.q.remark("no answer: try %d of %d", x.tries, x.q.opts.Tries)
	x.ackedAt = time.Time{}
	return x.ask()
}

// ask sends what the server has not of the request; if it has all, an
// acknowledgement, which makes it repeat what is missing here.
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

// ackPause is the time in which servers do not answer the same acknowledgement
// again. It is not sent again: where a line doubles each datagram, answer and
// acknowledgement would double one another without end.
const ackPause = time.Second

// acknowledge says which packets have come.
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

// fail returns what an error of the socket means.
func (x *exchange) fail(err error) error {
	switch {
	case err == nil:
		return nil
	case x.ctx.Err() != nil:
		return x.ctx.Err()
	case errors.Is(err, syscall.ECONNREFUSED) && x.through == 0:
		return fmt.Errorf("%w: nobody listens: %w", open.ErrConnect, err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w: the server has gone: %w", open.ErrCut, err)
	}
	return err
}

// redirect sends the request to the address in a packet. One that was asked
// before, or one too many, is refused: a server that redirects to itself would
// have us ask without end.
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
