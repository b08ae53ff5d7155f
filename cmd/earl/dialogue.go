package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// A dialogue is the file of --trace: every line of every protocol with its time
// and the number of its transfer, passwords hidden.
type dialogue struct {
	mu   sync.Mutex
	out  io.WriteCloser
	keep bool  // out is stderr
	err  error // of the first line that could not be written
}

// newDialogue opens the file; "-" is stderr.
func newDialogue(s *streams, name string) (*dialogue, error) {
	if name == "-" {
		return &dialogue{out: s.err, keep: true}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, here(err)
	}
	return &dialogue{out: f}, nil
}

// traceTime is how a line has its time, which is in UTC.
const traceTime = "2006-01-02T15:04:05.000000Z"

// write writes one line.
func (d *dialogue) write(transfer int, e open.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := fmt.Fprintf(d.out, "%s %d %s%s\n", time.Now().UTC().Format(traceTime), transfer, sign(e), term.Safe(e.Line))
	if d.err == nil {
		d.err = err
	}
}

// close closes the file, and returns what went wrong with it.
func (d *dialogue) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.keep {
		if err := d.out.Close(); d.err == nil {
			d.err = err
		}
	}
	return here(d.err)
}

// sign is what stands before a line: who said it.
func sign(e open.Event) string {
	switch e.Dir {
	case 'C':
		return "> "
	case 'S':
		return "< "
	}
	return "* "
}
