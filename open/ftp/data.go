package ftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// firstDataPort is the lowest port for a data connection. Ports below it belong
// to other services, to which a server could redirect the client.
const firstDataPort = 1024

// dataPorts is how many ports a server may choose for one data connection. Many
// servers choose among all ports from 1024 on, and about one in 3,000 of these is
// a port of another protocol, which is not dialled.
const dataPorts = 3

// passive opens a data connection. If the server chooses a port of another
// protocol, a different one is requested.
func (s *session) passive(ctx context.Context) (*wire.Conn, error) {
	for n := 1; ; n++ {
		conn, err := s.passiveOnce(ctx)
		var refused *open.Refusal
		if n == dataPorts || !errors.As(err, &refused) || refused.Name != open.GuardBadPort {
			return conn, err
		}
		s.note("the server's data port belongs to another protocol: a different one was requested")
	}
}

// passiveOnce opens a data connection. It dials the port in the server's reply,
// at the address of the control connection, whatever address the reply contains.
// If the server has no EPSV, or its port does not respond, PASV is sent.
// Source: rfc2428 3; rfc959 4.1.2.
func (s *session) passiveOnce(ctx context.Context) (*wire.Conn, error) {
	r, err := s.do("EPSV")
	if err != nil {
		return nil, err
	}
	switch {
	case r.Code == 229:
		conn, err := s.dialData(ctx, "EPSV", r, extendedPort)
		if !errors.Is(err, open.ErrConnect) || ctx.Err() != nil {
			return conn, err
		}
		s.note("no connection to the port of the EPSV reply: PASV was sent")
	case r.Code/100 != 5 || r.Code == 530: // 500, 501, 502, 522 and similar: the server has no EPSV
		return nil, s.refusal("EPSV", r, nil)
	}
	if r, err = s.do("PASV"); err != nil {
		return nil, err
	}
	if r.Code != 227 {
		return nil, s.refusal("PASV", r, nil)
	}
	return s.dialData(ctx, "PASV", r, passivePort)
}

