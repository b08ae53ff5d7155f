package ftp

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// tlsState is what the connections of a protected session share: the settings,
// with a cache. A data connection uses the cache to resume the TLS session of
// the control connection, as many servers require. Source: rfc4217 10.
type tlsState struct{ config *tls.Config }

// startTLS protects the control connection. It never returns to an unprotected
// one.
// Source: rfc4217 4.
func (s *session) startTLS(ctx context.Context) error {
	r, err := s.do("AUTH TLS")
	if err != nil {
		return err
	}
	if r.Code != 234 {
		refused := s.refusal("AUTH TLS", r, open.ErrConnect)
		refused.(*Error).hint = "ftp.Options.Security requires TLS, and the server does not offer it; nothing more was sent"
		return refused
	}
	return s.protect(ctx)
}

// protect starts TLS on the control connection. On an ftps URL this comes
// before the first byte.
func (s *session) protect(ctx context.Context) error {
	s.tls = &tlsState{s.tlsConfig()}
	_, err := s.handshake(ctx, s.Conn)
	return err
}

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

// rawConn is the connection below TLS. It detects an end without close_notify,
// which crypto/tls accepts between two records.
type rawConn struct {
	net.Conn
	ended atomic.Bool
}

// Read reads bytes of TLS.
func (c *rawConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF {
		c.ended.Store(true)
	}
	return n, err
}

// handshake starts TLS on a connection and returns the connection below. Bytes
// that arrived before it, and so unprotected, are an error.
func (s *session) handshake(ctx context.Context, c *wire.Conn) (*rawConn, error) {
	var raw *rawConn
	var protected *tls.Conn
	over, err := open.OverTLS(c.NetConn(), func(below net.Conn) (net.Conn, error) {
		raw = &rawConn{Conn: below}
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
		return nil, prefixed(ctx.Err())
	}
	return nil, fmt.Errorf("ftp: TLS: %w", secure.Failure(err))
}

// protectData protects the data connections too. Source: rfc4217 9.
func (s *session) protectData() error {
	if _, err := s.must("PBSZ", "0"); err != nil {
		return err
	}
	_, err := s.must("PROT", "P")
	return err
}
