// Package longtest marks the tests that take long, and run only in the gate: with EARL_GATE=1,
// which .ci/run sets. Only tests import this package.
package longtest

import (
	"os"
	"testing"
)

// InGate reports whether the gate runs the tests.
func InGate() bool { return os.Getenv("EARL_GATE") == "1" }

// OnlyInGate skips a test outside of the gate. The reason says what takes long.
func OnlyInGate(t testing.TB, reason string) {
	t.Helper()
	if !InGate() {
		t.Skip(reason + ": EARL_GATE=1 runs this, as the gate does")
	}
}
