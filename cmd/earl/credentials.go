package main

import (
	"context"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
)

// Login returns the login for a server that requests one. It comes from .netrc, or the
// user types it. The user is asked one question at a time.
func (g *getter) Login(ctx context.Context, u earl.URL, l open.Login) (open.Login, error) {
	address, _ := open.HostPort(u)
	typed := strings.EqualFold(address, l.Host) && l.Scheme == u.Scheme()
	if filled, err := g.credentials.Fill(&l, typed); filled || err != nil {
		return l, err
	}
	g.asking.Lock()
	defer g.asking.Unlock()
	return g.ask.Login(ctx, l)
}

// askKey asks whether the key of an unknown host is accepted, one question at a time.
func (g *getter) askKey(ctx context.Context, n known.New) error {
	g.asking.Lock()
	defer g.asking.Unlock()
	return g.ask.Key(ctx, n)
}

// identifies reports whether keys of the user are used for a server: one of a URL that the user
// typed, and not of a link in a page.
func (g *getter) identifies(address string) bool {
	_, typed := g.servers.Load(address)
	return typed
}
