// Package secure begins TLS on connections of line-based protocols. It stands
// apart from package wire so that an opener without TLS does not link it.
//
// It follows rfc8446 by way of crypto/tls, whose settings the person gives.
package secure

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/open"
)

// ErrNoEnd is the end of a connection without TLS's close_notify: someone on the
// way may have cut it. It is an [open.ErrCut]. Source: rfc8446 6.1.
var ErrNoEnd = fmt.Errorf("%w: the connection ended without close_notify of TLS", open.ErrCut)

// RawConn is the connection below TLS. It sees an end that TLS did not announce.
// crypto/tls takes such an end for a good one if it falls between two records.
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

// Ended reports whether the peer closed the connection. After a Read of TLS that
// returned io.EOF this means that close_notify is missing.
func (c *RawConn) Ended() bool { return c.ended.Load() }

// conn is a connection whose end without close_notify is [ErrNoEnd].
type conn struct {
	*tls.Conn
	raw *RawConn
}

// Read reads what the peer sends.
func (c conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF && c.raw.Ended() {
		err = ErrNoEnd
	}
	return n, err
}

// Client begins TLS on below, to the server at address, "host:port", within
// Policy.Login of r. config is not changed; nil: the certificate is judged by the
// system's authorities, and without a ServerName by the host of address.
//
// A Read of the connection that is returned ends in [ErrNoEnd] if close_notify
// is missing. Errors: that of ctx when it has ended, else an [open.ErrConnect], with
// context.DeadlineExceeded inside where the time ran out. Then below is closed.
func Client(ctx context.Context, below net.Conn, config *tls.Config, address string, r *open.Call) (net.Conn, error) {
	if config = config.Clone(); config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		host, _, _ := net.SplitHostPort(address)
		config.ServerName = strings.TrimSuffix(host, ".")
	}
	limited, cancel := context.WithTimeout(ctx, r.Policy.Login)
	defer cancel()
	raw := &RawConn{Conn: below}
	over := tls.Client(raw, config)
	err := over.HandshakeContext(limited)
	switch {
	case err == nil:
		r.Observer.Secured(Of(over.ConnectionState()))
		return conn{over, raw}, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		err = &open.LimitError{Setting: "Policy.Login", Err: fmt.Errorf("%w: TLS not within %v: %w", open.ErrConnect, r.Policy.Login, err)}
	default:
		err = fmt.Errorf("TLS: %w", Failure(err))
	}
	below.Close()
	return nil, err
}

// Of returns what a program shows of the TLS of a connection.
func Of(state tls.ConnectionState) open.Security {
	s := open.Security{Version: tls.VersionName(state.Version)}
	if len(state.PeerCertificates) > 0 {
		s.Subject = state.PeerCertificates[0].Subject.String()
	}
	return s
}

// Failure returns the [open.ErrConnect] of a handshake that failed. Of a
// certificate that was refused [open.Retryable] says that it stays so.
func Failure(err error) error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return &certificateError{err}
	}
	return fmt.Errorf("%w: %w", open.ErrConnect, err)
}

// certificateError is the ErrConnect of a certificate that was refused.
type certificateError struct{ err error }

func (e *certificateError) Error() string                { return open.ErrConnect.Error() + ": " + e.err.Error() }
func (e *certificateError) Unwrap() []error              { return []error{open.ErrConnect, e.err} }
func (e *certificateError) Retry() (time.Duration, bool) { return 0, false }
