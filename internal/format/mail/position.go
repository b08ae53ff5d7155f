package mail

import (
	"io"
	"iter"
	"math"
	"sort"
)

// A position is the offset and line of a byte in the file.
type position struct {
	offset int64
	line   int64 // from 1; a line feed ends a line
	start  int64 // offset of the line's first byte
}

// A run describes where some bytes of a stream came from: each group of them
// from width bytes of one line of the file, one group after the other. Bytes
// that need no decoding are groups of one from one; base64 makes groups of
// three from four.
type run struct {
	off int64 // in the stream, of its first byte
	position
	group, width int32
}

// at returns the position of the byte at i.
func (r run) at(off int64) position {
	p := r.position
	p.offset += (off - r.off) / int64(r.group) * int64(r.width)
	return p
}

// end returns the offset in the file after the origin of the byte at off.
func (r run) end(off int64) int64 { return r.at(off).offset + int64(r.width) }

// continues reports whether next continues r, so that one run describes both.
func (r run) continues(next run) bool {
	n := next.off - r.off
	return next.group == r.group && next.width == r.width && next.line == r.line &&
		n%int64(r.group) == 0 && r.at(next.off).offset == next.offset
}

// join appends a run to runs, or extends the last one.
func join(runs []run, r run) []run {
	if n := len(runs); n > 0 && runs[n-1].continues(r) {
		return runs
	}
	return append(runs, r)
}

// find returns the index of the run with the byte at off, in a sorted list of
// runs, or -1.
func find(runs []run, off int64) int {
	return sort.Search(len(runs), func(i int) bool { return runs[i].off > off }) - 1
}

// widthTo returns the number of bytes from p to end.
func widthTo(p position, end int64) int32 { return int32(min(end-p.offset, math.MaxInt32)) }

// A chunk is some bytes of a stream. The runs may describe more bytes than
// these.
type chunk struct {
	b    []byte
	off  int64 // in the stream, of b[0]
	runs []run
}

// slice returns the bytes from i to j.
func (c chunk) slice(i, j int) chunk {
	return chunk{b: c.b[i:j], off: c.off + int64(i), runs: c.runs}
}

// at returns the position of the byte at i.
func (c chunk) at(i int) position {
	off := c.off + int64(i)
	return c.runs[find(c.runs, off)].at(off)
}

// spans yields the bytes in pieces of one run each: whole groups, or a part of
// one group, which then becomes a group.
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

// A stream is bytes with their positions.
type stream interface {
	// next returns more of it: at least one byte, or an error, which is io.EOF
	// at the end. The chunk is valid until the next call.
	next() (chunk, error)
}

// output is the chunk that a stream builds.
type output struct{ chunk }

// reset begins the next chunk.
func (o *output) reset() {
	o.off += int64(len(o.b))
	o.b, o.runs = o.b[:0], o.runs[:0]
}

// add adds whole groups of bytes. The first group came from p.
func (o *output) add(b []byte, p position, group, width int32) {
	o.runs = join(o.runs, run{o.off + int64(len(o.b)), p, group, width})
	o.b = append(o.b, b...)
}

// addByte adds a byte that came from width bytes at p.
func (o *output) addByte(c byte, p position, width int32) {
	o.runs = join(o.runs, run{o.off + int64(len(o.b)), p, 1, width})
	o.b = append(o.b, c)
}

// copy adds bytes of another stream, with their positions.
func (o *output) copy(c chunk) {
	for b, r := range c.spans() {
		o.add(b, r.position, r.group, r.width)
	}
}

// discard removes the first n bytes.
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

// whole returns the content of a stream as one chunk. Use it only for headers.
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
