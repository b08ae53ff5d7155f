package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/open"
)

// numbers returns n bytes in which no part repeats.
func numbers(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "%d ", i)
	}
	return b.String()[:n]
}

// A reports is a Reporter that keeps its reports.
type reports struct {
	unused
	text strings.Builder
}

// unused has the methods of a Reporter that the tests do not need.
type unused struct{}

func (unused) Read(text string) (earl.URL, error)  { return earl.WHATWG.Parse(text) }
func (unused) Parse(text string) (earl.URL, error) { return earl.WHATWG.Parse(text) }
func (unused) Login(_ context.Context, _ earl.URL, l open.Login) (open.Login, error) {
	return l, nil
}
func (unused) Trace(int, open.Event)                            {}
func (unused) Meter(string, int64, int64) console.Meter         { return nil }
func (unused) Document(*open.Meta) error                        { return nil }
func (unused) Saved(*Transfer, *open.Meta) error                { return nil }
func (unused) Finished(context.Context, *writeout.Facts, error) {}

func (r *reports) Remark(format string, args ...any)     { fmt.Fprintf(&r.text, format+"\n", args...) }
func (r *reports) Verbose(format string, args ...any)    {}
func (r *reports) Incomplete(format string, args ...any) { r.Remark(format, args...) }
func (r *reports) Failed(_ context.Context, name string, err error) {
	r.Remark("%s: %v", name, err)
}
func (r *reports) Resource(context.Context, *Transfer, open.Resource) error {
	return errors.New("not expected")
}

// newSaving returns a transfer that saves to the file, and its reports.
func newSaving(t *testing.T) (tr *Transfer, file string, said func() string) {
	t.Helper()
	dir, told := t.TempDir(), new(reports)
	r := New(Options{Saving: Saving{OutputDir: dir}, Reporter: told})
	t.Cleanup(func() { r.Close() })
	tr = &Transfer{r: r, to: savedir.Place{In: r.dir, Name: "saved", Within: true}}
	t.Cleanup(tr.close)
	return tr, filepath.Join(dir, "saved"), told.text.String
}

