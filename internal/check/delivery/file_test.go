package delivery_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl/internal/check/delivery"
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
		w, err := delivery.Create("text", name, io.Discard, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(name); string(b) != "old" {
			t.Errorf("before Close the file has %q", b)
		}
		if discard {
			delivery.Discard(w)
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
