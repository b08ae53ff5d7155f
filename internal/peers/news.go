package peers

import (
	"bufio"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// News is a news server with the groups of [Groups] and the articles of
// [Articles]. The group private.team is only for [User].
type News struct {
	Server
	User, Password string
	// TLSAddr is the address for TLS from the first byte. Addr supports STARTTLS.
	TLSAddr string
	Roots   *x509.CertPool
}

// Groups returns the groups of a news server with their statuses, in the server's order.
func Groups() [][2]string {
	return [][2]string{
		{"comp.infosystems.www.misc", "y"}, {"alt.hypertext", "y"}, {"misc.test", "y"},
		{"news.announce.newusers", "m"}, {"private.team", "y"},
	}
}

// Bulk is how many articles misc.test has in addition to those of [Articles].
const Bulk = 40

// Articles returns the articles of a news server in the order of their arrival, in the form
// in which it received them: lines end in CR LF, and no dot is stuffed. The server adds
// its name to Path, and the field Xref.
func Articles() []string {
	var all []string
	add := func(id, groups, subject, more, body string) {
		all = append(all, "Path: seed.example.test!not-for-mail\r\nFrom: Tester <tester@example.test>\r\nNewsgroups: "+groups+
			"\r\nSubject: "+subject+"\r\nDate: Fri, 20 Nov 2026 10:29:17 -0000\r\nMessage-ID: <"+id+">\r\n"+more+"\r\n"+body)
	}
	const www = "comp.infosystems.www.misc"
	add("first.1@example.test", www, "Hello from the test tree", "", "Line one.\r\n.a line that began with a dot\r\n..\r\n.\r\nLine five.\r\n")
	add("other.7@example.test", www, "Something else", "", "Between.\r\n")
	add("reply/2%x$y@example.test", www, "Re: Hello from the test tree", "References: <first.1@example.test>\r\n", "A reply.\r\n")
	add("cross.3@example.test", "alt.hypertext,misc.test", "Cross-posted", "", "See <URL:news:first.1@example.test>.\r\n")
	add("mime.4@example.test", "misc.test", "=?utf-8?q?na=C3=AFve?=",
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n", "na=C3=AFve =E5=90=8D\r\n")
	add("latin.5@example.test", "misc.test", "raw latin-1", "", "caf\xe9\r\n")
	add("secret.6@example.test", "private.team", "members", "", "only after AUTHINFO\r\n")
	add("long.8@example.test", "alt.hypertext", "a long one", "", strings.Repeat(".a line of text that begins with a dot\r\n", 20_000))
	for i := range Bulk {
		add(fmt.Sprintf("bulk.%d@example.test", i), "misc.test", fmt.Sprintf("bulk %d", i), "", "x\r\n")
	}
	return all
}

// INN starts innd, which passes readers to nnrpd, and a second nnrpd with TLS from the
// first byte. INN runs only as the user news, so it needs root, or a user namespace in
// which the user of the tests is news.
func INN(t testing.TB) *News {
	t.Helper()
	needsLinux(t, "inn")
	program := Program(t, "innd")
	within := asNews(t)
	dir := scratch(t)
	cert := newCertificate(t, dir)
	bin := filepath.Dir(program)
	n := &News{Server: Server{Name: "inn", Root: dir, scheme: "nntp"}, User: User, Password: Password, Roots: cert.roots}
	innTree(t, dir, bin, cert)
	command := func(words ...string) *exec.Cmd {
		env := []string{"INNCONF=" + filepath.Join(dir, "etc/inn.conf"), "LD_LIBRARY_PATH=" + innLibraries(bin)}
		words = append(append(env, within...), words...)
		return exec.Command("env", words...)
	}
	makedbz := command(filepath.Join(bin, "makedbz"), "-i", "-o", "-s", "1000", "-f", filepath.Join(dir, "db/history"))
	makedbz.Env = environ()
	if out, err := makedbz.CombinedOutput(); err != nil {
		t.Fatalf("inn: makedbz: %v: %s", err, out)
	}
	port := start(t, n.Name, dir, func(port int) *exec.Cmd {
		write(t, dir, "etc/inn.conf", innConf(dir, bin, port, cert)) // without it, innd would use a helper to bind port 119
		return command(program, "-f", "-d", "-P", strconv.Itoa(port))
	}, func(addr string) error { return ask(addr, "", "200") })
	n.Addr = address(port)
	feed(t, n.Addr)
	port = start(t, n.Name, dir, func(port int) *exec.Cmd {
		return command(filepath.Join(bin, "nnrpd"), "-D", "-f", "-p", strconv.Itoa(port), "-b", "127.0.0.1", "-S")
	}, func(addr string) error {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			conn.Close()
		}
		return err
	})
	n.TLSAddr = address(port)
	return n
}

// newsID is the user and group id that Debian gives to news.
const newsID = "9"

// asNews returns the beginning of a command line that runs as the user news.
func asNews(t testing.TB) []string {
	t.Helper()
	if isRoot() {
		return []string{"setpriv", "--reuid=" + newsID, "--regid=" + newsID, "--clear-groups"}
	}
	words := []string{"unshare", "-U", "--map-user=" + newsID, "--map-group=" + newsID}
	if err := exec.Command(words[0], append(words[1:], "true")...).Run(); err != nil {
		missing(t, "inn", "it runs only as the user news, and no user namespace is available")
	}
	return words
}

// innLibraries returns the library path of INN's programs, which are in bin.
func innLibraries(bin string) string {
	news := filepath.Dir(bin)
	libs, _ := filepath.Glob(filepath.Join(filepath.Dir(news), "*-linux-gnu*"))
	return strings.Join(append([]string{news}, libs...), ":")
}

// innTree creates the files that INN needs, and makes news their owner.
func innTree(t testing.TB, dir, bin string, cert certificate) {
	t.Helper()
	write(t, dir, "etc/inn.conf", innConf(dir, bin, 0, cert))
	write(t, dir, "etc/storage.conf", "method tradspool {\n newsgroups: *\n class: 0\n}\n")
	write(t, dir, "etc/readers.conf", `auth "loopback" {
 hosts: "127.0.0.1, ::1"
 default: "guest"
 auth: "ckpasswd -f `+dir+`/etc/users"
}
access "guest" {
 users: "guest"
 newsgroups: "*,!private.*"
}
access "user" {
 users: "`+User+`"
 newsgroups: "*"
}
`)
	write(t, dir, "etc/users", User+":"+passwordHash+"\n")
	write(t, dir, "etc/incoming.conf", "peer ME {\n hostname: \"localhost, 127.0.0.1\"\n}\n")
	write(t, dir, "etc/newsfeeds", "ME:!*::\n")
	write(t, dir, "etc/expire.ctl", "/remember/:11\n*:A:never:never:never\n")
	active, newsgroups := "", ""
	for _, name := range []string{"control", "control.cancel", "control.newgroup", "control.rmgroup", "control.checkgroups", "junk"} {
		active += name + " 0000000000 0000000001 n\n"
	}
	for _, g := range Groups() {
		active += g[0] + " 0000000000 0000000001 " + g[1] + "\n"
		newsgroups += g[0] + "\tA group.\n"
	}
	write(t, dir, "db/active", active)
	write(t, dir, "db/newsgroups", newsgroups)
	for _, name := range []string{"db/active.times", "db/history", "etc/moderators", "etc/distrib.pats", "etc/control.ctl"} {
		write(t, dir, name, "")
	}
	for _, name := range []string{"spool/articles", "spool/overview", "spool/incoming/bad", "spool/outgoing", "spool/archive", "log", "run", "tmp", "http", "filter"} {
		write(t, dir, name+"/.keep", "")
	}
	if err := os.Chmod(cert.key, 0o640); err != nil { // nnrpd refuses a key that all users can read
		t.Fatal(err)
	}
	if isRoot() {
		give(t, dir, newsID)
	}
}

// give makes a user the owner of a tree.
func give(t testing.TB, dir, user string) {
	t.Helper()
	id, err := strconv.Atoi(user)
	if err == nil {
		err = filepath.Walk(dir, func(path string, _ os.FileInfo, err error) error {
			if err != nil {
				return err
			}
			return os.Chown(path, id, id)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// innConf makes INN accept old articles, keep them unchanged, and serve on a busy machine.
func innConf(dir, bin string, port int, cert certificate) string {
	ipv6 := "none"
	if hasIPv6() {
		ipv6 = `"::1"`
	}
	conf := fmt.Sprintf(`mta: "/bin/false"
organization: "A test"
ovmethod: tradindexed
hismethod: hisv6
domain: example.test
pathhost: news.example.test
runasuser: news
runasgroup: news
port: %d
bindaddress: "127.0.0.1"
bindaddress6: %s
enableoverview: true
wireformat: true
artcutoff: 0
pgpverify: false
nnrpdloadlimit: 0
tlscertfile: %s
tlskeyfile: %s
tlscapath: %s
pathnews: %s
pathbin: %s
`, port, ipv6, cert.cert, cert.key, dir, filepath.Dir(bin), bin)
	for _, p := range [...][2]string{{"etc", "etc"}, {"db", "db"}, {"spool", "spool"}, {"articles", "spool/articles"}, {"overview", "spool/overview"},
		{"incoming", "spool/incoming"}, {"outgoing", "spool/outgoing"}, {"archive", "spool/archive"}, {"log", "log"}, {"run", "run"},
		{"tmp", "tmp"}, {"http", "http"}, {"filter", "filter"}} {
		conf += "path" + p[0] + ": " + filepath.Join(dir, p[1]) + "\n"
	}
	return conf
}

// feed sends articles to a news server, as another server would.
// Source: rfc3977 6.3.2.
func feed(t testing.TB, addr string) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(startTimeout))
	r := bufio.NewReader(conn)
	say := func(text, want string) {
		t.Helper()
		if text != "" {
			if _, err := conn.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if line, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(line, want) {
			t.Fatalf("feeding: %.60q: the server says %q, %v, want %s", text, line, err, want)
		}
	}
	say("", "200")
	for _, article := range Articles() {
		_, id, _ := strings.Cut(article, "Message-ID: ")
		id, _, _ = strings.Cut(id, "\r\n")
		say("IHAVE "+id+"\r\n", "335")
		say(stuffed(article), "235")
	}
	say("QUIT\r\n", "205")
}

// stuffed returns an article in the form for the connection. Source: rfc3977 3.1.1.
func stuffed(article string) string {
	return strings.ReplaceAll("\r\n"+article, "\r\n.", "\r\n..")[2:] + ".\r\n"
}

// SN starts sn, a small old server: no CAPABILITIES, no OVER, no login, article numbers from
// 10 on. It has the groups of [Groups] that are neither empty nor private.
func SN(t testing.TB) *News {
	t.Helper()
	needsLinux(t, "sn")
	program := Program(t, "snntpd.bin")
	root := scratch(t)
	run := func(name, input string, words ...string) {
		cmd := exec.Command(filepath.Join(filepath.Dir(program), name), words...)
		cmd.Env = append(environ(), "SNROOT="+root)
		cmd.Stdin = strings.NewReader(input)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("sn: %s: %v: %s", name, err, out)
		}
	}
	for _, g := range Groups()[:3] {
		run("snnewgroup", "", g[0])
	}
	for _, article := range Articles() {
		if !strings.Contains(article, "Newsgroups: private.") {
			run("snstore", stuffed(article))
		}
	}
	s := startSuper(t, "sn", func(int) *exec.Cmd {
		return exec.Command("env", "SNROOT="+root, "TCPREMOTEIP=127.0.0.1", program)
	})
	if err := ask(address(s.port), "", "201"); err != nil {
		t.Fatalf("sn: %v", err)
	}
	record(t, "sn")
	return &News{Server: Server{Name: "sn", Addr: address(s.port), Root: root, scheme: "nntp"}}
}
