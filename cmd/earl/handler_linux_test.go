package main

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
)

// If another program opens a link, the browser shows it in the gateway within a second:
// xdg-open finds earl, which starts a gateway and passes the browser a file that only the
// user can read. A second link uses the running gateway.
func TestDesktopOpensLinks(t *testing.T) {
	xdg := peers.Program(t, "xdg-open")
	earl, home := buildEarl(t), t.TempDir()
	record, browser := filepath.Join(home, "record"), filepath.Join(home, "browser")
	script := "#!/bin/sh\necho \"$1\" >> " + record + "\n"
	if err := os.WriteFile(browser, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(home, "run")
	for name, text := range map[string]string{
		"data/applications/fake.desktop": "[Desktop Entry]\nType=Application\nName=fake\nMimeType=text/html;\nExec=" + browser + " %u\n",
		"config/mimeapps.list":           "[Default Applications]\ntext/html=fake.desktop\n",
		"run/nothing":                    "",
	} {
		name = filepath.Join(home, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+run, "XDG_CONFIG_HOME="+filepath.Join(home, "config"),
		"XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_CURRENT_DESKTOP=", "DESKTOP_SESSION=", "DISPLAY=:99", "BROWSER="+browser)
	do := func(program string, args ...string) {
		t.Helper()
		c := exec.Command(program, args...)
		c.Env = env
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s %q: %v: %s", program, args, err, out)
		}
	}
	do(earl, "handler", "install")
	t.Cleanup(func() { endServers(t, run) })
	for i, url := range []string{"gopher://host.invalid/0/a", "finger://me:geheim@host.invalid/b"} {
		begun := time.Now()
		do(xdg, url)
		files := recorded(t, record, i+1)
		took := time.Since(begun)
		t.Logf("%s: %v", url, took)
		if took > 5*time.Second { // a second on a quiet machine
			t.Errorf("%s: the browser opened after %v", url, took)
		}
		name := strings.TrimPrefix(files[i], "file://")
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("%s: %v, %v", name, info, err)
		}
		text, _ := os.ReadFile(name)
		m := regexp.MustCompile(`content="0; url=(http://127[^"]*)"`).FindSubmatch(text)
		if m == nil || strings.Contains(string(text), "geheim") {
			t.Fatalf("the file has %s", text)
		}
		resp, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Get(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if to := resp.Header.Get("Location"); !strings.HasPrefix(to, "/handle?url="+[]string{"gopher%3A%2F%2Fhost.invalid%2F0%2Fa", "finger%3A%2F%2F"}[i]) || strings.Contains(to, "geheim") {
			t.Errorf("%s: the link goes to %q, %s", url, to, resp.Status)
		}
	}
	endServers(t, run)
	for deadline := time.Now().Add(20 * time.Second); len(servers(t, run)) > 0 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	var wait sync.WaitGroup
	for range 4 { // at once
		wait.Go(func() { do(earl, "handler", "open", "gopher://host.invalid/") })
	}
	wait.Wait()
	if n := len(servers(t, run)); n != 1 {
		t.Errorf("%d gateways run, want 1", n)
	}
}

// recorded returns the files that the browser was started with, when there are n of them.
func recorded(t *testing.T, record string, n int) []string {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if b, err := os.ReadFile(record); err == nil && strings.Count(string(b), "\n") >= n {
			return strings.Split(string(b), "\n")
		}
	}
	t.Fatal("the browser was not opened")
	return nil
}

// servers returns the processes "earl serve" with a run directory.
func servers(t *testing.T, run string) (list []int) {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range all {
		environ, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(environ), "XDG_RUNTIME_DIR="+run+"\x00") {
			continue
		}
		line, err := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
		if err != nil || !strings.HasSuffix(string(line), "\x00serve\x00") {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// endServers ends the gateways that the test started.
func endServers(t *testing.T, run string) {
	for _, pid := range servers(t, run) {
		syscall.Kill(pid, syscall.SIGTERM)
	}
}
