package main

import (
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// A pairs is a query as the words that edit its pairs see it: pieces as they are
// written, "name" or "name=value", none of them empty.
type pairs []string

// parsePairs takes a query apart.
func parsePairs(query string, sep byte) pairs {
	return slices.DeleteFunc(strings.Split(query, string(sep)), func(piece string) bool { return piece == "" })
}

// decodePair decodes a name or a value.
func decodePair(text string) string {
	return string(earl.Unescape(strings.ReplaceAll(text, "+", " ")))
}

// pairName returns the name of a piece, decoded.
func pairName(piece string) string {
	name, _, _ := strings.Cut(piece, "=")
	return decodePair(name)
}

// queryValues yields the values of a name in the query of u, as written.
func queryValues(u earl.URL, name string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		query, _ := u.Query()
		for _, piece := range parsePairs(query, sep) {
			if _, value, _ := strings.Cut(piece, "="); pairName(piece) == name && !yield(value) {
				return
			}
		}
	}
}

// queryValue returns the first value of a name, as written.
func queryValue(u earl.URL, name string, sep byte) (string, bool) {
	for value := range queryValues(u, name, sep) {
		return value, true
	}
	return "", false
}

// trim takes out the pairs whose names a pattern matches: a name, or the start
// of names with a "*" behind it.
func (p *pairs) trim(pattern string) {
	prefix, wild := strings.CutSuffix(pattern, "*")
	if literal, ok := strings.CutSuffix(prefix, `\`); wild && ok {
		pattern, wild = literal+"*", false
	}
	*p = slices.DeleteFunc(*p, func(piece string) bool {
		name := pairName(piece)
		return name == pattern || wild && strings.HasPrefix(name, prefix)
	})
}

// replace puts piece in the place of the first pair of its name, and takes out
// the others. It reports whether there was one.
func (p *pairs) replace(piece string) bool {
	name, found := pairName(piece), false
	*p = slices.DeleteFunc(*p, func(old string) bool {
		again := found && pairName(old) == name
		found = found || pairName(old) == name
		return again
	})
	for i, old := range *p {
		if pairName(old) == name {
			(*p)[i] = piece
		}
	}
	return found
}

// sort sorts the pairs by name, whatever its case; pairs of one name keep their order.
func (p pairs) sort() {
	slices.SortStableFunc(p, func(a, b string) int {
		return strings.Compare(strings.ToLower(pairName(a)), strings.ToLower(pairName(b)))
	})
}
