//go:build unix

package afs_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// B15: a pipe is refused, with the afs URL.
func TestPipe(t *testing.T) {
	o := tree(t)
	if err := syscall.Mkfifo(filepath.Join(o.Root, "cell.example", "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{}, o)
	defer client.Close()
	u := earl.RFC3986.MustParse("afs://cell.example/pipe")
	var refusal *open.Refusal
	if _, err := client.Open(t.Context(), u); !errors.As(err, &refusal) || refusal.Name != open.GuardSpecialFile || refusal.URL != u {
		t.Errorf("%v, want %s", err, open.GuardSpecialFile)
	}
}
