package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// reportOf returns the lines of a report without those of its summary, which has times.
func reportOf(t *testing.T, out []byte) string {
	t.Helper()
	text, _, ok := strings.Cut(string(out), "\n\n")
	if !ok {
		t.Fatalf("no report: %s", out)
	}
	return text
}

// Permanent redirects are rewritten in the files, after the diff is printed; temporary
// redirects are not.
func TestCheckFix(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/old":
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
		case "/now":
			http.Redirect(w, r, "/new", http.StatusFound)
		}
	}))
	defer site.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.md")
	text := fmt.Sprintf("[old](%[1]s/old#part) [now](%[1]s/now)\n", site.URL)
	fixed := strings.Replace(text, "/old", "/new", 1)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	check := func(flags ...string) string {
		out, err := os.Create(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		status := run(&streams{in: os.Stdin, out: out, err: out}, append([]string{"check", "-s", "--no-config", "--allow-net", "127.0.0.0/8", file}, flags...))
		diff, _ := os.ReadFile(out.Name())
		if status != statusDone || !strings.Contains(string(diff), "-"+text+"+"+fixed) {
			t.Errorf("%s: status %d: %s", flags, status, diff)
		}
		got, _ := os.ReadFile(file)
		return string(got)
	}
	if got := check("--diff"); got != text {
		t.Errorf("--diff wrote %q", got)
	}
	if got := check("--fix", "--diff"); got != text {
		t.Errorf("--fix --diff wrote %q", got)
	}
	if got := check("--fix"); got != fixed {
		t.Errorf("--fix wrote %q, want %q", got, fixed)
	}
}

// An interrupt ends a check that waits for input, after a report of the results so far.
func TestCheckIsInterruptedWhileItReads(t *testing.T) {
	program, err := exec.LookPath("earl")
	if err != nil {
		t.Skipf("the command is there in tests of all: %v", err)
	}
	c := exec.Command(program, "check", "--no-config", "--depth", "parse", "--all", "-")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errors strings.Builder
	c.Stderr = &errors
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	io.WriteString(in, "http://h.example/\n")
	report := bufio.NewReader(out)
	if line, err := report.ReadString('\n'); line != "-:1:1: http://h.example/: ok\n" {
		t.Errorf("report: %q, %v", line, err)
	}
	c.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, report)
	if c.Wait(); !late.Stop() || c.ProcessState.ExitCode() != statusUsage || errors.String() != "earl: check: interrupted\n" {
		t.Errorf("%v: %q", c.ProcessState, errors.String())
	}
}
