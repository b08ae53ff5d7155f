package linkcheck_test

import (
	"bufio"
	"io"
	"net"
	"testing"
)

// listen serves each connection to a loopback address with talk.
func listen(t testing.TB, talk func(net.Conn)) string {
	t.Helper()
	l := listener(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				talk(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// listener listens on loopback until the test ends.
func listener(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// closedPort returns the address of a port without a server.
func closedPort(t testing.TB) string {
	l := listener(t)
	defer l.Close()
	return l.Addr().String()
}

// nonsenseToy sends an invalid response.
func nonsenseToy(conn net.Conn) {
	for in := bufio.NewScanner(conn); in.Scan() && in.Text() != ""; {
	}
	io.WriteString(conn, "Good morning.\r\n")
}

// telnetToy sends a greeting, and waits until the client closes the connection.
// The client must send nothing.
func telnetToy(t testing.TB) func(net.Conn) {
	return func(conn net.Conn) {
		io.WriteString(conn, "Welcome.\r\nlogin: ")
		if said, _ := io.ReadAll(conn); len(said) > 0 {
			t.Errorf("a check said %q to a telnet service", said)
		}
	}
}
