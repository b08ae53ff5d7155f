package gateway

import (
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/internal/typo"
)

// suggestions returns URLs that the user may have meant by a text: a URL in the text, the
// repaired text, the URL of a host without a scheme, the text with its scheme spelled
// right, and the text without a common mistake.
// Source: rfc1738 appendix; SPEC E4, E5.
func (lk *linker) suggestions(text string) []linked {
	var all []linked
	add := func(title string, u earl.URL, err error) {
		if u = u.WithoutPassword(); err == nil && lk.opens(u) && u.String() != text {
			all = append(all, linked{Title: title, URL: u.Redacted(), Link: lk.link("/open", u)})
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
		u, _, err := lk.readTyped(text)
		add("As the address bar reads it", u, err)
	}
	u, err := lk.respelled(text)
	add("With its scheme spelled right", u, err)
	if u, ok := guess.Correct(text); ok {
		add("As it is usually written", u, nil)
	}
	return compactURLs(all)
}

// compactURLs removes suggestions with the URL of an earlier one.
func compactURLs(all []linked) []linked {
	var urls []string
	return slices.DeleteFunc(all, func(l linked) bool {
		again := slices.Contains(urls, l.URL)
		urls = append(urls, l.URL)
		return again
	})
}

// respelled returns the URL of a text. If its scheme is not known, respelled replaces it
// with the most similar scheme that the gateway opens.
func (lk *linker) respelled(text string) (earl.URL, error) {
	scheme, rest, ok := strings.Cut(text, ":")
	switch lower := strings.ToLower(scheme); {
	case lower == "hxxp", lower == "hxxps": // a spelling that keeps programs from making a link
		scheme = strings.Replace(lower, "xx", "tt", 1)
	case ok && !schemes.Known(lower):
		scheme = typo.Nearest(lower, lk.openedSchemes())
	}
	return earl.Auto.Parse(scheme + ":" + rest)
}

// openedSchemes yields the schemes that the gateway opens.
func (lk *linker) openedSchemes() iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := range earl.RFC3986.Schemes() {
			if lk.client.Opens(s.Name) && !yield(s.Name) {
				return
			}
		}
	}
}
