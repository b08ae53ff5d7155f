package gateway

import (
	"reflect"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// components are those that are drawn, in the order of the text.
var components = []struct {
	name string
	at   earl.Component
}{
	{"scheme", earl.ComponentScheme}, {"user", earl.ComponentUser}, {"password", earl.ComponentPassword}, {"host", earl.ComponentHost},
	{"port", earl.ComponentPort}, {"path", earl.ComponentPath}, {"params", earl.ComponentParams}, {"query", earl.ComponentQuery}, {"fragment", earl.ComponentFragment},
}

// pieces parts the text of a URL into its components and what stands between.
func pieces(u earl.URL) []piece {
	x := &explanation{}
	text, at := u.String(), 0
	for _, c := range components {
		off, n, ok := u.Span(c.at)
		if !ok || off < at {
			continue
		}
		x.add(text[at:off], "")
		x.add(text[off:off+n], c.name)
		at = off + n
	}
	x.add(text[at:], "")
	return x.Pieces
}

// differences returns the components that are not the same in all readings. The
// case of a host makes no difference.
func differences(read []earl.URL) []difference {
	var all []difference
	for _, c := range components {
		d := difference{Name: c.name}
		for _, u := range read {
			value := "—"
			if off, n, ok := u.Span(c.at); ok {
				value = u.String()[off : off+n]
			}
			d.Values = append(d.Values, visible(value))
		}
		fold := strings.ToLower
		if slices.ContainsFunc(d.Values, func(v string) bool {
			return v != d.Values[0] && (c.name != "host" && c.name != "scheme" || fold(v) != fold(d.Values[0]))
		}) {
			all = append(all, d)
		}
	}
	return all
}

// partsOf returns the fields of a view that are there, by their names in lower case.
func partsOf(view earl.View) []viewPart {
	var all []viewPart
	v := reflect.ValueOf(view)
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		name := v.Type().Field(i).Name
		if values := shownValues(v.Field(i).Interface()); name != "Scheme" && values != nil {
			all = append(all, viewPart{strings.ToLower(name), values})
		}
	}
	return all
}

// shownValues returns how a field of a view is shown; nil where it is absent.
func shownValues(field any) []string {
	empty := func(text string) string {
		if text == "" {
			return "(empty)"
		}
		return text
	}
	switch f := field.(type) {
	case earl.Octets:
		return []string{empty(f.Printable())}
	case earl.Field:
		if f.Present {
			return []string{empty(f.Value.Printable())}
		}
	case earl.Secret:
		if _, ok := f.Reveal(); ok {
			return []string{earl.Hidden}
		}
	case string:
		return []string{empty(visible(f))}
	case bool:
		if f {
			return []string{"yes"}
		}
	case []earl.Octets:
		var all []string
		for _, o := range f {
			all = append(all, empty(o.Printable()))
		}
		return all
	case []earl.MailHeader:
		var all []string
		for _, h := range f {
			all = append(all, h.Name.Printable()+" = "+empty(h.Value.Printable()))
		}
		return all
	case []earl.ProsperoField:
		var all []string
		for _, p := range f {
			all = append(all, p.Name.Printable()+" = "+empty(p.Value.Printable()))
		}
		return all
	}
	return nil
}
