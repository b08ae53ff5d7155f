package main

// An answer is what is to be written for some texts: octets for stdout, octets
// for stderr where they stand among them, and the highest exit status.
type answer struct {
	out    []byte
	err    []byte
	turns  []turn    // the changes from stdout to stderr, in order
	ends   []stretch // of --uniq
	status int
}

// A turn is where stderr takes over: out[:out] is written before err[:err].
type turn struct{ out, err int }

// reset makes room for the next texts.
func (a *answer) reset() {
	*a = answer{out: a.out[:0], err: a.err[:0], turns: a.turns[:0], ends: a.ends[:0]}
}

// complain appends text to what goes to stderr behind all that went to stdout so far.
func (a *answer) complain(text string) {
	a.err = append(a.err, text...)
	if n := len(a.turns); n > 0 && a.turns[n-1].out == len(a.out) {
		a.turns[n-1].err = len(a.err)
		return
	}
	a.turns = append(a.turns, turn{len(a.out), len(a.err)})
}

// judge counts a text in: one that is not valid makes the status 1.
func (a *answer) judge(valid bool) {
	if !valid {
		a.status = max(a.status, statusNo)
	}
}

// write writes the answer so that both streams tell one story.
func (a *answer) write(s *streams) error {
	done := turn{}
	for _, t := range a.turns {
		if err := writeOut(s, a.out[done.out:t.out]); err != nil {
			return err
		}
		s.err.Write(a.err[done.err:t.err])
		done = t
	}
	return writeOut(s, a.out[done.out:])
}

// writeOut writes to stdout, if there is anything to write.
func writeOut(s *streams, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := s.out.Write(b)
	return here(err)
}
