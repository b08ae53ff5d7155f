//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server sends without end: a body arrives completely; a line, a header or a listing is
// refused at its limit; and memory does not grow with either.
// EARL_BIG sets the size in MiB. Source: rfc1738 6; DESIGN 4.
func TestEndlessPeers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	earl, size := buildEarl(t), bigSize(t)
	sparse := filepath.Join(t.TempDir(), "sparse")
	if err := os.WriteFile(sparse, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(sparse, size); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	try := func(t *testing.T, url string, want int, least int64) {
		t.Helper()
		// An article has its own limit, unless --max-size raises it.
		got := runEarl(t, earl, "get", "-s", "-S", "--max-size", "16G", "-o", out, url)
		info, err := os.Stat(out)
		if got.status != want || want == statusDone && (err != nil || info.Size() < least) {
			t.Errorf("status %d, want %d, with %d bytes at least; %.300s", got.status, want, least, got.stderr)
		}
		if got.peak > memoryBar || got.peak == 0 && want == statusDone {
			t.Errorf("peak memory %d bytes, more than %d", got.peak, memoryBar)
		}
		t.Logf("status %d in %v, peak memory %.1f MiB: %.100s", got.status, got.took.Round(time.Millisecond), float64(got.peak)/(1<<20), got.stderr)
		os.Remove(out)
	}
	t.Run("file body", func(t *testing.T) { try(t, "file://"+sparse, statusDone, size) })
	for _, toy := range toys {
		t.Run(toy.name, func(t *testing.T) { try(t, toy.start(t, size, size), toy.status, size) })
	}
}

// A truncated object is never a success, wherever it was truncated.
func TestCutBodies(t *testing.T) {
	earl := buildEarl(t)
	out := filepath.Join(t.TempDir(), "out")
	const size = 300_000
	random := rand.New(rand.NewPCG(17, 38))
	for _, toy := range toys {
		if !toy.tells {
			continue
		}
		t.Run(toy.name, func(t *testing.T) {
			for _, cut := range []int64{0, 1, size - 1, random.Int64N(size), random.Int64N(size), random.Int64N(size)} {
				got := runEarl(t, earl, "get", "-s", "-S", "-o", out, toy.start(t, size, cut))
				if got.status != statusProtocol {
					t.Errorf("truncated after %d bytes of %d: status %d, want %d; %s", cut, size, got.status, statusProtocol, got.stderr)
				}
				os.Remove(out)
			}
			if got := runEarl(t, earl, "get", "-s", "-S", "-o", out, toy.start(t, size, size)); got.status != statusDone {
				t.Errorf("uncut: status %d; %s", got.status, got.stderr)
			}
		})
	}
}

// ran is the result of a run of the command.
type ran struct {
	status int
	stderr string
	took   time.Duration
	peak   int64 // the peak memory in bytes; 0 if the run ended too soon to measure it
}

// patience is longer than any time limit for a silent server.
const patience = 5 * time.Minute

// runEarl runs the command and measures its memory.
func runEarl(t *testing.T, earl string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, earl, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	got := ran{}
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			got.peak = max(got.peak, highWater(cmd.Process.Pid, filepath.Base(earl)))
			continue
		case err := <-ended:
			var failed *exec.ExitError
			if err != nil && !errors.As(err, &failed) || ctx.Err() != nil {
				t.Fatalf("%.300q: %v, %v", args, err, ctx.Err())
			}
		}
		break
	}
	got.status, got.stderr, got.took = cmd.ProcessState.ExitCode(), strings.TrimSpace(stderr.String()), time.Since(start)
	if strings.Contains(got.stderr, "goroutine ") || got.status < 0 {
		t.Errorf("%.300q panics: %s", args, got.stderr)
	}
	return got
}

// A toy is a server that sends one endless object.
type toy struct {
	name   string
	url    string // HOST is its address
	status int
	tells  bool // its protocol shows whether the object is complete
	talk   func(p *peer)
}

// start serves an object of size bytes, and closes the connection after the first cut bytes. It
// returns the URL.
func (y toy) start(t *testing.T, size, cut int64) string {
	t.Helper()
	l := listen(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				p := newPeer(t, conn, size, cut)
				y.talk(p)
				p.end()
			}()
		}
	}()
	return strings.Replace(y.url, "HOST", l.Addr().String(), 1)
}
