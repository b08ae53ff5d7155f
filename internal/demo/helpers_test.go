package demo

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"
)

// started returns running servers that end with the test.
func started(t *testing.T) *Servers {
	t.Helper()
	s, err := Start(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// peer is the test's end of a connection to a server.
type peer struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

// dial connects to a server for at most ten seconds.
func dial(t *testing.T, address string) *peer {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return &peer{t, c, bufio.NewReader(c)}
}

// send sends text unchanged.
func (p *peer) send(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.conn, text); err != nil {
		p.t.Fatalf("sending %.40q: %v", text, err)
	}
}

// line reads one line, with its line end.
func (p *peer) line() string {
	p.t.Helper()
	line, err := p.r.ReadString('\n')
	if err != nil {
		p.t.Fatalf("after %q: %v", line, err)
	}
	return line
}

// want reads lines and compares them. Each ends in CR LF.
func (p *peer) want(lines ...string) {
	p.t.Helper()
	for _, want := range lines {
		if got := p.line(); got != want+"\r\n" {
			p.t.Fatalf("got %q, want %q", got, want+"\r\n")
		}
	}
}

// rest reads to the end of the connection.
func (p *peer) rest() string {
	p.t.Helper()
	b, err := io.ReadAll(p.r)
	if err != nil {
		p.t.Fatalf("after %.60q: %v", b, err)
	}
	return string(b)
}

// play plays a dialogue. A line that begins with "C: " is sent, with CR LF
// after it. A line that begins with "S: " must arrive, byte for byte.
func (p *peer) play(script string) {
	p.t.Helper()
	for line := range strings.Lines(script) {
		line = strings.TrimLeft(strings.TrimRight(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "C: "):
			p.send(line[3:] + "\r\n")
		case strings.HasPrefix(line, "S: "):
			p.want(line[3:])
		case line != "":
			p.t.Fatalf("neither C: nor S: in %q", line)
		}
	}
}

// ask sends one gopher request and returns the whole response.
func ask(t *testing.T, address, request string) string {
	t.Helper()
	p := dial(t, address)
	p.send(request)
	return p.rest()
}

// settled waits until the number of goroutines is no higher than before.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines, before %d\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
}

// login logs in and reads the server's replies.
func (p *peer) login(user, password string) {
	p.t.Helper()
	p.line()
	p.send("USER " + user + "\r\n")
	p.line()
	p.send("PASS " + password + "\r\n")
	for {
		line := p.line()
		if !strings.HasPrefix(line, "230") {
			p.t.Fatalf("login: %q", line)
		}
		if line[3] == ' ' {
			return
		}
	}
}

// data opens a data connection by EPSV.
func (p *peer) data() net.Conn {
	p.t.Helper()
	p.send("EPSV\r\n")
	var port int
	line := p.line()
	if _, err := fmt.Sscanf(line, "229 Come to this port (|||%d|)", &port); err != nil {
		p.t.Fatalf("EPSV: %q: %v", line, err)
	}
	host, _, _ := net.SplitHostPort(p.conn.RemoteAddr().String())
	c, err := net.Dial("tcp", net.JoinHostPort(host, fmt.Sprint(port)))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return c
}

// fetch sends one transfer command and returns the data.
func (p *peer) fetch(command string) string {
	p.t.Helper()
	c := p.data()
	p.send(command + "\r\n")
	if line := p.line(); !strings.HasPrefix(line, "150 ") {
		p.t.Fatalf("%s: %q", command, line)
	}
	b, err := io.ReadAll(c)
	if err != nil {
		p.t.Fatal(err)
	}
	p.want("226 That was all.")
	return string(b)
}

// newWriter returns a writer like those of the sessions.
func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriter(w) }
