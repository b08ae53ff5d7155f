package earl

// with returns u with one of its parts changed, composed and read again by its
// edition.
func (u URL) with(change func(*Parts)) (URL, error) {
	if u.edition == nil {
		return URL{}, ErrNoEdition
	}
	p := u.Parts()
	change(&p)
	return u.edition.Compose(p)
}

// WithUser returns u with another user, decoded; an absent one takes the
// password with it. The errors are those of [Edition.Compose], here and in the
// other With methods; u stays as it is.
func (u URL) WithUser(user Field) (URL, error) {
	return u.with(func(p *Parts) {
		if p.User = user; !user.Present {
			p.Password = Secret{}
		}
	})
}

// WithPassword returns u with another password.
func (u URL) WithPassword(password Secret) (URL, error) {
	return u.with(func(p *Parts) { p.Password = password })
}

// WithHost returns u with another host, decoded, an IPv6 address in its brackets.
func (u URL) WithHost(host string) (URL, error) {
	return u.with(func(p *Parts) { p.Host = Some(Octets(host)) })
}

// WithPort returns u with another port, or without one. The port is its digits.
func (u URL) WithPort(port Field) (URL, error) { return u.with(func(p *Parts) { p.Port = port }) }

// WithPath returns u with another path, as text, with its leading slash.
func (u URL) WithPath(path string) (URL, error) { return u.with(func(p *Parts) { p.Path = path }) }

// WithQuery returns u with another query, as text without "?", or without one.
func (u URL) WithQuery(query Field) (URL, error) { return u.with(func(p *Parts) { p.Query = query }) }

// WithFragment returns u with another fragment, as text without "#".
func (u URL) WithFragment(fragment string) (URL, error) {
	return u.with(func(p *Parts) { p.Fragment = Some(Octets(fragment)) })
}

// WithoutFragment returns u without its fragment: what is retrieved.
func (u URL) WithoutFragment() URL {
	u.text = u.text[:u.ends[endQuery]]
	return u
}
