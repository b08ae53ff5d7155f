package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
)

// F3, rfc8314 3: check sends a password without TLS to another machine only with
// --allow-plain-login, as get does. The address 0.0.0.0 is not a loopback address, but
// connects to this machine.
func TestCheckPlainLogin(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("windows does not connect to 0.0.0.0")
	}
	program := buildEarl(t)
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	dir := t.TempDir()
	netrc, page := filepath.Join(dir, "netrc"), filepath.Join(dir, "page.html")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(netrc, "machine 0.0.0.0 login "+demo.Reader+" password "+demo.Password+"\n")
	var links strings.Builder
	servers := map[string]string{} // by their URLs
	for _, scheme := range []string{"imap", "pop"} {
		_, port, _ := strings.Cut(strings.TrimSuffix(d.URL(scheme, ""), "/"), "127.0.0.1")
		url := scheme + "://" + demo.Reader + "@0.0.0.0" + port + "/"
		servers[url] = "0.0.0.0" + port
		fmt.Fprintf(&links, "<a href=%q>a mailbox</a>\n", url)
	}
	write(page, links.String())

	for _, run := range []struct{ flag, want string }{
		{"--silent", ": refused: a password would be sent to SERVER without TLS (guard plain-login; --allow-plain-login allows it) (rfc8314 3)\n"},
		{"--allow-plain-login", ": ok\n"},
	} {
		out, _ := exec.Command(program, "check", "--all", "--no-config", "--allow-net", "0.0.0.0", "--retry", "0",
			"--netrc-file", netrc, run.flag, page).Output() // each line has its status
		for url, server := range servers {
			if want := ": " + url + strings.ReplaceAll(run.want, "SERVER", server); !strings.Contains(string(out), want) {
				t.Errorf("earl check %s: no line ends in %q:\n%s", run.flag, want, out)
			}
		}
	}
}
