package extract_test

import (
	_ "embed"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/labelled"
)

//go:embed testdata/labelled.txt
var labelledText string

// A span is the position of a URL in a line, in bytes.
type span struct{ start, end int }

// A score counts the matches in a labelled set.
type score struct{ right, wrong, missed int }

// precision is the fraction of the matches that are correct.
func (s score) precision() float64 { return float64(s.right) / float64(s.right+s.wrong) }

// recall is the fraction of the correct URLs that were found.
func (s score) recall() float64 { return float64(s.right) / float64(s.right+s.missed) }

// count compares the matches in a line with the expected ones: a URL with one
// byte too many or too few is wrong, and the correct one is missed.
func (s *score) count(want, got []span) (same bool) {
	left := map[span]bool{}
	for _, w := range want {
		left[w] = true
	}
	before := *s
	for _, g := range got {
		if left[g] {
			s.right++
			delete(left, g)
		} else {
			s.wrong++
		}
	}
	s.missed += len(left)
	return s.wrong == before.wrong && len(left) == 0
}

// E3: precision and recall on lines labelled by hand, with and without the
// options for URLs without a scheme. The thresholds are slightly below the
// current values, so that a change for the worse fails.
func TestLabelledLines(t *testing.T) {
	list := labelled.Parse(labelledText)
	if len(list) < 500 {
		t.Fatalf("%d lines, want 500", len(list))
	}
	for _, c := range []struct {
		name string
		o    extract.Options
		bar  float64
	}{
		{"with a scheme", extract.Options{}, 0.985},
		{"loose", extract.Options{Hosts: true, Addresses: true}, 0.985},
	} {
		var sum score
		for _, d := range list {
			var want, got []span
			for _, l := range d.Labels {
				if l.Kind != labelled.Loose || c.o.Hosts {
					want = append(want, span{l.Start, l.End})
				}
			}
			for _, m := range all(t, d.Text, c.o) {
				got = append(got, span{int(m.Offset), int(m.Offset) + len(m.Text)})
			}
			if !sum.count(want, got) {
				t.Logf("%s: %q: %q", c.name, d.Text, urls(t, d.Text, c.o))
			}
		}
		t.Logf("%s: %d lines, %d URLs: precision %.4f, recall %.4f", c.name, len(list), sum.right+sum.missed, sum.precision(), sum.recall())
		if sum.precision() < c.bar || sum.recall() < c.bar {
			t.Errorf("%s: precision %.4f, recall %.4f, want %.3f", c.name, sum.precision(), sum.recall(), c.bar)
		}
	}
}
