package main

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// An assignment is a component and its new value, as --set has it.
type assignment struct {
	name     string
	value    string
	written  bool // ":=": the value is text of a URL, with its escapes; else data
	ifAbsent bool // "?=": only where there is none
}

// settable are the components that can be set, in the order in which they are:
// there is no user without a host, no password without a user.
var settable = []string{"url", "scheme", "host", "user", "password", "port", "path", "params", "query", "fragment"}

// parseAssignment reads component=value, :=, ?= or ?:=. The value is not quoted
// in errors: it may be a password.
func parseAssignment(flag, text string, names []string) (assignment, error) {
	name, value, ok := strings.Cut(text, "=")
	d := assignment{value: value}
	for {
		if n, found := strings.CutSuffix(name, ":"); found && !d.written {
			name, d.written = n, true
		} else if n, found := strings.CutSuffix(name, "?"); found && !d.ifAbsent {
			name, d.ifAbsent = n, true
		} else {
			break
		}
	}
	d.name = name
	switch {
	case !ok:
		return d, usagef("%s: it takes component=value", flag)
	case !slices.Contains(names, name):
		return d, usagef("%s: %q is none of %s", flag, name, strings.Join(names, ", "))
	}
	return d, nil
}

// check refuses values that no edition takes as what they are meant to be.
func (d assignment) check(flag string) error {
	switch {
	case d.name == "port" && strings.Trim(d.value, "0123456789") != "":
		return usagef("%s port: a port is decimal digits", flag)
	case d.name == "host" && !strings.HasPrefix(d.value, "[") && strings.Contains(d.value, ":"):
		return usagef("%s host: a host has no colon; set the port by itself, write an IPv6 address in brackets", flag)
	}
	return nil
}

// apply returns u with the component set.
func (d assignment) apply(u earl.URL, repairs bool) (earl.URL, error) {
	if d.ifAbsent && d.has(u) {
		return u, nil
	}
	some := earl.Field{Value: earl.Octets(d.text()), Present: d.value != ""}
	login := earl.Field{Value: d.octets(repairs), Present: d.value != ""}
	switch d.name {
	case "url":
		return u.Edition().Parse(d.value)
	case "scheme":
		return u.WithScheme(d.value)
	case "user":
		return u.WithUser(login)
	case "password":
		if d.value == "" {
			return u.WithPassword(earl.Secret{})
		}
		return u.WithPassword(earl.NewSecret(login.Value))
	case "host":
		return u.WithHost(string(login.Value))
	case "port":
		return u.WithPort(some)
	case "path":
		path := string(some.Value)
		if _, host := u.Host(); host && path != "" && path[0] != '/' {
			path = "/" + path
		}
		return u.WithPath(path)
	case "params":
		p := u.Parts()
		p.Params = some
		return u.Edition().Compose(p)
	case "query":
		return u.WithQuery(some)
	}
	if d.value == "" {
		return u.WithoutFragment(), nil
	}
	return u.WithFragment(string(some.Value))
}

// has reports whether u has the component already.
func (d assignment) has(u earl.URL) bool {
	if d.name == "url" {
		return true
	}
	all := components(u)
	for _, c := range all {
		if c.name == d.name {
			return c.given && c.value != ""
		}
	}
	return false
}

// octets returns the value of a user, password or host as the library takes it:
// decoded, but by an edition that repairs as it is written.
func (d assignment) octets(repairs bool) earl.Octets {
	switch {
	case d.written && !repairs:
		return earl.Unescape(d.value)
	case !d.written && repairs:
		return earl.Octets(strings.ReplaceAll(d.value, "%", "%25"))
	}
	return earl.Octets(d.value)
}

// text returns the value of another component as text of a URL: of data a "%"
// becomes %25, and so do octets that no edition takes for data there. What else
// the edition needs escaped, it escapes itself.
func (d assignment) text() string {
	if d.written {
		return d.value
	}
	var b strings.Builder
	for i := range len(d.value) {
		switch c := d.value[i]; {
		case c == '%', c < ' ', c == 0x7F, c == '\\' && d.name == "path",
			i == 0 && (c == '?' && d.name == "query" || c == '#' && d.name == "fragment"):
			b.WriteString(escaped(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escaped returns the escape of an octet.
func escaped(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'%', digits[c>>4], digits[c&15]})
}
