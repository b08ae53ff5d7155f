//go:build unix

package file_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// The error of a missing file says so once, and names the file that differs only in case.
func TestMissingFileInOtherCase(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "Docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "readme.MD")); err == nil {
		t.Skip("the names of this file system do not differ in case")
	}
	c := client(t, open.Options{})
	for name, want := range map[string]string{
		"Readme.md":   `; did you mean "README.md"?`,
		"docs/a/b.md": `; did you mean "Docs"?`,
		"Docs/a.md":   "",
		"license":     "",
	} {
		_, err := c.Open(t.Context(), urlOf(t, filepath.Join(dir, name)))
		if !errors.Is(err, open.ErrNotFound) || strings.Contains(err.Error(), "not found") {
			t.Errorf("%s: the error is %v, want ErrNotFound and its reason once", name, err)
		} else if _, hint, _ := strings.Cut(err.Error(), "directory"); hint != want {
			t.Errorf("%s: the error is %v, want the hint %q", name, err, want)
		}
	}
}
