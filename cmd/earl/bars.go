package main

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/earl-url/earl/internal/term"
)

// bars are the lines of progress of several transfers, on a terminal. What is
// said meanwhile is written above them.
type bars struct{ progress *mpb.Progress }

// newBars draws on a terminal.
func newBars(out *os.File) *bars {
	return &bars{mpb.New(mpb.WithOutput(out), mpb.WithWidth(term.Width(out)), mpb.WithRefreshRate(barEvery), mpb.WithAutoRefresh())}
}

// Write writes lines above the bars.
func (b *bars) Write(p []byte) (int, error) { return b.progress.Write(p) }

// close waits until the last state is drawn.
func (b *bars) close() { b.progress.Wait() }

// A barOfSeveral is one of the bars.
type barOfSeveral struct{ bar *mpb.Bar }

// barName is how many columns a name may take beside its bar.
const barName = 30

// add adds a bar, which goes away when its transfer ends.
func (b *bars) add(name string, start, total int64) meter {
	if columns(name) > barName {
		name = name[:cutColumns(name, barName-1)] + "~"
	}
	bar := b.progress.New(max(total, 0), mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]"),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(name, decor.WC{W: barName + 1, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.CurrentKibiByte("% .1f", decor.WCSyncSpace), decor.AverageSpeed(decor.SizeB1024(0), "% .1f", decor.WCSyncSpace)))
	bar.SetCurrent(start)
	return &barOfSeveral{bar}
}

// copy copies a body to a file.
func (b *barOfSeveral) copy(f *os.File, body io.Reader) (int64, error) {
	return copyCounted(f, body, b.bar.IncrBy)
}

// end takes the bar away.
func (b *barOfSeveral) end(whole bool) {
	if whole {
		b.bar.SetTotal(-1, true)
		return
	}
	b.bar.Abort(true)
}
