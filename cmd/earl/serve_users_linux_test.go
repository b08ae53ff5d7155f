package main

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/peers"
)

// The ids of the two users, which no system assigns.
const (
	ownerID = 64001 // runs the gateway
	otherID = 64002 // tries to get in
)

// account is a user of this machine. All users can read its directories, so only the mode of
// the files that earl creates can keep other users out.
type account struct {
	*testing.T
	id   uint32
	home string
	run  string // $XDG_RUNTIME_DIR
}

// newAccount makes the directories of a user below dir.
func newAccount(t *testing.T, dir string, id uint32) account {
	t.Helper()
	a := account{t, id, filepath.Join(dir, fmt.Sprint(id)), filepath.Join(dir, fmt.Sprint(id), "run")}
	for _, name := range []string{a.home, a.run, filepath.Join(a.home, "config"), filepath.Join(a.home, "tmp"), filepath.Join(a.home, "bin")} {
		if err := errors.Join(os.Mkdir(name, 0o755), os.Chown(name, int(id), int(id))); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// command returns a program that runs as the user.
func (a account) command(words ...string) *exec.Cmd {
	c := exec.Command(words[0], words[1:]...)
	if name := filepath.Join(a.home, "bin", words[0]); !strings.Contains(words[0], "/") {
		if _, err := os.Stat(name); err == nil {
			c = exec.Command(name, words[1:]...)
		}
	}
	c.Dir = a.home
	c.Env = []string{"PATH=" + filepath.Join(a.home, "bin") + ":" + os.Getenv("PATH"), "HOME=" + a.home, "XDG_RUNTIME_DIR=" + a.run,
		"XDG_CONFIG_HOME=" + filepath.Join(a.home, "config"), "TMPDIR=" + filepath.Join(a.home, "tmp")}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: a.id, Gid: a.id}, Setpgid: true}
	return c
}

// try returns the output of a program of the user, including errors.
func (a account) try(words ...string) string {
	out, err := a.command(words...).CombinedOutput()
	if err != nil {
		out = fmt.Appendf(out, "(%v)", err)
	}
	return string(out)
}

// curl requests an address and returns the status and the body. The cookie "" is not sent.
func (a account) curl(address, cookie string, words ...string) (status, body string) {
	a.Helper()
	words = append([]string{"curl", "-sS", "--noproxy", "*", "-w", "\n%{http_code}"}, words...)
	if cookie != "" {
		words = append(words, "-H", "Cookie: "+cookie)
	}
	out := a.try(append(words, address)...)
	i := strings.LastIndexByte(out, '\n')
	if i < 0 {
		a.Fatalf("curl %s: %s", address, out)
	}
	return out[i+1:], out[:i]
}

// asBrowser are the fields that make curl look like a browser that opens a page.
func asBrowser(site string) []string {
	return []string{"-i", "-A", "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "-H", "Accept: text/html",
		"-H", "Sec-Fetch-Site: " + site, "-H", "Sec-Fetch-Mode: navigate", "-H", "Sec-Fetch-Dest: document"}
}

// fakeBrowser is an xdg-open that keeps running, like a browser, and records its argument.
const fakeBrowser = "#!/bin/sh\necho \"$$ $1\" >\"$HOME/bin/note\"\nsleep 600\n"

// ownedGateway is "earl serve --open" of one user, whose browser has used the start link.
type ownedGateway struct {
	owner, other account
	pid, browser string // process ids
	port         string
	page         string // the file that the browser was started with
	link, enter  string // both were used
	name         string // the host at which the browser has its cookie
	cookie       string
	bookmarks    string
}

