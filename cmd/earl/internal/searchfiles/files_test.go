package searchfiles

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// write writes files to a new directory and returns it.
func write(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// collect returns a line for each match and for each error.
func collect(names []string, o Options) (lines []string) {
	for f := range Search(names, o) {
		for m, err := range f.Matches() {
			line := fmt.Sprintf("%s:%d:%d", filepath.Base(f.Name), m.Line, m.Column)
			if m.Found {
				line += " " + m.Written
			}
			if err != nil {
				line += " error: " + err.Error()
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func TestSearchYieldsFilesInOrder(t *testing.T) {
	dir := write(t, map[string]string{
		"a.txt": strings.Repeat("http://a/ ", 3000), "b.html": "<a href=x>", "c.txt": "http://c/", "d.txt": "", "e": "http://e/\x00",
	})
	var got []string
	for f := range Search([]string{dir, Stdin}, Options{Stdin: strings.NewReader("http://in/"), Parallel: 3}) {
		n, errs := 0, 0
		for m, err := range f.Matches() {
			if m.Found {
				n++
			}
			if err != nil {
				errs++
			}
		}
		got = append(got, fmt.Sprintf("%s %d %d", filepath.Base(f.Name), n, errs))
	}
	if want := []string{"a.txt 3000 0", "b.html 1 0", "c.txt 1 0", "d.txt 0 0", "e 0 1", "- 1 0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRelativeReferences(t *testing.T) {
	page := "<a href=x>"
	based := "<base href=http://h/d/><a href=y>"
	for _, c := range []struct {
		in   string
		o    Options
		want []string
	}{
		{page, Options{Source: document.Source{Type: document.HTML}}, []string{"-:1:9 x"}},
		{page, Options{Source: document.Source{Type: document.HTML}, Absolute: true}, []string{"-:1:9 error: x is relative, and no base is known"}},
		{based, Options{Source: document.Source{Type: document.HTML}, Absolute: true}, []string{"-:1:12 http://h/d/", "-:1:32 http://h/d/y"}},
		{based, Options{Source: document.Source{Type: document.HTML}, Schemes: []string{"HTTP"}, Absolute: true, Uniq: true},
			[]string{"-:1:12 http://h/d/", "-:1:32 http://h/d/y"}},
		{"<URL:../g>", Options{}, []string{"-:1:6 ../g error: ../g is relative, and plain text has no base"}},
		{"<URL://joe:geheim@h/>", Options{Absolute: true},
			[]string{"-:1:6 error: //joe:xxxxx@h/ is relative, and plain text has no base"}},
	} {
		c.o.Stdin = strings.NewReader(c.in)
		if got := collect([]string{Stdin}, c.o); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// A reference between files of an archive has no URL: it is found unchanged,
// and left out if only URLs are wanted.
func TestReferencesInArchives(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("a.html")
	if err == nil {
		_, err = io.WriteString(w, "<a href=b.html><a href=http://h/>")
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for absolute, want := range map[bool][]string{false: {"-:1:9 b.html", "-:1:24 http://h/"}, true: {"-:1:24 http://h/"}} {
		if got := collect([]string{Stdin}, Options{Stdin: bytes.NewReader(b.Bytes()), Absolute: absolute}); !slices.Equal(got, want) {
			t.Errorf("absolute %v: %q, want %q", absolute, got, want)
		}
	}
}

// A caller that stops after the first match of each file gets the next file,
// and no search continues.
func TestMatchesEndTheSearchOfAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		endless := endlessText{}
		var got []string
		for f := range Search([]string{Stdin, Stdin}, Options{Stdin: endless, Parallel: 2}) {
			for m := range f.Matches() {
				got = append(got, m.Written)
				break
			}
		}
		if want := []string{"http://h/", "http://h/"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}) // fails if a goroutine is left
}

// endlessText is a reader that never ends.
type endlessText struct{}

func (endlessText) Read(p []byte) (int, error) { return copy(p, "http://h/ "), nil }

// A file whose matches are not skipped is not searched further once the loop
// continues.
func TestFilesThatAreNotReadEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		for range Search([]string{Stdin, Stdin, Stdin}, Options{Stdin: endlessText{}, Parallel: 1}) {
			n++
		}
		if n != 3 {
			t.Errorf("%d files, want 3", n)
		}
	})
}

func TestIdleEndsTheSearch(t *testing.T) {
	dir := write(t, map[string]string{"a": "http://h/", "b": "http://h/"})
	calls, n := 0, 0
	o := Options{Parallel: 1, Stdin: endlessText{}, Idle: func() bool { calls++; return false }}
	for f := range Search([]string{filepath.Join(dir, "a"), Stdin, filepath.Join(dir, "b")}, o) {
		n++
		for range f.Matches() { // the caller of an endless search waits for it eventually
		}
	}
	if calls != 1 || n > 2 {
		t.Errorf("%d calls, %d files, want 1 call and no file after it", calls, n)
	}
}

// A file that the caller does not read yet is searched only so far ahead: its
// matches do not fill the memory.
func TestSearchIsNotFarAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop, ended := make(chan struct{}), make(chan struct{})
		b := batches{out: make(chan []item, ahead), stop: stop}
		n := 0
		go func() {
			defer close(ended)
			for b.add(item{Match: extract.Match{Text: "http://h/"}, written: "http://h/"}) {
				n++
			}
		}()
		synctest.Wait()
		if size := n * itemSize; size > 200<<10 || size < batchSize {
			t.Errorf("%d bytes of matches are held, want 200 KiB at most", size)
		}
		close(stop)
		<-ended
	})
}

// A search that panics never looks like the end of its file: the caller waits for
// the panic to end the program.
func TestPanicOfASearchIsNotTheEndOfItsFile(t *testing.T) {
	f := (&search{o: Options{Stdin: panicReader{}, Source: document.Source{Type: document.Text}}}).newFile(Stdin, "", nil)
	f.search = nil
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		f.run()
	}()
	select {
	case _, more := <-f.matches:
		if !more {
			t.Error("the matches of the file are closed")
		}
	default:
	}
}

