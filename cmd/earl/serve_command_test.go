package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
)

// served is a running command serve.
type served struct {
	*testing.T
	cmd    *exec.Cmd
	start  string // the start link
	proxy  string // the URL of the proxy, or ""
	rest   io.Reader
	errors bytes.Buffer
	web    *http.Client
}

// startServe runs serve with some flags and opens its start link.
func startServe(t *testing.T, flags ...string) *served {
	t.Helper()
	program, err := exec.LookPath("earl")
	if err != nil {
		t.Skipf("the command is there in tests of all: %v", err)
	}
	return startProgram(t, program, flags...)
}

// startProgram is startServe for a built program earl.
func startProgram(t *testing.T, program string, flags ...string) *served {
	t.Helper()
	s := &served{T: t, cmd: exec.Command(program, append([]string{"serve", "--no-config", "--port", "0"}, flags...)...)}
	s.cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	s.cmd.Stderr = &s.errors
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill() })
	lines := bufio.NewReader(out)
	s.rest = lines
	line, err := lines.ReadString('\n')
	if s.start = strings.TrimSpace(line); err != nil || !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/start\?token=[0-9a-f]{32}$`).MatchString(s.start) {
		t.Fatalf("the first line is %q: %v: %s", line, err, &s.errors)
	}
	if strings.Contains(strings.Join(flags, " "), "--proxy") {
		line, _ := lines.ReadString('\n')
		s.proxy = strings.TrimSpace(line)
	}
	jar, _ := cookiejar.New(nil)
	s.web = &http.Client{Jar: jar}
	if page := s.get(s.start); !strings.Contains(page, `id="address"`) {
		t.Fatalf("the start link shows %s", page)
	}
	return s
}

// get returns the content of an address.
func (s *served) get(address string) string {
	s.Helper()
	resp, err := s.web.Get(address)
	if err != nil {
		s.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.Fatal(err)
	}
	return string(body)
}

// open returns the page of a URL.
func (s *served) open(address string) string {
	s.Helper()
	base, _, _ := strings.Cut(s.start, "/start")
	return s.get(base + "/open?url=" + url.QueryEscape(address))
}

// openLink matches what serve writes to stderr, with and without a proxy.
var openLink = regexp.MustCompile(`^Open (this link in a browser|the first link in a browser; the second is the address of the proxy); Ctrl-C ends earl serve\.\n$`)

// interrupt ends the command like Ctrl-C, with status 0. The command has printed its
// instructions and nothing else.
func (s *served) interrupt() {
	s.Helper()
	s.web.CloseIdleConnections()
	s.cmd.Process.Signal(os.Interrupt)
	rest, _ := io.ReadAll(s.rest)
	if err := s.cmd.Wait(); err != nil || len(rest) > 0 || !openLink.MatchString(s.errors.String()) {
		s.Errorf("it ended with %v, stdout %q, stderr %q", err, rest, &s.errors)
	}
}

// C3: a browser and a proxy open the servers of the demo if their addresses are allowed. D16:
// the links of a listing can be opened.
func TestServeShowsTheDemo(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	s := startServe(t, "--allow-net", "127.0.0.1", "--proxy")
	defer s.interrupt()
	for _, stop := range [][2]string{
		{servers.URL("file", "names/"), "100%.txt"},
		{servers.URL("ftp", "names/"), "100%.txt"},
		{servers.URL("ftp", "a/b%2Fc/f;type=a"), `id="text"`},
		{servers.URL("http", "old-tour.txt"), "redirected to"},
		{servers.URL("http", "pictures/house.gif"), `<img id="remote"`},
		{servers.URL("gopher", ""), `class="menu-items"`},
		{servers.URL("gopher", "0/welcome.txt"), `id="text"`},
		{servers.URL("gopher", "7/search"), `action="/answer"`},
		{servers.URL("gopher", "7/search%09semicolon"), `class="menu-items"`},
		{"mailto:reader@library.example", "reader@library.example"},
		{servers.ReaderURL("/etc/motd"), `id="text"`},
		{"telnet://" + servers.FTP + "/", `id="connect"`},
		{strings.Replace(s.start, "/start?", "/open?", 1), "this gateway itself"},
		{"ftp://" + demo.Reader + "@" + servers.FTP + "/%2Fetc/x", "The server has nothing at this address"},
	} {
		address, want := stop[0], stop[1]
		page := s.open(address)
		if !strings.Contains(page, want) {
			t.Errorf("%s: no %q in %s", address, want, page)
		}
		if strings.Contains(page, demo.Password) {
			t.Errorf("%s: the page has the password", address)
		}
	}
	page := s.open(servers.URL("ftp", "names/"))
	link := regexp.MustCompile(`href="(/open\?url=[^"]*semi[^"]*)"`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("no link to the file with a semicolon: %s", page)
	}
	base, _, _ := strings.Cut(s.start, "/start")
	want, _ := servers.Content("names/semi%3Bcolon.txt")
	if page := s.get(base + link[1]); !strings.Contains(page, strings.Fields(want)[0]) {
		t.Errorf("the entry opens as %s", page)
	}

	proxy, err := url.Parse(s.proxy)
	if err != nil || proxy.Port() == "" {
		t.Fatalf("the proxy is %q", s.proxy)
	}
	for _, tt := range []struct{ address, want string }{
		{servers.URL("ftp", "welcome.txt"), "welcome"}, {servers.URL("gopher", ""), "<ul>"}, {servers.URL("gopher", "7/search"), "<form"},
	} {
		if got := byProxy(t, proxy.Host, tt.address); !strings.Contains(strings.ToLower(got), tt.want) {
			t.Errorf("%s by the proxy: %s", tt.address, got)
		}
	}
}

// byProxy requests a whole URL from a proxy, like curl -x.
func byProxy(t *testing.T, proxy, address string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+proxy, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.URL.Opaque = address
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return string(body)
}

// F1: with another name for the gateway, its start link and its guard stay the same: it does
// not open its own port.
func TestServeByAnotherName(t *testing.T) {
	s := startServe(t, "--allow-net", "127.0.0.1", "--host", "x.example:1", "--host", "y.example", "--host", "[2001:db8::1]", "--host", "2001:db8::2")
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	if page := s.open(base + "/"); !strings.Contains(page, "is this gateway itself") {
		t.Errorf("its own port shows %s", page)
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	for _, host := range []string{"x.example:1", "y.example:" + port, "[2001:db8::1]:" + port, "[2001:db8::2]:" + port} {
		r, err := http.NewRequest(http.MethodGet, base+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		resp, err := s.web.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusMisdirectedRequest {
			t.Errorf("it does not answer to its other name %s", host)
		}
	}
}

// If another program listens at ::1 on the port that the user chose, the browser could connect
// to it for a name under localhost. serve prints a warning.
func TestServeBesideAnotherProgram(t *testing.T) {
	other, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skipf("this machine has no ::1: %v", err)
	}
	defer other.Close()
	_, port, _ := net.SplitHostPort(other.Addr().String())
	s := startServe(t, "--port", port)
	s.web.CloseIdleConnections()
	s.cmd.Process.Signal(os.Interrupt)
	io.Copy(io.Discard, s.rest)
	if err := s.cmd.Wait(); err != nil || !strings.Contains(s.errors.String(), "another program listens on [::1]:"+port) {
		t.Errorf("%v: %s", err, &s.errors)
	}
}

// F1: without --allow-net no address on this machine or on the local network is opened.
func TestServeRefusesThisMachine(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	s := startServe(t)
	defer s.interrupt()
	for _, scheme := range []string{"ftp", "http", "gopher"} {
		if page := s.open(servers.URL(scheme, "")); !strings.Contains(page, "earl serve --allow-net 127.0.0.1") {
			t.Errorf("%s: %s", scheme, page)
		}
	}
}

// F3: no file that serve writes contains a password, and only the owner can read the
// bookmarks. --log writes paths, not URLs.
func TestServeWritesNoPassword(t *testing.T) {
	dir := t.TempDir()
	s := startServe(t, "--bookmarks", filepath.Join(dir, "marks"), "--log")
	page := s.open("ftp://me:geheim-8qX@h.invalid/")
	if strings.Contains(page, "geheim-8qX") {
		t.Errorf("the page has it: %s", page)
	}
	s.web.CloseIdleConnections()
	s.cmd.Process.Signal(os.Interrupt)
	io.Copy(io.Discard, s.rest)
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	log := s.errors.String()
	if strings.Contains(log, "geheim") || strings.Contains(log, "h.invalid") || !strings.Contains(log, "path=/open") {
		t.Errorf("log: %s", log)
	}
}

// With --warc, the start link lists the pages of an archive, and each opens after its server has
// ended.
func TestServeOpensArchives(t *testing.T) {
	program, err := exec.LookPath("earl")
	if err != nil {
		t.Skipf("the command is there in tests of all: %v", err)
	}
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	archive := filepath.Join(t.TempDir(), "demo.warc.gz")
	pages := []string{servers.URL("http", "tour"), servers.URL("gopher", "0/welcome.txt"), servers.URL("ftp", "names/"), "news:library.doors"}
	get := exec.Command(program, append([]string{"get", "-s", "--no-config", "--news-server", servers.NNTP, "--warc-file", archive}, pages...)...)
	if out, err := get.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	servers.Close()
	s := startServe(t, "--warc", archive)
	defer s.interrupt()
	base, _, _ := strings.Cut(s.start, "/start")
	tour := s.get(base + "/tour")
	for _, u := range pages {
		if !strings.Contains(tour, u) {
			t.Errorf("the list of pages has no %s", u)
		}
		if page := s.open(u); !strings.Contains(page, "replayed from demo.warc.gz") {
			t.Errorf("%s: no page from the archive: %s", u, page)
		}
	}
	if page := s.open(servers.URL("http", "pictures/")); !strings.Contains(page, "not in the archive") {
		t.Errorf("a URL that is not in the archive: %s", page)
	}
	if page := s.open("file://" + archive); !strings.Contains(page, "library.doors") {
		t.Errorf("the listing of the archive: %s", page)
	}
}
