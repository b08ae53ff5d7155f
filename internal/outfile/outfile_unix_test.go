//go:build linux || darwin

package outfile_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/earl-url/earl/internal/outfile"
)

// A file keeps its mode; a private one gets its own. Symbolic links stay, also those to a
// file that does not exist.
func TestModeAndLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, link, ahead, sub := filepath.Join(dir, "old"), filepath.Join(dir, "link"), filepath.Join(dir, "ahead"), filepath.Join(dir, "sub")
	if err := os.WriteFile(old, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	os.Chmod(old, 0o604)
	os.Mkdir(sub, 0o700)
	os.Symlink("old", link)
	os.Symlink("sub/new", ahead)
	for _, name := range []string{link, ahead} {
		if err := write(name, "new", outfile.Options{}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSymlink == 0 || content(t, name) != "new" {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if info, _ := os.Stat(old); info.Mode().Perm() != 0o604 {
		t.Errorf("mode %v, want 0604", info.Mode())
	}
	if err := write(old, "new", outfile.Options{Mode: 0o600, Private: true}); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(old); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	os.Symlink("loop", filepath.Join(dir, "loop"))
	if err := write(filepath.Join(dir, "loop"), "x", outfile.Options{}); err == nil {
		t.Error("a loop of links has no error")
	}
}

// A pipe is written itself.
func TestPipe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	r, err := os.OpenFile(name, os.O_RDWR, 0) // both ends: no one waits for the other
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := write(name, "new", outfile.Options{Kind: &outfile.Kind{Is: func([]byte, bool) bool { return false }}}); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 3)
	if _, err := io.ReadFull(r, b); err != nil || string(b) != "new" {
		t.Errorf("the pipe has %q, %v", b, err)
	}
}

// An open file of the process is written itself: a shell may have opened it to append.
func TestDescriptor(t *testing.T) {
	if os.Getenv("EARL_OUTFILE_WRITE") != "" {
		if err := write(os.Getenv("EARL_OUTFILE_WRITE"), "new", outfile.Options{}); err != nil {
			t.Fatal(err)
		}
		os.Exit(0)
	}
	t.Parallel()
	for _, name := range []string{"/dev/stdout", "/dev/fd/1", "/dev/fd/3"} {
		log := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(log, []byte("old "), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(log, os.O_APPEND|os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestDescriptor$")
		cmd.Env = append(os.Environ(), "EARL_OUTFILE_WRITE="+name)
		cmd.Stdout, cmd.ExtraFiles = f, []*os.File{f}
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if got := content(t, log); got != "old new" {
			t.Errorf("%s: %q, want %q", name, got, "old new")
		}
	}
}

// The remains of a killed program are removed by the next one, those of a living one stay.
func TestLeftovers(t *testing.T) {
	if name := os.Getenv("EARL_OUTFILE_DIE"); name != "" {
		f, err := outfile.Create(name, outfile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("half")
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	living, err := outfile.Create(name, outfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer living.Discard()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLeftovers$")
	cmd.Env = append(os.Environ(), "EARL_OUTFILE_DIE="+name)
	if err := cmd.Run(); err == nil {
		t.Fatal("the program was not killed")
	}
	if list := names(t, dir); len(list) != 3 || content(t, name) != "old" {
		t.Fatalf("the directory has %q, the file %q", list, content(t, name))
	}
	if err := write(name, "new", outfile.Options{}); err != nil {
		t.Fatal(err)
	}
	if list := names(t, dir); len(list) != 2 || !slices.Contains(list, filepath.Base(living.Name())) {
		t.Errorf("the directory has %q, want the file and the one of the living program", list)
	}
	if _, err := living.WriteString("last"); err != nil {
		t.Fatal(err)
	}
	if err := living.Commit(); err != nil || content(t, name) != "last" {
		t.Errorf("%v, the file has %q", err, content(t, name))
	}
}

// A directory, a link and a pipe with a temporary name are not leftovers: they stay, and
// nothing is written through them.
func TestForeignTemporaryNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, victim := filepath.Join(dir, "a"), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(n string) string { return filepath.Join(dir, outfile.Prefix+n+"-a") }
	os.Symlink(victim, at("0"))
	os.Mkdir(at("1"), 0o700)
	if err := syscall.Mkfifo(at("2"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := write(name, "new", outfile.Options{}); err != nil {
		t.Fatal(err)
	}
	if content(t, victim) != "kept" || content(t, name) != "new" || len(names(t, dir)) != 4 {
		t.Errorf("%q, %q, %q", content(t, victim), content(t, name), names(t, dir))
	}
}

// A directory that cannot be written, and a file that cannot be, are errors.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := write(name, "new", outfile.Options{}); !os.IsPermission(err) {
		t.Errorf("a read-only file: %v", err)
	}
	os.Chmod(name, 0o600)
	os.Chmod(dir, 0o500)
	defer os.Chmod(dir, 0o700)
	if err := write(name, "new", outfile.Options{}); !os.IsPermission(err) || content(t, name) != "old" {
		t.Errorf("a read-only directory: %v, %q", err, content(t, name))
	}
}
