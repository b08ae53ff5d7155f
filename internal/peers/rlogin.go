package peers

import (
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// rloginLogin is the program that rlogind runs instead of login(1). It prints its
// arguments, the terminal type and the size of the window, and responds to each line.
const rloginLogin = `#!/bin/sh
printf 'login got: %s\nTERM=%s\n> ' "$*" "$TERM"
while read -r line; do
	case $line in
	quit) sleep 0.3; exit 0 ;;
	stty) stty size ;;
	*) printf 'you said: %s\n' "$line" ;;
	esac
	printf '> '
done
`

// rloginPAM lets every user in, in the namespace of the server only.
const rloginPAM = `auth sufficient pam_permit.so
account sufficient pam_permit.so
session sufficient pam_permit.so
`

// Rlogind starts in.rlogind of rsh-redone. The server only accepts clients with a port
// below 1024, which this module never uses. So Addr is a relay with such a port. Refuses
// has the address of the server itself. Each connection has a mount namespace of its own,
// in which another program is in the place of login(1), and no account is touched. Only root
// can do that.
func Rlogind(t testing.TB) (s *Server, refuses *Server) {
	t.Helper()
	needsLinux(t, "rlogind")
	program, sh, unshare := Program(t, "in.rlogind"), Program(t, "sh"), Program(t, "unshare")
	if os.Getuid() != 0 {
		t.Skip("in.rlogind and ports below 1024 need root")
	}
	dir := scratch(t)
	login := write(t, dir, "login", rloginLogin)
	if err := os.Chmod(login, 0o755); err != nil {
		t.Fatal(err)
	}
	pam := filepath.Dir(write(t, dir, "pam.d/rlogin", rloginPAM))
	const script = `mount --bind "$1" /etc/pam.d && mount --bind "$2" /bin/login && exec "$3"`
	if out, err := exec.Command(unshare, "-m", sh, "-c", script, "sh", pam, login, "true").CombinedOutput(); err != nil {
		t.Skipf("no mount namespaces here: %v: %s", err, out)
	}
	super := startSuper(t, "rlogind", func(int) *exec.Cmd {
		return exec.Command(unshare, "-m", sh, "-c", script, "sh", pam, login, program)
	})
	record(t, "rlogind")
	return &Server{Name: "rlogind", Addr: startRelay(t, address(super.port)), scheme: "rlogin"},
		&Server{Name: "rlogind", Addr: address(super.port), scheme: "rlogin"}
}

// startRelay starts a relay to an address, which it dials from a port below 1024.
func startRelay(t testing.TB, to string) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return // the test has ended
			}
			server, err := dialReserved(to)
			if err != nil {
				t.Errorf("relay: %v", err)
				client.Close()
				return
			}
			go relay(server, client)
			go relay(client, server)
		}
	}()
	return l.Addr().String()
}

// dialReserved dials from the highest free port below 1024.
func dialReserved(to string) (net.Conn, error) {
	var errs []error
	for port := 1023; port > 1000; port-- {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}}
		conn, err := d.Dial("tcp4", to)
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// relay copies to the end of from, and ends to. It hides the types: the kernel's copy stops
// at urgent data.
func relay(to, from net.Conn) {
	io.Copy(struct{ io.Writer }{to}, struct{ io.Reader }{from})
	to.Close()
	from.Close()
}
