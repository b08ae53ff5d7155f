package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/config"
	"github.com/earl-url/earl/open"
)

// serveEndless serves a gopher tree without end: each menu has directories and
// files of its own. It returns the address and the number of menus it has sent.
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

// A copy of a tree without end ends at the limits of files, directories and depth,
// and reports what it left out.
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
		menus       int64 // how many are read at most
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

// However many entries a listing has, a walk keeps no more than a spool's memory of
// them, yields them in their order, and files before directories.
func TestWalkQueueIsBounded(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	const each = 20_000
	u := earl.RFC3986.MustParse("gopher://h.example/1/d")
	g := &getter{flags: newGetFlags(), settings: new(config.Settings), edition: earl.RFC3986}
	g.flags.silent = true
	var got []string
	w := &walker{g: g, typed: u, start: u, seen: map[key]struct{}{}, read: 1, levels: []level{{url: u, depth: 1}}}
	w.yield = func(j errand) bool { got = append(got, j.to.name); return true }
	listing := &open.Listing{Meta: open.Meta{URL: u}, Close: func() error { return nil }, Entries: func(yield func(open.Entry, error) bool) {
		for i := range each {
			for _, e := range []struct {
				kind open.Kind
				text string
			}{{open.KindListing, "1/d/sub"}, {open.KindDocument, "0/d/file"}} {
				text := e.text + strconv.Itoa(i)
				m := open.Meta{URL: earl.RFC3986.MustParse("gopher://h.example/" + text), Kind: e.kind}
				if !yield(open.Entry{Name: text, Meta: m}, nil) {
					return
				}
			}
		}
	}}
	g.flags.maxFiles, g.flags.maxDirs = -1, each+1
	w.dirs = 1
	if err := w.take(t.Context(), listing); err != nil {
		t.Fatal(err)
	}
	if cap(w.found.memory) > 2*spoolMemory || w.found.size <= spoolMemory || w.dirs != each+1 {
		t.Errorf("%d bytes of %d are in memory, %d directories", cap(w.found.memory), w.found.size, w.dirs)
	}
	w.levels[0].end = w.found.size
	w.full = true // no directory is opened, all are counted
	for len(w.levels) > 0 {
		if !w.step(t.Context()) {
			t.Fatal("the walk ended")
		}
	}
	if len(got) != each || got[0] != "file0" || got[each-1] != "file"+strconv.Itoa(each-1) || w.unread != each {
		t.Errorf("%d files, the first %q; %d directories", len(got), got[0], w.unread)
	}
	w.found.close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}

// A spool reads as one sequence, whatever part of it is in a file.
func TestSpool(t *testing.T) {
	var s spool
	defer s.close()
	var want []byte
	for i := range 40_000 {
		piece := fmt.Appendf(nil, "entry %d ", i)
		want = append(want, piece...)
		if n, err := s.Write(piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
		if i == 39_000 { // back into the memory
			want = want[:spoolMemory-10]
			if err := s.shorten(int64(len(want))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 10 {
		if _, err := s.Write(bytes.Repeat([]byte{'x'}, 1000)); err != nil {
			t.Fatal(err)
		}
		want = append(want, bytes.Repeat([]byte{'x'}, 1000)...)
	}
	got, err := io.ReadAll(io.NewSectionReader(&s, 0, s.size))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, len(want))
	}
	if len(s.memory) > spoolMemory {
		t.Errorf("%d bytes are in memory", len(s.memory))
	}
}
