// Package lzma compresses data for the page without a server: a module of WebAssembly is a
// third smaller than in gzip, and a decoder takes 100 lines of JavaScript.
//
//	file := lzma.Compress(data)
//
// The result is a file of the format .lzma (LZMA1, lc 3, lp 0, pb 0, a known size), as the
// program xz reads it. Compress chooses the cheapest way to code the data by the prices of
// its bits, so it is slow: some seconds for each megabyte. The package does not decompress.
package lzma

import "encoding/binary"

const (
	literalBits = 3 // lc: how many bits of the last byte choose the model of a literal
	minMatch    = 2 // the shortest match
	maxMatch    = 273
	states      = 12
)

// probability is that of a bit 0, in 1/2048.
type probability uint16

// lengths is the model of lengths.
type lengths struct {
	choice, choice2 probability
	low, mid        [8]probability
	high            [256]probability
}

// model has all probabilities.
type model struct {
	match, rep, rep0, rep1, rep2, rep0Long [states]probability
	literal                                [0x300 << literalBits]probability
	slot                                   [4][64]probability
	special                                [115]probability
	align                                  [16]probability
	matchLen, repLen                       lengths
}

// reset makes all bits equally probable.
func reset(list []probability) {
	for i := range list {
		list[i] = 1 << 10
	}
}

func (l *lengths) reset() {
	l.choice, l.choice2 = 1<<10, 1<<10
	reset(l.low[:])
	reset(l.mid[:])
	reset(l.high[:])
}

func newModel() *model {
	m := new(model)
	for _, list := range [][]probability{
		m.match[:], m.rep[:], m.rep0[:], m.rep1[:], m.rep2[:], m.rep0Long[:], m.literal[:], m.special[:], m.align[:],
		m.slot[0][:], m.slot[1][:], m.slot[2][:], m.slot[3][:],
	} {
		reset(list)
	}
	m.matchLen.reset()
	m.repLen.reset()
	return m
}

// encoder writes bits by their probabilities: a range coder.
type encoder struct {
	*model
	out   []byte
	low   uint64
	width uint32
	cache byte
	delay int // bytes that a carry can change

	state int
	reps  [4]int // the last distances
}

// Compress returns the compressed file of data.
func Compress(data []byte) []byte {
	e := &encoder{model: newModel(), width: 1<<32 - 1, delay: 1, reps: [4]int{1, 1, 1, 1}}
	size := uint32(1 << 16)
	for int(size) < len(data) {
		size <<= 1
	}
	e.out = append(e.out, literalBits)
	e.out = binary.LittleEndian.AppendUint32(e.out, size)
	e.out = binary.LittleEndian.AppendUint64(e.out, uint64(len(data)))
	p := newParser(data, e)
	for at := 0; at < len(data); {
		for _, s := range p.parse(at) {
			e.step(data, at, s)
			at += s.length
		}
	}
	for range 5 {
		e.shift()
	}
	return e.out
}

// shift writes the highest byte of low.
func (e *encoder) shift() {
	if e.low < 0xFF000000 || e.low >= 1<<32 {
		carry := byte(e.low >> 32)
		for b := e.cache; e.delay > 0; e.delay-- {
			e.out = append(e.out, b+carry)
			b = 0xFF
		}
		e.cache = byte(e.low >> 24)
	}
	e.delay++
	e.low = e.low & 0x00FFFFFF << 8
}

// bit writes a bit.
func (e *encoder) bit(p *probability, bit int) {
	bound := e.width >> 11 * uint32(*p)
	if bit == 0 {
		e.width = bound
		*p += (1<<11 - *p) >> 5
	} else {
		e.low += uint64(bound)
		e.width -= bound
		*p -= *p >> 5
	}
	for e.width < 1<<24 {
		e.width <<= 8
		e.shift()
	}
}

// tree writes n bits of value, the highest first.
func (e *encoder) tree(list []probability, n, value int) {
	node := 1
	for i := n - 1; i >= 0; i-- {
		bit := value >> i & 1
		e.bit(&list[node], bit)
		node = node<<1 | bit
	}
}

// reverse writes n bits of value, the lowest first. Node 1 is list[first].
func (e *encoder) reverse(list []probability, first, n, value int) {
	node := 1
	for i := range n {
		bit := value >> i & 1
		e.bit(&list[first+node-1], bit)
		node = node<<1 | bit
	}
}

