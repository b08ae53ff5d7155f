package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// chain is a site of pages that each link to ten others, some of them missing. It
// counts its requests, and waits before each answer.
type chain struct {
	pages int
	wait  time.Duration
	asked atomic.Int64
}

func (c *chain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.asked.Add(1)
	time.Sleep(c.wait)
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p/"))
	if err != nil || i >= c.pages {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	for k := 10*i + 1; k <= 10*i+10; k++ {
		fmt.Fprintf(w, "<p>Page %d <a href=\"/p/%d\">%d</a>\n", i, k, k)
	}
}

// reportOf returns the lines of a report without those of its summary, which has times.
func reportOf(t *testing.T, out []byte) string {
	t.Helper()
	text, _, ok := strings.Cut(string(out), "\n\n")
	if !ok {
		t.Fatalf("no report: %s", out)
	}
	return text
}

// Must show 6, F4: a check that is killed in the middle goes on, asks no page again
// that it kept, and reports what one reports that was not killed.
func TestCheckGoesOnAfterKill(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	earl := buildEarl(t)
	c := &chain{pages: 300}
	site := httptest.NewServer(c)
	defer site.Close()
	db := filepath.Join(t.TempDir(), "links.sqlite")
	command := func(db string) *exec.Cmd {
		args := []string{"check", "-r", "--all", "--sort", "--no-config", site.URL + "/p/0"}
		if db != "" {
			args = append(args, "--db", db)
		}
		return exec.Command(earl, args...)
	}
	whole, _ := command("").Output()
	want, all := reportOf(t, whole), c.asked.Load()

	c.wait = 5 * time.Millisecond
	c.asked.Store(0)
	killed := command(db)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); c.asked.Load() < all/2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	killed.Process.Signal(syscall.SIGKILL)
	killed.Wait()

	c.wait = 0
	c.asked.Store(0)
	again := command(db)
	var said strings.Builder
	again.Stderr = &said
	out, _ := again.Output()
	if !strings.Contains(said.String(), "going on with the check of ") {
		t.Errorf("it does not go on: %q", said.String())
	}
	if got := reportOf(t, out); got != want {
		t.Errorf("the report of the check that went on differs:\n%s\nwant:\n%s", got, want)
	}
	if asked := c.asked.Load(); asked > all*3/4 || asked == 0 {
		t.Errorf("it asked %d times, the whole takes %d", asked, all)
	}
}

// Redirects for good are rewritten in the files; the diff comes first; what leads
// elsewhere for now stays.
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
	check := func(flag string) string {
		out, err := os.Create(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		status := run(&streams{in: os.Stdin, out: out, err: out}, []string{"check", "-s", "--no-config", "--allow-net", "127.0.0.0/8", flag, file})
		diff, _ := os.ReadFile(out.Name())
		if status != statusDone || !strings.Contains(string(diff), "-"+text+"+"+fixed) {
			t.Errorf("%s: status %d: %s", flag, status, diff)
		}
		got, _ := os.ReadFile(file)
		return string(got)
	}
	if got := check("--diff"); got != text {
		t.Errorf("--diff wrote %q", got)
	}
	if got := check("--fix"); got != fixed {
		t.Errorf("--fix wrote %q, want %q", got, fixed)
	}
}
