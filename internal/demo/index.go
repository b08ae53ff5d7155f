package demo

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// maxHits limits the results of a search to a readable number.
const maxHits = 50

// index is a word index: for each word, the texts that contain it and how often. It does not
// change after it is built.
type index struct {
	words  map[string]map[*node]int
	length map[*node]int // in words
}

// newIndex indexes all nodes below root: texts by their content, other files by their title.
func newIndex(root *node) *index {
	x := &index{words: map[string]map[*node]int{}, length: map[*node]int{}}
	root.walk(func(n *node) {
		if n.dir {
			return
		}
		for _, w := range wordsOf(n.words()) {
			if x.words[w] == nil {
				x.words[w] = map[*node]int{}
			}
			x.words[w][n]++
			x.length[n]++
		}
	})
	return x
}

// words returns the text of a file for the index. In an article it decodes the header, and
// stops before an attachment.
func (n *node) words() string {
	switch {
	case n.isArticle():
		text, _, _ := strings.Cut(n.data, "Content-Transfer-Encoding: base64")
		_, body, _ := strings.Cut(text, "\n\n")
		return n.title() + "\n" + utf8Of(body)
	case n.plain():
		return n.data
	}
	return n.title()
}

// wordsOf returns the words of a text in lower case: runs of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// hit is a text that contains all words of a search.
type hit struct {
	node  *node
	count int // how often the words occur in it
}

// search returns the texts that contain every word of the query, at most maxHits, the text with
// most occurrences first. A query without words finds nothing.
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
		return cmp.Or(b.count-a.count, strings.Compare(a.node.path(), b.node.path()))
	})
	return hits[:min(len(hits), maxHits)]
}

// rank returns the scores of the texts that contain any word of the query; 1000 is the best. A
// rare word weighs more, a word that occurs often in the text weighs a little more, and a long
// text weighs less, by the square root of its length.
func (x *index) rank(query string) map[*node]int {
	weights, best := map[*node]float64{}, 0.0
	for _, w := range wordsOf(query) {
		found := x.words[w]
		rare := math.Log(1 + float64(len(x.length))/float64(1+len(found)))
		for n, count := range found {
			weights[n] += rare * (1 + math.Log(float64(count))) / math.Sqrt(float64(x.length[n]))
			best = max(best, weights[n])
		}
	}
	scores := map[*node]int{}
	for n, weight := range weights {
		scores[n] = max(1, int(math.Round(1000*weight/best)))
	}
	return scores
}

// ranked returns the texts that contain any word of the query, the best first.
func (x *index) ranked(query string) (best []*node) {
	scores := x.rank(query)
	for n := range scores {
		best = append(best, n)
	}
	slices.SortFunc(best, func(a, b *node) int {
		return cmp.Or(scores[b]-scores[a], strings.Compare(a.path(), b.path()))
	})
	return best[:min(len(best), maxHits)]
}
