//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
)

// Many small objects over one connection, and one small object, from real
// servers, beside curl and wget: the same files, and the ratios of the times of
// interleaved runs, start of the process included, in the log. EARL_MANY=1 asks
// for it: a busy machine says nothing. TMPDIR=/dev/shm leaves the disk out.
func TestRealManySmall(t *testing.T) {
	if os.Getenv("EARL_MANY") == "" {
		t.Skip("EARL_MANY is not set")
	}
	const files = 1000
	earl := filepath.Join(t.TempDir(), "earl")
	if out, err := exec.Command("go", "build", "-o", earl, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	curl, wget := peers.Program(t, "curl"), peers.Program(t, "wget")
	ftp, http := peers.VSFTPD(t), peers.Nginx(t)
	for _, server := range []peers.Server{ftp.Server, http.Server} {
		urls, sum := smallFiles(t, server, files)
		list := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(list, []byte(strings.Join(urls, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "out")
		race(t, server.Name+", 1000 files", 3, dir, sum, []racer{
			{"earl", []string{earl, "get", "-s", "-O", "--output-dir", dir, "-i", list}},
			{"earl -Z", []string{earl, "get", "-s", "-Z", "-O", "--output-dir", dir, "-i", list}},
			{"curl", append([]string{curl, "-s", "--remote-name-all", "--output-dir", dir}, urls...)},
			{"wget", []string{wget, "-q", "-P", dir, "-i", list}},
		})
		race(t, server.Name+", one file", 31, dir, -1, []racer{
			{"earl", []string{earl, "get", "-s", "-O", "--output-dir", dir, urls[0]}},
			{"curl", []string{curl, "-s", "-O", "--output-dir", dir, urls[0]}},
			{"wget", []string{wget, "-q", "-P", dir, urls[0]}},
		})
	}
}

// smallFiles puts files of 1 to 10 KiB at a server, and returns their URLs and
// how many octets they have together.
func smallFiles(t *testing.T, s peers.Server, n int) (urls []string, sum int64) {
	t.Helper()
	dir := filepath.Join(s.Root, "pub", "many")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		name, size := fmt.Sprintf("file%04d.bin", i), 1024+i*7919%9217
		if err := os.WriteFile(filepath.Join(dir, name), pattern(size), 0o644); err != nil {
			t.Fatal(err)
		}
		urls, sum = append(urls, s.URL("pub/many/"+name)), sum+int64(size)
	}
	return urls, sum
}

// A racer is a command.
type racer struct {
	name string
	args []string
}

// race runs commands in turn, each into an empty directory, and logs the median
// of each and its ratio to that of the first.
func race(t *testing.T, what string, rounds int, dir string, sum int64, racers []racer) {
	t.Helper()
	times := make([][]time.Duration, len(racers))
	for range rounds {
		for i, r := range racers {
			os.RemoveAll(dir)
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			out, err := exec.Command(r.args[0], r.args[1:]...).CombinedOutput()
			times[i] = append(times[i], time.Since(start))
			if err != nil {
				t.Fatalf("%s: %v: %.500s", r.name, err, out)
			}
			if got := octetsIn(t, dir); sum >= 0 && got != sum {
				t.Fatalf("%s wrote %d octets, want %d", r.name, got, sum)
			}
		}
	}
	for i, r := range racers {
		slices.Sort(times[i])
		median, first := times[i][rounds/2], times[0][rounds/2]
		t.Logf("%s: %-8s median %v (%v to %v), %.2f of earl's time", what, r.name, median.Round(10*time.Microsecond),
			times[i][0].Round(10*time.Microsecond), times[i][rounds-1].Round(10*time.Microsecond), float64(median)/float64(first))
	}
}

// octetsIn counts the octets of the files of a directory.
func octetsIn(t *testing.T, dir string) (sum int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			sum += info.Size()
		}
	}
	return sum
}
