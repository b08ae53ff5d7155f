//go:build !planonly

package ftp

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// tlsConfig returns the user's settings, with the host name for the certificate
// and a cache of this session.
func (s *session) tlsConfig() *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.opts.TLS != nil {
		config = s.opts.TLS.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = strings.TrimSuffix(s.hostName(), ".")
	}
	if config.ClientSessionCache == nil {
		config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	}
	return config
}

// handshake starts TLS on a connection and returns the connection below. Bytes
// that arrived before it, and so unprotected, are an error.
func (s *session) handshake(ctx context.Context, c *wire.Conn) (*secure.RawConn, error) {
	var raw *secure.RawConn
	var protected *tls.Conn
	over, err := open.OverTLS(c.NetConn(), func(below net.Conn) (net.Conn, error) {
		raw = &secure.RawConn{Conn: below}
		protected = tls.Client(raw, s.tls.config)
		return protected, raw.SetDeadline(time.Now().Add(s.Req.Policy.Login))
	})
	if err == nil {
		err = c.Upgrade(over)
	}
	if err == nil && protected != nil {
		err = protected.HandshakeContext(ctx)
	}
	switch {
	case err == nil && protected == nil: // a replay, without TLS
		return nil, nil
	case err == nil:
		s.Req.Observer.Secured(secure.Of(protected.ConnectionState()))
		return raw, nil
	case ctx.Err() != nil:
		return nil, s.Prefixed(ctx.Err())
	}
	return nil, fmt.Errorf("ftp: TLS: %w", secure.Failure(err))
}
