package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progressEvery is the time between two changes of the progress line.
const progressEvery = 200 * time.Millisecond

// progress is a line on a terminal with the number of rows.
type progress struct {
	out   io.Writer
	now   func() time.Time
	began time.Time
	next  time.Time
	shown bool
}

// newProgress returns a line on stderr, or nil if stderr is not a terminal or the
// output goes to stdout, where it could be on the same terminal.
func newProgress(output string) *progress {
	info, err := os.Stderr.Stat()
	if output == "" || err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progress{out: os.Stderr, now: time.Now, began: time.Now()}
}

// rows shows the number of rows of an input that were written.
func (p *progress) rows(n int64) {
	now := p.now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	rate := float64(n) / max(now.Sub(p.began).Seconds(), 0.001)
	fmt.Fprintf(p.out, "\r%d rows, %.2f million per second\x1b[K", n, rate/1e6)
}

// clear removes the line.
func (p *progress) clear() {
	if p != nil && p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
