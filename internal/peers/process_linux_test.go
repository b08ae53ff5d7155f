package peers

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoProcessIsLeft keeps a connection open in each server while its test
// ends, then looks for processes of the server.
func TestNoProcessIsLeft(t *testing.T) {
	var sessions []int
	t.Run("servers", func(t *testing.T) {
		addrs := map[string]func(testing.TB) string{
			"vsftpd":      func(t testing.TB) string { return VSFTPD(t).Addr },
			"pyftpdlib":   func(t testing.TB) string { return PyFTPD(t).Addr },
			"proftpd":     func(t testing.TB) string { return ProFTPD(t).Addr },
			"gophernicus": func(t testing.TB) string { return Gophernicus(t).Addr },
			"pygopherd":   func(t testing.TB) string { return PyGopherd(t).Addr },
			"nginx":       func(t testing.TB) string { return Nginx(t).Addr },
		}
		for name, start := range addrs {
			t.Run(name, func(t *testing.T) {
				conn, err := net.Dial("tcp", start(t))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { conn.Close() })
				if strings.Contains(name, "ftp") {
					conn.Read(make([]byte, 1)) // the greeting comes from the process of the connection
				}
				sessions = append(sessions, children(t)...)
			})
		}
	})
	if len(sessions) == 0 {
		t.Skip("no server ran")
	}
	for _, leader := range sessions {
		if left := session(leader); len(left) > 0 {
			t.Errorf("session %d still has processes %v", leader, left)
		}
	}
}

// children lists the children of this process, which are the session leaders of
// the servers.
func children(t *testing.T) []int {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		t.Skip("this kernel does not list children")
	}
	var pids []int
	for _, path := range lists {
		list, _ := os.ReadFile(path)
		for _, word := range strings.Fields(string(list)) {
			var pid int
			if _, err := fmt.Sscan(word, &pid); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func TestServerThatEndsIsReported(t *testing.T) {
	p, err := launch(exec.Command("sh", "-c", "echo bad option; exit 1"), filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	err = p.await("127.0.0.1:1", func(string) error { return io.EOF })
	if err == nil || !strings.Contains(err.Error(), "exit status 1") {
		t.Errorf("await = %v, want exit status 1", err)
	}
	if got := p.output(); got != `"bad option"` {
		t.Errorf("output = %s, want bad option", got)
	}
}
