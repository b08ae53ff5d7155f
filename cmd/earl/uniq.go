package main

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/fingerprint"
)

// A stretch is a piece of an output that is written only if its URL is new.
type stretch struct {
	end   int // in output.out
	print fingerprint.Print
	url   bool // false: the piece has no URL and is always written
}

// uniq remembers the URLs that were written.
type uniq struct{ *fingerprint.Set }

// newUniq returns an empty uniq.
func newUniq() *uniq { return &uniq{fingerprint.NewSet()} }

// note marks what was appended to o since the last note as output for u; for a
// text that is not valid u is the zero URL. It is safe for concurrent use.
func (q *uniq) note(o *output, u earl.URL) {
	p := stretch{end: len(o.out), url: !u.IsZero()}
	if p.url {
		p.print = q.Of(u.String())
	}
	o.ends = append(o.ends, p)
}

// settle removes the pieces for URLs that were written before. It is called for
// each output, in the order of the texts.
func (q *uniq) settle(o *output) {
	from, kept, t := 0, 0, 0
	for _, p := range o.ends {
		piece := o.out[from:p.end]
		from = p.end
		if !p.url || !q.Has(p.print) {
			kept += copy(o.out[kept:], piece)
		}
		if p.url {
			q.Add(p.print)
		}
		for ; t < len(o.switches) && o.switches[t].out <= p.end; t++ {
			o.switches[t].out = kept
		}
	}
	o.out = o.out[:kept]
}
