package lzma

import "math"

// step is a way to code the next bytes: a literal, a match, or a match at one of the last
// distances.
type step struct{ kind, length, distance int }

// The values of step.kind. 0 to 3 are matches at a last distance.
const (
	literal = -1
	match   = 4
)

const (
	window   = 4096 // the most bytes that are parsed at once
	repriced = 1024 // after how many bytes prices are computed again
	maxChain = 64   // how many earlier positions are compared
	hashBits = 20
)

// node is the cheapest way to a position of the window.
type node struct {
	price int
	from  int // the node before
	last  step
	tail  int // after last there is a literal, and a match of this length at the last distance; 0: no tail
	past
}

// past is what the encoder remembers of the steps.
type past struct {
	state int
	reps  [4]int
}

// after returns what it remembers after one more step.
func (o past) after(s step) past {
	switch {
	case s.kind == literal:
		o.state = afterLiteral(o.state)
	case s.kind == match:
		o.reps = [4]int{s.distance, o.reps[0], o.reps[1], o.reps[2]}
		o.state = afterMatch(o.state)
	case s.length == 1:
		o.state = afterShort(o.state)
	default:
		o.reps = moved(o.reps, s.kind)
		o.state = afterRepeat(o.state)
	}
	return o
}

// parser finds the cheapest steps.
type parser struct {
	data   []byte
	coder  *encoder
	prices prices
	priced int // where the prices were computed
	nodes  [window + 1]node
	far    int // the last node with a way

	heads [3][1 << hashBits]int32 // the last position of 2, 3 and 4 bytes with a hash, plus 1
	chain []int32                 // for each position, the one before with the same 4 bytes, plus 1
	found []step
}

func newParser(data []byte, e *encoder) *parser {
	return &parser{data: data, coder: e, chain: make([]int32, len(data))}
}

