package tftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// Error is a refusal by the server, with its code and text.
type Error struct {
	Code int    // Source: rfc1350 5
	Text string // the server's text, printable
}

// Error returns a text such as "tftp: 1 File not found".
func (e *Error) Error() string { return dialogue.Refused("tftp", "RRQ", e.Code, e.Text, "") }

// Unwrap returns the kind of the error: [open.ErrNotFound] or [open.ErrServer].
func (e *Error) Unwrap() error {
	switch e.Code {
	case codeNotFound:
		return open.ErrNotFound
	case codeNoUserName:
		return open.ErrLogin
	}
	return open.ErrServer
}

// refusesOptions reports whether the error of a request with options may be about the
// options. Old servers send "illegal operation". Source: rfc2347.
func refusesOptions(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == codeNoOptions || e.Code == codeIllegal)
}

// transfer is the transfer of one file. One goroutine may use it, except for stop.
type transfer struct {
	q     *request
	ctx   context.Context
	conn  net.Conn
	unset func() bool // ends the watch on ctx
	meter *wire.Meter

	buf   []byte
	sent  []byte // the last packet, which is sent again if nothing comes
	block int    // the size of a block
	size  int64  // of the file, or -1
	next  uint16 // the number of the next block
	data  []byte // of the last block that came
	got   int64  // bytes of the file so far
	last  bool   // the last block has come
	over  atomic.Bool
}

// begin sends the read request, and returns the transfer when its first block has
// arrived.
func (q *request) begin(ctx context.Context, options bool) (*transfer, error) {
	sent, err := q.packet(options)
	if err != nil {
		return nil, err
	}
	conn, err := q.call.Dial(ctx, open.UDPAnyPort, q.address)
	if err != nil {
		return nil, prefixed(err)
	}
	t := &transfer{q: q, ctx: ctx, conn: conn, meter: wire.NewMeter(q.call.Policy), sent: sent, block: usualBlock, size: -1, next: 1}
	t.buf = make([]byte, 4+max(q.opts.Block, usualBlock)+1) // a datagram that is too long is seen
	t.unset = context.AfterFunc(ctx, t.end)
	t.trace('C', "RRQ "+q.view.File.Printable()+" "+q.mode()+map[bool]string{true: ", with options"}[options])
	if err := t.send(); err != nil {
		t.stop()
		return nil, err
	}
	if err := t.advance(true); err != nil {
		t.stop()
		return nil, err
	}
	return t, nil
}

// trace passes a line to the Trace of the request.
func (t *transfer) trace(dir byte, line string) {
	if t.q.call.Trace != nil {
		t.q.call.Trace(open.Event{Dir: dir, Line: line})
	}
}

// send sends the last packet.
func (t *transfer) send() error {
	t.conn.SetWriteDeadline(time.Now().Add(t.q.call.Policy.Idle))
	if _, err := t.conn.Write(t.sent); err != nil {
		return t.failed(err)
	}
	return nil
}

// advance waits for the next block. It sends the last packet again after a silence,
// and again after twice that time, and so on. It ignores what is not the next block:
// a block that was acknowledged is not acknowledged again, because each copy would
// double the packets of the rest. Source: rfc1123 4.2.3.1.
func (t *transfer) advance(first bool) error {
	silent := time.Now().Add(t.q.call.Policy.Idle)
	wait := t.q.opts.Retry
	again := time.Now().Add(wait)
	tries, ignored := 1, 0
	for {
		until := again
		if silent.Before(until) {
			until = silent
		}
		n, err := t.read(until)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && t.ctx.Err() == nil && time.Now().Before(silent) && tries < t.q.opts.Tries && !isSlow(err):
			tries++
			wait *= 2
			again = time.Now().Add(wait)
			if err := t.send(); err != nil {
				return err
			}
			continue
		case err != nil:
			return t.failed(err)
		}
		done, err := t.take(t.buf[:n], first)
		if err != nil || done {
			return err
		}
		if ignored++; ignored > maxIgnored {
			return fmt.Errorf("tftp: %w: %d datagrams that are not block %d", open.ErrProtocol, ignored, t.next)
		}
	}
}

