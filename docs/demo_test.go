package docs_test

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"
)

// Each block that is marked "sh" has commands for the servers of "earl demo",
// with the names that index.md gives to their addresses. They are run against
// these servers, and must succeed.
func TestCommandsForTheDemoSucceed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pages show the command under a POSIX shell")
	}
	if testing.Short() {
		t.Skip("starts servers")
	}
	env := startDemo(t)
	for name, text := range pages(t) {
		dir := t.TempDir() // of all commands of the page
		for _, command := range commands(text) {
			t.Run(strings.TrimSuffix(name, ".md"), func(t *testing.T) {
				if missing := unset(command, env); missing != "" {
					t.Errorf("the demo has no %s: %s", missing, command)
				} else if out, err := shell(t, dir, command, env...).CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", command, err, out)
				}
			})
		}
	}
}

// commands returns the lines of the blocks that are marked "sh", without their
// comments.
func commands(text string) []string {
	var lines []string
	in := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			in = line == "```sh\n"
		case in:
			command, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  #")
			lines = append(lines, command)
		}
	}
	return lines
}

var variable = regexp.MustCompile(`\$([A-Z][A-Z0-9]*)`)

// variableOf returns the name that index.md gives to the address of the demo's server
// for a scheme: its letters and digits in upper case, such as "Z3950R".
func variableOf(scheme string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(".+-", r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, scheme)
}

// unset returns a variable of the command that env does not set, or "".
func unset(command string, env []string) string {
	for _, m := range variable.FindAllStringSubmatch(command, -1) {
		found := false
		for _, e := range env {
			found = found || strings.HasPrefix(e, m[1]+"=")
		}
		if !found {
			return m[1]
		}
	}
	return ""
}

// tally matches the line that the demo prints for each scheme at the end of its
// tour.
var tally = regexp.MustCompile(`^\s+✓ ([a-z0-9.+-]+)\s+\d+ of \d+\s+(\S+)$`)

// startDemo runs "earl demo" until the test ends. It returns the addresses of
// its servers from its output: FTP, HTTP and so on, and FILES, the directory of
// its files, and MAIL, its mailbox.
func startDemo(t *testing.T) []string {
	t.Helper()
	c := exec.CommandContext(t.Context(), filepath.Join(bin(t), "earl"), "demo")
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) } // so that it takes its files away
	c.WaitDelay = 10 * time.Second
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines, done := make(chan string), make(chan struct{})
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	var env []string
	for line := range lines {
		m := tally.FindStringSubmatch(line)
		if m == nil {
			if len(env) > 0 {
				break // after the tally
			}
			continue
		}
		if u, err := url.Parse(m[2]); err != nil {
			t.Fatal(err)
		} else if m[1] == "file" {
			env = append(env, "FILES="+filepath.Dir(u.Path), "MAIL="+filepath.Dir(u.Path)+".mail/mbox")
		} else if u.Host != "" {
			env = append(env, variableOf(m[1])+"="+u.Host)
		}
	}
	go func() {
		defer close(done)
		for range lines { // so that the demo does not wait for a reader
		}
		c.Wait() // it was interrupted, so its status means nothing
	}()
	t.Cleanup(func() { <-done })
	if len(env) == 0 {
		t.Fatal("the demo names no address")
	}
	return env
}
