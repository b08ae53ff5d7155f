package docs_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// needsMissing reports whether a command needs jq and jq is not installed. Its output on the
// page is then not checked.
func needsMissing(t *testing.T, command string) bool {
	t.Helper()
	if !strings.Contains(command, "| jq ") {
		return false
	}
	_, err := exec.LookPath("jq")
	if err != nil && os.Getenv("EARL_PEERS_REQUIRED") == "1" {
		t.Errorf("%v (.ci/install-validators gets it)", err)
	}
	return err != nil
}
