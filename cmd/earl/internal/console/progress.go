// Package console is the terminal interface of the command. It draws progress, asks for
// logins and for the answers to forms, and connects sessions to the terminal.
//
//	prompt := console.Prompt{In: os.Stdin, Err: os.Stderr}
//	if prompt.Can() {
//		login, err := prompt.Login(ctx, login)
//	}
//
// It escapes text from servers, so that they cannot control the terminal. The package
// has no flags and no exit statuses; they belong to the commands.
package console

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/term"
)

// barChunk is how many bytes are copied between two readings of the clock. It is large
// enough that counting takes no measurable time.
const barChunk = 256 << 10

// DrawEvery is the time between two drawings of one display.
const DrawEvery = 100 * time.Millisecond

// A Meter copies a body to a file and shows the progress.
type Meter interface {
	// Copy copies the body to its end. It returns an error of the body or the file.
	Copy(f *os.File, body io.Reader) (int64, error)
	// End ends the display. whole means that the file is complete.
	End(whole bool)
}

// NewBar returns a progress bar in one line of a terminal. The file has start bytes
// before the copy and total bytes after it, or -1 if the total is not known.
func NewBar(out *os.File, name string, start, total int64) Meter {
	return &bar{out: out, name: term.Safe(name), start: start, total: total, began: time.Now()}
}

// A bar is the one line of progress on a terminal.
type bar struct {
	out   *os.File
	name  string
	start int64 // bytes that the file had before
	total int64 // or -1
	began time.Time
	drawn time.Time
	done  int64
}

// Copy implements [Meter].
func (b *bar) Copy(f *os.File, body io.Reader) (int64, error) {
	return copyCounted(f, body, func(n int) {
		b.done += int64(n)
		if now := time.Now(); now.Sub(b.drawn) >= DrawEvery {
			b.draw(now)
		}
	})
}

// copyCounted copies a body to a file and calls count with the size of each piece.
func copyCounted(f *os.File, body io.Reader, count func(n int)) (done int64, err error) {
	buf := make([]byte, barChunk)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, werr := f.Write(buf[:n]); werr != nil {
				return done, werr
			}
			done += int64(n)
			count(n)
		}
		if err == io.EOF {
			return done, nil
		}
		if err != nil {
			return done, err
		}
	}
}

// End implements [Meter]: it draws the last state and ends the line.
func (b *bar) End(bool) {
	b.draw(time.Now())
	b.out.WriteString("\n")
}

// draw draws the bar over the earlier one.
func (b *bar) draw(now time.Time) {
	b.drawn = now
	line := barLine(b.name, b.start+b.done, b.total, b.done, now.Sub(b.began), term.Width(b.out)-1)
	b.out.WriteString("\r" + line + "\x1b[K")
}

// barLine returns a line of at most width columns: name, percentage, bytes, rate and
// remaining time.
func barLine(name string, have, total, done int64, took time.Duration, width int) string {
	rate := float64(done) / max(took.Seconds(), 0.001)
	right := fmt.Sprintf("%9s %9s/s", sizeText(have), sizeText(int64(rate)))
	if total >= 0 {
		percent := int64(100)
		if total > 0 {
			percent = min(100*(have>>8)/max(total>>8, 1), 100)
		}
		left := "  --:--"
		if rate >= 1 && have <= total {
			left = Clock(time.Duration(float64(total-have) / rate * float64(time.Second)))
		}
		right = fmt.Sprintf("%3d%% %s %7s", percent, right, left)
	}
	room := width - len(right) - 1
	if room < 8 {
		return right[:max(0, min(len(right), width))]
	}
	if term.TextCells(name) > room {
		name = name[:term.CutCells(name, room-1)] + "~"
	}
	return name + strings.Repeat(" ", room-term.TextCells(name)+1) + right
}

// sizeText returns a number of bytes in at most eight columns.
func sizeText(n int64) string {
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

// Clock returns a time as minutes and seconds, or with hours.
func Clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s >= 100*3600:
		return "> 99 h"
	case s >= 3600:
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
