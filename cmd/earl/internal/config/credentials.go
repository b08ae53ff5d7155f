package config

import (
	"errors"
	"io/fs"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Credentials are the logins of .netrc and of the file's sections for hosts.
// .netrc is read when the first login is needed. Credentials are safe for
// concurrent use.
type Credentials struct {
	settings *Settings
	warn     func(text string)
	once     sync.Once
	logins   netrc
	err      error
}

// Credentials returns the credentials of the settings. It calls warn at most once, if
// other users can read .netrc.
func (s *Settings) Credentials(warn func(text string)) *Credentials {
	return &Credentials{settings: s, warn: warn}
}

// read returns the logins of .netrc.
func (c *Credentials) read() (netrc, error) {
	c.once.Do(func() {
		path, warning := c.settings.options.NetrcFile, ""
		required := path != ""
		if !required {
			path, c.err = netrcPath()
		}
		if c.err == nil {
			c.logins, warning, c.err = readNetrc(path)
		}
		if c.err != nil && !required && errors.Is(c.err, fs.ErrNotExist) {
			c.err = nil
		}
		if warning != "" {
			c.warn(warning)
		}
	})
	if c.err != nil {
		return nil, errorf("netrc: %w", c.err)
	}
	return c.logins, nil
}

// find returns the entry of .netrc for an address "host:port", if .netrc may be
// used for it.
func (c *Credentials) find(address string, user earl.Field, typed bool) (netrcEntry, bool, error) {
	if !c.settings.useNetrc(address) {
		return netrcEntry{}, false, nil
	}
	logins, err := c.read()
	if err != nil {
		return netrcEntry{}, false, err
	}
	host, _, _ := net.SplitHostPort(address)
	e, ok := logins.login(host, user, typed)
	return e, ok, nil
}

// loginFirst are the schemes in which the client sends a user before the server requests one.
var loginFirst = [...]string{"ftp", "ftps", "sftp"}

// WithLogin returns a URL of the user with its configured login. It changes only URLs in which the
// client sends a user first: without one, that of ftp would be anonymous, and sftp would have to
// ask. It keeps the login in the URL.
func (c *Credentials) WithLogin(u earl.URL) (earl.URL, error) {
	if _, ok := u.User(); !ok && c.settings.options.Login != "" {
		return c.withFlag(u)
	}
	address, err := open.HostPort(u)
	if err != nil || !slices.Contains(loginFirst[:], u.Scheme()) {
		return u, nil
	}
	if _, ok := u.Password(); ok {
		return u, nil
	}
	user := u.Parts().User
	if name := c.settings.host(address).user; name != "" && !user.Present {
		user = earl.Some(earl.Octets(name))
		if u, err = u.With(earl.ComponentUser, user); err != nil {
			return u, err
		}
	}
	e, ok, err := c.find(address, user, true)
	if err != nil || !ok {
		return u, err
	}
	if !user.Present && e.login.Present {
		if u, err = u.With(earl.ComponentUser, e.login); err != nil {
			return u, err
		}
	}
	if password, has := e.password.Reveal(); has && (user.Present || e.login.Present) {
		return u.With(earl.ComponentPassword, earl.Some(password))
	}
	return u, nil
}

// withFlag returns a URL with the login of the command line. A URL whose scheme or edition
// has no login stays unchanged; Fill adds the login if the server requests one.
func (c *Credentials) withFlag(u earl.URL) (earl.URL, error) {
	name, password, given := strings.Cut(c.settings.options.Login, ":")
	if u.Designates() == earl.LocalFile {
		return u, nil
	}
	with, err := u.With(earl.ComponentUser, earl.Some(earl.Octets(name)))
	if err == nil && given {
		with, err = with.With(earl.ComponentPassword, earl.Some(earl.Octets(password)))
	}
	if err != nil {
		return u, nil
	}
	return with, nil
}

// Fill adds values from the flags and from .netrc to a login that a server requests. It
// reports whether it added a password or an account. typed means that the address is from
// the user; only then "default" of .netrc is used.
func (c *Credentials) Fill(l *open.Login, typed bool) (bool, error) {
	if name, password, given := strings.Cut(c.settings.options.Login, ":"); typed && given && !l.User.Present {
		l.User, l.Password = earl.Some(earl.Octets(name)), earl.NewSecret(earl.Octets(password))
		return true, nil
	}
	e, ok, err := c.find(l.Host, l.User, typed)
	return ok && e.fill(l), err
}
