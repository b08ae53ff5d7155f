package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// barChunk is how much is copied between two looks at the clock: enough that
// counting costs nothing.
const barChunk = 256 << 10

// barEvery is how often the bar is drawn.
const barEvery = 100 * time.Millisecond

// A bar is the one line of progress on a terminal.
type bar struct {
	out   *os.File
	name  string
	start int64 // octets that were there before
	total int64 // -1: not known
	began time.Time
	drawn time.Time
	done  int64
}

// newBar returns the bar for a document that is saved, nil where none is drawn.
func (t *transfer) newBar(d *open.Document) *bar {
	if t.g.flags.silent || t.g.flags.verbose || !term.Is(t.g.s.err) {
		return nil
	}
	total := d.Size
	if stop := t.g.flags.span.stop; stop > 0 && total > stop {
		total = stop
	}
	return &bar{out: t.g.s.err, name: term.Safe(t.name), start: t.start + t.done, total: total, began: time.Now()}
}

// copy copies a body to a file and draws.
func (b *bar) copy(f *os.File, body io.Reader) (int64, error) {
	buf := make([]byte, barChunk)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, werr := f.Write(buf[:n]); werr != nil {
				return b.done, werr
			}
			b.done += int64(n)
			if now := time.Now(); now.Sub(b.drawn) >= barEvery {
				b.draw(now)
			}
		}
		if err == io.EOF {
			return b.done, nil
		}
		if err != nil {
			return b.done, err
		}
	}
}

// end draws the last state and leaves the line.
func (b *bar) end() {
	b.draw(time.Now())
	b.out.WriteString("\n")
}

// draw draws the bar over itself.
func (b *bar) draw(now time.Time) {
	b.drawn = now
	line := barLine(b.name, b.start+b.done, b.total, b.done, now.Sub(b.began), term.Width(b.out)-1)
	b.out.WriteString("\r" + line + "\x1b[K")
}

// barLine returns a line of at most width columns: name, share, octets, rate
// and the time that is left.
func barLine(name string, have, total, done int64, took time.Duration, width int) string {
	rate := float64(done) / max(took.Seconds(), 0.001)
	right := fmt.Sprintf("%9s %9s/s", octetsText(have), octetsText(int64(rate)))
	if total >= 0 {
		percent := int64(100)
		if total > 0 {
			percent = min(100*(have>>8)/max(total>>8, 1), 100)
		}
		left := "  --:--"
		if rate >= 1 && have <= total {
			left = clock(time.Duration(float64(total-have) / rate * float64(time.Second)))
		}
		right = fmt.Sprintf("%3d%% %s %7s", percent, right, left)
	}
	room := width - len(right) - 1
	if room < 8 {
		return right[:max(0, min(len(right), width))]
	}
	if columns(name) > room {
		name = name[:cutColumns(name, room-1)] + "~"
	}
	return name + strings.Repeat(" ", room-columns(name)+1) + right
}

// octetsText returns a number of octets in at most eight columns.
func octetsText(n int64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	f := float64(n)
	unit := ""
	for _, unit = range []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"} {
		if f /= 1024; f < 1000 {
			break
		}
	}
	if f < 10 {
		return fmt.Sprintf("%.1f %s", f, unit)
	}
	return fmt.Sprintf("%.0f %s", f, unit)
}

// clock returns a time as minutes and seconds, or with hours.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s >= 100*3600:
		return "> 99 h"
	case s >= 3600:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
