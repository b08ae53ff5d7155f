package integrations_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// precommit runs the hook of this repository over all files of another one. It builds earl
// with the modules that are already here.
func precommit(t *testing.T, home, dir string) (string, int) {
	t.Helper()
	program := program(t, "pre-commit")
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	env := append(goSettings(t), "PRE_COMMIT_HOME="+home)
	return run(t, dir, env, program, "try-repo", here, "earl-check", "--all-files", "--verbose")
}

// The hook stops a commit with a broken link, and no other.
func TestPreCommitHook(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	out, status := precommit(t, home, repository(t, broken))
	if status == 0 {
		t.Error("the commit with a broken link passes")
	}
	contains(t, out, "check links", "Failed", "docs/guide.md:5:15: api.md: not-found")
	noLinks := map[string]string{"other.txt": "no links\n"}
	for _, files := range []map[string]string{good, noLinks} {
		if out, status := precommit(t, home, repository(t, files)); status != 0 || !strings.Contains(out, "Passed") {
			t.Errorf("status %d: %s", status, out)
		}
	}
}
