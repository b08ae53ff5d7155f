package control

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// privateDir returns the directory of a test.
func privateDir(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", base)
	dir, err := Dir()
	if err != nil || dir != filepath.Join(base, "earl") {
		t.Fatal(dir, err)
	}
	return dir
}

// begin listens until the test ends; the links of the gateway begin with text.
func begin(t *testing.T, dir, name, text string) *Server {
	t.Helper()
	s, err := Listen(dir, name, func(path string) string { return "http://" + text + path })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A program of the same user gets a link of the specified gateway, or of the one that was
// started last. It gets none after the gateway has ended.
func TestLink(t *testing.T) {
	dir := privateDir(t)
	if _, err := Link(dir, "", ""); !errors.Is(err, ErrNone) {
		t.Errorf("before: %v", err)
	}
	begin(t, dir, "1", "first")
	old := time.Now().Add(-time.Hour)
	os.Chtimes(filepath.Join(dir, "1.sock"), old, old)
	last := begin(t, dir, "2", "last")
	begin(t, dir, Demo+"3", "demo") // only for those who want it
	begin(t, dir, "1", "again")     // has a name of its own
	os.Chtimes(filepath.Join(dir, "2.sock"), time.Now().Add(time.Hour), time.Now().Add(time.Hour))
	for name, want := range map[string]string{"": "http://last/a b", "2": "http://last/a b", "1": "http://again/a b", Demo: "http://demo/a b", Demo + "3": "http://demo/a b"} {
		if got, err := Link(dir, name, "/a b"); got != want || err != nil {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
	if _, err := Link(dir, "2", "/a\nlink /b"); err == nil {
		t.Error("a path has a line break")
	}
	last.Close()
	if _, err := Link(dir, "2", ""); !errors.Is(err, ErrNone) {
		t.Errorf("after: %v", err)
	}
	if sockets, err := filepath.Glob(filepath.Join(dir, "2*")); err != nil || len(sockets) > 0 {
		t.Errorf("still there: %q, %v", sockets, err)
	}
}

// The socket of a gateway that was killed is replaced, and only its user may use it.
func TestStaleSocket(t *testing.T) {
	dir := privateDir(t)
	l, err := net.Listen("unix", filepath.Join(dir, "1.sock"))
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	other := filepath.Join(dir, "demo.7.sock") // of another port
	if l, err = net.Listen("unix", other); err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	old := time.Now().Add(-time.Hour)
	os.Chtimes(other, old, old)
	begin(t, dir, "1", "here")
	if _, err := os.Lstat(other); err == nil {
		t.Errorf("%s is still there", other)
	}
	if got, err := Link(dir, "1", "/"); got != "http://here/" {
		t.Errorf("%q, %v", got, err)
	}
	info, err := os.Stat(filepath.Join(dir, "1.sock"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// A request that is unknown or too long gets no link.
func TestRequestsAreLimited(t *testing.T) {
	dir := privateDir(t)
	begin(t, dir, "1", "here")
	for _, line := range []string{"quit\n", "link", "link /" + strings.Repeat("x", maxLine) + "\n"} {
		c, err := net.Dial("unix", filepath.Join(dir, "1.sock"))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, line)
		c.(*net.UnixConn).CloseWrite()
		if answer, _ := bufio.NewReader(c).ReadString('\n'); strings.HasPrefix(answer, "http:") {
			t.Errorf("%.9q: %q", line, answer)
		}
		c.Close()
	}
}

// A directory that others may enter is not used.
func TestDirIsPrivate(t *testing.T) {
	dir := privateDir(t)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Dir(); err == nil {
		t.Error("mode 0755 is accepted")
	}
	os.Remove(dir)
	if err := os.Symlink(t.TempDir(), dir); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if _, err := Dir(); err == nil {
		t.Error("a symbolic link is accepted")
	}
}

// The page for a browser redirects to its link, only its user may read it, and it is removed
// after a time.
func TestRedirect(t *testing.T) {
	dir := privateDir(t)
	page, err := Redirect(dir, "http://127.0.0.1:1/start?token=a&b")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	info, _ := os.Stat(page)
	if err != nil || info.Mode().Perm() != 0o600 || strings.Count(string(text), "http://127.0.0.1:1/start?token=a&amp;b\"") != 2 {
		t.Errorf("%v, %v: %s", info, err, text)
	}
	RemoveRedirects(dir, time.Hour)
	if _, err := os.Stat(page); err != nil {
		t.Error(err)
	}
	RemoveRedirects(dir, -time.Second)
	if _, err := os.Stat(page); err == nil {
		t.Error("the page is still there")
	}
}
