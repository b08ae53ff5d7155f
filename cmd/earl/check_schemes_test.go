package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
)

// G2: the links of a page to files of nfs and ftp servers and of this machine have the status
// of their objects while the servers run, and "no-connection" after they ended. A page of a web server
// must not link to a file of this machine.
func TestCheckFilesOfServers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	earl := buildEarl(t)
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	dir := t.TempDir()
	local := filepath.Join(dir, "local.txt")
	if err := os.WriteFile(local, []byte("local"), 0o644); err != nil {
		t.Fatal(err)
	}
	up := map[string]string{
		d.URL("nfs", "welcome.txt"):   "ok",
		d.URL("nfs", "articles/"):     "ok",
		d.URL("nfs", "articles"):      "ok",
		d.URL("nfs", "first.txt"):     "ok", // a symbolic link
		d.URL("nfs", "a/b%2Fc/f"):     "ok",
		d.URL("nfs", "a/b/c/f"):       "not-found",
		d.URL("nfs", "nope"):          "not-found",
		d.URL("nfs", "welcome.txt/x"): "not-found",
		d.URL("ftp", "welcome.txt"):   "ok",
		d.URL("ftp", "articles/"):     "ok",
		d.URL("ftp", "nope"):          "not-found",
		"nfs://user@127.0.0.1/a":      "invalid",
		"nfs:a":                       "invalid",
		"file://" + local:             "ok",
		"file://" + local + ".nope":   "not-found",
	}
	var page strings.Builder
	for _, url := range slices.Sorted(maps.Keys(up)) {
		fmt.Fprintf(&page, "<a href=%q>a link</a>\n", url)
	}
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page.String())
	}))
	defer site.Close()

	down, remote := maps.Clone(up), maps.Clone(up)
	for url, status := range up {
		switch scheme, _, _ := strings.Cut(url, ":"); {
		case scheme == "file":
			remote[url] = "refused"
		case status != "invalid":
			down[url] = "no-connection"
		}
	}
	checkStatuses(t, "a file, servers up", earl, file, up)
	checkStatuses(t, "a site, servers up", earl, site.URL, remote)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	checkStatuses(t, "a file, servers down", earl, file, down)
}

// checkStatuses runs check on a page and compares the status of each link.
func checkStatuses(t *testing.T, name, earl, page string, want map[string]string) {
	t.Helper()
	args := []string{"check", "--all", "--no-config", "--allow-net", "127.0.0.0/8", "--retry", "0"}
	if strings.HasPrefix(page, "http") {
		args = append(args, "-r")
	}
	cmd := exec.Command(earl, append(args, page)...)
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("%s: the exit status is %d, want 1: %v", name, code, err)
	}
	got := map[string]string{}
	for line := range strings.Lines(string(out)) {
		for url := range want {
			if _, rest, ok := strings.Cut(line, ": "+url+": "); ok {
				status, _, _ := strings.Cut(strings.TrimSpace(rest), ":")
				got[url] += status
			}
		}
	}
	for url, status := range want {
		if got[url] != status {
			t.Errorf("%s: %s is %q, want %q", name, url, got[url], status)
		}
	}
	if t.Failed() {
		t.Logf("%s:\n%s", name, out)
	}
}
