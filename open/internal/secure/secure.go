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
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
)

// Client begins TLS on conn, to the server at address, "host:port", within
// Policy.Login. config is not changed; nil: the certificate is judged by the
// system's authorities, and without a ServerName by the host of address.
//
// Errors: that of ctx when it has ended, else an [open.ErrConnect], with
// context.DeadlineExceeded inside where the time ran out. Then conn is closed.
func Client(ctx context.Context, conn net.Conn, config *tls.Config, address string, p *open.Policy) (net.Conn, error) {
	if config = config.Clone(); config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		host, _, _ := net.SplitHostPort(address)
		config.ServerName = strings.TrimSuffix(host, ".")
	}
	limited, cancel := context.WithTimeout(ctx, p.Login)
	defer cancel()
	over := tls.Client(conn, config)
	err := over.HandshakeContext(limited)
	switch {
	case err == nil:
		return over, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("%w: TLS not within %v (Policy.Login): %w", open.ErrConnect, p.Login, err)
	default:
		err = fmt.Errorf("TLS: %w", Failure(err))
	}
	conn.Close()
	return nil, err
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
