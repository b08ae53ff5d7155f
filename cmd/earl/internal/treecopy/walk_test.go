package treecopy

import (
	"os"
	"strconv"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/internal/spool"
	"github.com/earl-url/earl/open"
)

// However many entries a listing has, a walk keeps only as many in memory as a spool. It yields
// them in their order, files before directories.
func TestWalkQueueIsBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const each = 20_000
	u := earl.RFC3986.MustParse("gopher://h.example/1/d")
	c := New(Options{Depth: 5, MaxFiles: -1, MaxDirs: each + 1}, savedir.New(""), nil)
	var got []string
	w := &walker{copy: c, dirs: 1, typed: u, start: u, seen: map[key]struct{}{}, names: map[key]int{}, read: 1, levels: []level{{url: u, depth: 1}}}
	w.yield = func(f *File) bool { got = append(got, f.Place.Name); return true }
	listing := &open.Listing{Meta: open.Meta{URL: u}, Close: func() error { return nil }, Entries: func(yield func(open.Entry, error) bool) {
		for i := range each {
			for _, e := range []struct {
				kind open.Kind
				text string
			}{{open.KindListing, "1/d/sub"}, {open.KindDocument, "0/d/file"}} {
				text := e.text + strconv.Itoa(i)
				m := open.Meta{URL: earl.RFC3986.MustParse("gopher://h.example/" + text), Kind: e.kind}
				if !yield(open.Entry{Name: text, Meta: m}, nil) {
					return
				}
			}
		}
	}}
	if err := w.take(t.Context(), listing); err != nil {
		t.Fatal(err)
	}
	if w.found.InMemory() > 2*spool.Memory || w.found.Size() <= spool.Memory || w.dirs != each+1 {
		t.Errorf("%d bytes of %d are in memory, %d directories", w.found.InMemory(), w.found.Size(), w.dirs)
	}
	w.levels[0].end = w.found.Size()
	w.full = true // no directory is opened, and all are counted
	for len(w.levels) > 0 {
		if !w.step(t.Context()) {
			t.Fatal("the walk ended")
		}
	}
	if len(got) != each || got[0] != "file0" || got[each-1] != "file"+strconv.Itoa(each-1) || w.unread != each {
		t.Errorf("%d files, the first %q; %d directories", len(got), got[0], w.unread)
	}
	w.found.Close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}
