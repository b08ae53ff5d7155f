package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/racedetector"
)

// runOn runs a command line with a file as stdin. It returns the output of both streams, in
// order.
func runOn(t *testing.T, input string, args ...string) (out string, status int) {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "in")
	if err := os.WriteFile(name, []byte(input), 0o666); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	both, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer both.Close()
	status = run(&streams{in: in, out: both, err: both}, args)
	b, err := os.ReadFile(both.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b), status
}

// numbered returns n lines, each with its number. Every seventh line is not a valid URL.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		if i%7 == 3 {
			fmt.Fprintf(&b, "http://h/ %d\n", i)
		} else {
			fmt.Fprintf(&b, "HTTP://h/%d%s\n", i, strings.Repeat("x", i%97))
		}
	}
	return b.String()
}

// TestStreamKeepsOrder: several workers write the same as one, in the order of the lines, with
// errors at their places.
func TestStreamKeepsOrder(t *testing.T) {
	for i, args := range [][]string{
		{"parse"}, {"parse", "--json"}, {"normalize"}, {"normalize", "--uniq"}, {"resolve", "http://base/", "-"},
	} {
		input := numbered(20_000)
		if i == 0 && !testing.Short() {
			input = numbered(100_000)
		}
		cores := runtime.GOMAXPROCS(1)
		want, wantStatus := runOn(t, input, args...)
		runtime.GOMAXPROCS(4)
		got, status := runOn(t, input, args...)
		runtime.GOMAXPROCS(cores)
		if got != want || status != wantStatus || status != statusNo {
			t.Errorf("%v: 4 workers write %d bytes with status %d, one %d with %d", args, len(got), status, len(want), wantStatus)
		}
		line := 0
		for l := range strings.Lines(got) {
			if l = strings.ToLower(l); strings.HasPrefix(l, "http://h/") {
				for line++; line%7 == 4; line++ {
				}
				if !strings.HasPrefix(l, "http://h/"+strconv.Itoa(line-1)) {
					t.Fatalf("%v: %q comes as line %d", args, l, line)
				}
			} else if number, ok := strings.CutPrefix(l, "earl: line "); ok {
				number, _, _ = strings.Cut(number, ":")
				if m, _ := strconv.Atoi(number); m%7 != 4 || m < line || m > line+2 {
					t.Fatalf("%v: %q comes after line %d", args, l, line)
				}
			}
		}
	}
}

// TestExplainStreams: explain --json also responds line by line, in order.
func TestExplainStreams(t *testing.T) {
	out, status := runOn(t, numbered(300), "explain", "--json")
	if n := strings.Count(out, "\n"); n != 300 || status != statusNo {
		t.Fatalf("%d lines, status %d, want 300 and 1", n, status)
	}
	i := 0
	for l := range strings.Lines(out) {
		if !strings.Contains(l[:40], "/"+strconv.Itoa(i)) && !strings.Contains(l[:40], "/ "+strconv.Itoa(i)) {
			t.Fatalf("line %d is %.60q", i, l)
		}
		i++
	}
}

// TestStreamAnswersAtOnce: a producer that waits for the result of its line gets it, on stdout
// and on stderr.
func TestStreamAnswersAtOnce(t *testing.T) {
	for _, args := range [][]string{{"parse", "--json"}, {"parse"}, {"normalize"}, {"explain", "--json"}} {
		in, producer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		consumer, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan int)
		go func() { done <- run(&streams{in: in, out: out, err: out}, args) }()
		consumer.SetReadDeadline(time.Now().Add(30 * time.Second))
		answers := bufio.NewReader(consumer)
		for i, line := range []string{"http://h/1\n", "http://h/2\nht", "tp://h/3\n", "http://h/4"} {
			io.WriteString(producer, line)
			if !strings.HasSuffix(line, "\n") {
				if i == 3 {
					producer.Close()
				}
			}
			answer, err := answers.ReadString('\n')
			if err != nil || !strings.Contains(answer, "http://h/"+strconv.Itoa(i+1)) {
				t.Errorf("%v: %q is answered %q, %v", args, line, answer, err)
			}
		}
		if status := <-done; status != statusDone {
			t.Errorf("%v: status %d", args, status)
		}
		in.Close()
		out.Close()
		consumer.Close()
	}
}

// TestStreamNeedsLittleMemory: 50 MB of URLs need less than 64 MiB of memory.
func TestStreamNeedsLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 50 MB")
	}
	size := 50_000_000
	if racedetector.On {
		size /= 5
	}
	input := strings.Repeat(numbered(10_000), size/len(numbered(10_000)))
	for _, args := range [][]string{{"parse", "--json"}, {"normalize"}} {
		in, producer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			io.WriteString(producer, input)
			producer.Close()
		}()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		run(&streams{in: in, out: null, err: null}, args)
		runtime.ReadMemStats(&after)
		in.Close()
		null.Close()
		if grown := int64(after.Sys) - int64(before.Sys); grown > 64<<20 {
			t.Errorf("%v: %d MiB more than before", args, grown>>20)
		}
	}
}

// TestLongLine reads one line of many bytes: EARL_LONG_LINE, or 5 MB.
func TestLongLine(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads many MiB")
	}
	n := 5_000_000
	if text := os.Getenv("EARL_LONG_LINE"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	long := "http://h/" + strings.Repeat("abcdefghi/", n/10)
	out, status := runOn(t, "http://a/\n"+long+"\nhttp://b/\n", "parse")
	if want := "http://a/\n" + long + "\nhttp://b/\n"; out != want || status != statusDone {
		t.Errorf("%d bytes, status %d, want %d", len(out), status, len(want))
	}
	// A line that is not valid, at many positions.
	out, status = runOn(t, strings.Repeat("a b", n/3)+"\nhttp://b/\n", "parse")
	if len(out) > 100_000 || !strings.HasSuffix(out, "http://b/\n") || status != statusNo {
		t.Errorf("%d bytes, status %d", len(out), status)
	}
}

// TestStreamEndsWhenOutputFails: an error of stdout ends the run with status 10, although stdin
// is still open.
func TestStreamEndsWhenOutputFails(t *testing.T) {
	in, producer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	out, err := os.Open(os.DevNull) // not open for writing
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	io.WriteString(producer, "http://h/\n")
	errs, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	if status := run(&streams{in: in, out: out, err: errs}, []string{"parse"}); status != statusLocal {
		t.Errorf("status %d, want %d", status, statusLocal)
	}
}
