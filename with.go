package earl

import "strings"

// with returns u with one of its parts changed, composed and read again by its
// edition; a login that is not changed stays as it is written. An edition that
// rewrites does it by its setter, with value.
func (u URL) with(what component, value string, change func(*Parts)) (URL, error) {
	e := u.edition
	if e == nil {
		return URL{}, ErrNoEdition
	}
	if e.rewriter != nil {
		text, ends, ok := e.rewriter.set(u.text, u.ends, what, value)
		if v := (URL{text, e, ends}); ok && e.addedHolds(v) {
			return v, nil
		}
		return URL{}, e.composeError(Parts{Scheme: u.Scheme()}, ruleWHATWGSet)
	}
	p := u.Parts()
	q := p
	change(&p)
	written := ""
	switch host, _ := u.Host(); {
	case !p.Host.Present, p.Host != q.Host:
	case p.Port == q.Port && p.User == q.User && p.Password.equal(q.Password):
		written = u.text[u.loginStart():u.ends[endPort]]
	case strings.HasPrefix(string(p.Host.Value), "[") && host[0] != '[': // an escaped bracket, which would become a plain one
		return URL{}, e.composeError(p, ruleComposeHost)
	}
	return e.compose(p, written)
}

// WithScheme returns u with another scheme, without its colon. The errors are
// those of [Edition.Compose], here and in the other With methods; u stays as it is.
//
// Under whatwg each of them is the setter of the standard's URL class: the value
// is text, in which a "%" stays what it is, tabs and newlines are taken out but of
// a user and a password, and an empty value means none. Where the setter would
// leave the URL unchanged there is an error. Source: whatwg URL class.
func (u URL) WithScheme(scheme string) (URL, error) {
	return u.with(setScheme, scheme, func(p *Parts) { p.Scheme = scheme })
}

// WithUser returns u with another user, decoded; an absent one takes the
// password with it, but not under whatwg.
func (u URL) WithUser(user Field) (URL, error) {
	return u.with(setUser, string(user.Value), func(p *Parts) {
		if p.User = user; !user.Present {
			p.Password = Secret{}
		}
	})
}

// WithPassword returns u with another password.
func (u URL) WithPassword(password Secret) (URL, error) {
	value, _ := password.Reveal()
	return u.with(setPassword, string(value), func(p *Parts) { p.Password = password })
}

// WithHost returns u with another host, decoded, an IPv6 address in its
// brackets; the port stays. Under whatwg this is the setter of hostname.
func (u URL) WithHost(host string) (URL, error) {
	return u.with(setHostname, host, func(p *Parts) { p.Host = Some(Octets(host)) })
}

// WithHostPort returns u with another host and, behind the last colon that is
// not in brackets, another port; without the colon the port stays. Under whatwg
// this is the setter of host: of what follows the first colon it takes the digits.
func (u URL) WithHostPort(hostport string) (URL, error) {
	return u.with(setHost, hostport, func(p *Parts) {
		host := hostport
		if k := strings.LastIndexByte(host, ':'); k > strings.LastIndexByte(host, ']') {
			p.Port, host = Some(Octets(host[k+1:])), host[:k]
		}
		p.Host = Some(Octets(host))
	})
}

// WithPort returns u with another port, or without one. The port is its digits.
func (u URL) WithPort(port Field) (URL, error) {
	return u.with(setPort, string(port.Value), func(p *Parts) { p.Port = port })
}

// WithPath returns u with another path, as text, with its leading slash.
func (u URL) WithPath(path string) (URL, error) {
	return u.with(setPath, path, func(p *Parts) { p.Path = path })
}

// WithQuery returns u with another query, as text without "?", or without one.
// Under whatwg one leading "?" is left out, so that "?" alone is an empty query.
func (u URL) WithQuery(query Field) (URL, error) {
	return u.with(setQuery, string(query.Value), func(p *Parts) { p.Query = query })
}

// WithFragment returns u with another fragment, as text without "#". Under
// whatwg one leading "#" is left out, and "" takes the fragment away.
func (u URL) WithFragment(fragment string) (URL, error) {
	return u.with(setFragment, fragment, func(p *Parts) { p.Fragment = Some(Octets(fragment)) })
}

// WithoutFragment returns u without its fragment: what is retrieved.
func (u URL) WithoutFragment() URL {
	u.text = u.text[:u.ends[endQuery]]
	return u
}
