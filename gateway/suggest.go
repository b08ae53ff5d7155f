package gateway

import (
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/internal/typo"
)

// suggestions returns the URLs that a text may have been meant for: a URL in it, its
// repaired text, the URL of a host without a scheme, and a scheme spelled right.
// Source: rfc1738 appendix; SPEC E4, E5.
func (g *Gateway) suggestions(text string) []linked {
	var all []linked
	add := func(title string, u earl.URL, err error) {
		if u = u.WithoutPassword(); err == nil && g.opens(u) && u.String() != text {
			all = append(all, linked{Title: title, URL: u.Redacted(), Link: g.link("/open", u)})
		}
	}
	for m, err := range extract.Text(strings.NewReader(text), extract.Options{Hosts: true}) {
		if err == nil && (m.Text == text || m.Kind != extract.Bare || m.Offset > 0) {
			u, err := earl.RFC3986.Parse(m.URL)
			add("The URL in it", u, err)
		}
		break
	}
	if !earl.RFC3986.Valid(text) {
		u, _, err := g.readTyped(text)
		add("As the address bar reads it", u, err)
	}
	u, err := g.respelled(text)
	add("With its scheme spelled right", u, err)
	return compactURLs(all)
}

// compactURLs removes the suggestions whose URL is that of one before them.
func compactURLs(all []linked) []linked {
	var urls []string
	return slices.DeleteFunc(all, func(l linked) bool {
		again := slices.Contains(urls, l.URL)
		urls = append(urls, l.URL)
		return again
	})
}

// respelled returns a text with the scheme that is opened here and most like its own, if
// its own is not a known scheme.
func (g *Gateway) respelled(text string) (earl.URL, error) {
	scheme, rest, ok := strings.Cut(text, ":")
	if ok && !schemes.Known(strings.ToLower(scheme)) {
		scheme = typo.Nearest(strings.ToLower(scheme), g.openedSchemes())
	}
	return earl.Auto.Parse(scheme + ":" + rest)
}

// openedSchemes yields the schemes that are opened here.
func (g *Gateway) openedSchemes() iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := range earl.RFC3986.Schemes() {
			if g.client.Opens(s.Name) && !yield(s.Name) {
				return
			}
		}
	}
}
