//go:build unix

package store_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl/internal/check/store"
)

// Other users cannot read the database.
func TestFileMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "links.sqlite")
	m, err := store.Open(context.Background(), name, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}
