package all_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
)

// toys are servers with behaviour that the demo lacks. One of nntp requires a login, one of
// telnet requests the terminal's type, and one repeats what it receives. Each is
// "127.0.0.1:port".
type toys struct{ nntp, telnet, echo string }

// startToys starts the servers.
func startToys(t *testing.T) toys {
	t.Helper()
	return toys{nntp: peers.Serve(t, nntpToy), telnet: peers.Serve(t, telnetToy), echo: peers.Serve(t, echoToy)}
}

// nntpToy has one group, a.b, with one article, and a group "closed", for which it requires a
// login and refuses each.
func nntpToy(conn net.Conn) {
	io.WriteString(conn, "200 ready\r\n")
	for in := bufio.NewScanner(conn); in.Scan(); {
		answer := "500 what?\r\n"
		switch line := in.Text(); {
		case line == "MODE READER":
			answer = "200 reader\r\n"
		case line == "GROUP a.b":
			answer = "211 1 1 1 a.b\r\n"
		case line == "GROUP closed":
			answer = "480 who is it?\r\n"
		case strings.HasPrefix(line, "AUTHINFO USER "):
			answer = "381 and the password?\r\n"
		case strings.HasPrefix(line, "GROUP "):
			answer = "411 no such group\r\n"
		case line == "ARTICLE 1":
			answer = "220 1 <a@b.test>\r\nSubject: a\r\n\r\ntext\r\n.\r\n"
		case strings.HasPrefix(line, "OVER "):
			answer = "224 it comes\r\n1\tone\ta@b.test\tFri, 20 Nov 2026 10:29:17 -0000\t<a@b.test>\t\t373\t3\r\n.\r\n"
		case strings.HasPrefix(line, "AUTHINFO "):
			answer = fmt.Sprintf("481 refused: %s %q\r\n", line, line) // it even repeats what it received
		}
		if _, err := io.WriteString(conn, answer); err != nil {
			return
		}
	}
}

// echoToy is an ftp server, and an http server for clients that speak first. It repeats every line
// that it receives.
func echoToy(conn net.Conn) {
	in := bufio.NewReader(conn)
	conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond)) // an ftp client waits for the greeting
	first, _ := in.ReadString('\n')
	conn.SetReadDeadline(time.Time{})
	if first != "" {
		said := ""
		for line, err := first, error(nil); err == nil && line != "\r\n"; line, err = in.ReadString('\n') {
			if _, login, ok := strings.Cut(line, "Basic "); ok {
				octets, _ := base64.StdEncoding.DecodeString(strings.TrimSpace(login))
				said = login + string(octets)
			}
		}
		said = strings.NewReplacer("\r", "", "\n", " ").Replace(said)
		fmt.Fprintf(conn, "HTTP/1.1 401 no %s\r\nWWW-Authenticate: Basic realm=%q\r\nX-Said: %s\r\nContent-Length: 0\r\n\r\n", said, said, said)
		return
	}
	io.WriteString(conn, "220 ready\r\n")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		code := "530 "
		if strings.HasPrefix(line, "USER") {
			code = "331 "
		}
		line = strings.TrimRight(line, "\r\n")
		fmt.Fprintf(conn, "%s%s %q\r\n", code, line, line)
	}
}

// telnetToy requests the terminal's type, sends a greeting, and waits until the client closes
// the connection.
func telnetToy(conn net.Conn) {
	io.WriteString(conn, "\xFF\xFD\x18Welcome.\r\nlogin: ")
	io.Copy(io.Discard, conn)
}
