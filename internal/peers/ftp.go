package peers

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FTP is an ftp server. The user anonymous sees [Server.Root] as the root and starts there
// (but vsftpd without root privileges shows the whole system). The user [User], if there
// is one, sees the same root and starts in home/alice. So the files /etc/motd and etc/motd
// of rfc1738 3.2.2 are different files.
type FTP struct {
	Server
	// User and Password are the constants [User] and [Password]. Both are empty if the
	// server has no such user on this machine.
	User, Password string
	// Roots are the authorities for AUTH TLS. It is nil if the server has none.
	Roots *x509.CertPool
}

// passivePorts are the ports for data, below those that the system gives to clients. A
// server that picks them at random needs many, because a recently used port might not be
// free yet.
const firstPassive, lastPassive = 20000, 31999

// passwordHash is Password, by "openssl passwd -6 -salt earlpeers".
const passwordHash = "$6$earlpeers$zng87W3sEeRMiYAI6iyF4x8owWVVjWqGjsSDYO5g6MjUKHItcGgQE5BTXMebDQbBcSnFonnZdK.n.MrhpCg4a0"

const aliceID = "61234" // a user and group id that is not in use

func isRoot() bool { return os.Geteuid() == 0 }

func greets(addr string) error { return ask(addr, "", "220") }

// VSFTPD starts vsftpd: IPv4, AUTH TLS, no MLSD. It is the strictest about null arguments.
// It has [User] if the tests run as root and can create a mount namespace, in which only
// the server sees the additional user.
func VSFTPD(t testing.TB) *FTP {
	t.Helper()
	return vsftpd(t, "ftp", "", greets)
}

// VSFTPS starts vsftpd with TLS from the first byte, for ftps. It is otherwise like
// [VSFTPD].
func VSFTPS(t testing.TB) *FTP {
	t.Helper()
	return vsftpd(t, "ftps", "implicit_ssl=YES\n", func(addr string) error {
		dialer := net.Dialer{Timeout: 5 * time.Second}
		conn, err := tls.DialWithDialer(&dialer, "tcp", addr, &tls.Config{InsecureSkipVerify: true}) // a test starts it
		if err == nil {
			conn.Close()
		}
		return err
	})
}

// vsftpd starts vsftpd for a scheme, with more lines of its configuration.
func vsftpd(t testing.TB, scheme, more string, ready func(addr string) error) *FTP {
	t.Helper()
	needsLinux(t, "vsftpd")
	program := Program(t, "vsftpd")
	dir := scratch(t)
	cert := newCertificate(t, dir)
	p := &FTP{Server: Server{Name: "vsftpd", Root: Tree(t), scheme: scheme}, Roots: cert.roots}
	var within []string // the command that sets up the namespace
	if isRoot() {
		within = withUser(t, dir, p.Root)
	}
	if within != nil {
		p.User, p.Password = User, Password
	}
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		conf := vsftpdConf(p.Root, write(t, dir, "empty/README", ""), port, cert) + more
		if !isRoot() {
			conf += "run_as_launching_user=YES\n"
		}
		if within != nil {
			conf += "local_enable=YES\nchroot_local_user=YES\npasswd_chroot_enable=YES\npam_service_name=earl\n"
		}
		words := append(within[:len(within):len(within)], program, write(t, dir, "vsftpd.conf", conf))
		return exec.Command(words[0], words[1:]...)
	}, ready)
	p.Addr = address(port)
	return p
}

// vsftpdConf uses the user daemon because the home of the anonymous user must be a
// directory, although vsftpd leaves it at once.
func vsftpdConf(root, readme string, port int, cert certificate) string {
	return fmt.Sprintf(`listen=YES
listen_address=127.0.0.1
listen_port=%d
background=NO
anonymous_enable=YES
anon_root=%s
ftp_username=daemon
delay_failed_login=0
check_shell=NO
secure_chroot_dir=%s
ascii_download_enable=YES
seccomp_sandbox=NO
isolate=NO
isolate_network=NO
xferlog_enable=NO
pasv_min_port=%d
pasv_max_port=%d
ssl_enable=YES
ssl_ciphers=HIGH
allow_anon_ssl=YES
force_local_logins_ssl=NO
force_local_data_ssl=NO
require_ssl_reuse=NO
rsa_cert_file=%s
rsa_private_key_file=%s
`, port, root, filepath.Dir(readme), firstPassive, lastPassive, cert.cert, cert.key)
}

