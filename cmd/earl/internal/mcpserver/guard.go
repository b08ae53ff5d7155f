package mcpserver

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/guard"
	"github.com/earl-url/earl/open"
)

// guardName is one part of the guard, which tests turn off to show that it is needed.
type guardName string

const (
	guardText    guardName = "text"    // programs read the same server in the text, and it has no login
	guardSchemes guardName = "schemes" // only schemes of the list
	guardSpecial guardName = "special" // no special address, unless AllowNet contains it
)

// schemes are the schemes that are opened: those of public servers that need no login. The
// others open files of this machine, a session or a mailbox, or log in with an identity of the
// user. A new scheme is not opened until it is in this list.
var schemes = []string{
	"http", "https", "ftp", "ftps", "gopher", "gophers", "gemini", "finger", "wais", "nntp", "nntps", "news", "prospero",
	"dict", "whois", "ldap", "ldaps", "mailto",
}

// newPolicy returns the policy of every request.
func (s *Server) newPolicy() open.Policy {
	p := open.Policy{
		Schemes:  schemes,
		Special:  open.SpecialDeny,
		AllowNet: s.o.AllowNet,
		MaxSize:  s.o.MaxSize,
		Entries:  maxEntries,
	}
	switch s.o.off {
	case guardSchemes:
		p.Schemes = nil
	case guardSpecial:
		p.Special = open.SpecialTyped
	}
	return p
}

// checkURL is the guard on every URL that the client opens, probes or plans. It checks
// what package open does not: how programs read the URL, and its login.
func (s *Server) checkURL(u earl.URL) error {
	if s.o.off == guardText {
		return nil
	}
	_, err := guard.Options{}.Agreed(u.WithoutFragment().String())
	return refusalOf(u, err)
}

// read returns the URL in a text of the caller. The client checks the URL again, but only
// the text shows what another program would have read.
func (s *Server) read(text string) (earl.URL, error) {
	if len(text) > maxURL {
		return earl.URL{}, fmt.Errorf("%w: the URL has more than %d bytes", errInput, maxURL)
	}
	if s.o.off == guardText {
		return earl.Auto.Parse(text)
	}
	u, err := guard.Options{}.Agreed(text)
	if err != nil {
		return earl.URL{}, refusalOf(earl.URL{}, err)
	}
	return u, nil
}

// refusalOf returns the error of a guard of package guard as that of package open, so
// that there is one type of refusal.
func refusalOf(u earl.URL, err error) error {
	var e *guard.Error
	if !errors.As(err, &e) {
		return err
	}
	return &open.Refusal{Name: e.Guard, URL: u, Reason: e.Reason, Section: e.Section}
}

// follow opens a URL and follows its redirects, each within the limits of its server.
func (s *Server) follow(ctx context.Context, u earl.URL) (open.Resource, error) {
	r := &open.Request{URL: u, Policy: &s.policy, Accept: accepted, Coding: "identity"}
	return s.client.FollowFunc(ctx, r, func(ctx context.Context, r *open.Request, _ *open.Referral) (open.Resource, error) {
		server, err := open.HostPort(r.URL)
		if err != nil {
			server = r.URL.Scheme() // Do refuses the URL, or it has no server
		}
		release, err := s.limits.Acquire(ctx, server)
		if err != nil {
			return nil, err
		}
		defer release()
		return s.client.Do(ctx, r)
	})
}
