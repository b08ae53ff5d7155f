package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// guardName matches the name of a guard in guard/error.go.
var guardName = regexp.MustCompile(`(?m)^\tGuard\w+ += "([a-z-]+)"`)

// guard.md has a row for each guard of package guard, and a row for no other.
func TestGuardPageListsTheGuards(t *testing.T) {
	text, err := os.ReadFile("../guard/error.go")
	if err != nil {
		t.Fatal(err)
	}
	page := pages(t)["guard.md"]
	names := guardName.FindAllStringSubmatch(string(text), -1)
	for _, m := range names {
		if !strings.Contains(page, "\n| `"+m[1]+"` | ") {
			t.Errorf("guard.md: write a row for the guard %s", m[1])
		}
	}
	if n := strings.Count(page, "\n| `"); n != len(names) || n == 0 {
		t.Errorf("guard.md has %d rows for guards, and guard/error.go has %d guards", n, len(names))
	}
}

// The Go code of guard.md is in the examples of package guard, which are compiled and run.
// So is what it prints.
func TestGuardPageQuotesTheExamples(t *testing.T) {
	text, err := os.ReadFile("../guard/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(s string) string { return regexp.MustCompile(`(?m)^[\t ]*(// )?`).ReplaceAllString(s, "") }
	examples, blocks := plain(string(text)), 0
	for _, m := range regexp.MustCompile("(?ms)^```(go|text)\n(.*?)^```$").FindAllStringSubmatch(pages(t)["guard.md"], -1) {
		blocks++
		if !strings.Contains(examples, plain(m[2])) {
			t.Errorf("guard.md: this block is not in guard/example_test.go:\n%s", m[2])
		}
	}
	if blocks < 8 {
		t.Errorf("guard.md has %d blocks: does this test still recognize them?", blocks)
	}
}
