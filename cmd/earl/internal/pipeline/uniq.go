package pipeline

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/fingerprint"
)

// A stretch is a piece of an output that is written only if its URL is new.
type stretch struct {
	end   int // in Output.Out
	print fingerprint.Print
	url   bool // false: the piece has no URL and is always written
}

// A Uniq removes output for URLs that were written before. Memory for each
// different URL is bounded, however long it is.
type Uniq struct{ set *fingerprint.Set }

// NewUniq returns an empty Uniq.
func NewUniq() *Uniq { return &Uniq{fingerprint.NewSet()} }

// Note records that the bytes appended to o since the last Note are the output
// for u. For a text that is not valid, u is the zero URL. It is safe for concurrent use.
func (q *Uniq) Note(o *Output, u earl.URL) {
	p := stretch{end: len(o.Out), url: !u.IsZero()}
	if p.url {
		p.print = q.set.Of(u.String())
	}
	o.ends = append(o.ends, p)
}

// Settle removes the pieces for URLs that were written before. It is called for
// each output, in the order of the texts.
func (q *Uniq) Settle(o *Output) {
	from, kept, t := 0, 0, 0
	for _, p := range o.ends {
		piece := o.Out[from:p.end]
		from = p.end
		if !p.url || !q.set.Has(p.print) {
			kept += copy(o.Out[kept:], piece)
		}
		if p.url {
			q.set.Add(p.print)
		}
		for ; t < len(o.switches) && o.switches[t].out <= p.end; t++ {
			o.switches[t].out = kept
		}
	}
	o.Out = o.Out[:kept]
}
