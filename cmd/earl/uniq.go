package main

import (
	"hash/maphash"

	"github.com/earl-url/earl"
)

// A fingerprint identifies a text: two hashes with different random seeds, so
// that no one can prepare texts with equal fingerprints.
type fingerprint [2]uint64

// A stretch is a piece of an output that is written only if its URL is new.
type stretch struct {
	end   int // in output.out
	print fingerprint
	url   bool // false: the piece has no URL and is always written
}

// uniq remembers the URLs that were written.
type uniq struct {
	seeds [2]maphash.Seed
	seen  map[fingerprint]struct{}
}

// newUniq returns an empty uniq.
func newUniq() *uniq {
	return &uniq{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, seen: map[fingerprint]struct{}{}}
}

// note marks what was appended to o since the last note as output for u; for a
// text that is not valid u is the zero URL. It is safe for concurrent use.
func (q *uniq) note(o *output, u earl.URL) {
	p := stretch{end: len(o.out), url: !u.IsZero()}
	if p.url {
		p.print = q.print(u.String())
	}
	o.ends = append(o.ends, p)
}

// print returns the fingerprint of a text.
func (q *uniq) print(text string) fingerprint {
	return fingerprint{maphash.String(q.seeds[0], text), maphash.String(q.seeds[1], text)}
}

// settle removes the pieces for URLs that were written before. It is called for
// each output, in the order of the texts.
func (q *uniq) settle(o *output) {
	from, kept, t := 0, 0, 0
	for _, p := range o.ends {
		piece := o.out[from:p.end]
		from = p.end
		if _, again := q.seen[p.print]; !p.url || !again {
			kept += copy(o.out[kept:], piece)
		}
		if p.url {
			q.seen[p.print] = struct{}{}
		}
		for ; t < len(o.switches) && o.switches[t].out <= p.end; t++ {
			o.switches[t].out = kept
		}
	}
	o.out = o.out[:kept]
}
