package site

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// Openers returns openers that open the URLs of the site from the server, and all
// others as the given ones do. The given list is not changed.
func (s *Server) Openers(list []open.Opener) []open.Opener {
	list = slices.Clone(list)
	for i, o := range list {
		if slices.Contains(o.Schemes(), s.base.Scheme()) {
			list[i] = &opener{Opener: o, site: s}
		}
	}
	return list
}

// Holds reports whether a URL is one of the site.
func (s *Server) Holds(u earl.URL) bool { return s.holds(u) }

// An opener opens the URLs of a site from its server.
type opener struct {
	open.Opener
	site  *Server
	local http.Opener
}

// Open opens a URL. The result has the URLs of the site.
func (o *opener) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
	if !o.site.holds(c.URL) {
		return o.Opener.Open(ctx, c)
	}
	call, err := o.site.call(c)
	if err != nil {
		return nil, err
	}
	res, err := o.local.Open(ctx, call)
	if err != nil {
		return nil, err
	}
	m := res.Info()
	m.URL = o.site.public(m.URL)
	if r, ok := res.(*open.Referral); ok {
		for i, to := range r.Targets {
			r.Targets[i] = o.site.public(to)
		}
	}
	return res, nil
}

// Probe reports what is known of a URL.
func (o *opener) Probe(ctx context.Context, c *open.Call) (open.Meta, error) {
	if !o.site.holds(c.URL) {
		if p, ok := o.Opener.(open.Prober); ok {
			return p.Probe(ctx, c)
		}
		return open.Meta{}, nil
	}
	call, err := o.site.call(c)
	if err != nil {
		return open.Meta{}, err
	}
	m, err := o.local.Probe(ctx, call)
	if err == nil {
		m.URL = o.site.public(m.URL)
	}
	return m, err
}

// Close closes the connections that the openers keep.
func (o *opener) Close() error {
	err := o.local.Close()
	if c, ok := o.Opener.(io.Closer); ok {
		err = errors.Join(err, c.Close())
	}
	return err
}

// holds reports whether a URL is one of the site.
func (s *Server) holds(u earl.URL) bool {
	at, err := open.HostPort(u)
	own, _ := open.HostPort(s.base)
	if err != nil || u.Scheme() != s.base.Scheme() || !strings.EqualFold(at, own) {
		return false
	}
	path := u.Path()
	return path == "" || strings.HasPrefix(path, s.base.Path()) || path+"/" == s.base.Path()
}

// call returns a call for the server: by http, with the site's own host.
func (s *Server) call(c *open.Call) (*open.Call, error) {
	u, err := withScheme(c.URL, "http")
	if err != nil {
		return nil, err
	}
	call := *c
	call.URL, call.Dial, call.DialVia, call.Pool = u, s.dial, s.dial, "site"
	return &call, nil
}

// public returns the URL of the site for a URL that was requested from the
// server, and any other unchanged.
func (s *Server) public(u earl.URL) earl.URL {
	if u.Scheme() != "http" {
		return u
	}
	if to, err := withScheme(u, s.base.Scheme()); err == nil && s.holds(to) {
		return to
	}
	return u
}

// withScheme returns a URL with another scheme. The default port of its scheme
// becomes that of the other.
func withScheme(u earl.URL, scheme string) (earl.URL, error) {
	if u.Scheme() == scheme {
		return u, nil
	}
	return u.With(earl.ComponentScheme, earl.Field{Value: earl.Octets(scheme), Present: true})
}
