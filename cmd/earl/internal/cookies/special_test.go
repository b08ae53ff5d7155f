//go:build unix

package cookies

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A device, a pipe and a link are kept: the cookies are written into them.
func TestWriteFileKeepsWhatIsNotAFile(t *testing.T) {
	j := jar(Options{})
	if err := j.Read(strings.NewReader(exampleFile)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	r, err := os.OpenFile(pipe, os.O_RDWR, 0) // both ends: no one waits for the other
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := j.WriteFile(pipe); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe was replaced: %v %v", info.Mode(), err)
	}
	b := make([]byte, 4096)
	if n, err := r.Read(b); err != nil || !strings.HasPrefix(string(b[:n]), fileHead) {
		t.Errorf("the pipe got %q, %v", b[:n], err)
	}
	for _, target := range []string{"old", "new"} {
		to, link := filepath.Join(dir, target), filepath.Join(dir, "to-"+target)
		if target == "old" {
			if err := os.WriteFile(to, []byte("# Netscape HTTP Cookie File\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		if err := j.WriteFile(link); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(to)
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.HasPrefix(string(text), fileHead) {
			t.Errorf("the link to %s was replaced: %v, %q", target, err, text)
		}
	}
}