// isSlow reports whether an error is that of a transfer that is too slow.
func isSlow(err error) bool {
	var slow *wire.SlowError
	return errors.As(err, &slow)
}

// read reads a datagram.
func (t *transfer) read(until time.Time) (int, error) {
	t.conn.SetReadDeadline(until)
	start := time.Now()
	n, err := t.conn.Read(t.buf)
	if slow := t.meter.Took(int64(n), start); err == nil || slow != nil {
		return n, slow
	}
	return n, err
}

// take handles a datagram, and reports whether it is the next block. first means that
// none has come. Source: rfc1350 2; rfc2347.
func (t *transfer) take(datagram []byte, first bool) (done bool, err error) {
	p, ok := parsePacket(datagram)
	if !ok {
		return false, nil
	}
	switch {
	case p.op == opError:
		t.over.Store(true)
		t.trace('S', p.String())
		return false, &Error{int(p.code), earl.Octets(p.text).Printable()}
	case p.op == opOptions && first && t.sent[1] == opRead:
		t.trace('S', p.String())
		if why := t.accept(p.options); why != "" {
			t.conn.Write(appendError(nil, codeNoOptions, "not requested"))
			t.over.Store(true)
			return false, fmt.Errorf("tftp: %w: %s", open.ErrProtocol, why)
		}
		t.sent = appendAck(nil, 0)
		return false, t.send()
	case p.op != opData || !t.isNext(p.block):
		return false, nil
	case len(p.data) > t.block:
		return false, fmt.Errorf("tftp: %w: a block of more than %d bytes", open.ErrProtocol, t.block)
	}
	if first && len(p.data) == t.block {
		t.trace('S', p.String())
	}
	return true, t.accepted(p)
}

// isNext reports whether a number is that of the next block. After block 65535 some
// servers continue with 1 and not with 0.
func (t *transfer) isNext(block uint16) bool {
	if t.next == 0 && block == 1 {
		t.next = 1
	}
	return block == t.next
}

// accepted keeps the next block and acknowledges it. A block that is not full is the
// last one.
func (t *transfer) accepted(p packet) error {
	t.data = p.data
	t.got += int64(len(p.data))
	t.last = len(p.data) < t.block
	t.next++
	t.sent = appendAck(t.sent[:0:0], p.block)
	if err := t.send(); err != nil && !t.last {
		return err
	}
	if t.last {
		t.over.Store(true)
		t.trace('S', packet{op: opData, block: p.block, data: p.data}.String()+", the last of "+fmt.Sprint(t.got))
	}
	return nil
}

// complete returns io.EOF after the last block, or an error if the file is shorter
// than the server announced.
func (t *transfer) complete() error {
	if t.size > t.got {
		return fmt.Errorf("tftp: %w: %d bytes of %d", open.ErrCut, t.got, t.size)
	}
	return io.EOF
}

// stop ends the transfer, at any time.
func (t *transfer) stop() {
	t.unset()
	t.end()
}

// end closes the connection. If the transfer is not over, it tells the
// server.
func (t *transfer) end() {
	if !t.over.Swap(true) {
		t.conn.SetWriteDeadline(time.Now().Add(time.Second))
		t.conn.Write(stopPacket())
	}
	t.conn.Close()
}

// failed returns the error of the transfer for an error of the connection.
func (t *transfer) failed(err error) error {
	switch {
	case t.ctx.Err() != nil:
		return t.ctx.Err()
	case isSlow(err):
		return prefixed(err)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("tftp: the server does not send block %d: %w", t.next, os.ErrDeadlineExceeded)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("tftp: %w: no server listens on the port: %w", open.ErrConnect, err)
	}
	return prefixed(err)
}

// prefixed adds the protocol to an error.
func prefixed(err error) error { return fmt.Errorf("tftp: %w", err) }
