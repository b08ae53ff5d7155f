package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// A file whose turn is not yet is searched only so far ahead: what is found in it
// does not fill the memory.
func TestSearchIsNotFarAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop, ended := make(chan struct{}), make(chan struct{})
		b := batches{out: newFileSearch("-", "", nil).matches, stop: stop}
		n := 0
		go func() {
			defer close(ended)
			for b.add(&fileMatch{Match: extract.Match{Text: "http://h/"}, written: "http://h/"}) {
				n++
			}
		}()
		synctest.Wait()
		if size := n * matchSize; size > 200<<10 || size < batch {
			t.Errorf("%d octets of matches are held, want 200 KiB at most", size)
		}
		close(stop)
		<-ended
	})
}

// pipes returns the streams of a command that a test talks to.
func pipes(t *testing.T) (s *streams, in, out *os.File) {
	t.Helper()
	pipe := func() (r, w *os.File) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close(); w.Close() })
		return r, w
	}
	s = &streams{err: os.Stderr}
	s.in, in = pipe()
	out, s.out = pipe()
	return s, in, out
}

// Whoever writes a line and waits sees what is in it, whatever has come before it.
func TestExtractDoesNotKeepWaiting(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("http://h/file"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, in, out := pipes(t)
	ended := make(chan int)
	go func() { ended <- run(s, []string{"extract", file, "-", file}) }()
	lines := bufio.NewReader(out)
	expect := func(want string) {
		t.Helper()
		if line, err := lines.ReadString('\n'); err != nil || !strings.HasSuffix(line, want+"\n") {
			t.Fatalf("%q, %v, want %q", line, err, want)
		}
	}
	expect(":1:1: http://h/file")
	for _, c := range []struct{ text, want string }{
		{"Note: http://h/1 and\n", "-:1:7: http://h/1"},
		{"http://h/2 and ", "-:2:1: http://h/2"},
		{"http://h/3 ", "-:2:16: http://h/3"},
	} {
		if _, err := in.WriteString(c.text); err != nil {
			t.Fatal(err)
		}
		expect(c.want)
	}
	in.Close()
	expect(":1:1: http://h/file")
	if status := <-ended; status != statusDone {
		t.Errorf("status %d", status)
	}
}

// A search that panics never looks like the end of its file: the writer waits for
// the panic to end the command.
func TestPanicOfASearchIsNotTheEndOfItsFile(t *testing.T) {
	w := newFileSearch("-", "", nil)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		(&extraction{}).search(w, nil) // without streams
	}()
	select {
	case _, more := <-w.matches:
		if !more {
			t.Error("the matches of the file are closed")
		}
	default:
	}
}

// A reader that panics is an error of its file: reported with the name, status 2.
// The other files are searched.
func TestPanicOfAReaderIsAnErrorOfItsFile(t *testing.T) {
	dir := t.TempDir()
	bad, good, errors := filepath.Join(dir, "bad.html"), filepath.Join(dir, "good.txt"), filepath.Join(dir, "stderr")
	for name, text := range map[string]string{bad: "<a href=http://h/1></a> boom:x", good: "http://h/2"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stderr, err := os.Create(errors)
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	s, _, out := pipes(t)
	s.err = stderr
	boom := earl.Scheme{Name: "boom", Check: func(string) (int, int, earl.Rule) { panic("no reader expects this") }}
	x := extraction{s: s, options: extract.Options{Edition: earl.RFC3986.With(boom)}}
	if err := x.run([]string{bad, good}); err != exitWith(statusUsage) {
		t.Errorf("%v, want status 2", err)
	}
	s.out.Close()
	text, _ := io.ReadAll(out)
	if want := bad + ":1:9: http://h/1\n" + good + ":1:1: http://h/2\n"; string(text) != want {
		t.Errorf("%q, want %q", text, want)
	}
	report, _ := os.ReadFile(errors)
	if line := string(report); !strings.HasPrefix(line, "earl: extract: "+bad+": document: internal error: the html reader panicked at extract_files_test.go:") ||
		!strings.HasSuffix(line, ": no reader expects this; the rest of the document was not searched\n") {
		t.Errorf("stderr: %q", line)
	}
}
