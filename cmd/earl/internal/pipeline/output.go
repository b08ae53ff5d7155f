package pipeline

import "github.com/earl-url/earl/cmd/earl/internal/console"

// An Output is what is written for some texts: to stdout and to stderr, in order,
// and the highest exit status.
type Output struct {
	Out      []byte // for stdout; a Job appends to it
	err      []byte
	switches []switchPoint // from stdout to stderr, in order
	ends     []stretch     // for --uniq
	Status   int           // the highest so far
}

// A switchPoint is a change from stdout to stderr: out[:out] is written before
// err[:err].
type switchPoint struct{ out, err int }

// reset empties o for the next texts.
func (o *Output) reset() {
	*o = Output{Out: o.Out[:0], err: o.err[:0], switches: o.switches[:0], ends: o.ends[:0]}
}

// Complain appends text for stderr. It is written after all that is now in o.Out.
func (o *Output) Complain(text string) {
	o.err = append(o.err, text...)
	if n := len(o.switches); n > 0 && o.switches[n-1].out == len(o.Out) {
		o.switches[n-1].err = len(o.err)
		return
	}
	o.switches = append(o.switches, switchPoint{len(o.Out), len(o.err)})
}

// Raise makes the status at least this high.
func (o *Output) Raise(status int) { o.Status = max(o.Status, status) }

// write writes both streams in order.
func (o *Output) write(s Streams) error {
	done := switchPoint{}
	for _, p := range o.switches {
		if err := writeOut(s, o.Out[done.out:p.out]); err != nil {
			return err
		}
		s.Err.Write(o.err[done.err:p.err])
		done = p
	}
	return writeOut(s, o.Out[done.out:])
}

// writeOut writes b to stdout; it does not write an empty b.
func writeOut(s Streams, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := s.Out.Write(b)
	return console.Local(err)
}
