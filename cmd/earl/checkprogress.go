package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// A progressLine shows the progress of a check on a terminal. A nil progressLine shows
// nothing.
type progressLine struct {
	out   *os.File
	began time.Time

	mu    sync.Mutex
	drawn time.Time // zero if no line is on the terminal
	last  time.Time
}

// tell draws the line, at most once per console.DrawEvery.
func (l *progressLine) tell(p linkcheck.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.last) < console.DrawEvery {
		return
	}
	l.last, l.drawn = now, now
	l.out.WriteString("\r" + checkLine(p, now.Sub(l.began), term.Width(l.out)-1) + "\x1b[K")
}

// clear removes the line, so that other output can be written.
func (l *progressLine) clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.drawn.IsZero() {
		l.out.WriteString("\r\x1b[K")
		l.drawn = time.Time{}
	}
}

// checkLine returns a line of at most width columns: the numbers of checked and known
// URLs and of faults, the rate, and the estimated time left.
func checkLine(p linkcheck.Progress, took time.Duration, width int) string {
	rate := float64(p.Done) / max(took.Seconds(), 0.001)
	left := "--:--"
	if rate > 0 {
		left = console.Clock(time.Duration(float64(p.Known-p.Done) / rate * float64(time.Second)))
	}
	line := fmt.Sprintf("%d of %s, %s  %.0f/s  %s", p.Done, count(p.Known, "URL"), count(p.Faults, "problem"), rate, left)
	return line[:max(0, min(len(line), width))]
}

// count returns "1 thing" or "n things".
func count(n int, thing string) string {
	s := "s"
	if n == 1 {
		s = ""
	}
	return strconv.Itoa(n) + " " + thing + s
}
