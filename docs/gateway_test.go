package docs_test

import (
	"bufio"
	"io"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// changing matches what differs in each run of earl serve: its ports and its token.
var changing = regexp.MustCompile(`127\.0\.0\.1:\d+|[0-9a-f]{32}|--proxy-port \d+`)

// The blocks of gateway.md that begin with a command show what earl serve prints, apart
// from ports and tokens.
func TestGatewayPageShowsTheStart(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("earl serve ends by a signal")
	}
	blocks := regexp.MustCompile("(?ms)^```text\n\\$ (earl serve[^\n]*)\n(.*?)^```$").FindAllStringSubmatch(pages(t)["gateway.md"], -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of earl serve in gateway.md, want 2", len(blocks))
	}
	for _, m := range blocks {
		command := changing.ReplaceAllString(m[1], "") + " --port 0 2>&1"
		got := changing.ReplaceAllString(firstLines(t, shell(t, t.TempDir(), "exec "+command), strings.Count(m[2], "\n")), "N")
		if want := changing.ReplaceAllString(m[2], "N"); got != want {
			t.Errorf("gateway.md: %s prints\n%s\nand the page says\n%s", m[1], got, want)
		}
	}
}

// firstLines runs a command until it has printed n lines, and returns them.
func firstLines(t *testing.T, c *exec.Cmd, n int) string {
	t.Helper()
	c.WaitDelay = 10 * time.Second
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	defer c.Process.Kill()
	lines, text := bufio.NewReader(out), ""
	for range n {
		line, err := lines.ReadString('\n')
		if text += line; err != nil && err != io.EOF {
			t.Fatal(err)
		}
	}
	return text
}

// gateway.md describes each option of earl serve.
func TestGatewayPageHasEveryOption(t *testing.T) {
	page := pages(t)["gateway.md"]
	help, err := shell(t, t.TempDir(), "earl help serve").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, flags, _ := strings.Cut(string(help), "\nFlags:\n")
	options := regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`).FindAllStringSubmatch(flags, -1)
	if len(options) < 10 {
		t.Fatalf("%d options in the help of serve", len(options))
	}
	for _, m := range options {
		if m[1] != "--help" && !strings.Contains(page, "`"+m[1]) {
			t.Errorf("gateway.md: describe %s in the section Options", m[1])
		}
	}
}

// The message for an unknown host contains the address of the name server, which differs
// from machine to machine. The test needs a name server that knows that there is no such
// host.
func TestTroubleshootingShowsTheUnknownHost(t *testing.T) {
	block := regexp.MustCompile("(?ms)^```text\n\\$ (earl get http://host.invalid/)\n(.*?)^```$").FindStringSubmatch(pages(t)["troubleshooting.md"])
	if block == nil {
		t.Fatal("troubleshooting.md does not show the message for http://host.invalid/")
	}
	out, _ := shell(t, t.TempDir(), block[1]).CombinedOutput()
	if !strings.Contains(string(out), ": no such host\n") {
		t.Skipf("no name server: %s", out)
	}
	server := regexp.MustCompile(` on \S+: no such host`)
	got, want := server.ReplaceAllString(string(out), ""), server.ReplaceAllString(block[2], "")
	if got != want {
		t.Errorf("troubleshooting.md: %s prints\n%s\nand the page says\n%s", block[1], got, want)
	}
}
