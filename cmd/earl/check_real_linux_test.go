package main

import (
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/linkcheck"
)

// A realPage is a page of links to real servers, and what its user has for them.
type realPage struct {
	text     strings.Builder
	up, down map[string]string // the status of each link while the servers run, and after they ended
	servers  []string          // the addresses of the servers over TCP
	secure   []string          // those with TLS from the first byte
	flags    []string          // of check
	known    []string          // the lines of known_hosts
}

// realPeers start the servers. Each adds links to what its servers have, and to what they
// do not have.
var realPeers = []struct {
	schemes string // separated by spaces
	start   func(t *testing.T, p *realPage)
}{
	{"ftp", func(t *testing.T, p *realPage) {
		for _, start := range []func(testing.TB) *peers.FTP{peers.VSFTPD, peers.ProFTPD, peers.PyFTPD} {
			s := start(t)
			p.serves(s.Addr)
			p.found(s.URL("pub/readme.txt"), s.URL("pub/"))
			p.missing(s.URL("pub/none.txt"), s.URL("none/"))
		}
	}},
	{"ftps", func(t *testing.T, p *realPage) {
		s := peers.VSFTPS(t)
		p.servesTLS(s.Addr)
		p.found(s.URL("pub/readme.txt"), s.URL("pub/"))
		p.missing(s.URL("pub/none.txt"))
	}},
	{"http https", func(t *testing.T, p *realPage) {
		s := peers.Nginx(t)
		p.serves(s.Addr)
		p.servesTLS(s.TLSAddr)
		p.found(s.URL("pub/readme.txt"), s.TLSURL("pub/readme.txt"), s.URL("auth/pub/readme.txt"))
		p.missing(s.URL("pub/none.txt"), s.TLSURL("pub/none.txt"), s.URL("status/410"))
		p.link(s.URL("r/302"), "redirected", "no-connection")
		p.link(s.URL("r/file"), "refused", "no-connection")
		p.link(s.URL("status/500"), "failed", "no-connection")
	}},
	{"gopher gophers", func(t *testing.T, p *realPage) {
		plus, plain := peers.PyGopherd(t), peers.Gophernicus(t)
		p.serves(plain.Addr)
		p.servesTLS(plus.Addr) // it takes both
		secure := "gophers://" + plus.Addr + "/"
		p.found(plus.URL(""), plus.URL("0/pub/readme.txt"), plus.URL("1/pub"), secure, secure+"0/pub/readme.txt", secure+"9/pub/octets.bin")
		p.missing(plus.URL("0/none.txt"), plus.URL("1/none/"), secure+"0/none.txt", secure+"1/none/")
		p.found(plain.URL(""), plain.URL("0/pub/readme.txt"), plain.URL("1/pub"))
		p.missing(plain.URL("1/none/"))
		p.found(plain.URL("0/none.txt")) // its error is a text, and the protocol has no status
	}},
	{"news nntp nntps mid", func(t *testing.T, p *realPage) {
		s, old := peers.INN(t), peers.SN(t)
		p.serves(s.Addr, old.Addr)
		p.servesTLS(s.TLSAddr)
		p.flags = append(p.flags, "--news-server", s.Addr)
		p.found("news:misc.test", "news:first.1@example.test", "news:private.team")
		p.missing("news:no.such.group", "news:none.1@example.test")
		for _, server := range []string{"nntp://" + s.Addr, "nntps://" + s.TLSAddr} {
			p.found(server+"/misc.test", server+"/misc.test/1", server+"/private.team/1")
			p.missing(server+"/misc.test/999", server+"/no.such.group", server+"/no.such.group/1")
		}
		p.found(old.URL("misc.test"), old.URL("misc.test/10"))
		p.missing(old.URL("misc.test/999"), old.URL("no.such.group"))
		mail := peers.Mailboxes(t, "Subject: a message\nMessage-ID: <mail.1@example.test>\n\nText.\n")
		p.flags = append(p.flags, "--mail", filepath.Join(mail, "maildir"), "--mail", "nntp://"+s.Addr)
		p.found("mid:mail.1@example.test", "mid:first.1@example.test")
		p.missing("mid:none.1@example.test")
	}},
	{"telnet rlogin tn3270", func(t *testing.T, p *realPage) { // check connects, and starts no session
		rlogin, _ := peers.Rlogind(t)
		for _, s := range []*peers.Server{peers.Telnetd(t), rlogin, peers.Hercules(t)} {
			p.serves(s.Addr)
			p.found(s.URL(""))
		}
	}},
	{"finger whois", func(t *testing.T, p *realPage) { // the responses are texts without a status
		for _, s := range []*peers.Server{peers.Fingerd(t), peers.Whois(t)} {
			p.serves(s.Addr)
			p.found(s.URL(""), s.URL("joe"))
		}
	}},
	{"dict", func(t *testing.T, p *realPage) {
		s := peers.Dictd(t)
		p.serves(s.Addr)
		p.found(s.URL("d:gopher"), s.URL("d:gopher:tiny"), s.URL("m:go:tiny:prefix"))
		p.missing(s.URL("d:none"), s.URL("d:gopher:none"), s.URL("m:none"))
	}},
	{"gemini", func(t *testing.T, p *realPage) {
		s := peers.MollyBrown(t)
		p.serves(s.Addr)
		p.found(s.URL(""), s.URL("etc/motd"))
		p.missing(s.URL("none"))
		p.link(s.URL("old"), "redirected", "no-connection")
	}},
	{"sftp", func(t *testing.T, p *realPage) {
		s := peers.SSHD(t)
		p.serves(s.Addr)
		p.known = append(p.known, knownhosts.Line([]string{s.Addr}, s.HostKey))
		home := "sftp://" + peers.User + "@" + s.Addr + "/~"
		p.found(home+"/rel.txt", home+"/docs/")
		p.missing(home+"/none.txt", home+"/none/")
		p.link("sftp://mallory@"+s.Addr+"/rel.txt", "login", "no-connection")
	}},
	{"tftp", func(t *testing.T, p *realPage) {
		s := peers.TFTP(t) // over UDP
		p.found(s.URL("pub/readme.txt"), s.URL("pub/octets.bin;mode=octet"))
		p.missing(s.URL("pub/none.txt"))
	}},
	{"imap imaps pop pops", func(t *testing.T, p *realPage) {
		s := peers.Dovecot(t, true)
		p.serves(s.Addr, s.IMAP)
		p.servesTLS(s.POPS, s.IMAPS)
		for _, scheme := range []string{"imap", "imaps"} {
			p.found(s.Of(scheme, ""), s.Of(scheme, "INBOX"), s.Of(scheme, "INBOX/;UID=1"))
			p.missing(s.Of(scheme, "None"), s.Of(scheme, "INBOX/;UID=99"))
		}
		for _, scheme := range []string{"pop", "pops"} {
			p.found(s.Of(scheme, ""), s.Of(scheme, "1"))
			p.missing(s.Of(scheme, "99"), s.Of(scheme, ";UID=none"))
		}
		p.link("imap://mallory@"+s.IMAP+"/INBOX", "login", "no-connection")
		p.link("pop://mallory@"+s.Addr+"/", "login", "no-connection")
	}},
	{"ldap ldaps", func(t *testing.T, p *realPage) {
		s := peers.Slapd(t)
		p.serves(s.Addr)
		p.servesTLS(s.TLS)
		for _, server := range []string{"ldap://" + s.Addr, "ldaps://" + s.TLS} {
			p.found(server+"/cn=Jane%20Doe,ou=people,dc=example,dc=test", server+"/ou=people,dc=example,dc=test??one")
			p.missing(server+"/cn=None,ou=people,dc=example,dc=test", server+"/cn=secret,dc=example,dc=test")
		}
	}},
	{"z39.50r z39.50s", func(t *testing.T, p *realPage) {
		s, z := peers.YazZtest(t), peers.Zebra(t)
		p.serves(s.Addr, z.Addr)
		p.found("z39.50r://"+s.Addr+"/Default?1", s.URL("Default"), z.URL("Default"), z.URL("Default;x-search=maps"), z.URL("Default;x-search=maps;x-record=1"))
		p.missing("z39.50r://"+s.Addr+"/Default?0", "z39.50r://"+s.Addr+"/None?1", z.URL("Default;x-search=maps;x-record=9"), z.URL("None;x-search=maps"))
		p.link("z39.50r://"+z.Addr+"/Default?1", "failed", "no-connection") // it does not search for a docid
	}},
	{"nfs", func(t *testing.T, p *realPage) {
		s := peers.GoNFS(t) // ganesha would need the only port mapper of the machine
		p.serves(s.Addr)
		p.found(s.URL("pub/readme.txt"), s.URL("pub/"))
		p.missing(s.URL("pub/none.txt"), s.URL("none/"))
	}},
}

