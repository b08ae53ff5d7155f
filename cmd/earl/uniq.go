package main

import (
	"hash/maphash"

	"github.com/earl-url/earl"
)

// A fingerprint stands for a text: two hashes under seeds of their own, which
// nobody outside this run knows and so can aim at.
type fingerprint [2]uint64

// A stretch is a piece of an answer that is written only if its URL is new.
type stretch struct {
	end   int // in answer.out
	print fingerprint
	url   bool // false: it is written whatever was before
}

// uniq remembers the URLs that were written.
type uniq struct {
	seeds [2]maphash.Seed
	seen  map[fingerprint]struct{}
}

// newUniq returns a uniq that has seen nothing.
func newUniq() *uniq {
	return &uniq{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, seen: map[fingerprint]struct{}{}}
}

// note says that what was appended to a since the last note is about u, which
// is the zero URL where a text is not valid. Several workers may call it at once.
func (q *uniq) note(a *answer, u earl.URL) {
	p := stretch{end: len(a.out), url: !u.IsZero()}
	if p.url {
		p.print = q.print(u.String())
	}
	a.ends = append(a.ends, p)
}

// print returns the fingerprint of a text.
func (q *uniq) print(text string) fingerprint {
	return fingerprint{maphash.String(q.seeds[0], text), maphash.String(q.seeds[1], text)}
}

// settle takes out of a what was written before. It is called for one answer
// after the other, in the order of the texts.
func (q *uniq) settle(a *answer) {
	from, kept, t := 0, 0, 0
	for _, p := range a.ends {
		piece := a.out[from:p.end]
		from = p.end
		if _, again := q.seen[p.print]; !p.url || !again {
			kept += copy(a.out[kept:], piece)
		}
		if p.url {
			q.seen[p.print] = struct{}{}
		}
		for ; t < len(a.turns) && a.turns[t].out <= p.end; t++ {
			a.turns[t].out = kept
		}
	}
	a.out = a.out[:kept]
}
