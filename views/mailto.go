package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Mailto is the typed view of a mailto URL. It designates an address, not an
// object. Opening it composes a message but sends nothing. Source: rfc1738 3.5;
// rfc6068.
type Mailto struct {
	AddrSpec earl.Octets // the address in the syntax of RFC 822; in editions with header fields there may be several, separated by ","
	Headers  []earl.Pair // the header fields after "?", only from rfc2396 on: rfc6068 2
}

// Parts yields the fields of v by their names in lower case.
func (v Mailto) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("addrspec", earl.ComponentPath, v.AddrSpec)) &&
		yield(pairsPart("headers", earl.ComponentQuery, v.Headers))
}

// ParseMailto returns the typed view of a mailto URL. The error is a
// *ParseError. If u has no escapes, ParseMailto allocates only the slice of
// Headers. Source: rfc1738 3.5, 5; rfc6068 2.
func ParseMailto(u earl.URL) (Mailto, error) {
	if err := viewScheme(u, "mailto"); err != nil {
		return Mailto{}, err
	}
	address, fields, ok := u.SchemePart(), "", false
	if u.Edition().Syntax("mailto").Headers {
		address, fields, ok = strings.Cut(address, "?")
	}
	if address == "" && !ok {
		return Mailto{}, u.Violation(partStart(u), 0, earl.RuleMailto)
	}
	v := Mailto{AddrSpec: earl.Unescape(address)}
	if !ok {
		return v, nil
	}
	v.Headers = make([]earl.Pair, 0, strings.Count(fields, "&")+1)
	off := partStart(u) + len(address) + 1
	for more := true; more; {
		var field string
		field, fields, more = strings.Cut(fields, "&")
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return Mailto{}, u.Violation(off, len(field), ruleMailHeader)
		}
		v.Headers = append(v.Headers, earl.Pair{Name: earl.Unescape(name), Value: earl.Unescape(value)})
		off += len(field) + 1
	}
	return v, nil
}

// URL composes the URL of v. No character of the address is reserved. In
// editions where "?" starts header fields, "@" and ":" are not escaped, except
// "@" in a quoted string. Source: rfc1738 3.5; rfc6068 2.
func (v Mailto) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("mailto")
	syntax := e.Syntax("mailto")
	if !syntax.Headers {
		c.Need(v.Headers == nil, earl.RuleComposePart)
		c.Need(v.AddrSpec != "" || syntax.Production, earl.RuleComposeView) // an edition with its own production checks this itself
		c.Octets(earl.ComponentPath, v.AddrSpec, reserved)
		return c.URL()
	}
	c.Need(v.AddrSpec != "" || len(v.Headers) > 0, earl.RuleComposeView)
	putAddress(c, v.AddrSpec)
	for i, h := range v.Headers {
		if i == 0 {
			c.Text("?")
		} else {
			c.Text("&")
		}
		c.Octets(earl.ComponentQuery, h.Name, ";:@")
		c.Text("=")
		c.Octets(earl.ComponentQuery, h.Value, ";:@")
	}
	return c.URL()
}

// putAddress appends addresses. In a quoted string "," and "@" are escaped,
// because elsewhere they separate addresses and the parts of an address.
// Source: rfc6068 2.
func putAddress(c *earl.Composer, o earl.Octets) {
	quoted, from := false, 0
	for i := 0; i < len(o); i++ {
		switch {
		case o[i] == '\\' && quoted:
			i++
		case o[i] == '"':
			quoted = !quoted
		case quoted && (o[i] == ',' || o[i] == '@'):
			c.Octets(earl.ComponentPath, o[from:i], "@:")
			c.Escape(o[i])
			from = i + 1
		}
	}
	c.Octets(earl.ComponentPath, o[from:], "@:")
}
