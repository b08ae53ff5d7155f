package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/earl-url/earl/cmd/earl-rows/internal/made"
	"github.com/earl-url/earl/rows"
)

// measured is the selection that is measured.
const measured = "whatwg.valid, whatwg.host, whatwg.normal, rfc3986.valid, rfc3986.host, rfc3986.normal"

// asLoop makes the test binary a loop of the library, for comparison. Its value is
// the number of rows.
const asLoop = "EARL_ROWS_AS_LOOP"

// loop computes columns of made URLs, without a format.
func loop(n int) {
	const size = 20_000
	v := rows.NewVector(rows.Text)
	for i := range size {
		v.AppendBytes(made.Append(nil, i))
	}
	plan, err := rows.Compile(measured, rows.Options{})
	if err != nil {
		panic(err)
	}
	var b rows.Batch
	for range n / size {
		if err := plan.Run(&b, []*rows.Vector{v}); err != nil {
			panic(err)
		}
	}
}

// TestMeasure prints how fast each format is on one core and how much memory it
// needs. It measures processor time, which other programs disturb less.
//
//	EARL_ROWS_MEASURE=1000000 go test -v -timeout 60m -run TestMeasure .
func TestMeasure(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("EARL_ROWS_MEASURE"))
	if n == 0 {
		t.Skip("EARL_ROWS_MEASURE is not set to a number of rows")
	}
	dir := t.TempDir()
	csv := filepath.Join(dir, "in.csv")
	writeMade(t, csv, n)
	base := measure(t, "", asLoop+"="+strconv.Itoa(n))
	fmt.Printf("%-22s %6.2f M rows/s\n", "library", float64(n)/1e6/base.time.Seconds())
	for _, row := range []struct {
		name, in string
		args     []string
	}{
		{"csv", "in.csv", []string{"-o", "out.csv"}},
		{"jsonl", "in.jsonl", []string{"-o", "out.jsonl"}},
		{"rowbinary", "in.rowbinary", []string{"-o", "out.rowbinary", "--nullable"}},
		{"arrow", "in.arrow", []string{"-o", "out.arrow"}},
		{"arrow pipe", "in.arrow", []string{"--format", "arrow"}},
		{"parquet snappy", "in.parquet", []string{"-o", "out.parquet"}},
		{"parquet zstd", "in.parquet", []string{"-o", "out.parquet", "--compress", "zstd"}},
	} {
		in := filepath.Join(dir, row.in)
		if _, err := os.Stat(in); err != nil {
			ok(t, nil, "-s", "url", "-o", in, csv)
		}
		args, stdin := []string{"-s", measured}, ""
		if row.args[0] == "-o" {
			args = append(args, "-o", filepath.Join(dir, row.args[1]))
			args = append(append(args, row.args[2:]...), in)
		} else {
			args, stdin = append(args, row.args...), in
		}
		m := measure(t, stdin, asProgram+"=1", args...)
		fmt.Printf("%-22s %6.2f M rows/s  %5.2f times the library's time  %4d MiB\n", row.name,
			float64(n)/1e6/m.time.Seconds(), m.time.Seconds()/base.time.Seconds(), m.peak>>10)
	}
}

// measurement is the median of some runs.
type measurement struct {
	time time.Duration // of the processor
	peak int64         // KiB
}

// measure runs the test binary three times on one core. stdin is a file that goes
// through a pipe.
func measure(t *testing.T, stdin, mode string, args ...string) measurement {
	t.Helper()
	var times []time.Duration
	var m measurement
	for range 3 {
		c := program(t, args...)
		c.Env = append(os.Environ(), mode, "GOMAXPROCS=1")
		if stdin != "" {
			f, err := os.Open(stdin)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			c.Stdin = struct{ *os.File }{f} // not a file for os/exec: it makes a pipe
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- c.Wait() }()
		if peak := peakOf(c.Process.Pid, done); peak < 0 {
			t.Fatalf("%q failed", args)
		} else {
			m.peak = max(m.peak, peak)
		}
		times = append(times, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	}
	slices.Sort(times)
	m.time = times[1]
	return m
}

// writeMade writes a CSV file of made URLs.
func writeMade(t *testing.T, name string, n int) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := []byte("url\n")
	for i := range n {
		text = append(made.Append(text, i), '\n')
		if len(text) > 1<<20 || i == n-1 {
			if _, err := f.Write(text); err != nil {
				t.Fatal(err)
			}
			text = text[:0]
		}
	}
}
