package trurl

import (
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// pairs are the pairs of a query as text, each "name" or "name=value". No pair
// is empty.
type pairs []string

// parsePairs splits a query on its separator.
func parsePairs(query string, sep byte) pairs {
	return slices.DeleteFunc(strings.Split(query, string(sep)), func(pair string) bool { return pair == "" })
}

// escapePair returns name=value as text of a query, with name and value escaped
// as data.
func escapePair(e *earl.Edition, data string) string {
	name, value, ok := strings.Cut(data, "=")
	b := e.AppendEscape(nil, earl.Octets(name), "")
	if ok {
		b = e.AppendEscape(append(b, '='), earl.Octets(value), "")
	}
	return string(b)
}

// pairName returns the decoded name of a pair.
func pairName(pair string) string {
	name, _, _ := strings.Cut(pair, "=")
	return string(earl.Unescape(strings.ReplaceAll(name, "+", " ")))
}

// queryValues yields the values of a name in the query of u, as text.
func queryValues(u earl.URL, name string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		query, _ := u.Query()
		for _, pair := range parsePairs(query, sep) {
			if _, value, _ := strings.Cut(pair, "="); pairName(pair) == name && !yield(value) {
				return
			}
		}
	}
}

// queryValue returns the first value of a name in the query of u, as text.
func queryValue(u earl.URL, name string, sep byte) (string, bool) {
	for value := range queryValues(u, name, sep) {
		return value, true
	}
	return "", false
}

// editQuery returns u with its query edited. If the edits change no pair, u stays
// unchanged, including empty pairs.
func (d *edits) editQuery(u earl.URL) (earl.URL, error) {
	query, _ := u.Query()
	p := parsePairs(query, d.sep)
	before := strings.Join(p, string(d.sep))
	for _, pattern := range d.trim {
		p.trim(pattern)
	}
	for _, r := range d.replace {
		if !p.replace(r.pair) && r.append {
			p = append(p, r.pair)
		}
	}
	p = append(p, d.query...)
	if d.sort {
		p.sort()
	}
	text := strings.Join(p, string(d.sep))
	if text == before && !(d.normal && text != query) {
		return u, nil
	}
	if d.repairs && text != "" {
		text = "?" + text // the edition removes one leading "?"
	}
	return u.With(earl.ComponentQuery, earl.Field{Value: earl.Octets(text), Present: text != ""})
}

// trim removes the pairs whose names match a pattern: a name, or a prefix
// followed by "*". `\*` at the end is a star of the name.
func (p *pairs) trim(pattern string) {
	prefix, wild := strings.CutSuffix(pattern, "*")
	if literal, ok := strings.CutSuffix(prefix, `\`); wild && ok {
		pattern, wild = literal+"*", false
	}
	*p = slices.DeleteFunc(*p, func(pair string) bool {
		name := pairName(pair)
		return name == pattern || wild && strings.HasPrefix(name, prefix)
	})
}

// replace replaces the first pair that has the name of pair, and removes the
// other pairs with that name. It reports whether there was one.
func (p *pairs) replace(pair string) bool {
	name, found := pairName(pair), false
	*p = slices.DeleteFunc(*p, func(old string) bool {
		again := found && pairName(old) == name
		found = found || pairName(old) == name
		return again
	})
	for i, old := range *p {
		if pairName(old) == name {
			(*p)[i] = pair
		}
	}
	return found
}

// sort sorts the pairs by name without regard to case. Pairs with one name keep
// their order.
func (p pairs) sort() {
	slices.SortStableFunc(p, func(a, b string) int {
		return strings.Compare(strings.ToLower(pairName(a)), strings.ToLower(pairName(b)))
	})
}
