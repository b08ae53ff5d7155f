package peers

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFTPServersServeTheTree(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *FTP{"vsftpd": VSFTPD, "pyftpdlib": PyFTPD, "proftpd": ProFTPD} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			for _, addr := range []string{p.Addr, p.Addr6} {
				if addr == "" {
					continue
				}
				c := dialFTP(t, addr)
				c.login("anonymous", "test@")
				if got, want := c.retrieve("pub/with space/a;b.txt"), Files()["pub/with space/a;b.txt"]; got != want {
					t.Errorf("RETR from %s = %q, want %q", addr, got, want)
				}
				if got, want := c.retrieve("/etc/motd"), Files()["etc/motd"]; got != want && (isRoot() || name != "vsftpd") {
					t.Errorf("RETR /etc/motd from %s = %q, want %q", addr, got, want)
				}
			}
		})
	}
}

func TestFTPServersKnowAlice(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *FTP{"vsftpd": VSFTPD, "pyftpdlib": PyFTPD, "proftpd": ProFTPD} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			if p.User == "" {
				t.Skip("this server could not be given a user here")
			}
			c := dialFTP(t, p.Addr)
			c.login(p.User, p.Password)
			if got, want := c.retrieve("etc/motd"), Files()["home/alice/etc/motd"]; got != want {
				t.Errorf("RETR etc/motd = %q, want %q", got, want)
			}
			if got, want := c.retrieve("/etc/motd"), Files()["etc/motd"]; got != want {
				t.Errorf("RETR /etc/motd = %q, want %q", got, want)
			}
			wrong := dialFTP(t, p.Addr)
			wrong.send("USER "+p.User, "331")
			wrong.send("PASS x", "530")
		})
	}
}

func TestFTPServersTakeAuthTLS(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *FTP{"vsftpd": VSFTPD, "proftpd": ProFTPD} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			if p.Roots == nil {
				t.Skip("this server has no TLS here")
			}
			c := dialFTP(t, p.Addr)
			c.send("AUTH TLS", "234")
			c.secure(p.Roots)
			c.login("anonymous", "test@")
			c.send("PBSZ 0", "200")
			c.send("PROT P", "200")
			c.roots = p.Roots
			if got, want := c.retrieve("pub/readme.txt"), Files()["pub/readme.txt"]; got != want {
				t.Errorf("RETR with PROT P = %q, want %q", got, want)
			}
		})
	}
}

func TestGopherServersServeTheTree(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *Gopher{"gophernicus": Gophernicus, "pygopherd": PyGopherd} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			for _, tt := range []struct{ selector, want string }{
				{"", "iWelcome to the root."},
				{"/etc/motd", "The message of the day, at the root."},
				{"/pub", "/pub/readme.txt"},
				{"/cgi-bin/find\tfox hen", "0Found hen\t/etc/motd\t127.0.0.1\t" + portOf(p.Addr)},
			} {
				if got := exchange(t, p.Addr, nil, tt.selector+"\r\n"); !strings.Contains(got, tt.want) {
					t.Errorf("%q = %q, want %q in it", tt.selector, got, tt.want)
				}
			}
		})
	}
}

func TestPyGopherdSpeaksGopherPlusAndTLS(t *testing.T) {
	p := PyGopherd(t)
	if got := exchange(t, p.Addr, nil, "/pub/readme.txt\t!\r\n"); !strings.Contains(got, "+ABSTRACT:\r\n What the file says.") {
		t.Errorf("attributes = %q, want an ABSTRACT", got)
	}
	if got, want := exchange(t, p.Addr, p.Roots, "/pub/readme.txt\r\n"), Files()["pub/readme.txt"]; got != want {
		t.Errorf("with TLS = %q, want %q", got, want)
	}
}

