//go:build unix

package memory_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl/linkcheck/memory"
)

// Other users cannot read the database.
func TestFileMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "links.sqlite")
	m, err := memory.Open(context.Background(), name, memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}
