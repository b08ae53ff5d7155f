package console

import (
	"testing"
	"time"

	"github.com/earl-url/earl/internal/term"
)

func TestBarLineFits(t *testing.T) {
	for _, width := range []int{10, 30, 40, 79, 200} {
		for _, total := range []int64{-1, 0, 1000, 5 << 30} {
			for _, have := range []int64{0, 999, 1 << 20, 5 << 30} {
				l := barLine("a-rather-long-name-日本語.iso", have, total, have, 3*time.Second, width)
				if term.TextCells(l) > width {
					t.Errorf("width %d: %d columns: %q", width, term.TextCells(l), l)
				}
			}
		}
	}
}
