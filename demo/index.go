package demo

import (
	"slices"
	"strings"
	"unicode"
)

// maxHits bounds the answer to a search, which a person must be able to hold.
const maxHits = 50

// index is a word index: for each word of the texts, where it stands and how
// often. It does not change once it is built.
type index struct {
	words map[string]map[*node]int
}

// newIndex indexes every text below root.
func newIndex(root *node) *index {
	x := &index{words: map[string]map[*node]int{}}
	root.walk(func(n *node) {
		if !n.plain() {
			return
		}
		for _, w := range wordsOf(n.data) {
			if x.words[w] == nil {
				x.words[w] = map[*node]int{}
			}
			x.words[w][n]++
		}
	})
	return x
}

// wordsOf returns the words of a text in lower case: runs of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// hit is a text that holds all the words of a search.
type hit struct {
	node  *node
	count int // how often the words stand in it
}

// search returns the texts that hold every word of the query, those that hold
// them most often first, at most maxHits. A query without words finds nothing.
func (x *index) search(query string) []hit {
	var hits []hit
	for i, w := range wordsOf(query) {
		found := x.words[w]
		if i == 0 {
			for n := range found {
				hits = append(hits, hit{node: n})
			}
		}
		hits = slices.DeleteFunc(hits, func(h hit) bool { return found[h.node] == 0 })
		for k := range hits {
			hits[k].count += found[hits[k].node]
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if a.count != b.count {
			return b.count - a.count
		}
		return strings.Compare(a.node.path(), b.node.path())
	})
	return hits[:min(len(hits), maxHits)]
}
