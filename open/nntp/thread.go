package nntp

// A threaded is an article's position in the order of threads.
type threaded struct {
	index int // of the article
	depth int // 0 begins a thread
}

// thread sorts articles in the order of their threads. An article replies to
// the nearest of its References that is present. Threads have the order of
// their first articles. Replies are below the article to which they reply, in
// the order of arrival. Replies to an expired article are next to each other.
// Time and memory are proportional to the articles' text. Source: rfc5536
// 3.2.10.
func thread(articles []overview) []threaded {
	parent := parents(articles)
	uncycle(parent)
	adjoin := adjoining(articles, parent)
	// first has the first child of each article, next has its next sibling.
	first, next := make([]int, len(articles)+1), make([]int, len(articles))
	for i := range first {
		first[i] = none
	}
	for i := len(articles) - 1; i >= 0; i-- {
		above := parent[i]
		if above == none && adjoin[i] != none {
			continue // it is next to another
		}
		if above == none {
			above = len(articles) // the root of all
		}
		next[i], first[above] = first[above], i
	}
	return walk(first, next, besides(adjoin))
}

// none is the index of no article.
const none = -1

// parents returns for each article the nearest of its References that is
// present.
func parents(articles []overview) []int {
	byID := make(map[string]int, len(articles))
	for i := range articles {
		if id := articles[i].id; id != "" {
			if _, twice := byID[id]; !twice {
				byID[id] = i
			}
		}
	}
	parent := make([]int, len(articles))
	for i := range articles {
		parent[i] = none
		refs := articles[i].references()
		for k := len(refs) - 1; k >= 0 && parent[i] == none; k-- {
			if j, ok := byID[refs[k]]; ok && j != i {
				parent[i] = j
			}
		}
	}
	return parent
}

// uncycle removes the parent of the first article of each cycle. References
// come from strangers, so they can have cycles.
func uncycle(parent []int) {
	came := make([]int, len(parent)) // the walk that passed, from 1, or 0
	for i := range parent {
		j := i
		for ; j != none && came[j] == 0; j = parent[j] {
			came[j] = i + 1
		}
		if j == none || came[j] != i+1 {
			continue
		}
		low := j // the lowest of the cycle
		for k := parent[j]; k != j; k = parent[k] {
			low = min(low, k)
		}
		parent[low] = none
	}
}

// adjoining returns, for each article without a present parent, the first
// article before it that replies to the same missing one.
func adjoining(articles []overview, parent []int) []int {
	adjoin := make([]int, len(articles))
	seen := map[string]int{}
	for i := range articles {
		adjoin[i] = none
		if parent[i] != none {
			continue
		}
		refs := articles[i].references()
		if len(refs) == 0 || refs[0] == articles[i].id {
			continue
		}
		if j, ok := seen[refs[0]]; ok {
			adjoin[i] = j
		} else {
			seen[refs[0]] = i
		}
	}
	return adjoin
}

// besides returns the articles that are next to each, in their order.
func besides(adjoin []int) map[int][]int {
	beside := map[int][]int{}
	for i, j := range adjoin {
		if j != none {
			beside[j] = append(beside[j], i)
		}
	}
	return beside
}

// walk returns the articles from the root down. It uses its own stack, because
// threads can be as deep as the number of articles.
func walk(first, next []int, beside map[int][]int) []threaded {
	var order, stack []threaded
	root := len(first) - 1
	down := func(from threaded) {
		for stack = append(stack, from); len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			order = append(order, at)
			if k := next[at.index]; k != none && at.depth > 0 {
				stack = append(stack, threaded{k, at.depth})
			}
			if k := first[at.index]; k != none {
				stack = append(stack, threaded{k, at.depth + 1})
			}
		}
	}
	for i := first[root]; i != none; i = next[i] {
		down(threaded{i, 0})
		for _, k := range beside[i] {
			down(threaded{k, 0})
		}
	}
	return order
}