// twoUsers runs "earl serve --open" as one user.
func twoUsers(t *testing.T) *ownedGateway {
	t.Helper()
	peers.Program(t, "curl")
	program := buildEarl(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can start programs of two users")
	}
	dir, err := os.MkdirTemp("", "earl-users-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := &ownedGateway{owner: newAccount(t, dir, ownerID), other: newAccount(t, dir, otherID)}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []account{s.owner, s.other} { // only root can read the directory where the program was built
		if err := errors.Join(os.WriteFile(filepath.Join(a.home, "bin", "earl"), text, 0o755),
			os.WriteFile(filepath.Join(a.home, "bin", "xdg-open"), []byte(fakeBrowser), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	s.serve(t)
	s.comeIn(t)
	s.addBookmark(t)
	return s
}

// serve starts the gateway and waits for its browser.
func (s *ownedGateway) serve(t *testing.T) {
	t.Helper()
	c := s.owner.command("earl", "serve", "--open", "--no-config", "--port", "0")
	var errs strings.Builder
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // with its browser
		c.Wait()
	})
	s.pid = strconv.Itoa(c.Process.Pid)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		note, _ := os.ReadFile(filepath.Join(s.owner.home, "bin", "note"))
		if words := strings.Fields(string(note)); len(words) >= 2 {
			s.browser, s.page = words[0], words[1]
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the browser was not opened: %s", &errs)
		}
	}
}

// comeIn requests the start link in the browser's file, like the browser.
func (s *ownedGateway) comeIn(t *testing.T) {
	t.Helper()
	text := s.owner.try("cat", s.page)
	find := func(pattern, in string) string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(in)
		if m == nil {
			t.Fatalf("no %s in %s", pattern, in)
		}
		return html.UnescapeString(m[1])
	}
	s.link = find(`href="(http://[^"]*)"`, text)
	s.port = find(`:(\d+)/`, s.link)
	_, body := s.owner.curl(s.link, "", asBrowser("cross-site")...)
	s.enter = find(`href="(http://[^"]*/enter\?[^"]*)"`, body)
	s.name = find(`http://([^/]*)/`, s.enter)
	_, body = s.owner.curl(s.enter, "", asBrowser("cross-site")...)
	s.cookie = find(`Set-Cookie: ([^;]*);`, body)
}

// addBookmark makes the gateway write a file.
func (s *ownedGateway) addBookmark(t *testing.T) {
	t.Helper()
	status, body := s.owner.curl("http://"+s.name+"/open?url=mailto%3Ame%40h.invalid", s.cookie)
	token := regexp.MustCompile(`name="form" value="([^"]*)"`).FindStringSubmatch(body)
	if token == nil {
		t.Fatalf("%s: %s", status, body)
	}
	form := url.Values{"form": {token[1]}, "url": {"mailto:me@h.invalid"}, "do": {"add"}}.Encode()
	status, body = s.owner.curl("http://"+s.name+"/bookmark", s.cookie, "-d", form)
	s.bookmarks = filepath.Join(s.owner.home, "config", "earl", "bookmarks")
	if text, err := os.ReadFile(s.bookmarks); err != nil || !strings.Contains(string(text), "h.invalid") {
		t.Fatalf("no bookmark: %v: %s: %s", err, status, body)
	}
}

// A second user of the machine does not get in: not by what is in the process table, in
// files, at the socket or at the ports. Each attempt that depends on the user id works
// for the first user, so that it can fail for no other reason.
func TestServeWithTwoUsers(t *testing.T) {
	longtest.OnlyInGate(t, "starts gateways of two users")
	s := twoUsers(t)
	for _, part := range []struct {
		name string
		test func(s *ownedGateway, t *testing.T)
	}{
		{"processes", (*ownedGateway).testProcesses},
		{"files", (*ownedGateway).testFiles},
		{"socket", (*ownedGateway).testSocket},
		{"links", (*ownedGateway).testUsedLinks},
		{"cookie", (*ownedGateway).testCookie},
		{"other ports", (*ownedGateway).testOtherPorts},
		{"ports", (*ownedGateway).testPorts},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(s, t) })
	}
}