// withoutPeer has the schemes that are opened without a real server, and why.
var withoutPeer = map[string]string{
	"wais":       "no package has a server; the demo has one",
	"prospero":   "no package has a server; the demo has one",
	"file":       "a file of this machine",
	"afs":        "a file of this machine, if it has mounted AFS",
	"data":       "the URL contains the object",
	"cid":        "a part of the message that contains the link",
	"mailto":     "nothing is sent",
	"mailserver": "nothing is sent",
}

// addOthers adds the links of withoutPeer, and one for each scheme that is not opened.
func (p *realPage) addOthers(t *testing.T, d *demo.Servers, file string) {
	t.Helper()
	p.serves(d.WAIS) // prospero is over UDP
	p.found(d.URL("wais", "library?words"), d.URL("prospero", "library"))
	p.missing(d.URL("wais", "none?words"), d.URL("prospero", "library/none.txt"))
	afs := "skipped"
	if _, err := os.Stat("/afs"); err == nil {
		afs = "not-found"
	}
	for url, status := range map[string]string{
		"file://" + file:                         "ok",
		"file://" + file + ".none":               "not-found",
		"afs://cell.example/none":                afs,
		"data:,text":                             "ok",
		"cid:part@example.test":                  "skipped",
		"mailto:a@example.test":                  "ok",
		"mailserver:a@example.test/subject/body": "ok",
	} {
		p.link(url, status, status)
	}
	for s := range earl.Auto.Schemes() {
		if !slices.Contains(openedSchemes(), s.Name) {
			url := s.Name + ":x"
			if s.Host {
				url = s.Name + "://host.example/"
			}
			p.link(url, "skipped", "skipped")
		}
	}
}

