package trurl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// An assignment is a component and its new value.
type assignment struct {
	name     string
	value    string
	written  bool // ":=": the value is text of a URL, with its escapes; otherwise it is data
	ifAbsent bool // "?=": set the component only if it is missing or empty
}

// settable are the components that can be set, in the order in which they are
// set: a password needs a user, and a user needs a host.
var settable = []string{"url", "scheme", "host", "user", "password", "port", "path", "params", "query", "fragment"}

// Settable returns the names of the components that --set takes; --iterate takes
// all but the first, "url".
func Settable() []string { return slices.Clone(settable) }

// parseAssignment reads component=value, :=, ?= or ?:=. Errors do not quote the
// value: it may be a password.
func parseAssignment(option, text string, names []string) (assignment, error) {
	name, value, ok := strings.Cut(text, "=")
	a := assignment{value: value}
	for {
		if n, found := strings.CutSuffix(name, ":"); found && !a.written {
			name, a.written = n, true
		} else if n, found := strings.CutSuffix(name, "?"); found && !a.ifAbsent {
			name, a.ifAbsent = n, true
		} else {
			break
		}
	}
	a.name = name
	switch {
	case !ok:
		return a, fmt.Errorf("%s: must be COMPONENT=VALUE", option)
	case !slices.Contains(names, name):
		return a, fmt.Errorf("%s: %q: must be one of %s", option, name, strings.Join(names, ", "))
	}
	return a, nil
}

// check returns an error for a value that every edition would read as something else.
func (a assignment) check(option string) error {
	switch {
	case a.name == "port" && strings.Trim(a.value, "0123456789") != "":
		return fmt.Errorf("%s port: a port must be decimal digits", option)
	case a.name == "host" && !strings.HasPrefix(a.value, "[") && strings.Contains(a.value, ":"):
		return fmt.Errorf("%s host: a host cannot contain a colon; set the port with port=, and write an IPv6 address in brackets", option)
	}
	return nil
}

// apply returns u with the component set.
func (a assignment) apply(u earl.URL, repairs bool) (earl.URL, error) {
	if a.ifAbsent && a.isSet(u) {
		return u, nil
	}
	text := earl.Field{Value: earl.Octets(a.text()), Present: a.value != ""}
	login := earl.Field{Value: a.asOctets(repairs), Present: a.value != ""}
	switch a.name {
	case "url":
		return u.Edition().Parse(a.value)
	case "scheme":
		return u.With(earl.ComponentScheme, earl.Some(earl.Octets(a.value)))
	case "user":
		return u.With(earl.ComponentUser, login)
	case "password":
		if a.value == "" {
			return u.With(earl.ComponentPassword, earl.Field{})
		}
		return u.With(earl.ComponentPassword, earl.Some(login.Value))
	case "host":
		return u.With(earl.ComponentHost, earl.Some(login.Value))
	case "port":
		return u.With(earl.ComponentPort, text)
	case "path":
		path := string(text.Value)
		if _, host := u.Host(); host && path != "" && path[0] != '/' {
			path = "/" + path
		}
		return u.With(earl.ComponentPath, earl.Some(earl.Octets(path)))
	case "params":
		p := u.Parts()
		p.Params = text
		return u.Edition().Compose(p)
	case "query":
		return u.With(earl.ComponentQuery, text)
	}
	if a.value == "" {
		return u.WithoutFragment(), nil
	}
	return u.With(earl.ComponentFragment, earl.Some(text.Value))
}

// isSet reports whether u has the component and it is not empty.
func (a assignment) isSet(u earl.URL) bool {
	value, _ := componentNamed(a.name).value(u, &segment{})
	return value != ""
}

// asOctets returns the value of a user, password or host in the form that the
// setters of the edition take: decoded, or as text if the edition repairs.
func (a assignment) asOctets(repairs bool) earl.Octets {
	switch {
	case a.written && !repairs:
		return earl.Unescape(a.value)
	case !a.written && repairs:
		return earl.Octets(strings.ReplaceAll(a.value, "%", "%25"))
	}
	return earl.Octets(a.value)
}

// text returns the value of any other component as text of a URL. In data, it
// escapes "%" and the bytes that every edition would read as something else; the
// edition escapes the rest.
func (a assignment) text() string {
	if a.written {
		return a.value
	}
	var b strings.Builder
	for i := range len(a.value) {
		switch c := a.value[i]; {
		case c == '%', c < ' ', c == 0x7F, c == '\\' && a.name == "path",
			i == 0 && (c == '?' && a.name == "query" || c == '#' && a.name == "fragment"):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// segment returns the value of --append path as text. Data is one segment: its
// slashes are escaped.
func (a assignment) segment() string {
	if a.written {
		return a.value
	}
	return strings.ReplaceAll(a.text(), "/", "%2F")
}