// onlyOwner checks that a program prints text for the owner, and not for the other user.
func (s *ownedGateway) onlyOwner(t *testing.T, text string, words ...string) {
	t.Helper()
	if got := s.owner.try(words...); !strings.Contains(got, text) {
		t.Errorf("%q: the owner receives %q, without %q", words, got, text)
	}
	if got := s.other.try(words...); strings.Contains(got, text) {
		t.Errorf("%q: another user receives %q", words, got)
	}
}

// testProcesses reads the process table, which all users can read, and the rest of
// /proc, which they cannot.
func (s *ownedGateway) testProcesses(t *testing.T) {
	token, label, value := s.link[strings.Index(s.link, "=")+1:], s.name[:strings.Index(s.name, ".")], s.cookie[strings.Index(s.cookie, "=")+1:]
	table := s.other.try("sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/comm /proc/net/tcp; ps -efww || true")
	for what, text := range map[string]string{"the gateway": "serve\x00--open", "its browser": "xdg-open\x00" + s.page} {
		if !strings.Contains(table, text) {
			t.Errorf("the process table does not show %s", what)
		}
	}
	for what, secret := range map[string]string{"token": token, "name": label, "cookie": value} {
		if strings.Contains(table, secret) {
			t.Errorf("the process table has the %s", what)
		}
	}
	for _, pid := range []string{s.pid, s.browser} {
		if line := s.other.try("cat", "/proc/"+pid+"/cmdline"); strings.Contains(line, "token=") {
			t.Errorf("the arguments are %q", line)
		}
		s.onlyOwner(t, "HOME=", "cat", "/proc/"+pid+"/environ")
		s.onlyOwner(t, "->", "ls", "-l", "/proc/"+pid+"/fd")
		s.onlyOwner(t, " r", "cat", "/proc/"+pid+"/maps")
	}
}

// testFiles reads every file that earl has created, including one that a browser has not opened
// yet.
func (s *ownedGateway) testFiles(t *testing.T) {
	page := filepath.Join(filepath.Dir(s.page), "open-waiting.html")
	if out := s.owner.try("sh", "-c", "umask 077; echo secret >"+page); out != "" {
		t.Fatal(out)
	}
	s.onlyOwner(t, "secret", "cat", page)
	s.onlyOwner(t, ".sock", "ls", filepath.Dir(s.page))
	s.onlyOwner(t, "h.invalid", "cat", s.bookmarks)
	n := 0
	err := filepath.WalkDir(s.owner.home, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == filepath.Join(s.owner.home, "bin"):
			return fs.SkipDir // of the test
		case e.Type().IsRegular():
			n++
			if got := s.other.try("cat", path); !strings.Contains(got, "Permission denied") {
				t.Errorf("another user reads %s: %q", path, got)
			}
		}
		return nil
	})
	if err != nil || n < 2 {
		t.Errorf("%d files: %v", n, err)
	}
}

// testSocket requests a new start link, with earl and with a program of the attacker. Even with
// a socket that the other user can open, the gateway checks the user.
func (s *ownedGateway) testSocket(t *testing.T) {
	socket := filepath.Join(filepath.Dir(s.page), s.port+".sock")
	direct := []string{"curl", "-sS", "--max-time", "20", "--unix-socket", socket, "gopher://h/0link%20"} // one line
	s.onlyOwner(t, "/start?token=", direct...)
	s.onlyOwner(t, "/start?token=", "env", "XDG_RUNTIME_DIR="+s.owner.run, "earl", "serve", "--link")
	dir := filepath.Dir(socket)
	if err := errors.Join(os.Chmod(dir, 0o755), os.Chmod(socket, 0o666)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	defer os.Chmod(socket, 0o600)
	s.onlyOwner(t, "/start?token=", direct...)
}

// testUsedLinks opens the links again that the browser has opened.
func (s *ownedGateway) testUsedLinks(t *testing.T) {
	if _, err := os.Stat(s.page); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the page for the browser is still there: %v", err)
	}
	for _, link := range []string{s.link, s.enter} {
		for _, words := range [][]string{{"-i"}, asBrowser("none"), asBrowser("cross-site")} {
			status, body := s.other.curl(link, "", words...)
			s.refused(t, link, status, body)
		}
	}
}

