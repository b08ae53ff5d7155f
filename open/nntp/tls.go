package nntp

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// wantsTLS reports whether the connection still needs TLS.
func (s *session) wantsTLS() bool { return s.opts.Security == SecurityExplicit && !s.tls }

// startTLS protects the connection, before any command but MODE READER. It
// never returns to an unprotected one. Source: rfc4642 2.2.
func (s *session) startTLS(ctx context.Context) error {
	offered, err := s.offers("STARTTLS")
	if err != nil {
		return err
	}
	refused := &open.ReplyError{Protocol: s.Protocol, Command: "CAPABILITIES", Code: 101, Text: "no STARTTLS among them", Kind: open.ErrConnect}
	if offered {
		r, err := s.Do("STARTTLS")
		if err != nil {
			return err
		}
		if r.Code == 382 {
			return s.upgrade(ctx)
		}
		refused = s.refusal("STARTTLS", r, open.ErrConnect)
	}
	refused.Hint = "nntp.Options.Security requires TLS, and the server does not offer it; nothing more was sent"
	return refused
}

// maxCapabilities limits the lines of a reply to CAPABILITIES. Servers have
// about twenty.
const maxCapabilities = 200

// offers reports whether a server has a capability. If the server cannot report
// it, offers returns true, and the command is tried. Source: rfc3977 5.2.
func (s *session) offers(label string) (bool, error) {
	r, err := s.Do("CAPABILITIES")
	if err != nil || r.Code != 101 {
		return true, err
	}
	found := false
	for range maxCapabilities {
		line, ok, err := s.Next(wire.Limit{Octets: s.Req.Policy.ReplyLine, Setting: "Policy.ReplyLine"})
		if err != nil {
			return false, s.Broken("CAPABILITIES", err)
		}
		if !ok {
			return found, nil
		}
		s.Trace('S', s.Hide(string(line)))
		word, _, _ := strings.Cut(string(line), " ")
		found = found || strings.EqualFold(word, label)
	}
	return false, s.Broken("CAPABILITIES", fmt.Errorf("%w: more than %d lines", open.ErrProtocol, maxCapabilities))
}

// upgrade starts TLS on the connection. Bytes that arrived before it, and so
// unprotected, are an error.
func (s *session) upgrade(ctx context.Context) error {
	over, err := secure.Client(ctx, s.Conn.NetConn(), s.opts.TLS, s.server.address, s.Req)
	if err != nil {
		return s.Prefixed(err)
	}
	if err := s.Conn.Upgrade(over); err != nil {
		return s.Broken("STARTTLS", err)
	}
	s.tls = true
	return nil
}
