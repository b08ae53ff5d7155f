package document_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/labelled"
)

// A tally counts the matches in labelled documents.
type tally struct{ right, wrong, missed int }

// precision is the fraction of the matches that are correct, and recall that of
// the correct URLs that were found.
func (t tally) precision() float64 { return float64(t.right) / float64(t.right+t.wrong) }
func (t tally) recall() float64    { return float64(t.right) / float64(t.right+t.missed) }

// tallies are the counts of a measurement, in total (""), by format and by script.
type tallies map[string]*tally

// of returns the counts that a line of a document belongs to.
func (ts tallies) of(d labelled.Document, line string) (list []*tally) {
	for _, key := range []string{"", d.Name, labelled.Script(line)} {
		if ts[key] == nil {
			ts[key] = new(tally)
		}
		list = append(list, ts[key])
	}
	return list
}

// A measure is which matches and labels are counted.
type measure struct {
	name      string
	options   extract.Options
	all       bool // also matches with a doubt, and labels that only these can have
	precision float64
	recall    float64
}

// wants reports whether a label must be found.
func (c measure) wants(l labelled.Label) bool {
	return l.Kind == labelled.URL || l.Kind == labelled.Loose && c.options.Hosts || l.Kind == labelled.Template && c.all
}

// same reports whether a match is a labelled URL. For one without a scheme, the
// scheme of the match does not count.
func same(m extract.Match, l labelled.Label) bool {
	return m.URL == l.URL || l.Kind == labelled.Loose && (m.Text == l.URL || m.URL == "http://"+l.URL || m.URL == "mailto:"+l.URL)
}

// count compares the matches in a document with its labels, and returns what differs.
func (c measure) count(ts tallies, d labelled.Document, matches []extract.Match) (differences []string) {
	found := make([]bool, len(d.Labels))
	for _, m := range matches {
		doubtful := m.Doubt != extract.Whole
		if m.Relative || m.Shown || doubtful && !c.all {
			continue
		}
		at, right := -1, false
		for i, l := range d.Labels {
			if same(m, l) && !found[i] && !right {
				at, right = i, c.wants(l) && (doubtful || l.Kind != labelled.Template)
			}
		}
		switch {
		case right:
			found[at] = true
			if d.Labels[at].Start != int(m.Offset) {
				differences = append(differences, fmt.Sprintf("misplaced %s: %d, want %d", m.URL, m.Offset, d.Labels[at].Start))
			}
		case doubtful && at >= 0 && d.Labels[at].Kind == labelled.Name:
			continue
		default:
			differences = append(differences, "wrong "+m.URL)
		}
		for _, t := range ts.of(d, labelled.LineOf(d.Text, int(m.Offset))) {
			if right {
				t.right++
			} else {
				t.wrong++
			}
		}
	}
	for i, l := range d.Labels {
		if c.wants(l) && !found[i] {
			differences = append(differences, "missed "+l.URL)
			for _, t := range ts.of(d, labelled.LineOf(d.Text, l.Start)) {
				t.missed++
			}
		}
	}
	return differences
}

// Precision and recall on documents of many formats and scripts labelled by hand. The bars are the
// values of today: a change for the worse fails. Requirement E3.
func TestLabelledDocuments(t *testing.T) {
	list, err := labelled.ReadDir(os.DirFS("../testdata/labelled"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, d := range list {
		for line := range strings.Lines(d.Text) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
	}
	loose := extract.Options{Hosts: true, Addresses: true}
	for _, c := range []measure{
		{"confident", extract.Options{}, false, 0.989, 0.972},
		{"all", extract.Options{}, true, 0.982, 0.982},
		{"loose, confident", loose, false, 0.988, 0.971},
		{"loose, all", loose, true, 0.981, 0.981},
	} {
		ts := tallies{}
		for _, d := range list {
			var matches []extract.Match
			for m, err := range document.URLs(strings.NewReader(d.Text), document.Source{Name: d.Name}, c.options) {
				if err != nil {
					t.Errorf("%s: %q: %v", d.Name, d.Text, err)
				}
				matches = append(matches, m)
			}
			if differences := c.count(ts, d, matches); len(differences) > 0 {
				t.Logf("%s: %s: %.60q: %q", c.name, d.Name, d.Text, differences)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(ts)) {
			s := ts[key]
			t.Logf("%s: %-16s %4d URLs, precision %.4f, recall %.4f", c.name, key, s.right+s.missed, s.precision(), s.recall())
		}
		if s := ts[""]; s.precision() < c.precision || s.recall() < c.recall {
			t.Errorf("%s, %d lines: precision %.4f, recall %.4f, want %.4f and %.4f", c.name, lines, s.precision(), s.recall(), c.precision, c.recall)
		}
	}
	t.Logf("%d documents, %d lines", len(list), lines)
}
