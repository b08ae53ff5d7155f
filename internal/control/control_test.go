package control

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program of the same user gets an answer, and none after the server has ended.
func TestAsk(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if _, err := Ask("x"); !errors.Is(err, ErrNone) {
		t.Errorf("before: %v", err)
	}
	s, err := Listen(func(line string) string { return "you said " + line })
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Ask("link /a b"); got != "you said link /a b" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Listen(nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second server: %v", err)
	}
	for _, bad := range []string{"a\nb", strings.Repeat("x", maxLine)} {
		if _, err := Ask(bad); err == nil {
			t.Errorf("%.9q was asked", bad)
		}
	}
	s.Close()
	if _, err := Ask("x"); !errors.Is(err, ErrNone) {
		t.Errorf("after: %v", err)
	}
}

// A directory that others may enter is not used.
func TestDirIsPrivate(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", base)
	dir, err := Dir()
	if err != nil || dir != filepath.Join(base, "earl") {
		t.Fatal(dir, err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Dir(); err == nil {
		t.Error("mode 0755 is accepted")
	}
	if _, err := Listen(nil); err == nil {
		t.Error("a server in a directory with mode 0755")
	}
}

// The socket of a gateway that was killed is replaced.
func TestStaleSocket(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", base)
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, socketName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Listen(func(string) string { return "here" })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, err := Ask("x"); got != "here" {
		t.Errorf("%q, %v", got, err)
	}
}
