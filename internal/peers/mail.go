package peers

import (
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Mail is a mail server for POP and IMAP. The only user is [User], with [Password]. The
// messages are [Mails].
type Mail struct {
	Server
	IMAP, POPS, IMAPS string         // the host and port of the other services; Server.Addr is POP's
	Roots             *x509.CertPool // the authorities for TLS
}

// Of returns a URL of a service of the server, for its user without a password.
func (m *Mail) Of(scheme, path string) string {
	address := map[string]string{"pop": m.Addr, "pops": m.POPS, "imap": m.IMAP, "imaps": m.IMAPS}[scheme]
	//lint:ignore urlconcat the path is escaped
	return scheme + "://" + User + "@" + address + "/" + path
}

// Mails returns the messages of the server by their mailbox and their place there, with LF
// line ends. The names of mailboxes are as the server stores them.
func Mails() map[string][]string {
	first := "From: Jane Doe <jane@example.test>\nTo: alice@example.test\nSubject: First\nDate: Thu, 01 Dec 1994 12:00:00 +0000\n" +
		"Message-ID: <1@example.test>\n\nOne line.\n.A line with a dot.\n"
	parts := "From: =?utf-8?q?J=C3=BCrgen?= <j@example.test>\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nDate: Fri, 02 Dec 1994 12:00:00 +0000\n" +
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nThe text.\n--b\n" +
		"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGI+aGk8L2I+\n--b--\n"
	bare := "Subject: Third\n\nNo author.\n"
	return map[string][]string{
		"":               {first, parts, bare},
		".Archive":       {first},
		".Archive.Y1994": {bare},
		".Entw&APw-rfe":  {},
	}
}

const dovecotConf = `protocols = imap pop3
listen = 127.0.0.1
base_dir = DIR/run
state_dir = DIR/state
log_path = /dev/stderr
ssl = SSL
ssl_cert = <DIR/cert.pem
ssl_key = <DIR/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login apop
auth_failure_delay = 0
default_internal_user = OWNER
default_internal_group = GROUP
default_login_user = OWNER
mail_location = maildir:DIR/mail
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u DIR/users
}
userdb {
  driver = static
  args = uid=OWNER gid=GROUP home=DIR
}
service imap-login {
  chroot =
  inet_listener imap {
    port = IMAPPORT
  }
  inet_listener imaps {
    port = TLSIMAP
    ssl = SSL
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = POPPORT
  }
  inet_listener pop3s {
    port = TLSPOP
    ssl = SSL
  }
}
service anvil {
  chroot =
}
`

// Dovecot starts dovecot. With TLS it offers STLS and STARTTLS too; without, it has no
// POPS and IMAPS.
func Dovecot(t testing.TB, tls bool) *Mail {
	t.Helper()
	needsLinux(t, "dovecot")
	program := Program(t, "dovecot")
	dir := scratch(t)
	cert := newCertificate(t, dir)
	owner, group := mailOwner(t)
	write(t, dir, "users", User+":{PLAIN.b64}"+base64.StdEncoding.EncodeToString([]byte(Password))+"\n")
	for box, list := range Mails() {
		for _, sub := range []string{"cur", "new", "tmp"} {
			if err := os.MkdirAll(filepath.Join(dir, "mail", box, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for i, text := range list {
			write(t, dir, filepath.Join("mail", box, "cur", fmt.Sprintf("%d.m%d.host:2,S", 786283200+i, i)), text)
		}
	}
	for _, sub := range []string{"run", "state"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		if out, err := exec.Command("chown", "-R", owner, filepath.Join(dir, "mail")).CombinedOutput(); err != nil {
			t.Fatalf("chown: %v: %s", err, out)
		}
	}
	m := &Mail{Server: Server{Name: "dovecot", Root: filepath.Join(dir, "mail"), scheme: "pop"}, Roots: cert.roots}
	ssl := map[bool]string{true: "yes", false: "no"}[tls]
	port := start(t, m.Name, dir, func(port int) *exec.Cmd {
		var ports []string
		for range 3 {
			ports = append(ports, strconv.Itoa(freePort(t)))
		}
		m.IMAP, m.IMAPS, m.POPS = "127.0.0.1:"+ports[0], "127.0.0.1:"+ports[1], "127.0.0.1:"+ports[2]
		if !tls {
			ports[1], ports[2], m.IMAPS, m.POPS = "0", "0", "", ""
		}
		conf := strings.NewReplacer("DIR", dir, "SSL", ssl, "OWNER", owner, "GROUP", group, "TLSIMAP", ports[1], "TLSPOP", ports[2],
			"IMAPPORT", ports[0], "POPPORT", strconv.Itoa(port)).Replace(dovecotConf)
		return exec.Command(program, "-F", "-c", write(t, dir, "dovecot.conf", conf))
	}, func(addr string) error {
		if err := ask(m.IMAP, "", "* OK"); err != nil {
			return err
		}
		return ask(addr, "", "+OK")
	})
	m.Addr = address(port)
	return m
}

// mailOwner returns the user and the group of the server's files and processes.
func mailOwner(t testing.TB) (owner, group string) {
	t.Helper()
	if os.Getuid() == 0 {
		return "nobody", "nogroup"
	}
	u, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	g, err := user.LookupGroupId(u.Gid)
	if err != nil {
		t.Fatal(err)
	}
	return u.Username, g.Name
}