// withUser returns the beginning of a command line whose program sees the system's users
// and alice, with her home in root. It changes nothing on the system: the files are
// mounted over those of the system in a namespace that ends with the program. It returns
// nil if this is not allowed.
func withUser(t testing.TB, dir, root string) []string {
	t.Helper()
	if exec.Command("unshare", "--mount", "mount", "--bind", "/etc/passwd", "/etc/passwd").Run() != nil {
		t.Log("vsftpd: no user with a password, because no mount namespace is available")
		return nil
	}
	passwd, err := os.ReadFile("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	// for vsftpd, /./ ends the directory for chroot
	alice := fmt.Sprintf("%s:x:%s:%s::%s/./home/%s:/bin/sh\n", User, aliceID, aliceID, root, User)
	write(t, dir, "etc/passwd", alice+string(passwd))
	write(t, dir, "etc/shadow", User+":"+passwordHash+":19000::::::\n")
	write(t, dir, "etc/pam.d/earl", "auth required pam_unix.so nodelay\naccount required pam_permit.so\nsession required pam_permit.so\n")
	const script = `for f in passwd shadow pam.d; do mount --bind "$0/etc/$f" "/etc/$f" || exit; done; exec "$@"`
	return []string{"unshare", "--mount", "sh", "-c", script, dir}
}

// ProFTPD starts ProFTPD: IPv4 and IPv6, AUTH TLS, MLSD, exact replies. It
// needs root.
func ProFTPD(t testing.TB) *FTP {
	t.Helper()
	needsLinux(t, "proftpd")
	program := Program(t, "proftpd")
	if !isRoot() {
		missing(t, "proftpd", "it must be started by root")
	}
	dir := scratch(t)
	cert := newCertificate(t, dir)
	p := &FTP{Server: Server{Name: "proftpd", Root: Tree(t), scheme: "ftp"}, User: User, Password: Password}
	modules := filepath.Join(filepath.Dir(program), "../lib/proftpd")
	tls := ""
	if _, err := os.Stat(filepath.Join(modules, "mod_tls.so")); err == nil {
		p.Roots = cert.roots
		tls = fmt.Sprintf("ModulePath %s\nLoadModule mod_tls.c\nTLSEngine on\nTLSECCertificateFile %s\n"+
			"TLSECCertificateKeyFile %s\nTLSRequired off\nTLSOptions NoSessionReuseRequired\n", modules, cert.cert, cert.key)
	}
	addrs := "127.0.0.1"
	if hasIPv6() {
		addrs += " ::1"
	}
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		conf := tls + proftpdConf(t, p.Root, dir, addrs, port)
		return exec.Command(program, "-n", "-q", "-c", write(t, dir, "proftpd.conf", conf))
	}, greets)
	p.Addr = address(port)
	if hasIPv6() {
		p.Addr6 = address6(port)
	}
	return p
}

func proftpdConf(t testing.TB, root, dir, addrs string, port int) string {
	t.Helper()
	users := write(t, dir, "passwd", fmt.Sprintf("%s:%s:%s:%s::%s/home/%s:/bin/sh\nnobody:*:65534:65534::/nonexistent:/bin/false\n",
		User, passwordHash, aliceID, aliceID, root, User))
	groups := write(t, dir, "group", User+":x:"+aliceID+":\nnogroup:x:65534:\n")
	for _, path := range []string{users, groups, filepath.Join(dir, "key.pem")} {
		if err := os.Chmod(path, 0o600); err != nil { // ProFTPD refuses files with other modes
			t.Fatal(err)
		}
	}
	return strings.NewReplacer("DIR", dir, "ROOT", root, "ADDRS", addrs, "PORT", fmt.Sprint(port),
		"FIRST", fmt.Sprint(firstPassive), "LAST", fmt.Sprint(lastPassive)).Replace(`ServerType standalone
Port PORT
DefaultAddress ADDRS
SocketBindTight on
User nobody
Group nogroup
PidFile DIR/proftpd.pid
ScoreboardFile DIR/proftpd.sb
SystemLog DIR/proftpd.log
TransferLog none
WtmpLog off
UseReverseDNS off
UseFtpUsers off
RequireValidShell off
DelayEngine off
AuthOrder mod_auth_file.c
AuthUserFile DIR/passwd
AuthGroupFile DIR/group
DefaultRoot ROOT
PassivePorts FIRST LAST
<Anonymous ROOT>
User nobody
Group nogroup
UserAlias anonymous nobody
UserAlias ftp nobody
RequireValidShell off
<Limit WRITE>
DenyAll
</Limit>
</Anonymous>
`)
}

// PyFTPD starts pyftpdlib's server: IPv4 and IPv6, MLSD, no TLS. It needs no root. It
// cannot serve names that are not UTF-8, and reads a null CWD argument as /.
func PyFTPD(t testing.TB) *FTP {
	t.Helper()
	needsLinux(t, "pyftpdlib")
	program := python(t, "pyftpdlib", "pyftpdlib.servers")
	dir := scratch(t)
	p := &FTP{Server: Server{Name: "pyftpdlib", Root: Tree(t), scheme: "ftp"}, User: User, Password: Password}
	hosts := []string{"127.0.0.1"}
	if hasIPv6() {
		hosts = append(hosts, "::1")
	}
	script := write(t, dir, "server.py", pyftpdScript)
	port := start(t, p.Name, dir, func(port int) *exec.Cmd {
		args := []string{"-u", script, p.Root, User, Password, fmt.Sprint(firstPassive), fmt.Sprint(lastPassive), fmt.Sprint(port)}
		return exec.Command(program, append(args, hosts...)...)
	}, greets)
	p.Addr = address(port)
	if hasIPv6() {
		p.Addr6 = address6(port)
	}
	return p
}

const pyftpdScript = `import sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

root, user, password, first, last, port = sys.argv[1:7]

class Handler(FTPHandler):
    authorizer = DummyAuthorizer()
    auth_failed_timeout = 0
    passive_ports = range(int(first), int(last) + 1)

    def on_login(self, username):
        if username == user:
            self.fs.cwd = '/home/' + user

Handler.authorizer.add_anonymous(root)
Handler.authorizer.add_user(user, password, root, perm='elr')
servers = [FTPServer((host, int(port)), Handler) for host in sys.argv[7:]]
servers[0].serve_forever()
`
