package replay_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
)

// run runs a program in a directory and returns its stdout.
func run(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, args...)
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", filepath.Base(program), args, err, out, errs.String())
	}
	return string(out)
}

// startDemo starts the servers of the demo until the test ends.
func startDemo(t *testing.T) *demo.Servers {
	t.Helper()
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	return servers
}

// urlsOf returns a URL of each scheme of the demo that a recording has.
func urlsOf(servers *demo.Servers) (urls []string) {
	for _, u := range servers.URLs() {
		if scheme, _, _ := strings.Cut(u, ":"); !slices.Contains(unrecorded, scheme) {
			urls = append(urls, u)
		}
	}
	return append(urls, servers.URL("gopher", "0/welcome.txt"), servers.URL("ftp", "welcome.txt"), servers.URL("http", "tour"))
}

// warcio finds no error in an archive of all schemes, and has an index line for each record.
func TestRealWarcioChecksEveryScheme(t *testing.T) {
	t.Parallel()
	warcio := peers.Program(t, "warcio")
	servers := startDemo(t)
	_, name := record(t, servers.NNTP, urlsOf(servers))
	if out := run(t, "", warcio, "check", "-v", name); strings.Contains(out, "failed") || strings.Count(out, "digest pass") < 30 {
		t.Errorf("warcio check: %s", out)
	}
	index := run(t, "", warcio, "index", "-f", "warc-type,warc-target-uri", name)
	for _, scheme := range []string{"ftp", "http", "gopher", "news", "nntp", "wais", "file", "prospero", "finger", "gemini", "dict", "ldap", "imap", "nfs"} {
		if !strings.Contains(index, `"warc-target-uri": "`+scheme+":") {
			t.Errorf("the index has no URL of %s:\n%s", scheme, index)
		}
	}
}

// pywb serves the pages of an archive, and the documents of other schemes, byte for byte.
func TestRealPywbServesArchives(t *testing.T) {
	t.Parallel()
	manager, wayback := peers.Program(t, "wb-manager"), peers.Program(t, "wayback")
	servers := startDemo(t)
	page, item := servers.URL("http", "tour"), servers.URL("gopher", "0/welcome.txt")
	live, name := record(t, servers.NNTP, []string{page, page, item})
	dir := t.TempDir()
	run(t, dir, manager, "init", "demo")
	run(t, dir, manager, "add", "demo", name)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	ctx, cancel := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, wayback, "-b", "127.0.0.1", "-p", fmt.Sprint(port))
	server.Dir = dir
	var log bytes.Buffer
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); server.Wait() }()
	for _, u := range []string{page, item} {
		got := fetch(t, fmt.Sprintf("http://127.0.0.1:%d/demo/id_/%s", port, u))
		if _, want, _ := strings.Cut(live[u], "\n"); got != want {
			t.Errorf("pywb returns %.200q for %s, want %.200q", got, u, want)
		}
	}
}

// fetch returns a page of a server that starts.
func fetch(t *testing.T, u string) string {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		resp, err := nethttp.Get(u)
		if err != nil && time.Now().Before(end) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

// The archives of wget and of warcio are replayed with the content of the live server.
func TestRealArchivesOfOthersAreReplayed(t *testing.T) {
	t.Parallel()
	wget := peers.Program(t, "wget")
	python := filepath.Join(filepath.Dir(peers.Program(t, "warcio")), "python3")
	servers := startDemo(t)
	urls := []string{servers.URL("http", "tour"), servers.URL("http", "pictures/house.gif"), servers.URL("http", "no-such-page")}
	live, _ := record(t, servers.NNTP, urls)
	dir := t.TempDir()
	script := "import sys\nfrom warcio.capture_http import capture_http\nimport requests\nwith capture_http('warcio.warc.gz'):\n  for u in sys.argv[1:]: requests.get(u)\n"
	if err := os.WriteFile(filepath.Join(dir, "capture.py"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, dir, wget, append([]string{"-q", "--content-on-error", "--delete-after", "--warc-file=wget", urls[0]}, urls[1])...)
	run(t, dir, python, append([]string{"capture.py"}, urls...)...)
	servers.Close()
	for name, urls := range map[string][]string{"wget.warc.gz": urls[:2], "warcio.warc.gz": urls} {
		c := replayed(t, "", filepath.Join(dir, name))
		for _, u := range urls {
			if got := content(t, c, u); got != live[u] {
				t.Errorf("%s: %s is %.200q, want %.200q", name, u, got, live[u])
			}
		}
	}
}
