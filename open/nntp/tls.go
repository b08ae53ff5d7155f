package nntp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/earl-url/earl/open"
)

// wantsTLS reports whether the connection is still to be protected.
func (s *session) wantsTLS() bool { return s.opts.Security == SecurityExplicit && !s.tls }

// startTLS protects the connection, before anything but MODE READER is asked.
// There is no way back to an unprotected one. Source: rfc4642 2.2.
func (s *session) startTLS(ctx context.Context) error {
	offered, err := s.offers("STARTTLS")
	if err != nil {
		return err
	}
	refused := &Error{Command: "CAPABILITIES", Code: 101, Text: "no STARTTLS among them", kind: open.ErrConnect}
	if offered {
		r, err := s.do("STARTTLS")
		if err != nil {
			return err
		}
		if r.code == 382 {
			return s.upgrade(ctx)
		}
		refused = s.refusal("STARTTLS", r, open.ErrConnect).(*Error)
	}
	refused.hint = "the server does not offer the TLS that nntp.Options.Security demands; nothing more was sent"
	return refused
}

// maxCapabilities bounds the lines of a reply to CAPABILITIES, of which servers
// have some twenty.
const maxCapabilities = 200

// offers reports whether a server has a capability. One that cannot tell is
// taken at its word when it is tried. Source: rfc3977 5.2.
func (s *session) offers(label string) (bool, error) {
	r, err := s.do("CAPABILITIES")
	if err != nil || r.code != 101 {
		return true, err
	}
	found := false
	for range maxCapabilities {
		line, ok, err := s.next(limit{s.req.Policy.ReplyLine, "ReplyLine"})
		if err != nil {
			return false, s.broken("CAPABILITIES", err)
		}
		if !ok {
			return found, nil
		}
		s.trace('S', s.hide(string(line)))
		word, _, _ := strings.Cut(string(line), " ")
		found = found || strings.EqualFold(word, label)
	}
	return false, s.broken("CAPABILITIES", fmt.Errorf("%w: more than %d lines", open.ErrProtocol, maxCapabilities))
}

// upgrade puts TLS over the connection. Octets that came before it, and so
// unprotected, are an error.
func (s *session) upgrade(ctx context.Context) error {
	over, err := s.protect(ctx, s.conn.NetConn())
	if err != nil {
		return err
	}
	if err := s.conn.Upgrade(over); err != nil {
		return s.broken("STARTTLS", err)
	}
	s.tls = true
	return nil
}

// protect begins TLS on a connection, within Policy.Login. It closes the
// connection if that fails.
func (s *session) protect(ctx context.Context, conn net.Conn) (net.Conn, error) {
	config := s.opts.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if config.ServerName == "" {
		config.ServerName = s.server.host()
	}
	limited, cancel := context.WithTimeout(ctx, s.req.Policy.Login)
	defer cancel()
	over := tls.Client(conn, config)
	err := over.HandshakeContext(limited)
	switch {
	case err == nil:
		return over, nil
	case ctx.Err() != nil:
		err = prefixed(ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("nntp: %w: TLS not within %v (Policy.Login): %w", open.ErrConnect, s.req.Policy.Login, err)
	default:
		err = fmt.Errorf("nntp: TLS: %w: %w", open.ErrConnect, err)
	}
	conn.Close()
	return nil, err
}
