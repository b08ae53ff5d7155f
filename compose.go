package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Parts are the components of a URL, for [Edition.Compose]. User, password and
// host are decoded. Path, params, query and fragment are text with their
// escapes, because decoding them would make an escaped delimiter look like a
// delimiter. A scheme is required. Source: rfc1738 2.2, 3.1.
type Parts struct {
	Scheme   string
	User     Field
	Password Secret
	Host     Field // absent: no "//"; an IPv6 address is in brackets
	Port     Field
	Path     string // with its leading slash
	Params   Field
	Query    Field
	Fragment Field
}

// Parts returns the components of u. [Edition.Compose] makes u from them again,
// except for unnecessary escapes in its user, password and host.
func (u URL) Parts() Parts {
	p := Parts{Scheme: u.text[:u.ends[endScheme]], Path: u.Path()}
	if user, ok := u.User(); ok {
		p.User = Some(Unescape(user))
	}
	if password, ok := u.Password(); ok {
		p.Password = NewSecret(Unescape(password))
	}
	if host, ok := u.Host(); ok {
		p.Host = Some(Unescape(host))
	}
	p.Port, p.Params = textField(u.Port()), textField(u.Params())
	p.Query, p.Fragment = textField(u.Query()), textField(u.Fragment())
	return p
}

// textField makes a Field of text that is not decoded.
func textField(text string, ok bool) Field { return Field{Octets(text), ok} }

// Compose returns the URL with the parts p. It escapes the bytes that a
// component cannot contain, and the delimiters that would end the component, so
// that the URL has the same parts. The error is a *ParseError if escapes do not
// help: a password without a user, a host that the edition cannot write, or a
// part that the edition does not have in URLs of this scheme. Source: rfc1738
// 2.2, 3.1.
func (e *Edition) Compose(p Parts) (URL, error) { return e.writer().compose(p, "") }

// compose is Compose with the login already written, or "" to write that of p.
func (e *Edition) compose(p Parts, written string) (URL, error) {
	if r := p.misfit(); r != "" {
		return URL{}, e.composeError(p, r)
	}
	b := append(append(make([]byte, 0, 64), p.Scheme...), ':')
	f := e.form(p.Scheme)
	if !p.Host.Present {
		f = f.of(p.Path)
	}
	switch {
	case written != "":
		b = append(append(b, "//"...), written...)
	case p.Host.Present:
		b = e.appendLogin(append(b, "//"...), f, p)
	}
	path := len(b)
	b = e.appendSafe(b, p.Path, f.path)
	if e.rewriter != nil {
		b = guardPath(b, path, p.Host.Present)
	}
	b = e.appendPart(b, ';', p.Params, f.params)
	b = e.appendPart(b, '?', p.Query, f.query)
	b = e.appendPart(b, '#', p.Fragment, e.fragment)
	u, err := e.Parse(string(b))
	if err != nil {
		return URL{}, err
	}
	if _, login := u.Host(); login && !p.Host.Present {
		return URL{}, e.composeError(p, ruleComposePath)
	}
	if !u.has(p) {
		return URL{}, e.composeError(p, ruleComposePart)
	}
	return u, nil
}

// misfit returns the rule that the parts violate in every edition, or "".
func (p Parts) misfit() Rule {
	_, password := p.Password.Reveal()
	switch {
	case password && !p.User.Present, !p.Host.Present && (p.User.Present || p.Port.Present):
		return ruleComposeUser
	case p.Host.Present && p.Path != "" && p.Path[0] != '/':
		return ruleComposePath
	}
	return ""
}

// has reports whether u has exactly the optional parts of p.
func (u URL) has(p Parts) bool {
	q := u.Parts()
	_, want := p.Password.Reveal()
	_, got := q.Password.Reveal()
	return q.User.Present == p.User.Present && got == want && q.Host == p.Host && q.Port == p.Port &&
		q.Params.Present == p.Params.Present && q.Query.Present == p.Query.Present && q.Fragment.Present == p.Fragment.Present
}

// composeError returns the error for parts that cannot be written. Its text
// does not contain the password.
func (e *Edition) composeError(p Parts, r Rule) error {
	return &ParseError{Edition: e, Input: p.Scheme + ":", Violation: Violation{Off: len(p.Scheme) + 1, Rule: r}}
}

// appendLogin appends user, password, host and port.
func (e *Edition) appendLogin(b []byte, f *form, p Parts) []byte {
	if p.User.Present {
		b = e.appendOctets(b, p.User.Value, inLogin, f.user)
		if password, ok := p.Password.Reveal(); ok {
			b = e.appendOctets(append(b, ':'), password, inLogin, f.password)
		}
		b = append(b, '@')
	}
	switch host := p.Host.Value; {
	case e.literal != nil && strings.HasPrefix(string(host), "["):
		b = append(b, host...)
	default:
		b = e.appendOctets(b, host, inHost, e.host)
	}
	if p.Port.Present {
		b = append(append(b, ':'), p.Port.Value...)
	}
	return b
}

// inLogin are the reserved characters that are not escaped in a user and a
// password. Source: rfc1738 5.
const inLogin = ";?&="

// inHost are the reserved characters that are not escaped in a host, if the
// edition's hosts can contain them. Source: rfc3986 3.2.2.
const inHost = ";&="

// appendOctets appends the bytes of one component. Bytes in also are not
// escaped if the edition has them in class, so that there are no unnecessary
// escapes (A28).
func (e *Edition) appendOctets(b []byte, o Octets, also string, class octet.Class) []byte {
	for i := range len(o) {
		k := o[i]
		if e.classes[k]&e.plain != 0 || e.classes[k]&class != 0 && strings.IndexByte(also, k) >= 0 {
			b = append(b, k)
		} else {
			b = append(b, '%', octet.HexDigits[k>>4], octet.HexDigits[k&15])
		}
	}
	return b
}

// appendPart appends the delimiter and an optional component.
func (e *Edition) appendPart(b []byte, delim byte, part Field, c octet.Class) []byte {
	if !part.Present {
		return b
	}
	return e.appendSafe(append(b, delim), string(part.Value), c)
}

// unsafe are the bytes that are always escaped, even if an edition allows them.
// Source: rfc1738 2.2; draft1996 3.2.2.
const unsafe = " \"<>{}|\\^[]`~"

// appendSafe appends text and escapes each byte that is not in class c or is
// unsafe. Existing escapes stay; a "%" that is not part of an escape becomes
// %25.
func (e *Edition) appendSafe(b []byte, text string, c octet.Class) []byte {
	for i := range len(text) {
		o := text[i]
		plain := e.classes[o]&e.plain != 0 || e.classes[o]&c != 0 && strings.IndexByte(unsafe, o) < 0
		if o == '%' {
			plain = octet.IsEscape(text, i)
		}
		if plain {
			b = append(b, o)
		} else {
			b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
		}
	}
	return b
}

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