// dialData connects to the port in a reply.
func (s *session) dialData(ctx context.Context, command string, r reply, portOf func(string) (int, bool)) (*wire.Conn, error) {
	port, ok := portOf(r.Last)
	switch {
	case !ok:
		return nil, fmt.Errorf("ftp: %s: %w: no port in %q", command, open.ErrProtocol, s.Hide(start(r.Last)))
	case port < firstDataPort:
		return nil, open.Refuse(open.GuardDataPort, s.Req.URL, fmt.Sprintf("the server specifies port %d for data, and ports below %d are not allowed", port, firstDataPort))
	}
	conn, err := s.Req.Dial(ctx, "tcp", net.JoinHostPort(s.peer(), strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("ftp: data connection: %w", err)
	}
	return wire.New(ctx, conn, s.Req.Policy.Idle).Measure(s.Req.Policy), nil
}

// peer returns the server's address of the control connection.
func (s *session) peer() string {
	if host, _, err := net.SplitHostPort(s.Conn.RemoteAddr().String()); err == nil {
		return host
	}
	return s.hostName() // a connection type of another dialer
}

// extendedPort reads the port of a 229 reply, such as
// "Entering Extended Passive Mode (|||31227|)". Source: rfc2428 3.
func extendedPort(text string) (int, bool) {
	_, text, ok := strings.Cut(text, "(")
	if !ok || len(text) < 5 || text[1] != text[0] || text[2] != text[0] {
		return 0, false
	}
	digits, _, ok := strings.Cut(text[3:], text[:1])
	return portNumber(digits, ok)
}

// portNumber returns the number of a port.
func portNumber(digits string, ok bool) (int, bool) {
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil || n == 0 {
		return 0, false
	}
	return int(n), true
}

// passivePort reads the port of a 227 reply, the last two of six numbers. No
// standard defines their position. Source: rfc1123 4.1.2.6.
func passivePort(text string) (int, bool) {
	for i := range len(text) {
		if ascii.IsNumber(text[i:i+1]) && (i == 0 || !ascii.IsNumber(text[i-1:i])) {
			if port, ok := sixNumbers(text[i:]); ok {
				return port, true
			}
		}
	}
	return 0, false
}

// sixNumbers reads "h1,h2,h3,h4,p1,p2" at the start of text.
func sixNumbers(text string) (int, bool) {
	var n [6]int
	for k := range n {
		end := 0
		for end < len(text) && end < 3 && ascii.IsNumber(text[end:end+1]) {
			n[k] = n[k]*10 + int(text[end]-'0')
			end++
		}
		if end == 0 || n[k] > 255 {
			return 0, false
		}
		if text = text[end:]; k < 5 {
			if text == "" || text[0] != ',' {
				return 0, false
			}
			text = text[1:]
		}
	}
	return n[4]<<8 | n[5], true
}

// afterLast is how long data may still arrive after the server has reported the
// end of the transfer, or has closed the control connection.
const afterLast = 500 * time.Millisecond

// transfer is a data connection in use. While data arrive, a goroutine waits
// for the server's final reply, which may come early: a server that has stopped
// the transfer does not always close the data connection.
type transfer struct {
	s       *session
	data    *wire.Conn
	raw     *secure.RawConn // below the data connection's TLS; nil: no TLS
	command string          // for errors
	over    chan struct{}   // closed when last and err are set
	last    reply           // the final reply
	err     error           // why there is no final reply
	gone    atomic.Bool     // the session was ended, or stopped early
}

// begin sends the command that uses a data connection, and returns the first
// reply to it. If the reply is not 1yz or 2yz, the transfer has not begun, and
// the caller closes or uses the data connection.
func (s *session) begin(ctx context.Context, data *wire.Conn, verb string, arg ...earl.Octets) (*transfer, reply, error) {
	t := &transfer{s: s, data: data, command: s.Named(verb, arg...), over: make(chan struct{})}
	if err := s.send(verb, arg...); err != nil {
		return nil, reply{}, s.Broken(verb, err)
	}
	r, err := s.Reply()
	if err != nil {
		return nil, r, s.Broken(verb, err)
	}
	if !r.Preliminary() && !r.Done() {
		return t, r, nil
	}
	if s.tls != nil {
		if t.raw, err = s.handshake(ctx, data); err != nil {
			return nil, r, err
		}
	}
	if r.Done() {
		t.last = r
		close(t.over)
		return t, r, nil
	}
	s.Conn.SetUntil(time.Time{})
	go t.watch()
	return t, r, nil
}

// unsigned reports whether the data ended without close_notify of TLS: an
// attacker on the path may have truncated them. Source: rfc4217 9; rfc8446 6.1.
func (t *transfer) unsigned() bool { return t.raw != nil && t.raw.Ended() }

// errUnsigned is the error for such an end if nothing else shows that the data
// are complete.
var errUnsigned = fmt.Errorf("%w: the connection ended without close_notify of TLS", open.ErrCut)

// watch waits for the final reply. If it is not a 2yz, the rest of the data is
// not waited for.
func (t *transfer) watch() {
	defer close(t.over)
	if t.last, t.err = t.s.Reply(); t.err != nil || !t.last.Done() {
		setUntil(t.data, time.Now().Add(afterLast))
	}
}

// setUntil limits the current read and the next ones.
func setUntil(c *wire.Conn, until time.Time) {
	c.SetUntil(until)
	c.NetConn().SetReadDeadline(until)
}

// finish closes the data connection and checks the final reply: only a 2yz
// means that all data were sent. One server ends a truncated transfer with a
// second 1yz.
// Source: rfc959 5.4.
func (t *transfer) finish() error {
	t.data.Close()
	idle := t.s.Req.Policy.Idle
	setUntil(t.s.Conn, time.Now().Add(idle))
	// The watcher may remove the deadline a moment later.
	late := time.AfterFunc(max(idle, idle+time.Second), func() { t.s.Conn.Close() })
	<-t.over
	late.Stop()
	err := t.finalError()
	switch {
	case t.gone.Swap(true): // Close came first
	case err != nil: // some servers send a second final reply
		t.s.spoilt = true
		t.s.fail(err)
	default:
		t.s.leave()
	}
	return err
}

// finalError returns the error of the transfer according to the final reply.
func (t *transfer) finalError() error {
	switch {
	case errors.Is(t.err, io.EOF):
		return t.fault(fmt.Errorf("%w: the server closed the control connection without a final reply", open.ErrCut))
	case t.err != nil:
		return t.fault(t.err)
	case !t.last.Done():
		return t.s.refusal(t.command, t.last, open.ErrCut)
	}
	return nil
}

// broken returns the error of a data connection that did not end properly: the
// server's reply if it refused, else err. It closes both connections.
func (t *transfer) broken(err error) error {
	select {
	case <-t.over:
		if final := t.finalError(); final != nil && errors.Is(err, os.ErrDeadlineExceeded) {
			err = final
			break
		}
		err = t.fault(err)
	default:
		err = t.fault(err)
	}
	t.Close()
	return err
}

// fault returns an error of the transfer, with its command.
func (t *transfer) fault(err error) error { return fmt.Errorf("ftp: %s: %w", t.command, err) }

// Close aborts the transfer if it is not complete. It closes the data
// connection first, so that the server stops sending, then the control
// connection.
func (t *transfer) Close() error {
	t.data.Close()
	if t.gone.Swap(true) {
		return nil
	}
	t.s.Conn.Close()
	<-t.over
	return nil
}
