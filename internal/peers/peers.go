// Package peers starts real servers, written by others, for tests to talk to.
//
// Each constructor takes a test. It starts one server on loopback with its own content
// tree, waits until the server responds, and stops it when the test ends:
//
//	func TestRealFTPFile(t *testing.T) {
//		p := peers.VSFTPD(t)
//		got := fetch(t, p.URL("pub/readme.txt"))
//		want := peers.Files()["pub/readme.txt"]
//	}
//
// Programs are searched in the directory $EARL_PEERS (an absolute path), into which
// .ci/install-peers unpacks Debian's packages, then in $PATH. If a server is not
// installed, its test is skipped; with EARL_PEERS_REQUIRED=1 it fails. The names of the
// servers that ran are written to the file $EARL_PEERS_LOG, one per line.
//
// The servers run only on Linux. Only tests import this package.
package peers

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// User and Password are the login of the only user of a server. Some servers have no user.
// The password contains bytes that a URL must escape.
const (
	User     = "alice"
	Password = "wonder:land@1"
)

// Server is a server that runs until its test ends.
type Server struct {
	Name string // the program, such as vsftpd
	Addr string // its IPv4 host and port, as in a URL: 127.0.0.1:2121
	// Addr6 is the same port on [::1]. It is empty if the server or the
	// machine has no IPv6.
	Addr6 string
	Root  string // the tree it serves; a test may add files at any time

	scheme string
}

// URL returns the URL of path on the server's IPv4 address. The path is as in
// a URL, encoded, and without its first slash.
func (s *Server) URL(path string) string {
	//lint:ignore urlconcat the path is escaped
	return s.scheme + "://" + s.Addr + "/" + path
}

// Program returns the path of an installed program, such as curl. If it is
// absent the test is skipped, or fails if the environment requires it. Under
// -short, no test runs a program.
func Program(t testing.TB, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skipf("-short: runs %s", name)
	}
	path := find(name)
	if path == "" {
		missing(t, name, "the program "+name+" was not found in $EARL_PEERS or on $PATH")
	}
	return path
}

// missing skips or fails a test whose server is not installed. Only missing decides which.
func missing(t testing.TB, peer, why string) {
	t.Helper()
	if os.Getenv("EARL_PEERS_REQUIRED") == "1" {
		t.Fatalf("%s is required: %s", peer, why)
	}
	t.Skipf("no %s: %s (.ci/install-peers gets it)", peer, why)
}

// find returns the path of a program, or "".
func find(name string) string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	dirs = append(dirs, "/usr/sbin", "/usr/local/sbin", "/usr/lib/news/bin")
	if root := os.Getenv("EARL_PEERS"); root != "" {
		dirs = append([]string{filepath.Join(root, "usr/sbin"), filepath.Join(root, "usr/bin"), filepath.Join(root, "sbin"), filepath.Join(root, "usr/lib/news/bin"), filepath.Join(root, "venv/bin")}, dirs...)
	}
	for _, dir := range dirs {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil && filepath.IsAbs(path) {
			return path
		}
	}
	return ""
}

// environ is the environment of every server: that of this process, with the libraries and
// modules that were unpacked with the programs.
func environ() []string {
	env := append(os.Environ(), "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1", "PYTHONWARNINGS=ignore")
	root := os.Getenv("EARL_PEERS")
	if root == "" {
		return env
	}
	var libs []string
	for _, pattern := range []string{"usr/lib/*-linux-gnu*", "lib/*-linux-gnu*", "usr/lib/ganesha"} {
		found, _ := filepath.Glob(filepath.Join(root, pattern))
		libs = append(libs, found...)
	}
	return append(env,
		"LD_LIBRARY_PATH="+strings.Join(libs, ":"),
		"PYTHONPATH="+filepath.Join(root, "usr/lib/python3/dist-packages"))
}

// python returns the Python that Debian's modules belong to. It skips the test
// if that Python cannot import the module.
func python(t testing.TB, peer, module string) string {
	t.Helper()
	path := "/usr/bin/python3"
	if _, err := os.Stat(path); err != nil {
		path = Program(t, "python3")
	}
	cmd := exec.Command(path, "-c", "import "+module)
	cmd.Env = environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		missing(t, peer, fmt.Sprintf("%s cannot import %s: %s", path, module, lastLine(out)))
	}
	return path
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

// record writes the name of a server that ran to the log.
func record(t testing.TB, name string) {
	t.Helper()
	path := os.Getenv("EARL_PEERS_LOG")
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(name + "\n"); err != nil {
		t.Fatal(err)
	}
}

// scratch creates a directory that every user can read, because servers give up root.
// [testing.T.TempDir] creates a directory that only its owner can read.
func scratch(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "earl-peer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// write writes a file that every user can read, and returns its path.
func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// freePort returns a port that was free a moment ago, on IPv6 too if there is any.
func freePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := l.Addr().(*net.TCPAddr).Port
		ok := true
		if hasIPv6() {
			var l6 net.Listener
			if l6, err = net.Listen("tcp6", address6(port)); err == nil {
				l6.Close()
			}
			ok = err == nil
		}
		l.Close()
		if ok {
			return port
		}
	}
	t.Fatal("no free port on loopback")
	return 0
}

func hasIPv6() bool {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		return false
	}
	l.Close()
	return true
}

func address(port int) string  { return "127.0.0.1:" + strconv.Itoa(port) }
func address6(port int) string { return "[::1]:" + strconv.Itoa(port) }

// Command returns a command of an installed program, with the libraries that were unpacked
// with it. If the program is absent, the test is skipped as by [Program].
func Command(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Program(t, name), args...)
	cmd.Env = environ()
	return cmd
}
