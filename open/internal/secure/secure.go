// Package secure starts TLS on connections of line-based protocols. It is
// separate from package wire so that an opener without TLS does not link it.
//
// It follows rfc8446 through crypto/tls, with the settings of the user.
package secure

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/earl-url/earl/open"
)

// ErrNoEnd means that a connection ended without TLS's close_notify: an
// attacker on the path may have truncated it. It is an [open.ErrCut]. Source:
// rfc8446 6.1.
var ErrNoEnd = fmt.Errorf("%w: the connection ended without close_notify of TLS", open.ErrCut)

// RawConn is the connection below TLS. It detects an end without close_notify,
// which crypto/tls accepts between two records.
type RawConn struct {
	net.Conn
	ended atomic.Bool
}

// Read reads bytes of TLS.
func (c *RawConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF {
		c.ended.Store(true)
	}
	return n, err
}

// Ended reports whether the server closed the connection. After a Read of TLS
// that returned io.EOF this means that close_notify is missing.
func (c *RawConn) Ended() bool { return c.ended.Load() }

// Dial connects to an address. tls means that TLS starts at once.
func Dial(ctx context.Context, dial func(ctx context.Context, network, address string) (net.Conn, error), address string, tls bool, config *Config, c *open.Call) (net.Conn, error) {
	conn, err := dial(ctx, "tcp", address)
	if err != nil || !tls {
		return conn, err
	}
	return Client(ctx, conn, config, address, c)
}
