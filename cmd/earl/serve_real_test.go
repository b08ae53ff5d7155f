//go:build linux

package main

import (
	"bytes"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
)

// startDemo starts the demo's servers until the test ends.
func startDemo(t *testing.T) *demo.Servers {
	t.Helper()
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { servers.Close() })
	return servers
}

// runProgram runs a program and returns what it prints.
func runProgram(t *testing.T, env []string, words ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Env = append(append(os.Environ(), "HOME="+t.TempDir(), "no_proxy=", "NO_PROXY="), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%.200q: %v: %s", words, err, &errs)
	}
	return string(out)
}

// C3: Lynx, which opens wais only through a proxy, reads wais, gopher and ftp through the
// proxy of serve.
func TestServeWithLynx(t *testing.T) {
	lynx := peers.Program(t, "lynx")
	servers := startDemo(t)
	s := startServe(t, "--allow-net", "127.0.0.1", "--proxy", "--news-server", servers.NNTP)
	defer s.interrupt()
	env := []string{"TERM=dumb", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "wais_proxy=" + s.proxy, "gopher_proxy=" + s.proxy, "ftp_proxy=" + s.proxy}
	for _, tt := range []struct{ url, want string }{
		{servers.URL("wais", "library?gopher%20menu%20letter"), "One letter for each thing"},
		{servers.URL("wais", "library/TEXT/%2Ftour.txt"), "Ten schemes in ten short visits"},
		{servers.URL("gopher", ""), "Welcome to the library"},
		{servers.URL("gopher", "0/welcome.txt"), "library"},
		{servers.URL("ftp", "names/"), "semi;colon.txt"},
		{servers.URL("ftp", "tour.txt"), "Ten schemes in ten short visits"},
	} {
		if got := runProgram(t, env, lynx, "-dump", "-assume_charset=utf-8", tt.url); !strings.Contains(got, tt.want) {
			t.Errorf("%s: no %q in %s", tt.url, tt.want, got)
		}
	}
}

// C3: so does curl, byte for byte. It requests gopher through a tunnel. For a scheme that it
// does not know, the target of its request is the whole URL.
func TestServeWithCurl(t *testing.T) {
	curl := peers.Program(t, "curl")
	servers := startDemo(t)
	s := startServe(t, "--allow-net", "127.0.0.1", "--proxy")
	defer s.interrupt()
	house, _ := servers.Content("pictures/house.gif")
	for _, tt := range []struct{ url, want string }{
		{servers.URL("ftp", "pictures/house.gif"), house},
		{servers.URL("gopher", "g/pictures/house.gif"), house},
		{servers.URL("wais", "library/GIF/%2Fpictures%2Fhouse.gif"), house},
	} {
		args := []string{curl, "-sSf", "-x", s.proxy, tt.url}
		if strings.HasPrefix(tt.url, "wais:") {
			args = append(args[:4], "--request-target", tt.url, "http://target.example/")
		}
		if got := runProgram(t, nil, args...); got != tt.want {
			t.Errorf("%s: %d bytes, not the %d of the file: %.300s", tt.url, len(got), len(tt.want), got)
		}
	}
}

// F3: passwords of the user, from a form, a login or a URL, are not in any byte that serve
// writes to a disk, to its log or to stdout.
func TestServeFormsWriteNoPassword(t *testing.T) {
	servers := startDemo(t)
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"} {
		t.Setenv(name, dir)
	}
	s := startServe(t, "--allow-net", "127.0.0.1", "--log", "--bookmarks", filepath.Join(dir, "marks"))
	base, _, _ := strings.Cut(s.start, "/start")
	address := "ftp://" + demo.Reader + "@" + servers.FTP + "/%2Fetc/motd"
	page := s.open(address)
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(page)
	if form == nil || !strings.Contains(page, `id="login"`) {
		t.Fatalf("no form for a login: %s", page)
	}
	post := func(path string, values url.Values) string {
		values.Set("form", form[1])
		resp, err := s.web.PostForm(base+path, values)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		return string(body)
	}
	server := regexp.MustCompile(`name="server" value="([^"]+)"`).FindStringSubmatch(page)
	if server == nil {
		t.Fatalf("the form names no server: %s", page)
	}
	pages := post("/login", url.Values{"url": {address}, "server": {server[1]}, "user": {demo.Reader}, "password": {demo.Password}})
	if !strings.Contains(pages, `id="text"`) {
		t.Fatalf("not let in: %s", pages)
	}
	pages += post("/bookmark", url.Values{"url": {servers.ReaderURL("notes.txt")}, "title": {"notes"}, "do": {"add"}})
	pages += s.open(servers.ReaderURL("nothing")) + s.get(base+"/history")
	s.web.CloseIdleConnections()
	s.cmd.Process.Signal(os.Interrupt)
	rest, _ := io.ReadAll(s.rest)
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	written := map[string]string{"pages": pages, "stdout": string(rest), "stderr": s.errors.String()}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			written[path] = string(text)
			return err
		}
		return err
	})
	if err != nil || !strings.Contains(written[filepath.Join(dir, "marks")], "notes.txt") || !strings.Contains(written["stderr"], "path=/login") {
		t.Errorf("%v; written: %q", err, written)
	}
	for name, text := range written {
		for _, password := range []string{demo.Password, url.QueryEscape(demo.Password), url.PathEscape(demo.Password)} {
			if strings.Contains(text, password) {
				t.Errorf("%s has the password: %s", name, text)
			}
		}
	}
}
