package telnet_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/telnet"
)

// fakeConn is a connection to a server that sends in, in pieces, and closes. It
// keeps what it receives.
type fakeConn struct {
	in   io.Reader
	size int

	closed atomic.Bool
	mu     sync.Mutex
	out    bytes.Buffer
}

func (c *fakeConn) Read(p []byte) (int, error) { return c.in.Read(p[:min(len(p), c.size)]) }

func (c *fakeConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.Write(p)
}

func (c *fakeConn) Close() error                     { c.closed.Store(true); return nil }
func (c *fakeConn) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (c *fakeConn) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (c *fakeConn) SetDeadline(time.Time) error      { return nil }
func (c *fakeConn) SetReadDeadline(time.Time) error  { return nil }
func (c *fakeConn) SetWriteDeadline(time.Time) error { return nil }

// network returns options in which every host is connected to conn.
func network(o open.Options, conn net.Conn) open.Options {
	o.LookupNetIP = func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
	}
	o.DialContext = func(context.Context, string, string) (net.Conn, error) { return conn, nil }
	return o
}

// connect opens a session over a connection.
func connect(t testing.TB, conn net.Conn, o open.Options, options telnet.Options) *open.Session {
	t.Helper()
	session, err := openSession(t.Context(), open.New(network(o, conn), telnet.Opener{Options: options}), "telnet://host.example/")
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// hear reads a session with a server that sends text in pieces of a size, and
// returns the shown text, the sent bytes, and the error.
func hear(t testing.TB, text string, size int, p open.Policy, options telnet.Options) (shown, sent string, err error) {
	t.Helper()
	conn := &fakeConn{in: strings.NewReader(text), size: size}
	session := connect(t, conn, open.Options{Policy: p}, options)
	b, err := io.ReadAll(session.Conn)
	session.Conn.Close()
	return string(b), conn.out.String(), err
}
