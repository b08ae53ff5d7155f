//go:build !planonly

package secure

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
)

// Config has the settings of TLS. It is another type only in a program that makes plans only.
type Config = tls.Config

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
func Client(ctx context.Context, below net.Conn, config *Config, address string, r *open.Call) (net.Conn, error) {
	return open.OverTLS(below, func(below net.Conn) (net.Conn, error) { return client(ctx, below, config, address, r) })
}

// client is Client on the connection that carries TLS.
func client(ctx context.Context, below net.Conn, config *Config, address string, r *open.Call) (net.Conn, error) {
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
