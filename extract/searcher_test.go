package extract_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
)

// A Searcher finds the same as Text, whatever it searched before. Matches are
// not before the passed offset. SPEC E3.
func TestSearcherFindsWhatTextFinds(t *testing.T) {
	s := extract.NewSearcher(everything)
	for range 2 {
		for _, text := range seeds {
			var got []extract.Match
			for m, err := range s.Text(strings.NewReader(text)) {
				if err != nil {
					t.Fatalf("Text(%q): %v", text, err)
				}
				if m.Offset < s.Passed() {
					t.Errorf("Text(%q): %+v is before %d, which was passed", text, m, s.Passed())
				}
				got = append(got, m)
			}
			if want := all(t, text, everything); !reflect.DeepEqual(got, want) {
				t.Errorf("Text(%q) = %+v, want %+v", text, got, want)
			}
		}
	}
	// A search that the caller stops does not affect the next one.
	for range s.Text(strings.NewReader("http://a/ http://b/")) {
		break
	}
	for m := range s.Text(strings.NewReader("\nhttp://c/")) {
		if m.URL != "http://c/" || m.Line != 2 || m.Offset != 1 {
			t.Errorf("after a search broken off: %+v", m)
		}
	}
}

// The passed offset advances during a long search: what a reader must remember
// does not grow.
func TestSearcherPasses(t *testing.T) {
	s := extract.NewSearcher(extract.Options{})
	r := &watched{repeater{text: "word http://h/ ", left: 16 << 20}, s, 0, 0}
	for _, err := range s.Text(r) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r.most > 512<<10 {
		t.Errorf("%d bytes had to be remembered", r.most)
	}
}

// watched is a reader that measures how much of what it read has not been
// passed.
type watched struct {
	repeater
	s          *extract.Searcher
	read, most int64
}

func (w *watched) Read(p []byte) (n int, err error) {
	w.most = max(w.most, w.read-w.s.Passed())
	n, err = w.repeater.Read(p)
	w.read += int64(n)
	return n, err
}
