// Package secure starts TLS on connections of line-based protocols. It is
// separate from package wire so that an opener without TLS does not link it.
//
// It follows rfc8446 through crypto/tls, with the settings of the user.
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

// conn is a TLS connection that returns [ErrNoEnd] if close_notify is missing.
type conn struct {
	*tls.Conn
	raw *RawConn
}

// Read reads what the server sends.
func (c conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF && c.raw.Ended() {
		err = ErrNoEnd
	}
	return n, err
}

// Client starts TLS on below, to the server at address, "host:port", within
// Policy.Login of r. It does not change config. With a nil config, the system's
// authorities verify the certificate. Without a ServerName, the certificate
// must match the host of address.
//
// A Read of the returned connection ends in [ErrNoEnd] if close_notify is
// missing. The error is that of ctx if it has ended, else an [open.ErrConnect],
// which wraps context.DeadlineExceeded after a timeout. After an error below is
// closed.
func Client(ctx context.Context, below net.Conn, config *tls.Config, address string, r *open.Call) (net.Conn, error) {
	return open.OverTLS(below, func(below net.Conn) (net.Conn, error) { return client(ctx, below, config, address, r) })
}

// client is Client on the connection that carries TLS.
func client(ctx context.Context, below net.Conn, config *tls.Config, address string, r *open.Call) (net.Conn, error) {
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

// Failure returns the [open.ErrConnect] of a failed handshake. If the
// certificate was refused, [open.Retryable] reports that another attempt does
// not help.
func Failure(err error) error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return &certificateError{err}
	}
	return fmt.Errorf("%w: %w", open.ErrConnect, err)
}

// certificateError is the ErrConnect for a refused certificate.
type certificateError struct{ err error }

func (e *certificateError) Error() string                { return open.ErrConnect.Error() + ": " + e.err.Error() }
func (e *certificateError) Unwrap() []error              { return []error{open.ErrConnect, e.err} }
func (e *certificateError) Retry() (time.Duration, bool) { return 0, false }
