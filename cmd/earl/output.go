package main

// An output is what is written for some texts: to stdout and to stderr, in
// order, and the highest exit status.
type output struct {
	out      []byte
	err      []byte
	switches []switchPoint // from stdout to stderr, in order
	ends     []stretch     // for --uniq
	status   int
}

// A switchPoint is a change from stdout to stderr: out[:out] is written before
// err[:err].
type switchPoint struct{ out, err int }

// reset empties o for the next texts.
func (o *output) reset() {
	*o = output{out: o.out[:0], err: o.err[:0], switches: o.switches[:0], ends: o.ends[:0]}
}

// complain appends text for stderr. It is written after all that is now in
// o.out.
func (o *output) complain(text string) {
	o.err = append(o.err, text...)
	if n := len(o.switches); n > 0 && o.switches[n-1].out == len(o.out) {
		o.switches[n-1].err = len(o.err)
		return
	}
	o.switches = append(o.switches, switchPoint{len(o.out), len(o.err)})
}

// count sets the status for one more text: 1 if any is not valid.
func (o *output) count(valid bool) {
	if !valid {
		o.status = max(o.status, statusNo)
	}
}

// write writes both streams in order.
func (o *output) write(s *streams) error {
	done := switchPoint{}
	for _, p := range o.switches {
		if err := writeOut(s, o.out[done.out:p.out]); err != nil {
			return err
		}
		s.err.Write(o.err[done.err:p.err])
		done = p
	}
	return writeOut(s, o.out[done.out:])
}

// writeOut writes b to stdout; it does not write an empty b.
func writeOut(s *streams, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := s.out.Write(b)
	return localErr(err)
}