// held returns the content of a file, and fails the test if the file is missing.
func held(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A small document is retrieved completely before its file is created, and its file is written
// later. A document that turns out to be long is written to its file at once. The file has
// everything that arrived in both cases, whatever length was announced.
func TestSmallDocumentIsSavedLater(t *testing.T) {
	for _, r := range []struct {
		name       string
		said, came int
		later      bool
	}{
		{"an empty one", 0, 0, true},
		{"as announced", 5, 5, true},
		{"more than announced", 5, 50, true},
		{"the longest", smallDocument, smallDocument, true},
		{"an octet more than is kept", 5, smallDocument + 1, false},
		{"far more than is kept", 5, 3*smallDocument + 7, false},
		{"a long one", smallDocument + 1, smallDocument + 1, false},
		{"of no known length", -1, 5, false},
	} {
		t.Run(r.name, func(t *testing.T) {
			tr, file, said := newSaving(t)
			d := &open.Document{Body: io.NopCloser(strings.NewReader(numbers(r.came)))}
			d.Size = int64(r.said)
			if err := tr.save(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			if later := tr.later != nil; later != r.later {
				t.Fatalf("its file is written later: %t, want %t", later, r.later)
			}
			if r.later {
				if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("there is a file before anything is written: %v", err)
				}
				if err := tr.later(); err != nil {
					t.Fatal(err)
				}
			}
			if got := held(t, file); got != numbers(r.came) {
				t.Errorf("the file has %d bytes, want the %d that arrived", len(got), r.came)
			}
			if said() != "" || tr.file != nil {
				t.Errorf("it says %q, and the file is closed: %t", said(), tr.file == nil)
			}
		})
	}
}

// A truncated document is an error at once, however short it is, and never a job for later,
// which would make it look complete. Its file has the part that arrived, and the error says so.
// Source: issue 4, "never a half file that looks whole".
func TestCutSmallDocumentIsNotSavedAsWhole(t *testing.T) {
	for _, came := range []int{0, 1, 100, smallDocument, smallDocument + 1, smallDocument + 100} {
		for name, ends := range map[string]func(io.Reader) io.Reader{
			"behind the octets": func(r io.Reader) io.Reader { return r },
			"with the last":     iotest.DataErrReader,
		} {
			t.Run(fmt.Sprintf("%d octets, the error %s", came, name), func(t *testing.T) {
				tr, file, said := newSaving(t)
				body := ends(io.MultiReader(strings.NewReader(numbers(came)), failing{open.ErrCut}))
				d := &open.Document{Body: io.NopCloser(body)}
				d.Size = 1000
				err := tr.ended(t.Context(), tr.save(t.Context(), d))
				if !errors.Is(err, open.ErrCut) || tr.later != nil {
					t.Fatalf("%v, and a file is to be written later: %t", err, tr.later != nil)
				}
				if got := held(t, file); got != numbers(came) || tr.done != int64(came) {
					t.Errorf("the file has %d bytes, of which %d are known; %d arrived", len(got), tr.done, came)
				}
				if want := fmt.Sprintf("saved contains the first %s; -C - continues it", console.Count(came, "byte")); came > 0 && !strings.Contains(said(), want) {
					t.Errorf("it says %q, want %q", said(), want)
				}
			})
		}
	}
}

// A document that was retrieved completely is written, even if the command was stopped since.
// If a file of that name was created meanwhile, it is not changed, and the error is about that
// file, not about the stop.
func TestSmallDocumentIsWrittenToANewFile(t *testing.T) {
	for _, r := range []struct{ stands, want, says string }{
		{"", "words", ""},
		{"another's", "another's", "saved already exists"},
	} {
		tr, file, _ := newSaving(t)
		ctx, stop := context.WithCancel(t.Context())
		d := &open.Document{Body: io.NopCloser(strings.NewReader("words"))}
		d.Size = 5
		if err := tr.save(ctx, d); err != nil {
			t.Fatal(err)
		}
		stop()
		if r.stands != "" {
			if err := os.WriteFile(file, []byte(r.stands), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := tr.later()
		if got := held(t, file); got != r.want || (err != nil) != (r.says != "") || !strings.Contains(fmt.Sprint(err), r.says) {
			t.Errorf("a file of %q: it has %q, want %q; %v", r.stands, got, r.want, err)
		}
	}
}

// Small documents of concurrent transfers are written one at a time, each to its own file.
func TestSmallDocumentsOfParallelTransfers(t *testing.T) {
	const transfers, documents = 4, 3 * writesAhead
	dir, told := t.TempDir(), new(reports)
	r := New(Options{Saving: Saving{OutputDir: dir}, Reporter: told, Parallel: transfers})
	t.Cleanup(func() { r.Close() })
	var running atomic.Int32
	var all sync.WaitGroup
	for i := range transfers {
		all.Go(func() {
			for j := range documents {
				name := fmt.Sprint(i, "-", j)
				tr := &Transfer{r: r, to: savedir.Place{In: r.dir, Name: name, Within: true}}
				d := &open.Document{Body: io.NopCloser(strings.NewReader(name))}
				d.Size = int64(len(name))
				if err := tr.save(t.Context(), d); err != nil || tr.later == nil {
					t.Errorf("%s: %v, its file is written later: %t", name, err, tr.later != nil)
					return
				}
				r.async.put(func() {
					if n := running.Add(1); n != 1 {
						t.Errorf("%d files are written at a time", n)
					}
					if err := tr.later(); err != nil {
						t.Errorf("%s: %v", name, err)
					}
					running.Add(-1)
				})
			}
		})
	}
	all.Wait()
	r.async.wait()
	for i := range transfers {
		for j := range documents {
			name := fmt.Sprint(i, "-", j)
			if got := held(t, filepath.Join(dir, name)); got != name {
				t.Errorf("the file %s has %q", name, got)
			}
		}
	}
}