// length writes a length.
func (e *encoder) length(l *lengths, n int) {
	switch n -= minMatch; {
	case n < 8:
		e.bit(&l.choice, 0)
		e.tree(l.low[:], 3, n)
	case n < 16:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 0)
		e.tree(l.mid[:], 3, n-8)
	default:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 1)
		e.tree(l.high[:], 8, n-16)
	}
}

// distance writes the distance of a match with a length.
func (e *encoder) distance(distance, length int) {
	d := distance - 1
	slot := slotOf(d)
	e.tree(e.slot[min(length-minMatch, 3)][:], 6, slot)
	if slot < 4 {
		return
	}
	n := slot>>1 - 1
	base := (2 | slot&1) << n
	if slot < 14 {
		e.reverse(e.special[:], base-slot, n, d-base)
		return
	}
	for i := n - 1; i >= 4; i-- {
		e.width >>= 1
		if (d-base)>>i&1 == 1 {
			e.low += uint64(e.width)
		}
		for e.width < 1<<24 {
			e.width <<= 8
			e.shift()
		}
	}
	e.reverse(e.align[:], 1, 4, d&15)
}

// slotOf returns the slot of a distance, counted from 0.
func slotOf(d int) int {
	if d < 4 {
		return d
	}
	n := 0
	for d>>n > 3 {
		n++
	}
	return n<<1 + d>>n
}

// step writes a step of the parser, and remembers its state.
func (e *encoder) step(data []byte, at int, s step) {
	st := e.state
	switch {
	case s.kind == literal:
		e.bit(&e.match[st], 0)
		e.literalByte(data, at)
		e.state = afterLiteral(st)
		return
	case s.kind == match:
		e.bit(&e.match[st], 1)
		e.bit(&e.rep[st], 0)
		e.length(&e.matchLen, s.length)
		e.distance(s.distance, s.length)
		e.reps = [4]int{s.distance, e.reps[0], e.reps[1], e.reps[2]}
		e.state = afterMatch(st)
		return
	}
	e.bit(&e.match[st], 1)
	e.bit(&e.rep[st], 1)
	e.repeat(st, s)
}

// repeat writes which of the last distances is used again.
func (e *encoder) repeat(st int, s step) {
	if s.kind == 0 {
		e.bit(&e.rep0[st], 0)
		if s.length == 1 {
			e.bit(&e.rep0Long[st], 0)
			e.state = afterShort(st)
			return
		}
		e.bit(&e.rep0Long[st], 1)
	} else {
		e.bit(&e.rep0[st], 1)
		e.bit(&e.rep1[st], min(s.kind-1, 1))
		if s.kind > 1 {
			e.bit(&e.rep2[st], s.kind-2)
		}
	}
	e.reps = moved(e.reps, s.kind)
	e.length(&e.repLen, s.length)
	e.state = afterRepeat(st)
}

// literalByte writes a byte, with the byte at the last distance as a hint after a match.
func (e *encoder) literalByte(data []byte, at int) {
	list := e.literal[literalModel(data, at):]
	symbol, node := int(data[at])|0x100, 1
	hint, same := 0, 0
	if e.state >= 7 {
		hint, same = int(data[at-e.reps[0]]), 0x100
	}
	for node < 0x100 {
		hint <<= 1
		bit := symbol >> 7 & 1
		symbol <<= 1
		expected := hint & same
		e.bit(&list[same+expected+node], bit)
		node = node<<1 | bit
		same &= ^(hint ^ -bit&0x100) // the hint ends at the first bit that differs
	}
}

// literalModel returns where the model of the literal at a position begins.
func literalModel(data []byte, at int) int {
	if at == 0 {
		return 0
	}
	return 0x300 * int(data[at-1]>>(8-literalBits))
}

// moved returns the last distances after the use of one of them.
func moved(reps [4]int, i int) [4]int {
	d := reps[i]
	copy(reps[1:i+1], reps[:i])
	reps[0] = d
	return reps
}

func afterLiteral(st int) int {
	switch {
	case st < 4:
		return 0
	case st < 10:
		return st - 3
	}
	return st - 6
}

func afterMatch(st int) int {
	if st < 7 {
		return 7
	}
	return 10
}

func afterRepeat(st int) int {
	if st < 7 {
		return 8
	}
	return 11
}

func afterShort(st int) int {
	if st < 7 {
		return 9
	}
	return 11
}
