package mail

import (
	"io"
	"iter"
	"math"
	"sort"
)

// A place is where an octet stands in the file.
type place struct {
	offset int64
	line   int64 // from 1; a line feed ends a line
	start  int64 // offset of the line's first octet
}

// A run says of some octets of a stream where they came from: each group of them
// from width octets of one line of the file, one group behind the other. Octets as
// they stand are groups of one from one, base64 makes groups of three from four.
type run struct {
	off int64 // in the stream, of its first octet
	place
	group, width int32
}

// at returns the place of the octet at off, which is that of its group.
func (r run) at(off int64) place {
	p := r.place
	p.offset += (off - r.off) / int64(r.group) * int64(r.width)
	return p
}

// end returns the offset in the file behind what the octet at off came from.
func (r run) end(off int64) int64 { return r.at(off).offset + int64(r.width) }

// continues reports whether next goes on as r does, so that one run says it all.
func (r run) continues(next run) bool {
	n := next.off - r.off
	return next.group == r.group && next.width == r.width && next.line == r.line &&
		n%int64(r.group) == 0 && r.at(next.off).offset == next.offset
}

// join appends a run to those before it.
func join(runs []run, r run) []run {
	if n := len(runs); n > 0 && runs[n-1].continues(r) {
		return runs
	}
	return append(runs, r)
}

// find returns which of some runs, in their order, tells of the octet at off; -1 if none does.
func find(runs []run, off int64) int {
	return sort.Search(len(runs), func(i int) bool { return runs[i].off > off }) - 1
}

// widthTo returns the width of what came from the octets from p to end.
func widthTo(p place, end int64) int32 { return int32(min(end-p.offset, math.MaxInt32)) }

// A chunk is some octets of a stream. The runs may tell of more of it.
type chunk struct {
	b    []byte
	off  int64 // in the stream, of b[0]
	runs []run
}

// slice returns the octets from i to j.
func (c chunk) slice(i, j int) chunk {
	return chunk{b: c.b[i:j], off: c.off + int64(i), runs: c.runs}
}

// at returns the place of the octet at i.
func (c chunk) at(i int) place {
	off := c.off + int64(i)
	return c.runs[find(c.runs, off)].at(off)
}

// spans yields the octets in pieces of one run each: whole groups, or part of one
// group, which is then a group of its own.
func (c chunk) spans() iter.Seq2[[]byte, run] {
	return func(yield func([]byte, run) bool) {
		b, off := c.b, c.off
		for k := find(c.runs, off); len(b) > 0; k++ {
			r, n := c.runs[k], int64(len(b))
			if k+1 < len(c.runs) {
				n = min(n, c.runs[k+1].off-off)
			}
			for n > 0 {
				group := int64(r.group)
				m := n - n%group
				if part := (off - r.off) % group; part > 0 {
					m = min(group-part, n)
					group = m
				} else if m == 0 {
					m = n
					group = m
				}
				if !yield(b[:m], run{off, r.at(off), int32(group), r.width}) {
					return
				}
				b, off, n = b[m:], off+m, n-m
			}
		}
	}
}

// A stream is octets with their places.
type stream interface {
	// next returns more of it: at least one octet, or an error, which is io.EOF at
	// the end. The chunk is good until the next call.
	next() (chunk, error)
}

// output is the chunk that a stream makes.
type output struct{ chunk }

// reset begins the next chunk.
func (o *output) reset() {
	o.off += int64(len(o.b))
	o.b, o.runs = o.b[:0], o.runs[:0]
}

// add adds whole groups of octets, of which the first came from p.
func (o *output) add(b []byte, p place, group, width int32) {
	o.runs = join(o.runs, run{o.off + int64(len(o.b)), p, group, width})
	o.b = append(o.b, b...)
}

// octet adds an octet that came from width octets at p.
func (o *output) octet(c byte, p place, width int32) {
	o.runs = join(o.runs, run{o.off + int64(len(o.b)), p, 1, width})
	o.b = append(o.b, c)
}

// copy adds octets of another stream, with their places.
func (o *output) copy(c chunk) {
	for b, r := range c.spans() {
		o.add(b, r.place, r.group, r.width)
	}
}

// discard takes the first n octets away.
func (o *output) discard(n int) {
	if n == 0 {
		return
	}
	o.b = o.b[:copy(o.b, o.b[n:])]
	o.off += int64(n)
	if k := find(o.runs, o.off); k > 0 {
		o.runs = o.runs[:copy(o.runs, o.runs[k:])]
	}
}

// once is a stream of one chunk.
type once struct{ chunk }

func (o *once) next() (chunk, error) {
	c := o.chunk
	if len(c.b) == 0 {
		return chunk{}, io.EOF
	}
	o.b = nil
	return c, nil
}

// whole returns what a stream has, as one chunk. It is for what a header holds.
func whole(s stream) chunk {
	var o output
	for {
		c, err := s.next()
		if err != nil {
			return o.chunk
		}
		o.copy(c)
	}
}
