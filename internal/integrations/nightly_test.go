package integrations

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The workflow of the night has one job for each step of ".ci/run nightly".
func TestNightlyWorkflowHasEveryStep(t *testing.T) {
	t.Parallel()
	lane := between(t, "../../.ci/run", `(?m)^readonly nightly=\(([^)]*)\)`)
	jobs := between(t, "../../.github/workflows/nightly.yml", `(?m)^ +step: \[([^]]*)\]`)
	if want := strings.Join(strings.Fields(lane), ", "); jobs != want {
		t.Errorf(".github/workflows/nightly.yml has the steps [%s], .ci/run has [%s]: make them equal", jobs, want)
	}
}

// between returns what the group of a pattern matches in a file.
func between(t *testing.T, path, pattern string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(pattern).FindSubmatch(text)
	if m == nil {
		t.Fatalf("%s: no %s", path, pattern)
	}
	return string(m[1])
}
