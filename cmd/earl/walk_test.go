package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
)

// serveEndless serves an endless gopher tree. Each menu has its own directories and files.
// It returns the address and the number of menus it has sent.
func serveEndless(t *testing.T, dirs, files int) (address string, menus *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	menus = new(atomic.Int64)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(conn).ReadString('\n')
			selector := strings.TrimRight(line, "\r\n")
			w := bufio.NewWriter(conn)
			if strings.HasSuffix(selector, ".txt") {
				io.WriteString(w, "text\r\n.\r\n")
			} else {
				menus.Add(1)
				for i := range files {
					fmt.Fprintf(w, "0file\t%s/%d.txt\t127.0.0.1\t%s\r\n", selector, i, port)
				}
				for i := range dirs {
					fmt.Fprintf(w, "1menu\t%s/%d\t127.0.0.1\t%s\r\n", selector, i, port)
				}
				io.WriteString(w, ".\r\n")
			}
			w.Flush()
			conn.Close()
		}
	}()
	return l.Addr().String(), menus
}

// A copy of an endless tree ends at the limits of files, directories and depth, and reports
// what it left out.
func TestWalkOfEndlessTreeEnds(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("earl")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name        string
		dirs, files int
		flags       string
		menus       int64 // the maximum number of menus that are read
		saved       int
		status      int
		stderr      string
	}{
		{"max-files", 5, 3, "--max-files 10", 5, 10, statusRefused, "the copy ended after 10 files (--max-files)"},
		{"max-files without files", 30, 0, "--max-files 10", 100, 0, statusRefused, "directories were not read (--max-dirs 100)"},
		{"max-dirs", 5, 1, "--max-dirs 7", 7, 7, statusRefused, "directories were not read (--max-dirs 7)"},
		{"depth", 2, 1, "--depth 3", 7, 7, statusDone, "8 directories were not read: deeper than 3 levels (--depth)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			address, menus := serveEndless(t, tt.dirs, tt.files)
			dir := t.TempDir()
			args := append([]string{"get", "-R", "--depth", "1000", "--no-config", "--output-dir", dir}, strings.Fields(tt.flags)...)
			cmd := exec.CommandContext(t.Context(), program, append(args, "gopher://"+address+"/1")...)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != tt.status || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("status %d, want %d; stderr %q, want %q", got, tt.status, stderr.String(), tt.stderr)
			}
			if menus.Load() > tt.menus {
				t.Errorf("%d menus were read, want %d at most", menus.Load(), tt.menus)
			}
			if n := countFiles(t, dir); n != tt.saved {
				t.Errorf("%d files were saved, want %d", n, tt.saved)
			}
		})
	}
}

// countFiles returns how many files are below a directory.
func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			n += countFiles(t, dir+"/"+e.Name())
		} else {
			n++
		}
	}
	return n
}
