package gateway

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// meant returns the URLs that a text with a wrapper, with the prefix "URL:" or
// with white space may have been meant for, and how browsers read it.
// Source: rfc1738 appendix; SPEC E4, E5.
func (g *Gateway) meant(text string) []linked {
	var all []linked
	add := func(title string, u earl.URL) {
		if u = u.WithoutPassword(); g.opens(u) && u.String() != text {
			all = append(all, linked{Title: title, URL: u.Redacted(), Link: g.link("/open", u)})
		}
	}
	for m, err := range extract.Text(strings.NewReader(text), extract.Options{Hosts: true}) {
		u, fault := earl.RFC3986.Parse(m.URL)
		if err == nil && fault == nil && (m.Text == text || m.Kind == extract.Wrapped || m.Offset > 0) {
			add("The URL in it", u)
		}
		break
	}
	if u, err := earl.WHATWG.Parse(text); err == nil && !earl.RFC3986.Valid(text) {
		if v, err := earl.RFC3986.Parse(u.String()); err == nil {
			add("What a browser would read", v)
		}
	}
	return slices.CompactFunc(all, func(a, b linked) bool { return a.URL == b.URL })
}