// parse returns the first steps at a position. It must be called for each position that they
// end at, in order.
func (p *parser) parse(at int) []step {
	n := min(window, len(p.data)-at)
	if at == 0 || at-p.priced >= repriced {
		p.prices.set(p.coder.model)
		p.priced = at
	}
	p.nodes[0] = node{past: past{p.coder.state, p.coder.reps}}
	p.far = 0
	end := 0
	for end == 0 || end < p.far { // all ways end at p.far if no step passes it
		p.matches(at+end, n-end)
		p.tryLiteral(at, end)
		p.tryRepeats(at, end, n-end)
		p.tryMatches(at, end, n-end)
		end++
	}
	var steps []step
	for i := end; i > 0; i = p.nodes[i].from {
		if tail := p.nodes[i].tail; tail > 0 {
			steps = append(steps, step{0, tail, 0}, step{literal, 1, 0})
		}
		steps = append(steps, p.nodes[i].last)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

// reach makes a step from node i, if it is the cheapest way to its end.
func (p *parser) reach(i, price int, s step) {
	if to := p.node(i + s.length); price < to.price {
		*to = node{price: price, from: i, last: s, past: p.nodes[i].after(s)}
	}
}

// reachTail is reach for a step, a literal, and the longest match at the last distance. It finds
// ways over a node with a cheaper way. price is that of the way up to the end of the step.
func (p *parser) reachTail(at, i, price int, s step, most int) {
	end := i + s.length
	if most < s.length+1+minMatch {
		return
	}
	past, e, pos := p.nodes[i].after(s), p.coder, at+end
	n := p.common(pos+1, pos+1-past.reps[0], most-s.length-1)
	if n < minMatch {
		return
	}
	price += bitPrice(e.match[past.state], 0) + hintedPrice(e.literal[literalModel(p.data, pos):], int(p.data[pos]), int(p.data[pos-past.reps[0]]))
	past = past.after(step{literal, 1, 0})
	st := past.state
	price += bitPrice(e.match[st], 1) + bitPrice(e.rep[st], 1) + bitPrice(e.rep0[st], 0) + bitPrice(e.rep0Long[st], 1) + p.prices.repLen[n]
	if to := p.node(end + 1 + n); price < to.price {
		*to = node{price: price, from: i, last: s, tail: n, past: past.after(step{0, n, 0})}
	}
}

// node returns a node, and moves far to it.
func (p *parser) node(i int) *node {
	for p.far < i {
		p.far++
		p.nodes[p.far].price = math.MaxInt
	}
	return &p.nodes[i]
}

// tryLiteral tries a literal, and a match of one byte at the last distance.
func (p *parser) tryLiteral(at, i int) {
	n, pos := &p.nodes[i], at+i
	price := n.price + bitPrice(p.coder.match[n.state], 0)
	list := p.coder.literal[literalModel(p.data, pos):]
	if n.state < 7 {
		price += treePrice(list, 8, int(p.data[pos]))
	} else {
		price += hintedPrice(list, int(p.data[pos]), int(p.data[pos-n.reps[0]]))
	}
	p.reach(i, price, step{literal, 1, 0})
	if pos >= n.reps[0] && p.data[pos] == p.data[pos-n.reps[0]] {
		p.reach(i, p.repeatPrice(n)+bitPrice(p.coder.rep0[n.state], 0)+bitPrice(p.coder.rep0Long[n.state], 0), step{0, 1, 0})
	}
}

// hintedPrice returns the price of a literal after a match.
func hintedPrice(list []probability, symbol, hint int) (sum int) {
	symbol |= 0x100
	node, same := 1, 0x100
	for node < 0x100 {
		hint <<= 1
		bit := symbol >> 7 & 1
		symbol <<= 1
		sum += bitPrice(list[same+hint&same+node], bit)
		node = node<<1 | bit
		same &= ^(hint ^ -bit&0x100)
	}
	return sum
}

// repeatPrice returns the price up to the choice of a last distance.
func (p *parser) repeatPrice(n *node) int {
	return n.price + bitPrice(p.coder.match[n.state], 1) + bitPrice(p.coder.rep[n.state], 1)
}

// tryRepeats tries matches at the last distances.
func (p *parser) tryRepeats(at, i, most int) {
	n, pos := &p.nodes[i], at+i
	st, e := n.state, p.coder
	base, first := p.repeatPrice(n), bitPrice(e.rep0[n.state], 1)
	choice := [4]int{
		bitPrice(e.rep0[st], 0) + bitPrice(e.rep0Long[st], 1),
		first + bitPrice(e.rep1[st], 0),
		first + bitPrice(e.rep1[st], 1) + bitPrice(e.rep2[st], 0),
		first + bitPrice(e.rep1[st], 1) + bitPrice(e.rep2[st], 1),
	}
	for k, d := range n.reps {
		if d > pos {
			continue
		}
		longest := p.common(pos, pos-d, most)
		for length := longest; length >= minMatch; length-- {
			p.reach(i, base+choice[k]+p.prices.repLen[length], step{k, length, 0})
		}
		if longest >= minMatch {
			p.reachTail(at, i, base+choice[k]+p.prices.repLen[longest], step{k, longest, 0}, most)
		}
	}
}

// tryMatches tries the matches that were found.
func (p *parser) tryMatches(at, i, most int) {
	n := &p.nodes[i]
	base := n.price + bitPrice(p.coder.match[n.state], 1) + bitPrice(p.coder.rep[n.state], 0)
	length := minMatch
	for _, s := range p.found {
		for ; length <= s.length; length++ {
			p.reach(i, base+p.prices.distance(s.distance, length), step{match, length, s.distance})
		}
		p.reachTail(at, i, base+p.prices.distance(s.distance, s.length), s, most)
	}
}

// common returns how many bytes are equal at two positions, up to most.
func (p *parser) common(a, b, most int) int {
	most = min(most, maxMatch)
	n := 0
	for n < most && p.data[a+n] == p.data[b+n] {
		n++
	}
	return n
}

// matches finds the nearest match of each length at a position, and adds the position to the
// chains.
func (p *parser) matches(pos, most int) {
	p.found = p.found[:0]
	if pos+4 > len(p.data) {
		return
	}
	best := 1
	most = min(most, maxMatch)
	try := func(earlier int) {
		if best < most && p.data[earlier+best] != p.data[pos+best] {
			return // it is not longer
		}
		if n := p.common(pos, earlier, most); n > best {
			best = n
			p.found = append(p.found, step{match, n, pos - earlier})
		}
	}
	for i := range p.heads {
		head := &p.heads[i][hash(p.data[pos:], i+2)]
		earlier := int(*head)
		*head = int32(pos + 1)
		if i < 2 {
			if earlier > 0 {
				try(earlier - 1)
			}
			continue
		}
		p.chain[pos] = int32(earlier)
		for range maxChain {
			if earlier == 0 || best >= most {
				return
			}
			try(earlier - 1)
			earlier = int(p.chain[earlier-1])
		}
	}
}

// hash returns the hash of the first n bytes, from 2 to 4.
func hash(b []byte, n int) uint32 {
	v := uint32(b[0]) | uint32(b[1])<<8
	for i := 2; i < n; i++ {
		v |= uint32(b[i]) << (8 * i)
	}
	return v * 2654435761 >> (32 - hashBits)
}
