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

// A meter copies a body to a file and shows how far that is.
type meter interface {
	copy(f *os.File, body io.Reader) (int64, error)
	end(whole bool)
}

// meter returns the meter of a document that is saved, nil where nothing is
// drawn: a bar of its own, or one of several.
func (t *transfer) meter(d *open.Document) meter {
	if !t.g.draws() {
		return nil
	}
	total := d.Size
	if stop := t.g.flags.span.stop; stop > 0 && total > stop {
		total = stop
	}
	name := term.Safe(t.to.name)
	if t.g.bars != nil {
		return t.g.bars.add(name, t.start+t.done, total)
	}
	return &bar{out: t.g.s.err, name: name, start: t.start + t.done, total: total, began: time.Now()}
}

// draws reports whether progress is drawn: on a terminal that nothing else is
// written to.
func (g *getter) draws() bool {
	return !g.flags.silent && !g.flags.verbose && term.Is(g.s.err)
}

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

// copy copies a body to a file and draws.
func (b *bar) copy(f *os.File, body io.Reader) (int64, error) {
	return copyCounted(f, body, func(n int) {
		b.done += int64(n)
		if now := time.Now(); now.Sub(b.drawn) >= barEvery {
			b.draw(now)
		}
	})
}

// copyCounted copies a body to a file and tells how many octets each piece had.
func copyCounted(f *os.File, body io.Reader, tell func(n int)) (done int64, err error) {
	buf := make([]byte, barChunk)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, werr := f.Write(buf[:n]); werr != nil {
				return done, werr
			}
			done += int64(n)
			tell(n)
		}
		if err == io.EOF {
			return done, nil
		}
		if err != nil {
			return done, err
		}
	}
}

// end draws the last state and leaves the line.
func (b *bar) end(bool) {
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
