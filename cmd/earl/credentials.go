package main

import (
	"context"
	"strings"

	"github.com/earl-url/earl/open"
)

// login answers a server that asks for a login: with what .netrc has for it, or
// with what the user types, one question at a time.
func (t *transfer) login(ctx context.Context, l open.Login) (open.Login, error) {
	address, _ := open.HostPort(t.typed)
	typed := strings.EqualFold(address, l.Host) && l.Scheme == t.typed.Scheme()
	if filled, err := t.g.credentials.Fill(&l, typed); filled || err != nil {
		return l, err
	}
	t.g.asking.Lock()
	defer t.g.asking.Unlock()
	return t.g.ask.Login(ctx, l)
}
