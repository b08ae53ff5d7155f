package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/longtest"
)

// demoCommand prepares the command demo.
func demoCommand(t *testing.T, flags ...string) *exec.Cmd {
	t.Helper()
	program, err := exec.LookPath("earl")
	if err != nil {
		t.Skipf("the command is there in tests of all: %v", err)
	}
	return exec.Command(program, append([]string{"demo"}, flags...)...)
}

// C3: demo --once opens a page of each scheme through the gateway, prints one line for each,
// and exits with 0 if all were right.
func TestDemoOnce(t *testing.T) {
	longtest.OnlyInGate(t, "takes the whole tour")
	c := demoCommand(t, "--once")
	var errors strings.Builder
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil || errors.Len() > 0 {
		t.Errorf("%v: %s", err, &errors)
	}
	_, pages, found := strings.Cut(string(out), "\nA page of each scheme, through the gateway\n")
	if !found || strings.Contains(string(out), "token=") {
		t.Errorf("no pages, or a start link that is broken, in\n%s", out)
	}
	for _, row := range docs.Schemes() {
		scheme := regexp.QuoteMeta(row.Name)
		if !regexp.MustCompile(`(?m)^   \S+ ` + scheme + ` +` + scheme + `:\S+$`).MatchString(pages) {
			t.Errorf("no page of %s in\n%s", scheme, pages)
		}
	}
}

func TestDemoOnceOpensNoBrowser(t *testing.T) {
	if err := demoCommand(t, "--once", "--open").Run(); err == nil || err.(*exec.ExitError).ExitCode() != statusUsage {
		t.Errorf("--once --open: %v", err)
	}
}

// begin starts a command that ends with the test, and returns its output.
func begin(t *testing.T, c *exec.Cmd) io.Reader {
	t.Helper()
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	return out
}

// The start link of demo opens its tour, which links to a URL of each scheme. The gateway
// opens nothing else on this machine. Ctrl-C ends everything.
func TestDemoGateway(t *testing.T) {
	run, err := os.MkdirTemp("", "run") // short: it is in the name of a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(run)
	c := demoCommand(t)
	c.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+run)
	out := begin(t, c)
	link, files := "", ""
	for lines := bufio.NewScanner(out); files == "" && lines.Scan(); {
		if l := strings.TrimSpace(lines.Text()); strings.Contains(l, "/start?token=") {
			link = l
		} else if strings.HasPrefix(l, "The files are in ") {
			files = strings.Fields(l)[4]
		}
	}
	jar, _ := cookiejar.New(nil)
	s := &served{T: t, start: link, web: &http.Client{Jar: jar, Timeout: 20 * time.Second}}
	tour := s.get(link)
	links := regexp.MustCompile(`<h3><a href="(/open\?url=[^"]*)">`).FindAllStringSubmatch(tour, -1)
	opened := map[string]bool{}
	for _, m := range links {
		q, _ := url.ParseQuery(strings.ReplaceAll(strings.TrimPrefix(m[1], "/open?"), "&#43;", "+"))
		scheme, _, _ := strings.Cut(q.Get("url"), ":")
		page := s.open(q.Get("url"))
		if asks := strings.Contains(q.Get("url"), demo.Reader); strings.Contains(page, `id="failure"`) != (asks || scheme == "cid" || strings.Contains(q.Get("url"), "%0D")) {
			t.Errorf("%s: %s", q.Get("url"), page)
		}
		opened[scheme] = true
	}
	if len(opened) != len(docs.Schemes()) || len(links) < 18 {
		t.Errorf("%d links of the schemes %v", len(links), opened)
	}
	again := exec.Command(c.Path, "serve", "--link")
	again.Env = c.Env
	if text, err := again.Output(); err != nil || !strings.HasPrefix(string(text), link[:strings.Index(link, "/start")+1]) {
		t.Errorf("serve --link: %q, %v", text, err)
	}
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if page := s.open("http://" + other.Addr().String() + "/"); !strings.Contains(page, "a loopback address") {
		t.Errorf("another server of this machine: %s", page)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skipf("no interrupt here: %v", err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("Ctrl-C: %v", err)
	}
	if _, err := os.Stat(files); err == nil {
		t.Errorf("%s is still there", files)
	}
	if _, err := s.web.Get(link); err == nil {
		t.Error("the gateway still answers")
	}
}

// If its terminal is closed, demo ends as after Ctrl-C, and removes its copy of the library.
func TestDemoHangup(t *testing.T) {
	dir := t.TempDir()
	c := demoCommand(t)
	c.Env = append(os.Environ(), "TMPDIR="+dir)
	out := begin(t, c)
	late := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer late.Stop()
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Skipf("no hangup here: %v", err)
	}
	io.Copy(io.Discard, lines)
	if err := c.Wait(); c.ProcessState.ExitCode() != statusInterrupted {
		t.Errorf("a hangup in the middle of the tour: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("still there: %v, %v", left, err)
	}
}
