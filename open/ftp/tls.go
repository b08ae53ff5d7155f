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
// and in them the cache by which a data connection resumes the control
// connection's session, as many servers demand. Source: rfc4217 10.
type tlsState struct{ config *tls.Config }

// startTLS protects the control connection. There is no way back to an
// unprotected one. Source: rfc4217 4.
func (s *session) startTLS(ctx context.Context) error {
	r, err := s.do("AUTH TLS")
	if err != nil {
		return err
	}
	if r.Code != 234 {
		refused := s.refusal("AUTH TLS", r, open.ErrConnect)
		refused.(*Error).hint = "the server does not offer the TLS that ftp.Options.Security demands; nothing more was sent"
		return refused
	}
	return s.protect(ctx)
}

// protect puts TLS over the control connection; an ftps URL has it from the
// first octet on.
func (s *session) protect(ctx context.Context) error {
	s.tls = &tlsState{s.tlsConfig()}
	_, err := s.handshake(ctx, s.Conn)
	return err
}

// tlsConfig returns the person's settings, with the host's name to judge the
// certificate by and a cache of this session's own.
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

// rawConn is the connection below TLS. It sees an end that TLS did not announce,
// which crypto/tls takes for a good one if it falls between two records.
type rawConn struct {
	net.Conn
	ended atomic.Bool
}

// Read reads octets of TLS.
func (c *rawConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF {
		c.ended.Store(true)
	}
	return n, err
}

// handshake puts TLS over a connection, and returns what is below. Octets that
// came before it, and so unprotected, are an error.
func (s *session) handshake(ctx context.Context, c *wire.Conn) (*rawConn, error) {
	raw := &rawConn{Conn: c.NetConn()}
	err := raw.SetDeadline(time.Now().Add(s.Req.Policy.Login))
	protected := tls.Client(raw, s.tls.config)
	if err == nil {
		err = c.Upgrade(protected)
	}
	if err == nil {
		err = protected.HandshakeContext(ctx)
	}
	switch {
	case err == nil:
		s.Req.Observer.Secured(secure.Of(protected.ConnectionState()))
		return raw, nil
	case ctx.Err() != nil:
		return nil, prefixed(ctx.Err())
	}
	return nil, fmt.Errorf("ftp: TLS: %w", secure.Failure(err))
}

// protectData has the data connections protected too. Source: rfc4217 9.
func (s *session) protectData() error {
	if _, err := s.must("PBSZ", "0"); err != nil {
		return err
	}
	_, err := s.must("PROT", "P")
	return err
}
