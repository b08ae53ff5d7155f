package explain

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// Component is a component of a URL with its name.
type Component struct {
	Name string // lower case, such as "host"
	At   earl.Component
}

// Components are all components, in the order in which they appear in a URL.
var Components = [...]Component{
	{"scheme", earl.ComponentScheme}, {"user", earl.ComponentUser}, {"password", earl.ComponentPassword},
	{"host", earl.ComponentHost}, {"port", earl.ComponentPort}, {"path", earl.ComponentPath},
	{"params", earl.ComponentParams}, {"query", earl.ComponentQuery}, {"fragment", earl.ComponentFragment},
}

// Difference is a component that differs between the readings.
type Difference struct {
	Component
	Values []Value // one for each reading in Explanation.Valid, in the same order
}

// Value is a component as one edition reads it.
type Value struct {
	Text    string
	Present bool
}

// differences returns the components that differ between readings.
func differences(valid []Reading) []Difference {
	var all []Difference
	for _, c := range Components {
		d := Difference{Component: c}
		same := true
		for _, r := range valid {
			v := valueOf(r.URL, c.At)
			d.Values = append(d.Values, v)
			same = same && sameComponent(c.At, valid[0].URL, r.URL, d.Values[0], v)
		}
		if !same {
			all = append(all, d)
		}
	}
	return all
}

// valueOf returns a component of u.
func valueOf(u earl.URL, c earl.Component) Value {
	off, n, ok := u.Span(c)
	return Value{Text: u.String()[off : off+n], Present: ok}
}

// sameComponent reports whether a component is the same in two readings. It
// ignores the case of schemes and hosts. In a file URL of this machine an
// absent host, an empty host and "localhost" are the same. Source: rfc1738
// 3.10.
func sameComponent(c earl.Component, a, b earl.URL, x, y Value) bool {
	switch {
	case x == y:
		return true
	case c == earl.ComponentScheme:
		return strings.EqualFold(x.Text, y.Text)
	case c != earl.ComponentHost:
		return false
	case a.Designates() == earl.LocalFile && b.Designates() == earl.LocalFile && isLocal(x.Text) && isLocal(y.Text):
		return true
	}
	return x.Present == y.Present && strings.EqualFold(x.Text, y.Text)
}

// isLocal reports whether the host of a file URL is this machine.
func isLocal(host string) bool { return host == "" || strings.EqualFold(host, "localhost") }

// Differ reports whether a component is among the differences.
func (x *Explanation) Differ(c earl.Component) bool {
	return slices.ContainsFunc(x.Differences, func(d Difference) bool { return d.At == c })
}
