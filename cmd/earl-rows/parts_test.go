package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/cmd/earl-rows/internal/made"
)

// inputs writes files of made URLs and returns their names.
func inputs(t *testing.T, files, rows int) (names []string) {
	t.Helper()
	dir := t.TempDir()
	for k := range files {
		text := []byte("url\n")
		for i := range rows {
			text = append(made.Append(text, k*rows+i), '\n')
		}
		name := filepath.Join(dir, fmt.Sprintf("in-%d.csv", k))
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// files returns the names and contents of a directory, without temporary files.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".earl-tmp-") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

// same compares two directories.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs: %d bytes, want %d", name, len(got[name]), len(want[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

func TestShards(t *testing.T) {
	in := inputs(t, 5, 200)
	for _, out := range []string{"parquet", "csv"} {
		whole, shared := filepath.Join(t.TempDir(), "whole")+"/", filepath.Join(t.TempDir(), "shared")+"/"
		args := []string{"-s", "url, host", "--out", out}
		ok(t, nil, append(append(args, "-o", whole), in...)...)
		ok(t, nil, append(append(args, "-o", shared, "--shard", "1/2"), in...)...)
		if _, stderr, status := earlRows(t, nil, "--check", shared); status != 3 || !strings.Contains(stderr, "3 of 5 parts are missing: 0, 2, 4") {
			t.Errorf("--check of half of the parts: status %d, stderr %q", status, stderr)
		}
		ok(t, nil, append(append(args, "-o", shared, "--shard", "0/2"), in...)...)
		if got := ok(t, nil, "--check", shared); got != "5 parts, 1000 rows\n" {
			t.Errorf("--check: %q", got)
		}
		same(t, files(t, shared), files(t, whole))
	}
}

func TestFinishedPartsAreNotMadeAgain(t *testing.T) {
	in := inputs(t, 2, 10)
	for _, out := range []string{"parquet", "jsonl"} {
		dir := t.TempDir()
		args := append([]string{"-s", "url, host", "--out", out, "-o", dir}, in...)
		ok(t, nil, args...)
		name := filepath.Join(dir, "part-00001."+out)
		before, _ := os.Stat(name)
		ok(t, nil, args...)
		if after, _ := os.Stat(name); !os.SameFile(before, after) {
			t.Errorf("%s: a finished part was made again", out)
		}
		args[1] = "url, port"
		if _, stderr, status := earlRows(t, nil, args...); status != 2 || !strings.Contains(stderr, "earl.") {
			t.Errorf("%s: other options: status %d, want 2; stderr %q", out, status, stderr)
		}
		args[1] = "url, host"
		data, _ := os.ReadFile(name)
		os.WriteFile(name, data[:len(data)-1], 0o666)
		if _, stderr, status := earlRows(t, nil, args...); status != 3 {
			t.Errorf("%s: a truncated part: status %d, want 3; stderr %q", out, status, stderr)
		}
		if _, _, status := earlRows(t, nil, "--check", dir); status != 3 {
			t.Errorf("%s: --check of a truncated part: status %d, want 3", out, status)
		}
		os.Remove(name)
		now := time.Now().Add(time.Hour)
		os.Chtimes(in[0], now, now)
		if _, stderr, status := earlRows(t, nil, args...); status != 2 || !strings.Contains(stderr, "earl.input_time") {
			t.Errorf("%s: a changed input: status %d, want 2; stderr %q", out, status, stderr)
		}
	}
}

// A run that was killed at any moment leaves no part that is not whole, and the
// next run makes the same bytes as one that was not disturbed.
func TestKilledRunIsResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs for some seconds")
	}
	t.Parallel()
	in := inputs(t, 6, 20_000)
	for _, out := range []string{"parquet", "jsonl"} {
		want, dir := t.TempDir(), t.TempDir()
		args := []string{"-s", "url, host, whatwg.normal", "--out", out, "-o"}
		start := time.Now()
		ok(t, nil, append(append(args, want), in...)...)
		took := time.Since(start)
		for range 8 {
			c := program(t, append(append(args, dir), in...)...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(rand.N(took/2 + time.Millisecond))
			c.Process.Kill()
			c.Wait()
			for name, data := range files(t, dir) {
				if strings.HasPrefix(name, "part-") && data != files(t, want)[name] {
					t.Fatalf("%s is not whole after a kill", name)
				}
			}
		}
		ok(t, nil, append(append(args, dir), in...)...)
		same(t, files(t, dir), files(t, want))
	}
}

// The same input gives the same bytes, whatever the number of cores, and however
// the bytes arrive.
func TestContract9Deterministic(t *testing.T) {
	var in bytes.Buffer
	in.WriteString("url\n")
	for i := range 150_000 {
		in.Write(append(made.Append(nil, i), '\n'))
	}
	for _, name := range []string{"x.parquet", "x.arrow", "x.csv.gz", "x.jsonl.zst", "x.tsv"} {
		var first []byte
		for k, cores := range []string{"1", "2", "3"} {
			path := filepath.Join(t.TempDir(), name)
			c := program(t, "--in", "csv", "-s", "url, host, port", "-o", path)
			c.Env = append(c.Env, "GOMAXPROCS="+cores)
			w, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			for data := in.Bytes(); len(data) > 0; {
				n := min(len(data), []int{1 << 22, 100_001, 77_777}[k])
				w.Write(data[:n])
				data = data[n:]
			}
			w.Close()
			if err := c.Wait(); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				first = data
			} else if !bytes.Equal(data, first) {
				t.Errorf("%s: other bytes with %s cores", name, cores)
			}
		}
	}
}