// refused checks that a response is a refusal, and contains nothing that gives access.
func (s *ownedGateway) refused(t *testing.T, what, status, body string) {
	t.Helper()
	label, _, _ := strings.Cut(s.name, ".")
	if status != "403" && status != "421" || strings.Contains(body, "Set-Cookie") || strings.Contains(body, label) || strings.Contains(body, "h.invalid") {
		t.Errorf("%s: %s: %s", what, status, body)
	}
}

// testCookie uses the cookie of the browser at other names of the gateway. At the
// browser's own name it works, which is why no one else may learn that name.
func (s *ownedGateway) testCookie(t *testing.T) {
	if status, body := s.owner.curl("http://"+s.name+"/history", s.cookie); status != "200" || !strings.Contains(body, "h.invalid") {
		t.Errorf("the cookie at its name: %s: %s", status, body)
	}
	guess := strings.Repeat("0", 20) + ".localhost:" + s.port
	for _, host := range []string{"127.0.0.1:" + s.port, "localhost:" + s.port, "127.0.0.2:" + s.port, guess} {
		for _, cookie := range []string{s.cookie, "", s.cookie[:strings.Index(s.cookie, "=")+1] + strings.Repeat("0", 32)} {
			for _, path := range []string{"/", "/history", "/open?url=file%3A%2F%2F%2Fetc%2Fpasswd", "/relay?key=" + strings.Repeat("0", 32) + "&to=%2F"} {
				status, body := s.other.curl("http://127.0.0.1:"+s.port+path, cookie, "-i", "-H", "Host: "+host)
				s.refused(t, host+path, status, body)
			}
		}
	}
	status, body := s.other.curl("http://"+s.name+"/history", "")
	s.refused(t, "the right name without the cookie", status, strings.ReplaceAll(body, s.name, ""))
}

// testOtherPorts requests a server of the other user with the cookies of the browser. A
// client sends a cookie to all ports of its host, so no other server may learn that host.
func (s *ownedGateway) testOtherPorts(t *testing.T) {
	cookies := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { cookies <- r.Header.Get("Cookie") }))
	defer server.Close()
	jar := filepath.Join(s.owner.home, "tmp", "jar")
	_, page := s.owner.curl(strings.TrimSpace(s.owner.try("earl", "serve", "--link")), "", append(asBrowser("none"), "-c", jar)...)
	enter := regexp.MustCompile(`href="(http://[^"]*/enter\?[^"]*)"`).FindStringSubmatch(page)
	if enter == nil {
		t.Fatal(page)
	}
	s.owner.curl(html.UnescapeString(enter[1]), "", append(asBrowser("cross-site"), "-b", jar, "-c", jar)...)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	label, _, _ := strings.Cut(s.name, ":")
	for host, receives := range map[string]bool{"127.0.0.1": false, "localhost": false, "other.localhost": false, label: true} {
		s.owner.curl("http://"+host+":"+port+"/", "", "-b", jar)
		if sent := <-cookies; strings.Contains(sent, "earl-") != receives {
			t.Errorf("a server at another port of %s receives %q", host, sent)
		}
	}
}

// testPorts takes the port of the gateway at the other address that a browser could
// connect to for the same name.
func (s *ownedGateway) testPorts(t *testing.T) {
	free, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skipf("this machine has no ::1: %v", err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	serve := func(port string) string { // "timeout" ends a running gateway
		return s.other.try("timeout", "-s", "INT", "2", "earl", "serve", "--no-config", "--listen", "::1", "--port", port)
	}
	if got := serve(port); !strings.Contains(got, "http://[::1]:"+port+"/start") {
		t.Errorf("another user cannot listen at a free port: %s", got)
	}
	if got := serve(s.port); !strings.Contains(got, "address already in use") {
		t.Errorf("another user listens at [::1]:%s: %s", s.port, got)
	}
}
