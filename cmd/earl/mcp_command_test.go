package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/earl-url/earl/internal/demo"
)

// mcpSession starts "earl mcp" with flags, and returns a session of a client with it.
func mcpSession(t *testing.T, flags ...string) (session *mcp.ClientSession, stderr *strings.Builder) {
	t.Helper()
	cmd := exec.Command(buildEarl(t), append([]string{"mcp"}, flags...)...)
	// A proxy and a configuration must have no effect.
	cmd.Env = []string{"HOME=" + t.TempDir(), "http_proxy=http://127.0.0.1:1", "all_proxy=http://127.0.0.1:1", "NNTPSERVER=127.0.0.1:1", "WWW_http_GATEWAY=http://127.0.0.1:1"}
	stderr = new(strings.Builder)
	cmd.Stderr = stderr
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return session, stderr
}

// mcpFetch calls fetch, and returns the text of the result and the guard of its error.
func mcpFetch(t *testing.T, session *mcp.ClientSession, url string) (text, guard string) {
	t.Helper()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fetch", Arguments: map[string]any{"url": url}})
	if err != nil {
		t.Fatalf("fetch %s: %v", url, err)
	}
	var out struct {
		Error struct{ Guard string }
	}
	b, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.Content[0].(*mcp.TextContent).Text, out.Error.Guard
}

// The program serves a client on stdin and stdout: it opens the servers of this machine
// only with --allow-net, and ends without a message when the client does.
func TestMCPCommand(t *testing.T) {
	t.Parallel()
	program := buildEarl(t)
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	session, stderr := mcpSession(t)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 5 {
		t.Errorf("%d tools, %v", len(list.Tools), err)
	}
	for _, scheme := range []string{"http", "ftp", "gopher", "finger"} {
		if text, guard := mcpFetch(t, session, servers.URL(scheme, "")); guard != "private-address" || !strings.Contains(text, "--allow-net") {
			t.Errorf("%s without --allow-net: guard %q\n%s", scheme, guard, text)
		}
	}
	if err := session.Close(); err != nil || stderr.Len() > 0 {
		t.Errorf("the end: %v, stderr %q", err, stderr)
	}

	session, stderr = mcpSession(t, "--allow-net", "127.0.0.1", "--news-server", servers.NNTP, "--rate", "1000", "--max-chars", "2000")
	for _, x := range servers.Examples() {
		text, guard := mcpFetch(t, session, x.URL)
		want := map[string]string{
			"file": "scheme", "data": "scheme", "mailserver": "scheme", "afs": "scheme", "mid": "scheme", "cid": "scheme", "tftp": "scheme",
			"nfs": "scheme", "telnet": "login", "rlogin": "login", "sftp": "login", "imap": "login", "pop": "login", // with a user
			"z39.50r": "scheme", "z39.50s": "scheme",
		}[x.Scheme]
		if guard != want || strings.Contains(text, "ERROR") || want == "" && !strings.Contains(text, "Kind: ") {
			t.Errorf("fetch %s: guard %q, want %q\n%s", x.URL, guard, want, text)
		}
	}
	if err := session.Close(); err != nil || stderr.Len() > 0 {
		t.Errorf("the end: %v, stderr %q", err, stderr)
	}

	for _, flags := range []string{"--rate 0", "--rate nan", "--max-chars 0", "--max-links -1", "--max-time 0", "--max-size x", "--allow-net x", "--news-server http://x/ x"} {
		cmd := exec.Command(program, append([]string{"mcp"}, strings.Fields(flags)...)...)
		cmd.Stdin = strings.NewReader("")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != statusUsage {
			t.Errorf("%s: %v\n%s", flags, err, out)
		}
	}
}

// A message that is not of the protocol does not end the program with a panic.
func TestMCPNonsense(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"", "\n", "nonsense\n", "{}\n", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}` + "\n", strings.Repeat("x", 1<<20)} {
		cmd := exec.Command(buildEarl(t), "mcp")
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "panic") || strings.Contains(string(out), "goroutine") {
			t.Errorf("%.80q: %v\n%s", in, err, out)
		}
	}
}
