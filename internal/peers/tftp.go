package peers

import (
	"fmt"
	"net"
	"os/exec"
	"testing"
	"time"
)

// TFTP starts in.tftpd with the tree of [Tree]. It needs root: it changes its root directory and
// its user.
func TFTP(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "tftpd")
	program := Program(t, "in.tftpd")
	if !isRoot() {
		missing(t, "tftpd", "it runs only as root")
	}
	root := Tree(t)
	port := start(t, "tftpd", scratch(t), func(port int) *exec.Cmd {
		return exec.Command(program, "-L", "-4", "-a", address(port), "-u", "nobody", "-s", root)
	}, askTFTP)
	return &Server{Name: "tftpd", Addr: address(port), Root: root, scheme: "tftp"}
}

// askTFTP requests a file that does not exist, and waits for the error packet. It comes from a new
// port.
func askTFTP(addr string) error {
	to, err := net.ResolveUDPAddr("udp4", addr)
	if err != nil {
		return err
	}
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.WriteToUDP([]byte("\x00\x01none\x00octet\x00"), to); err != nil {
		return err
	}
	conn.SetReadDeadline(time.Now().Add(time.Second))
	got := make([]byte, 100)
	n, err := conn.Read(got)
	if err == nil && (n < 2 || got[1] != 5) {
		err = fmt.Errorf("it answers %q", got[:n])
	}
	return err
}
