package main

import "slices"

// graph has the arrows between n nodes: to[i] has the nodes that i points to, from[i] those that
// point to i.
type graph struct{ to, from [][]int }

func newGraph(n int) *graph {
	return &graph{make([][]int, n), make([][]int, n)}
}

// add adds an arrow unless it is there.
func (g *graph) add(a, b int) {
	if a != b && !slices.Contains(g.to[a], b) {
		g.to[a] = append(g.to[a], b)
		g.from[b] = append(g.from[b], a)
	}
}

// back counts the arrows that point to an earlier node of an order.
func (g *graph) back(order []int) int {
	place := places(order)
	n := 0
	for a, targets := range g.to {
		for _, b := range targets {
			if place[b] < place[a] {
				n++
			}
		}
	}
	return n
}

// circular counts the nodes that can be reached from themselves.
func (g *graph) circular() int {
	n := 0
	for start := range g.to {
		seen := make([]bool, len(g.to))
		next := slices.Clone(g.to[start])
		for len(next) > 0 && !seen[start] {
			node := next[len(next)-1]
			next = next[:len(next)-1]
			if !seen[node] {
				seen[node] = true
				next = append(next, g.to[node]...)
			}
		}
		if seen[start] {
			n++
		}
	}
	return n
}

// places returns the index of each node in an order.
func places(order []int) []int {
	place := make([]int, len(order))
	for i, node := range order {
		place[node] = i
	}
	return place
}

// order returns the nodes in an order in which few arrows point back: it improves the greedy order
// and that of the input, and returns the better one. The same graph gives the same order. A graph
// without circles has no arrow back.
func (g *graph) order() []int {
	given := make([]int, len(g.to))
	for i := range given {
		given[i] = i
	}
	first, second := g.improve(g.greedy()), g.improve(given)
	if g.back(second) < g.back(first) {
		return second
	}
	return first
}

// greedy takes the nodes one by one. A node that no other points to goes to the top, and one that
// points to no other to the bottom. If both are missing, the node with the most arrows from it,
// less those to it, goes to the top. Source: Eades, Lin, Smyth 1993.
func (g *graph) greedy() []int {
	n := len(g.to)
	out, in := make([]int, n), make([]int, n)
	for i := range n {
		out[i], in[i] = len(g.to[i]), len(g.from[i])
	}
	taken := make([]bool, n)
	var top, bottom []int
	for len(top)+len(bottom) < n {
		best := -1
		for i := range n {
			if !taken[i] && (best < 0 || rank(out[i], in[i]) > rank(out[best], in[best])) {
				best = i
			}
		}
		taken[best] = true
		if out[best] == 0 && in[best] > 0 {
			bottom = append(bottom, best)
		} else {
			top = append(top, best)
		}
		for _, b := range g.to[best] {
			in[b]--
		}
		for _, a := range g.from[best] {
			out[a]--
		}
	}
	slices.Reverse(bottom)
	return append(top, bottom...)
}

// rank prefers nodes without arrows to them, or from them.
func rank(out, in int) int {
	if in == 0 || out == 0 {
		return 1 << 30
	}
	return out - in
}

// improve moves single nodes to better places until no move helps.
func (g *graph) improve(order []int) []int {
	for moved := true; moved; {
		moved = false
		for node := range g.to {
			from := slices.Index(order, node)
			if to := g.bestPlace(order, from); to != from {
				order = slices.Insert(slices.Delete(order, from, from+1), to, node)
				moved = true
			}
		}
	}
	return order
}

// bestPlace returns the index at which the node at an index has the fewest arrows back.
func (g *graph) bestPlace(order []int, from int) int {
	node := order[from]
	best, gain := from, 0
	for _, step := range []int{-1, 1} {
		sum := 0
		for i := from + step; i >= 0 && i < len(order); i += step {
			// Passing order[i] turns the arrows between it and node.
			if slices.Contains(g.to[node], order[i]) {
				sum -= step
			}
			if slices.Contains(g.from[node], order[i]) {
				sum += step
			}
			if sum > gain {
				best, gain = i, sum
			}
		}
	}
	return best
}
