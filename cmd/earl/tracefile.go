package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/internal/traceline"
	"github.com/earl-url/earl/open"
)

// A traceFile is the file of --trace. It has a line for each protocol line, with its
// time and the number of its transfer, without passwords and
// tokens. It is safe for concurrent use.
type traceFile struct {
	mu   sync.Mutex
	out  io.WriteCloser
	s    *streams // hides secrets
	keep bool     // out is stderr, which stays open
	err  error    // the first write error
}

// traceKind is what a trace replaces: a file that begins with a time.
var traceKind = outfile.Kind{Name: "a trace of earl", Is: func(head []byte, _ bool) bool {
	first, _, _ := bytes.Cut(head, []byte(" "))
	_, err := time.Parse(traceline.Time, string(first))
	return err == nil
}}

// newTraceFile creates the file. It has its name from the start, because users read a trace
// while it is written, and after a kill. Only its owner can read it, because a server may send
// secrets of the user back. "-" is stderr.
func newTraceFile(s *streams, name string) (*traceFile, error) {
	if name == "-" {
		return &traceFile{out: s.err, s: s, keep: true}, nil
	}
	if err := traceKind.Check(name); err != nil {
		return nil, usagef("--trace: %w", err)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, localErr(err)
	}
	return &traceFile{out: f, s: s}, nil
}

// write writes one line.
func (f *traceFile) write(transfer int, e open.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := fmt.Fprintf(f.out, "%s %d %s\n", time.Now().UTC().Format(traceline.Time), transfer, f.s.hidden(traceline.Text(e)))
	if f.err == nil {
		f.err = err
	}
}

// close closes the file, except stderr. It returns the first error of writing or closing.
func (f *traceFile) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.keep {
		if err := f.out.Close(); f.err == nil {
			f.err = err
		}
	}
	return localErr(f.err)
}
