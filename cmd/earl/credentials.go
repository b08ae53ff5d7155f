package main

import (
	"context"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// login answers a server that asks for a login: with what .netrc has for it, or
// with what the user types, one question at a time.
func (g *getter) login(ctx context.Context, u earl.URL, l open.Login) (open.Login, error) {
	address, _ := open.HostPort(u)
	typed := strings.EqualFold(address, l.Host) && l.Scheme == u.Scheme()
	if filled, err := g.credentials.Fill(&l, typed); filled || err != nil {
		return l, err
	}
	g.asking.Lock()
	defer g.asking.Unlock()
	return g.ask.Login(ctx, l)
}
