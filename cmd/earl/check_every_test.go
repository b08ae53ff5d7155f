package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
)

// B18, G1 to G8: a page has a link to every scheme. Each has the right status while the
// servers of the demo run, and another right one after they ended.
func TestCheckEveryScheme(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	program := buildEarl(t)
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	dir := t.TempDir()
	mail := filepath.Join(dir, "mbox")
	text, err := os.ReadFile(d.Mail)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mail, text, 0o600); err != nil {
		t.Fatal(err)
	}

	urls := map[string]string{}
	for _, x := range d.Examples() {
		urls[x.Scheme] = x.URL
	}
	up, down := map[string]string{}, map[string]string{}
	add := func(url, whileUp, whenDown string) {
		shown := earl.Redact(url)
		up[shown], down[shown] = whileUp, whenDown
	}
	var page strings.Builder
	for s := range earl.Auto.Schemes() {
		url, known := urls[s.Name]
		switch {
		case s.Name == "cid": // outside of any message
			add(url, "skipped", "skipped")
		case s.Name == "afs":
			status := "skipped" // this machine has not mounted it
			if _, err := os.Stat("/afs"); err == nil {
				status = "not-found"
			}
			add(url, status, status)
		case known && (s.Designates == earl.Mailbox || s.Designates == earl.Content || s.Name == "mid"):
			add(url, "ok", "ok")
		case s.Name == "file":
			add(url, "ok", "not-found")
		case s.Name == "tftp" && runtime.GOOS != "linux": // other systems do not tell that no one listens
			add(url, "ok", "timeout")
		case known:
			add(url, "ok", "no-connection")
		case s.Example != "": // over TLS, which no server of the demo has
			url = secureURL(s.Name, urls)
			add(url, "no-connection", "no-connection")
		default: // a name that is not opened
			url = s.Name + ":x"
			if s.Host {
				url = s.Name + "://host.example/"
			}
			add(url, "skipped", "skipped")
		}
		fmt.Fprintf(&page, "<a href=%q>%s</a>\n", url, s.Name)
	}
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}

	check := func(when string, want map[string]string) {
		t.Helper()
		got := statusOfLinks(t, program, t.TempDir(), "--news-server", d.NNTP, "--mail", mail, file)
		for url, status := range want {
			if got[url].Status != status {
				t.Errorf("%s: %s is %q (%s), want %q", when, url, got[url].Status, got[url].Message, status)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d results, want %d", when, len(got), len(want))
		}
	}
	check("servers up", up)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	check("servers down", down)
}

// secureURL returns the URL of a scheme over TLS on the server of its scheme without TLS,
// which answers the handshake with something else.
func secureURL(scheme string, urls map[string]string) string {
	_, rest, _ := strings.Cut(urls[strings.TrimSuffix(scheme, "s")], ":")
	return scheme + ":" + rest
}

// A linkStatus is the result of a link.
type linkStatus struct {
	URL, Status, Message string
	Fault                bool
}

// statusOfLinks runs check on a page, for a user with a home directory. It returns the
// results by their URLs.
func statusOfLinks(t *testing.T, program, home string, args ...string) map[string]linkStatus {
	t.Helper()
	args = append([]string{"check", "--json", "--all", "--no-config", "--allow-net", "127.0.0.0/8", "--retry", "0"}, args...)
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home)
	out, err := cmd.Output()
	list, want := map[string]linkStatus{}, statusDone
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var r linkStatus
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.URL != "" { // the last object is the summary
			list[r.URL] = r
		}
		if r.Fault {
			want = statusNo
		}
	}
	if code := cmd.ProcessState.ExitCode(); code != want {
		t.Errorf("the exit status is %d, want %d: %v", code, want, err)
	}
	return list
}
