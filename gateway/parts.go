package gateway

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
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
			d.Values = append(d.Values, sanitize.Line(value))
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

// partsOf returns the parts of a view that are present.
func partsOf(view earl.View) []viewPart {
	var all []viewPart
	for p := range view.Parts() {
		if values := partValues(p); p.Name != "scheme" && values != nil {
			all = append(all, viewPart{p.Name, values})
		}
	}
	return all
}

// partValues returns how a part is shown; nil where there is nothing to show.
func partValues(p earl.Part) []string {
	empty := func(text string) string {
		if text == "" {
			return "(empty)"
		}
		return text
	}
	var all []string
	for _, o := range p.List {
		all = append(all, empty(o.Printable()))
	}
	for _, pair := range p.Pairs {
		all = append(all, pair.Name.Printable()+" = "+empty(pair.Value.Printable()))
	}
	switch {
	case !p.Present || p.Kind == earl.PartList || p.Kind == earl.PartPairs:
	case p.Kind == earl.PartFlag:
		all = append(all, "yes")
	default:
		all = append(all, empty(p.Printable()))
	}
	return all
}