func TestNginxAnswers(t *testing.T) {
	p := Nginx(t)
	for _, tt := range []struct{ request, want string }{
		{"GET /pub/readme.txt", Files()["pub/readme.txt"]},
		{"GET /pub/with%20space/a%3Bb.txt", Files()["pub/with space/a;b.txt"]},
		{"GET /pub/latin-%E9.txt", Files()["pub/latin-\xe9.txt"]},
		{"GET /pub/", "<a href=\"readme.txt\">"},
		{"GET /pub/octets.bin\r\nRange: bytes=65-67", "\r\n\r\nABC"},
		{"GET /pub/readme.txt\r\nAccept-Encoding: gzip", "Content-Encoding: gzip"},
		{"GET /r/301", "Location: /pub/readme.txt\r\n"},
		{"GET /r/ftp", "Location: ftp://127.0.0.1/pub/\r\n"},
		{"GET /r/file", "Location: file:///etc/passwd\r\n"},
		{"GET /r/gopher", "Location: gopher://127.0.0.1/0x%0D%0Ay\r\n"},
		{"GET /r/loop", "Location: /r/loop\r\n"},
		{"GET /r/9", "Location: /r/8\r\n"},
		{"GET /r/other", "Location: https://" + p.TLSAddr + "/echo/auth\r\n"},
		{"GET /status/404", "\r\n\r\nnot here\n"},
		{"GET /status/500", "\r\n\r\nbroken\n"},
		{"GET /auth/pub/readme.txt", "WWW-Authenticate: Basic realm=\"earl\""},
		{"GET /auth/pub/readme.txt\r\nAuthorization: Basic YWxpY2U6d29uZGVyOmxhbmRAMQ==", Files()["pub/readme.txt"]},
		{"GET /echo/auth\r\nAuthorization: x y", "\r\n\r\nx y\n"},
	} {
		line, headers, _ := strings.Cut(tt.request, "\r\n")
		request := fmt.Sprintf("%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n\r\n", line, p.Addr, headers)
		request = strings.Replace(request, "\r\n\r\n\r\n", "\r\n\r\n", 1)
		if got := exchange(t, p.Addr, nil, request); !strings.Contains(got, tt.want) {
			t.Errorf("%q = %q, want %q in it", tt.request, got, tt.want)
		}
	}
	if got := exchange(t, p.TLSAddr, p.Roots, "GET /r/other HTTP/1.0\r\n\r\n"); !strings.Contains(got, "Location: http://"+p.Addr+"/echo/auth\r\n") {
		t.Errorf("with TLS = %q, want a redirect to %s", got, p.Addr)
	}
}

func TestAbsentPeerSkipsUnlessRequired(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: skips tests with programs")
	}
	t.Setenv("PATH", t.TempDir())
	for required, want := range map[string]string{"": "skip", "1": "fatal"} {
		t.Setenv("EARL_PEERS_REQUIRED", required)
		rec := &recorder{TB: t}
		func() {
			defer func() { recover() }()
			Program(rec, "no-such-program")
		}()
		if rec.got != want {
			t.Errorf("with EARL_PEERS_REQUIRED=%q: %s, want %s", required, rec.got, want)
		}
	}
}

// recorder records how a test ended. It panics instead of calling Goexit.
type recorder struct {
	testing.TB
	got string
}

func (r *recorder) Helper()               {}
func (r *recorder) Fatalf(string, ...any) { r.got = "fatal"; panic(r) }
func (r *recorder) Skipf(string, ...any)  { r.got = "skip"; panic(r) }

func TestRecordWritesEachName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	t.Setenv("EARL_PEERS_LOG", path)
	record(t, "one")
	record(t, "two")
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "one\ntwo\n" {
		t.Errorf("log = %q, %v, want two lines", got, err)
	}
}

func TestTreeHoldsFiles(t *testing.T) {
	root := Tree(t)
	for name, want := range Files() {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%q = %q, %v, want %q", name, got, err, want)
		}
	}
	Many(t, root, 1000)
	Big(t, root, 600)
	names, err := os.ReadDir(filepath.Join(root, "pub", "many"))
	if err != nil || len(names) != 1000 {
		t.Errorf("pub/many has %d files, %v, want 1000", len(names), err)
	}
	got, err := os.ReadFile(filepath.Join(root, "pub", "big.bin"))
	want := make([]byte, 600)
	io.ReadFull(BigReader(), want)
	if err != nil || !slices.Equal(got, want) || want[251] != 0 || want[599] != 599-2*251 {
		t.Errorf("pub/big.bin differs from BigReader, %v", err)
	}
}

// exchange sends a request, with TLS if there are roots, and returns everything
// that arrives until the server closes the connection.
func exchange(t *testing.T, addr string, roots *x509.CertPool, request string) string {
	t.Helper()
	var conn net.Conn
	var err error
	if roots != nil {
		conn, err = tls.Dial("tcp", addr, &tls.Config{RootCAs: roots})
	} else {
		conn, err = net.Dial("tcp", addr)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(startTimeout))
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(conn)
	if err != nil {
		t.Errorf("%q: %v", request, err)
	}
	return string(got)
}

