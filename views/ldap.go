package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// LDAP is the typed view of an ldap or ldaps URL: an entry of a directory, or a
// search below it. Source: rfc4516 2.
type LDAP struct {
	Scheme     string        // "ldap" or "ldaps"
	Host       earl.Octets   // the host; "": the client has to know a server
	Port       earl.Field    // the port in digits; absent: 389, or 636 for ldaps
	DN         earl.Octets   // the distinguished name of the entry where the search begins; "": the root
	Attributes []earl.Octets // the attributes to return; nil: all that are meant for users
	Scope      earl.Field    // "base", "one" or "sub", in capitals too; absent: base
	Filter     earl.Field    // the filter in the form of rfc4515; absent: (objectClass=*)
	Extensions []earl.Pair   // the extensions in order; the name of a critical one begins with "!"
}

// Parts yields the fields of v by their names in lower case.
func (v LDAP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(octetsPart("dn", earl.ComponentPath, v.DN)) &&
		yield(listPart("attributes", earl.ComponentQuery, v.Attributes)) &&
		yield(fieldPart("scope", earl.ComponentQuery, v.Scope)) &&
		yield(fieldPart("filter", earl.ComponentQuery, v.Filter)) &&
		yield(pairsPart("extensions", earl.ComponentQuery, v.Extensions))
}

// ParseLDAP returns the typed view of an ldap or ldaps URL. The error is a
// *ParseError. An empty part has the value that the standard gives it, like an
// absent one. The filter and the distinguished name are decoded and not read
// further. Source: rfc4516 2, 2.1.
func ParseLDAP(u earl.URL) (LDAP, error) {
	if err := viewScheme(u, "ldap"); err != nil {
		return LDAP{}, err
	}
	v := LDAP{Scheme: u.Scheme()}
	path, off, err := viewPath(u)
	if err == nil && strings.HasPrefix(path, "///") && !hasLogin(u) { // an edition without empty hosts
		path, off = path[2:], off+2
	} else if !isHostless(u) {
		var l earl.Login
		if l, err = viewHost(u); err == nil {
			path, off, err = viewPath(u)
		}
		v.Host, v.Port = l.Host, l.Port
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
	v.DN, v.Scope, v.Filter = earl.Unescape(parts[0]), nonEmpty(parts[2]), nonEmpty(parts[3])
	valid := n <= len(parts) && (!v.Scope.Present || isLDAPScope(v.Scope.Value))
	eachName(parts[1], func(piece string) {
		v.Attributes = append(v.Attributes, earl.Unescape(piece))
		valid = valid && piece != ""
	})
	eachName(parts[4], func(piece string) {
		name, value, _ := strings.Cut(piece, "=")
		v.Extensions = append(v.Extensions, earl.Pair{Name: earl.Unescape(name), Value: earl.Unescape(value)})
		valid = valid && name != ""
	})
	if !valid {
		off += 1 + len(parts[0])
		return LDAP{}, u.Violation(off, restEnd(u)-off, ruleLDAP)
	}
	return v, nil
}

// isHostless reports whether u has the form "ldap:///dn", for which the client
// has to know a server. Source: rfc4516 2.
func isHostless(u earl.URL) bool {
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
func nonEmpty(text string) earl.Field {
	if text == "" {
		return earl.Field{}
	}
	return earl.Some(earl.Unescape(text))
}

// isLDAPScope reports whether o is a scope. Source: rfc4516 2.
func isLDAPScope(o earl.Octets) bool {
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
func (v LDAP) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "ldap" && v.Scheme != "ldaps" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "" || !v.Port.Present, earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Text("/")
	c.Octets(earl.ComponentPath, v.DN, ldapDN)
	marks := 1 // question marks that a part needs before it
	for i, o := range v.Attributes {
		c.Need(o != "", earl.RuleComposeView)
		if i == 0 {
			putMark(c, &marks)
		} else {
			c.Text(",")
		}
		putName(c, o, ldapAttribute)
	}
	c.Need(v.Attributes == nil || len(v.Attributes) > 0, earl.RuleComposeView)
	marks++
	if putPart(c, v.Scope, &marks, "") {
		c.Need(isLDAPScope(v.Scope.Value), earl.RuleComposeView)
	}
	marks++
	putPart(c, v.Filter, &marks, ldapFilter)
	marks++
	putExtensions(c, v.Extensions, &marks)
	return c.URL()
}

// putMark appends the question marks before a part.
func putMark(c *earl.Composer, marks *int) {
	for ; *marks > 0; *marks-- {
		c.Text("?")
	}
}

// putName appends a piece of a list with commas.
func putName(c *earl.Composer, o earl.Octets, also string) {
	first := true
	eachPiece(string(o), ',', func(piece string) bool {
		if !first {
			c.Escape(',')
		}
		first = false
		c.Octets(earl.ComponentPath, earl.Octets(piece), also)
		return true
	})
}

// putPart appends an optional part of an ldap URL, and reports whether it is
// present. A present part is not empty.
func putPart(c *earl.Composer, f earl.Field, marks *int, also string) bool {
	c.Need(f.Present == (f.Value != ""), earl.RuleComposeView)
	if f.Present {
		putMark(c, marks)
		c.Octets(earl.ComponentPath, f.Value, also)
	}
	return f.Present
}

// putExtensions appends the extensions of an ldap URL.
func putExtensions(c *earl.Composer, list []earl.Pair, marks *int) {
	c.Need(list == nil || len(list) > 0, earl.RuleComposeView)
	for i, x := range list {
		if i == 0 {
			putMark(c, marks)
		} else {
			c.Text(",")
		}
		c.Need(x.Name != "", earl.RuleComposeView)
		putName(c, x.Name, ldapExtensionName)
		if x.Value != "" {
			c.Text("=")
			putName(c, x.Value, ldapExtension)
		}
	}
}

// ldapExtensionName are the reserved characters in the name of an extension,
// which a "=" ends.
const ldapExtensionName = "!$'()*;/:@&+"
