package gateway

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// suggestions returns the URLs that a text with a wrapper, with the prefix "URL:", with
// white space or without a scheme may have been meant for, and how browsers read it.
// Source: rfc1738 appendix; SPEC E4, E5.
func (g *Gateway) suggestions(text string) []linked {
	var all []linked
	add := func(title string, u earl.URL) {
		if u = u.WithoutPassword(); g.opens(u) && u.String() != text {
			all = append(all, linked{Title: title, URL: u.Redacted(), Link: g.link("/open", u)})
		}
	}
	scheme, whole := "http", false
	for m, err := range extract.Text(strings.NewReader(text), extract.Options{Hosts: true}) {
		u, fault := earl.RFC3986.Parse(m.URL)
		if err != nil || fault != nil {
			break
		}
		whole = m.Text == text
		if m.Kind == extract.SchemeLess {
			scheme = u.Scheme()
		}
		if whole || m.Kind != extract.Bare || m.Offset > 0 {
			add("The URL in it", u)
		}
		break
	}
	if earl.RFC3986.Valid(text) {
		return all
	}
	title, u := "What a browser would read", asBrowsersRead(text)
	if u.IsZero() && !whole {
		title, u = "With a scheme before it", asBrowsersRead(scheme+"://"+text)
		host, _ := u.Host()
		if _, login := u.User(); login || !strings.Contains(strings.Trim(host, "."), ".") {
			return all // a word, or an address of mail
		}
	}
	add(title, u)
	return slices.CompactFunc(all, func(a, b linked) bool { return a.URL == b.URL })
}

// asBrowsersRead returns the URL that whatwg makes of a text; the zero URL if that is
// none, or none by rfc3986.
func asBrowsersRead(text string) earl.URL {
	u, err := earl.WHATWG.Parse(text)
	if err != nil {
		return earl.URL{}
	}
	u, _ = earl.RFC3986.Parse(u.String())
	return u
}
