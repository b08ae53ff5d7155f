package linkcheck_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/earl-url/earl/open/wais/waistest"
)

// listen has talk answer on each connection to an address of this machine.
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

// nobody returns the address of a port where nobody listens.
func nobody(t testing.TB) string {
	l := listener(t)
	defer l.Close()
	return l.Addr().String()
}

// waisToy has the database books, with one document.
func waisToy(t testing.TB) string {
	l := listener(t)
	s := &waistest.Server{Databases: []waistest.Database{{Name: "books", Documents: []waistest.Document{
		{ID: "\x03\x03one", Type: "TEXT", Headline: "One", Body: []byte("A book of flies.\n")},
	}}}}
	go s.Serve(l)
	t.Cleanup(s.Close)
	return l.Addr().String()
}

// nntpToy knows one group, a.b, with one article.
func nntpToy(conn net.Conn) {
	io.WriteString(conn, "200 ready\r\n")
	for in := bufio.NewScanner(conn); in.Scan(); {
		answer := "500 what?\r\n"
		switch line := in.Text(); {
		case line == "MODE READER":
			answer = "200 reader\r\n"
		case line == "GROUP a.b":
			answer = "211 1 1 1 a.b\r\n"
		case line == "STAT 1", line == "STAT <a@b.test>":
			answer = "223 1 <a@b.test>\r\n"
		case strings.HasPrefix(line, "GROUP "):
			answer = "411 no such group\r\n"
		case strings.HasPrefix(line, "STAT "), strings.HasPrefix(line, "ARTICLE "):
			answer = "430 no such article\r\n"
		}
		if _, err := io.WriteString(conn, answer); err != nil {
			return
		}
	}
}

// nonsenseToy answers a request with what is none.
func nonsenseToy(conn net.Conn) {
	for in := bufio.NewScanner(conn); in.Scan() && in.Text() != ""; {
	}
	io.WriteString(conn, "Good morning.\r\n")
}

// telnetToy greets, and waits for the client to go. It must be told nothing.
func telnetToy(t testing.TB) func(net.Conn) {
	return func(conn net.Conn) {
		io.WriteString(conn, "Welcome.\r\nlogin: ")
		if said, _ := io.ReadAll(conn); len(said) > 0 {
			t.Errorf("a check said %q to a telnet service", said)
		}
	}
}

// prosperoToy knows the directory d, and nothing else. The header of a packet has
// twelve octets.
func prosperoToy(t testing.TB) string {
	t.Helper()
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 4<<10)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			size := int(buf[0])
			if n < size || size < 3 {
				continue
			}
			answer := "FAILURE NOT-FOUND\n"
			switch request := string(buf[size:n]); {
			case strings.Contains(request, "\nLIST"):
				answer = "LINK L DIRECTORY+FILE one INTERNET-D H.EXAMPLE.COM ASCII one 0\n"
			case strings.Contains(request, " ASCII d 0\n"):
				answer = "NONE-FOUND\n"
			}
			conn.WriteTo(fmt.Appendf([]byte{12, buf[1], buf[2], 0, 1, 0, 1, 0, 1, 0, 0, 0}, "%s", answer), from)
		}
	}()
	return conn.LocalAddr().String()
}
