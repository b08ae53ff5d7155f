//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
)

// memoryBar is the most memory that fetching an object of any size may take.
const memoryBar = 32 << 20

// A large object over ftp, http and file, from real servers, beside curl: the
// same octets, in constant memory, and the ratio of the times of interleaved
// runs in the log. EARL_BIG sets the size in MiB; 1024 is what the figures in
// the documents are of.
func TestRealLargeTransfer(t *testing.T) {
	mib := int64(64)
	if n, err := strconv.ParseInt(os.Getenv("EARL_BIG"), 10, 64); err == nil {
		mib = n
	}
	curl := peers.Program(t, "curl")
	earl := filepath.Join(t.TempDir(), "earl")
	if out, err := exec.Command("go", "build", "-o", earl, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	ftp, http := peers.VSFTPD(t), peers.Nginx(t)
	peers.Big(t, ftp.Root, mib<<20)
	peers.Big(t, http.Root, mib<<20)
	for _, url := range []string{ftp.URL("pub/big.bin"), http.URL("pub/big.bin"), "file://" + http.Root + "/pub/big.bin"} {
		out := filepath.Join(t.TempDir(), "out")
		var ours, theirs []time.Duration
		var peak int64
		for range 5 {
			took, rss := fetch(t, mib<<20, out, earl, "get", "-s", "-o", out, url)
			ours, peak = append(ours, took), max(peak, rss)
			took, _ = fetch(t, mib<<20, out, curl, "-s", "-o", out, url)
			theirs = append(theirs, took)
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		scheme, _, _ := strings.Cut(url, ":")
		t.Logf("%s, %d MiB: median %v (%v to %v), curl %v (%v to %v), ratio of medians %.2f; peak memory %.1f MiB", scheme, mib,
			ours[2], ours[0], ours[4], theirs[2], theirs[0], theirs[4], float64(theirs[2])/float64(ours[2]), float64(peak)/(1<<20))
		if peak == 0 || peak > memoryBar {
			t.Errorf("%s: peak memory %d octets, more than %d", scheme, peak, memoryBar)
		}
	}
}

// fetch runs a command that writes an object to out, and returns how long it
// took and the most memory that it had, in octets.
func fetch(t *testing.T, size int64, out, name string, args ...string) (time.Duration, int64) {
	t.Helper()
	os.Remove(out)
	cmd := exec.Command(name, args...)
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &text
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	peak := int64(0)
	for tick := time.NewTicker(2 * time.Millisecond); ; {
		select {
		case <-tick.C:
			peak = max(peak, highWater(cmd.Process.Pid, filepath.Base(name)))
			continue
		case err := <-ended:
			tick.Stop()
			took := time.Since(start)
			if err != nil {
				t.Fatalf("%s: %v: %s", fmt.Sprint(name, args), err, text.String())
			}
			if info, err := os.Stat(out); err != nil || info.Size() != size {
				t.Fatalf("%s wrote %v, %v", name, info, err)
			}
			return took, peak
		}
	}
}

// highWater returns the peak memory so far of a process that runs a program, 0
// before it does. What wait reports would be this process's own: a child starts
// with it.
func highWater(pid int, program string) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil || !strings.HasPrefix(string(status), "Name:\t"+program+"\n") {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(fields[0], 10, 64)
	return kib << 10
}