// B18, G1 to G8: a page has links to every scheme of the registry. Each has the right status
// while real servers run, and another right one after they ended.
func TestRealCheckEveryScheme(t *testing.T) {
	t.Parallel()
	checkRealPeers(t)
	program, home := buildEarl(t), t.TempDir()
	p := &realPage{up: map[string]string{}, down: map[string]string{}}
	page := filepath.Join(home, "page.html")
	checked := false
	t.Run("up", func(t *testing.T) { // the servers end with this subtest
		d, err := demo.Start(t.Context(), demo.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		for _, peer := range realPeers {
			peer.start(t, p)
		}
		p.addOthers(t, d, page)
		p.writeFiles(t, home, page)
		p.check(t, program, home, page, p.up)
		p.check(t, program, home, page, p.connected(), "--depth", "connect")
		checked = true
	})
	switch {
	case t.Failed():
		return
	case !checked:
		t.Skip("a server is missing")
	}
	for _, address := range p.servers {
		hold(t, address)
	}
	p.check(t, program, home, page, p.down)
}

// checkRealPeers checks that each scheme that is opened has a real server or a reason.
func checkRealPeers(t *testing.T) {
	t.Helper()
	const edit = " (cmd/earl/check_real_linux_test.go)"
	peer := map[string]bool{}
	for _, p := range realPeers {
		for _, scheme := range strings.Fields(p.schemes) {
			peer[scheme] = true
		}
	}
	opened := openedSchemes()
	for _, scheme := range opened {
		switch reason := withoutPeer[scheme]; {
		case peer[scheme] && reason != "":
			t.Errorf("%s is in realPeers and in withoutPeer: remove one of them"+edit, scheme)
		case !peer[scheme] && reason == "":
			t.Errorf("%s is opened, but no real server of it is checked: start one (internal/peers) in realPeers, or say in withoutPeer why there is none"+edit, scheme)
		}
	}
	for scheme := range peer {
		if !slices.Contains(opened, scheme) {
			t.Errorf("%s is not opened: remove it from realPeers"+edit, scheme)
		}
	}
	for scheme := range withoutPeer {
		if !slices.Contains(opened, scheme) {
			t.Errorf("%s is not opened: remove it from withoutPeer"+edit, scheme)
		}
	}
}

// link adds a link, with its statuses while the servers run and after they ended.
func (p *realPage) link(url, up, down string) {
	name := linkcheck.Name(earl.Auto.MustParse(url))
	p.up[name], p.down[name] = up, down
	fmt.Fprintf(&p.text, "<a href=%q>a link</a>\n", url)
}

// found adds links to objects that exist.
func (p *realPage) found(urls ...string) {
	for _, url := range urls {
		p.link(url, "ok", "no-connection")
	}
}

// missing adds links to objects that do not exist.
func (p *realPage) missing(urls ...string) {
	for _, url := range urls {
		p.link(url, "not-found", "no-connection")
	}
}

// serves adds the addresses of servers.
func (p *realPage) serves(addresses ...string) { p.servers = append(p.servers, addresses...) }

// servesTLS adds the addresses of servers with TLS from the first byte.
func (p *realPage) servesTLS(addresses ...string) {
	p.serves(addresses...)
	p.secure = append(p.secure, addresses...)
}

// writeFiles writes the page, and what the user has: logins, keys and certificates of servers.
func (p *realPage) writeFiles(t *testing.T, home, page string) {
	t.Helper()
	var roots []byte
	for _, address := range p.secure {
		conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true}) // to read the certificate
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		cert := conn.ConnectionState().PeerCertificates[0]
		conn.Close()
		roots = append(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})...)
	}
	cacert := filepath.Join(home, "roots.pem")
	if err := os.Mkdir(filepath.Join(home, ".ssh"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		page:                                    p.text.String(),
		cacert:                                  string(roots),
		filepath.Join(home, ".netrc"):           "machine 127.0.0.1 login " + peers.User + " password " + peers.Password + "\n",
		filepath.Join(home, ".ssh/known_hosts"): strings.Join(p.known, "\n") + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.flags = append(p.flags, "--cacert", cacert, "--netrc")
}

// connected returns the statuses of a check that only connects to the servers.
func (p *realPage) connected() map[string]string {
	list := map[string]string{}
	for url, status := range p.down {
		if status == "no-connection" {
			list[url] = "ok"
		}
	}
	return list
}

// check runs check on the page, and compares the status of each link in want.
func (p *realPage) check(t *testing.T, program, home, page string, want map[string]string, flags ...string) {
	t.Helper()
	got := statusOfLinks(t, program, home, slices.Concat(p.flags, flags, []string{page})...)
	for url, status := range want {
		if got[url].Status != status {
			t.Errorf("check %q: %s is %q (%s), want %q", flags, url, got[url].Status, got[url].Message, status)
		}
	}
	if len(got) != len(p.up) {
		t.Errorf("check %q: %d results, want %d", flags, len(got), len(p.up))
	}
}

// hold binds the port of a server that has ended, and does not listen. So no other program
// gets the port, and connections to it are refused.
func hold(t *testing.T, address string) {
	t.Helper()
	to := netip.MustParseAddrPort(address)
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	// The system keeps closed connections of the server for a while.
	err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if err == nil {
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()})
	}
	if err != nil {
		t.Logf("%s is not held: %v", address, err)
	}
}
