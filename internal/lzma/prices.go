package lzma

import "math"

// prices has the prices of lengths and distances by the present probabilities, in 1/64 bit.
type prices struct {
	matchLen, repLen [maxMatch + 1]int
	slot             [4][64]int
	special          [128]int // the rest of a distance below 128
	align            [16]int
}

// bitPrices has the price of a bit by the highest bits of its probability.
var bitPrices = func() (list [128]int) {
	for i := range list {
		list[i] = int(-64 * math.Log2((float64(i)+0.5)/128))
	}
	return list
}()

// directBit is the price of a bit without a model.
const directBit = 64

// bitPrice returns the price of a bit.
func bitPrice(p probability, bit int) int {
	if bit == 1 {
		p = 1<<11 - p
	}
	return bitPrices[p>>4]
}

// treePrice returns the price of n bits, as tree writes them.
func treePrice(list []probability, n, value int) (sum int) {
	node := 1
	for i := n - 1; i >= 0; i-- {
		bit := value >> i & 1
		sum += bitPrice(list[node], bit)
		node = node<<1 | bit
	}
	return sum
}

// reversePrice returns the price of n bits, as reverse writes them.
func reversePrice(list []probability, first, n, value int) (sum int) {
	node := 1
	for i := range n {
		bit := value >> i & 1
		sum += bitPrice(list[first+node-1], bit)
		node = node<<1 | bit
	}
	return sum
}

// set computes the prices.
func (p *prices) set(m *model) {
	setLengths(&p.matchLen, &m.matchLen)
	setLengths(&p.repLen, &m.repLen)
	for i := range p.slot {
		for slot := range p.slot[i] {
			p.slot[i][slot] = treePrice(m.slot[i][:], 6, slot)
			if slot >= 14 {
				p.slot[i][slot] += (slot>>1 - 1 - 4) * directBit
			}
		}
	}
	for d := 4; d < len(p.special); d++ {
		slot := slotOf(d)
		n := slot>>1 - 1
		base := (2 | slot&1) << n
		p.special[d] = reversePrice(m.special[:], base-slot, n, d-base)
	}
	for i := range p.align {
		p.align[i] = reversePrice(m.align[:], 1, 4, i)
	}
}

// setLengths computes the prices of lengths.
func setLengths(list *[maxMatch + 1]int, l *lengths) {
	for n := minMatch; n <= maxMatch; n++ {
		switch i := n - minMatch; {
		case i < 8:
			list[n] = bitPrice(l.choice, 0) + treePrice(l.low[:], 3, i)
		case i < 16:
			list[n] = bitPrice(l.choice, 1) + bitPrice(l.choice2, 0) + treePrice(l.mid[:], 3, i-8)
		default:
			list[n] = bitPrice(l.choice, 1) + bitPrice(l.choice2, 1) + treePrice(l.high[:], 8, i-16)
		}
	}
}

// distance returns the price of a distance, and of the length of a match.
func (p *prices) distance(distance, length int) int {
	d := distance - 1
	sum := p.matchLen[length] + p.slot[min(length-minMatch, 3)][slotOf(d)]
	if d < len(p.special) {
		return sum + p.special[d]
	}
	return sum + p.align[d&15]
}
