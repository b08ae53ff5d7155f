// Package repotest has the tests that are about the repository: its layers, dependencies,
// documents, the English of its texts, and what grows with the length of the input.
package repotest

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests in the root of the repository, as the paths in them begin there.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
