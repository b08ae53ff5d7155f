package console

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/earl-url/earl/internal/term"
)

// Bars are the progress lines of several transfers on a terminal. Other output is
// written above them.
type Bars struct{ progress *mpb.Progress }

// NewBars returns bars on a terminal. The caller closes them.
func NewBars(out *os.File) *Bars {
	return &Bars{mpb.New(mpb.WithOutput(out), mpb.WithWidth(term.Width(out)), mpb.WithRefreshRate(DrawEvery), mpb.WithAutoRefresh())}
}

// Write writes lines above the bars.
func (b *Bars) Write(p []byte) (int, error) { return b.progress.Write(p) }

// Close waits until the bars are drawn for the last time.
func (b *Bars) Close() { b.progress.Wait() }

// A barOfSeveral is one of the bars.
type barOfSeveral struct{ bar *mpb.Bar }

// barName is the width of the name before a bar, in columns.
const barName = 30

// Add adds a bar, which is removed when its transfer ends. See [NewBar] for start
// and total.
func (b *Bars) Add(name string, start, total int64) Meter {
	name = term.Safe(name)
	if term.TextCells(name) > barName {
		name = name[:term.CutCells(name, barName-1)] + "~"
	}
	bar := b.progress.New(max(total, 0), mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]"),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(name, decor.WC{W: barName + 1, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.CurrentKibiByte("% .1f", decor.WCSyncSpace), decor.AverageSpeed(decor.SizeB1024(0), "% .1f", decor.WCSyncSpace)))
	bar.SetCurrent(start)
	return &barOfSeveral{bar}
}

// Copy implements [Meter].
func (b *barOfSeveral) Copy(f *os.File, body io.Reader) (int64, error) {
	return copyCounted(f, body, b.bar.IncrBy)
}

// End implements [Meter].
func (b *barOfSeveral) End(whole bool) {
	if whole {
		b.bar.SetTotal(-1, true)
		return
	}
	b.bar.Abort(true)
}
