package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pipes returns the streams of a command, for a test that writes and reads them.
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

// A program that writes a line and waits receives its URLs, whatever it wrote before.
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
