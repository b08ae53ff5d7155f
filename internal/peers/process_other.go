//go:build !linux

package peers

import (
	"os/exec"
	"runtime"
	"testing"
)

// needsLinux skips the test, because the servers are Debian's.
func needsLinux(t testing.TB, peer string) {
	t.Helper()
	missing(t, peer, "the servers run on Linux, not "+runtime.GOOS)
}

func ownSession(*exec.Cmd) {}

func killSession(int) int { return 0 }
