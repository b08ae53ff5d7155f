package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// maxStartup is the maximum that all packages may allocate before main begins, in bytes. Each
// 100 KiB makes every command about 0.1 ms slower. The library of mcp needs a fifth of it,
// and SSH 18 KB.
const maxStartup = 550_000

// Initialisation makes every command slower, also those that download nothing. So regular
// expressions and templates are made when they are needed, with sync.OnceValue. Unlike a time,
// the number of bytes is the same in each run.
func TestStartup(t *testing.T) {
	cmd := exec.Command(buildEarl(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, trace.String())
	}
	type pkg struct {
		bytes int
		name  string
	}
	var all []pkg
	sum := 0
	for line := range strings.Lines(trace.String()) {
		var name string
		var at, clock float64
		var bytes, allocs int
		if _, err := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes, %d allocs", &name, &at, &clock, &bytes, &allocs); err == nil {
			sum += bytes
			all = append(all, pkg{bytes, name})
		}
	}
	if len(all) < 20 {
		t.Fatalf("%d packages in the trace %.300q", len(all), trace.String())
	}
	if sum > maxStartup {
		slices.SortFunc(all, func(a, b pkg) int { return b.bytes - a.bytes })
		t.Errorf("packages allocate %d bytes before main, want at most %d; the most: %v", sum, maxStartup, all[:12])
	}
}
