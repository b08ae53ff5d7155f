package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// A keyring has the logins of netrc, which is read once, if at all.
type keyring struct {
	path   string
	named  bool // by --netrc-file: it must be there
	warn   func(format string, args ...any)
	once   sync.Once
	logins netrc
	err    error
}

// read returns the logins.
func (k *keyring) read() (netrc, error) {
	k.once.Do(func() {
		path, warning := k.path, ""
		if path == "" {
			path, k.err = netrcPath()
		}
		if k.err == nil {
			k.logins, warning, k.err = readNetrc(path)
		}
		if k.err != nil && !k.named && errors.Is(k.err, fs.ErrNotExist) {
			k.err = nil
		}
		if warning != "" {
			k.warn("%s", warning)
		}
	})
	if k.err != nil {
		return nil, usagef("netrc: %w", k.err)
	}
	return k.logins, nil
}

// known returns the login that netrc has for an address "host:port", if it may
// be asked for it.
func (g *getter) known(address string, user earl.Field, typed bool) (netrcEntry, bool, error) {
	if !g.settings.useNetrc(address) {
		return netrcEntry{}, false, nil
	}
	logins, err := g.keys.read()
	if err != nil {
		return netrcEntry{}, false, err
	}
	host, _, _ := net.SplitHostPort(address)
	e, ok := logins.login(host, user, typed)
	return e, ok, nil
}

// dressed returns a URL of the command line with the login that the
// configuration and netrc have for it, where the protocol sends one unasked:
// without a login ftp would be anonymous. What the URL says is not replaced.
func (g *getter) dressed(u earl.URL) (earl.URL, error) {
	address, err := open.HostPort(u)
	if err != nil || u.Scheme() != "ftp" && u.Scheme() != "ftps" {
		return u, nil
	}
	if _, ok := u.Password(); ok {
		return u, nil
	}
	user := u.Parts().User
	if name := g.settings.host(address).user; name != "" && !user.Present {
		user = earl.Some(earl.Octets(name))
		if u, err = u.WithUser(user); err != nil {
			return u, err
		}
	}
	e, ok, err := g.known(address, user, true)
	if err != nil || !ok {
		return u, err
	}
	if !user.Present && e.login.Present {
		if u, err = u.WithUser(e.login); err != nil {
			return u, err
		}
	}
	if _, has := e.password.Reveal(); has && (user.Present || e.login.Present) {
		return u.WithPassword(e.password)
	}
	return u, nil
}

// login gives a server that asks what netrc has for it, and asks the person for
// the rest, one question at a time.
func (t *transfer) login(ctx context.Context, l open.Login) (open.Login, error) {
	typed, _ := open.HostPort(t.typed)
	e, ok, err := t.g.known(l.Host, l.User, strings.EqualFold(typed, l.Host) && l.Scheme == t.typed.Scheme())
	if err != nil {
		return l, err
	}
	if ok && e.fill(&l) {
		return l, nil
	}
	t.g.asking.Lock()
	defer t.g.asking.Unlock()
	return t.g.ask.login(ctx, l)
}
