package earl

import "strings"

// with returns u with one of its parts changed: it is composed and parsed again
// by its edition. A login that does not change is not rewritten. An edition
// that rewrites URLs uses its setter, with value.
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
	case strings.HasPrefix(string(p.Host.Value), "[") && host[0] != '[': // an escaped bracket, which would become an unescaped one
		return URL{}, e.composeError(p, ruleComposeHost)
	}
	return e.compose(p, written)
}

// With returns a copy of u with another value of one component; an absent value
// removes the component. The errors are those of [Edition.Compose].
//
// The value of a user, a password or a host is decoded; an IPv6 address is in
// brackets. A scheme is without its colon, and a port is its digits. The values
// of other components are text with escapes, without "?" or "#"; a path has its
// leading slash. Removing the user also removes the password.
//
// Under whatwg With works like the setter of the standard's URL class, for the
// host like that of hostname. Every value is text: a "%" is not escaped, tabs
// and newlines are removed except from a user and a password, and an empty
// value removes the component. A leading "?" of a query and a leading "#" of a
// fragment is left out. Removing the user keeps the password. If the setter
// would leave the URL unchanged, With returns an error. Source: rfc1738 2.2,
// 3.1; whatwg URL class.
func (u URL) With(c Component, value Field) (URL, error) {
	text := string(value.Value)
	switch c {
	case ComponentScheme:
		return u.with(setScheme, text, func(p *Parts) { p.Scheme = text })
	case ComponentUser:
		return u.with(setUser, text, func(p *Parts) {
			if p.User = value; !value.Present {
				p.Password = Secret{}
			}
		})
	case ComponentPassword:
		return u.with(setPassword, text, func(p *Parts) {
			if p.Password = (Secret{}); value.Present {
				p.Password = NewSecret(value.Value)
			}
		})
	case ComponentHost:
		return u.with(setHostname, text, func(p *Parts) { p.Host = value })
	case ComponentPort:
		return u.with(setPort, text, func(p *Parts) { p.Port = value })
	case ComponentPath:
		return u.with(setPath, text, func(p *Parts) { p.Path = text })
	case ComponentParams:
		return u.with(setNothing, text, func(p *Parts) { p.Params = value })
	case ComponentQuery:
		return u.with(setQuery, text, func(p *Parts) { p.Query = value })
	case ComponentFragment:
		return u.with(setFragment, text, func(p *Parts) { p.Fragment = value })
	}
	return URL{}, u.edition.composeError(Parts{Scheme: u.Scheme()}, ruleComposePart)
}

// WithoutFragment returns u without its fragment: the URL that is retrieved.
func (u URL) WithoutFragment() URL {
	u.text = u.text[:u.ends[endQuery]]
	return u
}
