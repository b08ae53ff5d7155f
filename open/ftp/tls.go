package ftp

import (
	"context"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
)

// tlsState is what the connections of a protected session share: the settings,
// with a cache. A data connection uses the cache to resume the TLS session of
// the control connection, as many servers require. Source: rfc4217 10.
type tlsState struct{ config *secure.Config }

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
		refused.Hint = "ftp.Options.Security requires TLS, and the server does not offer it; nothing more was sent"
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

// protectData protects the data connections too. Source: rfc4217 9.
func (s *session) protectData() error {
	if _, err := s.must("PBSZ", "0"); err != nil {
		return err
	}
	_, err := s.must("PROT", "P")
	return err
}
