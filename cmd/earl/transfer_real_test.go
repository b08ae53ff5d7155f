//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/peers"
)

// memoryBar is the maximum memory for an object of any size.
const memoryBar = 32 << 20

// A large object over ftp, http, gopher and file, from real servers, compared with curl: the
// same bytes, in constant memory. The log has the ratio of the times of interleaved runs.
// EARL_BIG sets the size in MiB; the figures in the documents are for 1024.
func TestRealLargeTransfer(t *testing.T) {
	longtest.OnlyInGate(t, "compares speeds")
	size := bigSize(t)
	curl, earl := peers.Program(t, "curl"), buildEarl(t)
	ftp, http, gopher := peers.VSFTPD(t), peers.Nginx(t), peers.Gophernicus(t)
	peers.Big(t, ftp.Root, size)
	for _, root := range []string{http.Root, gopher.Root} {
		if err := os.Link(filepath.Join(ftp.Root, "pub/big.bin"), filepath.Join(root, "pub/big.bin")); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, url := range []string{ftp.URL("pub/big.bin"), http.URL("pub/big.bin"), gopher.URL("9/pub/big.bin"), "file://" + http.Root + "/pub/big.bin"} {
		var ours, theirs laps
		var peak int64
		for range 5 {
			lap, rss := fetch(t, size, out, earl, "get", "-s", "-o", out, url)
			ours, peak = append(ours, lap), max(peak, rss)
			lap, _ = fetch(t, size, out, curl, "-s", "-o", out, url)
			theirs = append(theirs, lap)
		}
		scheme, _, _ := strings.Cut(url, ":")
		t.Logf("%s, %d MiB: earl %v; curl %v; %s; peak memory %.1f MiB; load %s",
			scheme, size>>20, ours, theirs, ours.ratio(theirs), float64(peak)/(1<<20), load())
		if peak == 0 || peak > memoryBar {
			t.Errorf("%s: peak memory %d bytes, more than %d", scheme, peak, memoryBar)
		}
	}
}

// bigSize is the size of a large object in bytes.
func bigSize(t *testing.T) int64 {
	t.Helper()
	text := os.Getenv("EARL_BIG")
	if text == "" {
		return 64 << 20
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n <= 0 {
		t.Fatalf("EARL_BIG=%s is not a number of MiB", text)
	}
	return n << 20
}

// fetch runs a command that writes an object to out. It returns the time and the peak memory in
// bytes.
func fetch(t *testing.T, size int64, out, name string, args ...string) (lap, int64) {
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
			return lap{took, cpu(cmd)}, peak
		}
	}
}

// highWater returns the peak memory so far of a process that runs a program, or 0 before it
// starts the program. The figure from wait would include this process, because a child begins
// as its copy.
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
