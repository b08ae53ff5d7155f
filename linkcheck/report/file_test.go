package report_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// A report replaces its file only when it is complete.
func TestCreateKeepsFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.md")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	for _, discard := range []bool{true, false} {
		w, err := report.Create("text", name, io.Discard, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(name); string(b) != "old" {
			t.Errorf("before Close the file has %q", b)
		}
		if discard {
			report.Discard(w)
		} else if err := w.Close(linkcheck.Summary{}); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(name); (string(b) == "old") != discard {
			t.Errorf("discard %v: the file has %q", discard, b)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("files %v are left, want one", list)
	}
}

// Each report of an interrupted check says so.
func TestInterruptedIsSaid(t *testing.T) {
	for _, test := range [][2]string{
		{"text", "interrupted"}, {"markdown", "interrupted"}, {"html", "interrupted"}, {"github", "interrupted"},
		{"jsonl", `"interrupted":true`}, {"junit", `<property name="interrupted" value="true">`}, {"sarif", `"executionSuccessful":false`},
	} {
		for _, cut := range []bool{true, false} {
			var b strings.Builder
			w, err := report.New(test[0], &b, report.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(linkcheck.Summary{Interrupted: cut}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), test[1]) != cut {
				t.Errorf("%s, interrupted %v: %s", test[0], cut, &b)
			}
		}
	}
}
