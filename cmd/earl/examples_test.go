package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestExamplesRun runs the examples in the help of the commands that read texts:
// five for each, of at most 76 columns, each with status 0.
func TestExamplesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: builds the command")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh: the examples are for a POSIX shell")
	}
	path := filepath.Dir(buildEarl(t)) + string(filepath.ListSeparator) + os.Getenv("PATH")
	for _, name := range []string{"parse", "normalize", "resolve", "same", "schemes", "version", "completion"} {
		c, _, err := newRoot(&streams{}, nil).Find([]string{name})
		if err != nil || c.Name() != name {
			t.Fatalf("no command %s: %v", name, err)
		}
		examples := strings.Split(c.Example, "\n")
		if len(examples) != 5 {
			t.Errorf("%s: %d examples, want 5", name, len(examples))
		}
		for _, example := range examples {
			if n := utf8.RuneCountInString(example); n > 76 || !strings.HasPrefix(example, "  ") {
				t.Errorf("%s: %q: %d columns, want at most 76, indented by two", name, example, n)
			}
			run := exec.CommandContext(t.Context(), sh, "-c", example)
			run.Env, run.Dir = []string{"PATH=" + path, "HOME=" + t.TempDir()}, t.TempDir()
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", example, err, out)
			}
		}
	}
}
