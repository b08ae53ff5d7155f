package earl

import "strings"

// LDAP is the typed view of an ldap or ldaps URL: an entry of a directory, or a
// search below it. Source: rfc4516 2.
type LDAP struct {
	Scheme     string   // "ldap" or "ldaps"
	Host       Octets   // the host; "": the client has to know a server
	Port       Field    // the port in digits; absent: 389, or 636 for ldaps
	DN         Octets   // the distinguished name of the entry where the search begins; "": the root
	Attributes []Octets // the attributes to return; nil: all that are meant for users
	Scope      Field    // "base", "one" or "sub", in capitals too; absent: base
	Filter     Field    // the filter in the form of rfc4515; absent: (objectClass=*)
	Extensions []Pair   // the extensions in order; the name of a critical one begins with "!"
}

// Parts yields the fields of v by their names in lower case.
func (v LDAP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(octetsPart("dn", ComponentPath, v.DN)) &&
		yield(listPart("attributes", ComponentQuery, v.Attributes)) &&
		yield(fieldPart("scope", ComponentQuery, v.Scope)) &&
		yield(fieldPart("filter", ComponentQuery, v.Filter)) &&
		yield(pairsPart("extensions", ComponentQuery, v.Extensions))
}

// ParseLDAP returns the typed view of an ldap or ldaps URL. The error is a
// *ParseError. An empty part has the value that the standard gives it, like an
// absent one. The filter and the distinguished name are decoded and not read
// further. Source: rfc4516 2, 2.1.
func ParseLDAP(u URL) (LDAP, error) {
	if err := viewScheme(u, "ldap"); err != nil {
		return LDAP{}, err
	}
	v := LDAP{Scheme: u.Scheme()}
	path, off, err := viewPath(u)
	if err == nil && strings.HasPrefix(path, "///") && !u.hasLogin() { // an edition without empty hosts
		path, off = path[2:], off+2
	} else if !isHostless(u) {
		var l login
		if l, err = viewHost(u); err == nil {
			path, off, err = viewPath(u)
		}
		v.Host, v.Port = l.host, l.port
	}
	switch {
	case err != nil:
		return LDAP{}, err
	case path == "":
		return v, nil
	}
	var parts [5]string
	n := 0
	eachPiece(path[1:], '?', func(piece string) bool {
		if n < len(parts) {
			parts[n] = piece
		}
		n++
		return true
	})
	v.DN, v.Scope, v.Filter = Unescape(parts[0]), nonEmpty(parts[2]), nonEmpty(parts[3])
	valid := n <= len(parts) && (!v.Scope.Present || isLDAPScope(v.Scope.Value))
	eachName(parts[1], func(piece string) {
		v.Attributes = append(v.Attributes, Unescape(piece))
		valid = valid && piece != ""
	})
	eachName(parts[4], func(piece string) {
		name, value, _ := strings.Cut(piece, "=")
		v.Extensions = append(v.Extensions, Pair{Unescape(name), Unescape(value)})
		valid = valid && name != ""
	})
	if !valid {
		off += 1 + len(parts[0])
		return LDAP{}, viewError(u, off, u.at(endQuery)-off, ruleLDAP)
	}
	return v, nil
}

// isHostless reports whether u has the form "ldap:///dn", for which the client
// has to know a server. Source: rfc4516 2.
func isHostless(u URL) bool {
	host, ok := u.Host()
	_, user := u.User()
	_, port := u.Port()
	return ok && host == "" && !user && !port
}

// eachName calls f with each piece of a list with commas, unless it is empty.
func eachName(list string, f func(piece string)) {
	if list != "" {
		eachPiece(list, ',', func(piece string) bool {
			f(piece)
			return true
		})
	}
}

// nonEmpty returns the decoded field of text, absent if text is empty.
func nonEmpty(text string) Field {
	if text == "" {
		return Field{}
	}
	return Some(Unescape(text))
}

// isLDAPScope reports whether o is a scope. Source: rfc4516 2.
func isLDAPScope(o Octets) bool {
	return strings.EqualFold(string(o), "base") || strings.EqualFold(string(o), "one") || strings.EqualFold(string(o), "sub")
}

// The reserved characters that are not escaped in each part of an ldap URL. A
// "?" ends a part, and a "," an attribute or an extension. Source: rfc4516 2.1.
const (
	ldapDN        = "!$'()*,;/:@&=+"
	ldapAttribute = "!$'()*;/:@&=+"
	ldapFilter    = ldapDN
	ldapExtension = ldapAttribute
)

// URL composes the URL of v. It leaves out empty parts at its end. Source:
// rfc4516 2, 2.1.
func (v LDAP) URL(e *Edition) (URL, error) {
	if v.Scheme != "ldap" && v.Scheme != "ldaps" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "" || !v.Port.Present, ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.text("/")
	c.putOctets(v.DN, ldapDN, c.f.path)
	marks := 1 // question marks that a part needs before it
	for i, o := range v.Attributes {
		c.need(o != "", ruleComposeView)
		if i == 0 {
			c.mark(&marks)
		} else {
			c.text(",")
		}
		c.name(o, ldapAttribute)
	}
	c.need(v.Attributes == nil || len(v.Attributes) > 0, ruleComposeView)
	marks++
	if c.part(v.Scope, &marks, "") {
		c.need(isLDAPScope(v.Scope.Value), ruleComposeView)
	}
	marks++
	c.part(v.Filter, &marks, ldapFilter)
	marks++
	c.extensions(v.Extensions, &marks)
	return c.url()
}

// mark appends the question marks before a part.
func (c *composer) mark(marks *int) {
	for ; *marks > 0; *marks-- {
		c.text("?")
	}
}

// name appends a piece of a list with commas.
func (c *composer) name(o Octets, also string) {
	first := true
	eachPiece(string(o), ',', func(piece string) bool {
		if !first {
			c.escape(',')
		}
		first = false
		c.putOctets(Octets(piece), also, c.f.path)
		return true
	})
}

// part appends an optional part of an ldap URL, and reports whether it is
// present. A present part is not empty.
func (c *composer) part(f Field, marks *int, also string) bool {
	c.need(f.Present == (f.Value != ""), ruleComposeView)
	if f.Present {
		c.mark(marks)
		c.putOctets(f.Value, also, c.f.path)
	}
	return f.Present
}

// extensions appends the extensions of an ldap URL.
func (c *composer) extensions(list []Pair, marks *int) {
	c.need(list == nil || len(list) > 0, ruleComposeView)
	for i, x := range list {
		if i == 0 {
			c.mark(marks)
		} else {
			c.text(",")
		}
		c.need(x.Name != "", ruleComposeView)
		c.name(x.Name, ldapExtensionName)
		if x.Value != "" {
			c.text("=")
			c.name(x.Value, ldapExtension)
		}
	}
}

// ldapExtensionName are the reserved characters in the name of an extension,
// which a "=" ends.
const ldapExtensionName = "!$'()*;/:@&+"
