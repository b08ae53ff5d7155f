package earl

import (
	"strings"
)

// Mailto is the typed view of a mailto URL. It designates an address, not an
// object. Opening it composes a message but sends nothing. Source: rfc1738 3.5;
// rfc6068.
type Mailto struct {
	AddrSpec Octets // the address in the syntax of RFC 822; in editions with header fields there may be several, separated by ","
	Headers  []Pair // the header fields after "?", only from rfc2396 on: rfc6068 2
}

// Parts yields the fields of v by their names in lower case.
func (v Mailto) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("addrspec", ComponentPath, v.AddrSpec)) &&
		yield(pairsPart("headers", ComponentQuery, v.Headers))
}

// ParseMailto returns the typed view of a mailto URL. The error is a
// *ParseError. If u has no escapes, ParseMailto allocates only the slice of
// Headers. Source: rfc1738 3.5, 5; rfc6068 2.
func ParseMailto(u URL) (Mailto, error) {
	if err := viewScheme(u, "mailto"); err != nil {
		return Mailto{}, err
	}
	address, fields, ok := u.SchemePart(), "", false
	if u.edition.mailHeaders {
		address, fields, ok = strings.Cut(address, "?")
	}
	if address == "" && !ok {
		return Mailto{}, viewError(u, u.partStart(), 0, rule1738Mailto)
	}
	v := Mailto{AddrSpec: Unescape(address)}
	if !ok {
		return v, nil
	}
	v.Headers = make([]Pair, 0, strings.Count(fields, "&")+1)
	off := u.partStart() + len(address) + 1
	for more := true; more; {
		var field string
		field, fields, more = strings.Cut(fields, "&")
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return Mailto{}, viewError(u, off, len(field), ruleMailHeader)
		}
		v.Headers = append(v.Headers, Pair{Unescape(name), Unescape(value)})
		off += len(field) + 1
	}
	return v, nil
}

// URL composes the URL of v. No character of the address is reserved. In
// editions where "?" starts header fields, "@" and ":" are not escaped, except
// "@" in a quoted string. Source: rfc1738 3.5; rfc6068 2.
func (v Mailto) URL(e *Edition) (URL, error) {
	c := compose(e, "mailto")
	if !c.e.mailHeaders {
		c.need(v.Headers == nil, ruleComposePart)
		c.need(v.AddrSpec != "" || c.f.scheme != "", ruleComposeView) // an edition with its own production checks this itself
		c.putOctets(v.AddrSpec, reserved, c.f.path)
		return c.url()
	}
	c.need(v.AddrSpec != "" || len(v.Headers) > 0, ruleComposeView)
	c.address(v.AddrSpec)
	for i, h := range v.Headers {
		if i == 0 {
			c.text("?")
		} else {
			c.text("&")
		}
		c.putOctets(h.Name, ";:@", c.f.query)
		c.text("=")
		c.putOctets(h.Value, ";:@", c.f.query)
	}
	return c.url()
}

// address appends addresses. In a quoted string "," and "@" are escaped,
// because elsewhere they separate addresses and the parts of an address.
// Source: rfc6068 2.
func (c *composer) address(o Octets) {
	quoted, from := false, 0
	for i := 0; i < len(o); i++ {
		switch {
		case o[i] == '\\' && quoted:
			i++
		case o[i] == '"':
			quoted = !quoted
		case quoted && (o[i] == ',' || o[i] == '@'):
			c.putOctets(o[from:i], "@:", c.f.path)
			c.escape(o[i])
			from = i + 1
		}
	}
	c.putOctets(o[from:], "@:", c.f.path)
}