// panicReader is a reader that panics.
type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("no reader expects this") }

// A reader that panics is an error of its file. The other files are searched.
func TestPanicOfAReaderIsAnErrorOfItsFile(t *testing.T) {
	dir := write(t, map[string]string{"bad.html": "<a href=http://h/1></a> boom:x", "good.txt": "http://h/2"})
	boom := earl.Scheme{Name: "boom", Check: func(string) (int, int, earl.Rule) { panic("no reader expects this") }}
	var matches []string
	var panicked *document.PanicError
	for f := range Search([]string{dir}, Options{Extract: extract.Options{Edition: earl.RFC3986.With(boom)}}) {
		for m, err := range f.Matches() {
			if m.Found {
				matches = append(matches, filepath.Base(f.Name)+" "+m.Written)
			}
			if err != nil && (!errors.As(err, &panicked) || filepath.Base(f.Name) != "bad.html" || m.Line != 0) {
				t.Errorf("%s: %v, want a PanicError of bad.html", f.Name, err)
			}
		}
	}
	if want := []string{"bad.html http://h/1", "good.txt http://h/2"}; !slices.Equal(matches, want) || panicked == nil {
		t.Errorf("%q, %v, want %q and a panic", matches, panicked, want)
	}
}

// A binary file in an archive or a compressed file is searched like one that
// was passed to Search. In a directory and in an office document it is skipped.
func TestBinaryMembers(t *testing.T) {
	const binary = "\x00http://h/b "
	zipped := func(names ...string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, name := range names {
			text := binary
			if strings.HasSuffix(name, ".xml") {
				text = "<Types/>"
			}
			if m, err := w.Create(name); err != nil {
				t.Fatal(err)
			} else if _, err := io.WriteString(m, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	if _, err := io.WriteString(w, binary); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	dir := write(t, map[string]string{"bin": binary, "bin.zip": zipped("bin"), "bin.gz": gz.String(), "a.docx": zipped("[Content_Types].xml", "image.png")})
	for name, want := range map[string][]string{
		"bin":     {"bin:1:2 http://h/b"},
		"bin.zip": {"bin.zip:1:2 http://h/b"},
		"bin.gz":  {"bin.gz:1:2 http://h/b"},
		"a.docx":  nil,
		".":       {"bin:0:0 error: document: a binary file", "bin.gz:0:0 error: document: a binary file"},
	} {
		got := collect([]string{filepath.Join(dir, name)}, Options{})
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