func portOf(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// ftpConn is a minimal ftp client, sufficient to show that a server works.
type ftpConn struct {
	t     *testing.T
	conn  net.Conn
	r     *bufio.Reader
	roots *x509.CertPool // for the data connections, after PROT P
}

func dialFTP(t *testing.T, addr string) *ftpConn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(startTimeout))
	c := &ftpConn{t: t, conn: conn, r: bufio.NewReader(conn)}
	c.expect("220")
	return c
}

func (c *ftpConn) secure(roots *x509.CertPool) {
	c.conn = tls.Client(c.conn, &tls.Config{RootCAs: roots, ServerName: "localhost"})
	c.r = bufio.NewReader(c.conn)
}

func (c *ftpConn) login(user, password string) {
	c.t.Helper()
	c.send("USER "+user, "331")
	c.send("PASS "+password, "230")
}

func (c *ftpConn) send(line, code string) string {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, line+"\r\n"); err != nil {
		c.t.Fatal(err)
	}
	return c.expect(code)
}

// expect reads lines up to the last of a reply, and checks its code.
func (c *ftpConn) expect(code string) string {
	c.t.Helper()
	for {
		line, err := c.r.ReadString('\n')
		if err != nil {
			c.t.Fatalf("want %s: %v", code, err)
		}
		if len(line) > 3 && line[3] == ' ' {
			if !strings.HasPrefix(line, code) {
				c.t.Fatalf("reply %q, want %s", line, code)
			}
			return line
		}
	}
}

func (c *ftpConn) retrieve(name string) string {
	c.t.Helper()
	c.send("TYPE I", "200")
	reply := c.send("EPSV", "229")
	var port string
	if parts := strings.Split(reply, "|"); len(parts) > 3 {
		port = parts[3]
	}
	host, _, _ := net.SplitHostPort(c.conn.RemoteAddr().String())
	data, err := net.Dial("tcp", net.JoinHostPort(host, port))
	if err != nil {
		c.t.Fatal(err)
	}
	defer data.Close()
	data.SetDeadline(time.Now().Add(startTimeout))
	c.send("RETR "+name, "1") // 150 or 125
	if c.roots != nil {
		data = tls.Client(data, &tls.Config{RootCAs: c.roots, ServerName: "localhost"})
	}
	got, err := io.ReadAll(data)
	if err != nil {
		c.t.Errorf("RETR %s: %v", name, err)
	}
	data.Close()
	c.expect("226")
	return string(got)
}

func TestTelnetdNegotiates(t *testing.T) {
	p := Telnetd(t)
	if err := ask(p.Addr, "", "\xff\xfb\x25\xff\xfb\x26\xff\xfd\x18"); err != nil { // WILL AUTHENTICATION, WILL ENCRYPT, DO TERMINAL-TYPE
		t.Error(err)
	}
}

func TestINNHasItsArticles(t *testing.T) {
	p := INN(t)
	conn, err := net.Dial("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	over, err := tls.Dial("tcp", p.TLSAddr, &tls.Config{RootCAs: p.Roots})
	if err != nil {
		t.Fatal(err)
	}
	defer over.Close()
	for _, c := range []net.Conn{conn, over} {
		c.SetDeadline(time.Now().Add(startTimeout))
		r := bufio.NewReader(c)
		for _, tt := range [][2]string{
			{"", "200 "}, {"MODE READER", "200 "}, {"GROUP misc.test", fmt.Sprintf("211 %d 1 %[1]d misc.test\r\n", Bulk+3)}, {"STAT <first.1@example.test>", "223 "},
			{"GROUP private.team", "480 "}, {"AUTHINFO USER " + p.User, "381 "}, {"AUTHINFO PASS " + p.Password, "281 "}, {"GROUP private.team", "211 1 1 1 "},
		} {
			if tt[0] != "" {
				fmt.Fprintf(c, "%s\r\n", tt[0])
			}
			if line, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(line, tt[1]) {
				t.Fatalf("%s: %q, %v, want %q", tt[0], line, err, tt[1])
			}
		}
	}
}

func TestSNHasItsArticles(t *testing.T) {
	p := SN(t)
	conn, err := net.Dial("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(startTimeout))
	fmt.Fprintf(conn, "MODE READER\r\nOVER 10-11\r\nGROUP comp.infosystems.www.misc\r\nQUIT\r\n")
	b, err := io.ReadAll(conn)
	for _, want := range []string{"\r\n500 ", "\r\n211 3 10 12 "} {
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("it says %q, %v, want %q in it", b, err, want)
		}
	}
}
