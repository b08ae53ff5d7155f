package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// stateKey is the key of a script's state.
type stateKey struct{}

// state has the servers and commands that run during a script.
type state struct {
	servers    map[string]*player
	background *background
}

// A player is a server on loopback that plays a script to each connection:
//
//	< TEXT    read a line, which must be TEXT; "< ..." takes any line
//	<<        read lines up to an empty one, and note them
//	> TEXT    send a line
//	= TEXT    send TEXT, in which \n, \r and \xHH are escapes, without a line end
//	octets N  send N octets
//	epsv      listen for a data connection and say so as the reply to EPSV
//	data TEXT, data octets N, data end
//	          send on the data connection, or close it
//	stall     wait until the client goes, or the test ends
//	reset     break the connection off
//	next      the script of the next connection starts
//
// A connection beyond the last is closed at once. What clients sent is noted.
type player struct {
	listener net.Listener
	conns    [][]string
	done     chan struct{} // the test has ended
	wait     sync.WaitGroup

	mu   sync.Mutex
	log  strings.Builder
	errs []string
}

// cmdServe starts a server: serve NAME FILE sets $NAME to its address and
// $NAME_PORT to its port.
func cmdServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: serve NAME FILE")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	p := &player{listener: l, conns: [][]string{nil}, done: make(chan struct{})}
	ts.Setenv(args[0], l.Addr().String())
	ts.Setenv(args[0]+"_PORT", strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	text := os.Expand(ts.ReadFile(args[1]), ts.Getenv)
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); line == "next" {
			p.conns = append(p.conns, nil)
		} else if line != "" {
			p.conns[len(p.conns)-1] = append(p.conns[len(p.conns)-1], line)
		}
	}
	ts.Value(stateKey{}).(*state).servers[args[0]] = p
	go p.serve()
	ts.Defer(p.close)
}

// cmdServed ends a server, writes the lines of its clients to a file, and fails if they differ
// from its script: served NAME FILE.
func cmdServed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: served NAME FILE")
	}
	p := ts.Value(stateKey{}).(*state).servers[args[0]]
	p.close()
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(p.log.String()), 0o666))
	if len(p.errs) > 0 {
		ts.Fatalf("%s: %s", args[0], strings.Join(p.errs, "; "))
	}
}

// close ends the server and waits for its connections.
func (p *player) close() {
	p.listener.Close()
	p.mu.Lock()
	select {
	case <-p.done:
	default:
		close(p.done)
	}
	p.mu.Unlock()
	p.wait.Wait()
}

// serve plays one script to each connection.
func (p *player) serve() {
	for n := 0; ; n++ {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		if n >= len(p.conns) {
			p.fail("connection %d is one too many", n+1)
			c.Close()
			continue
		}
		p.wait.Add(1)
		go func() {
			defer p.wait.Done()
			defer c.Close()
			c.SetDeadline(time.Now().Add(30 * time.Second))
			conn := playerConn{p: p, c: c, in: bufio.NewReader(c)}
			defer conn.closeData()
			reset := false
			for _, step := range p.conns[n] {
				if err := conn.step(step); err != nil {
					p.fail("%s: %v", step, err)
					return
				}
				reset = step == "reset"
			}
			if !reset {
				conn.end()
			}
		}()
	}
}

// fail records a difference from the script.
func (p *player) fail(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errs = append(p.errs, fmt.Sprintf(format, args...))
}

// note records a line that a client sent.
func (p *player) note(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log.WriteString(line + "\n")
}

// A playerConn is one connection.
type playerConn struct {
	p        *player
	c        net.Conn
	in       *bufio.Reader
	listener net.Listener // for data
	data     net.Conn
}

// step plays one step.
func (c *playerConn) step(step string) error {
	verb, rest, _ := strings.Cut(step, " ")
	switch verb {
	case "<":
		line, err := c.line()
		if err == nil && rest != "..." && line != rest {
			err = fmt.Errorf("the client sent %q", line)
		}
		return err
	case "<<":
		for {
			if line, err := c.line(); err != nil || line == "" {
				return err
			}
		}
	case ">":
		_, err := io.WriteString(c.c, rest+"\r\n")
		return err
	case "=":
		return sendText(c.c, rest)
	case "octets":
		return sendOctets(c.c, rest)
	case "epsv":
		return c.epsv()
	case "data":
		return c.sendData(rest)
	case "stall":
		return c.stall()
	case "reset":
		return c.c.(*net.TCPConn).SetLinger(0)
	}
	return fmt.Errorf("no such step")
}

// line reads and notes a line, without its CR LF.
func (c *playerConn) line() (string, error) {
	line, err := c.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	c.p.note(line)
	return line, nil
}

// sendText sends text with escapes.
func sendText(w io.Writer, text string) error {
	text, err := strconv.Unquote(`"` + text + `"`)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// sendOctets sends some bytes of the pattern: "N", or "N from OFFSET".
func sendOctets(w io.Writer, text string) error {
	digits, from, _ := strings.Cut(text, " from ")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return err
	}
	start, _ := strconv.Atoi(from)
	_, err = w.Write(pattern(start + n)[start:])
	return err
}

// epsv listens for a data connection and sends its port.
func (c *playerConn) epsv() (err error) {
	if c.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.c, "229 Entering Extended Passive Mode (|||%d|)\r\n", c.listener.Addr().(*net.TCPAddr).Port)
	return err
}

// sendData sends on the data connection.
func (c *playerConn) sendData(what string) (err error) {
	if c.data == nil {
		if c.data, err = c.listener.Accept(); err != nil {
			return err
		}
	}
	if what == "end" {
		err = c.data.Close()
		c.closeData()
		return err
	}
	if n, ok := strings.CutPrefix(what, "octets "); ok {
		return sendOctets(c.data, n)
	}
	return sendText(c.data, what)
}

// closeData closes the data connection.
func (c *playerConn) closeData() {
	if c.data != nil {
		c.data.Close()
	}
	if c.listener != nil {
		c.listener.Close()
	}
	c.data, c.listener = nil, nil
}

// end ends the output, and reads the remaining input from the client. Closing a connection
// with unread input resets it, and output may be lost.
func (c *playerConn) end() {
	c.c.(*net.TCPConn).CloseWrite()
	c.c.SetReadDeadline(time.Now().Add(time.Second))
	io.Copy(io.Discard, c.in)
}

// stall waits until the client goes or the test ends.
func (c *playerConn) stall() error {
	gone := make(chan struct{})
	go func() {
		io.Copy(io.Discard, c.in)
		close(gone)
	}()
	select {
	case <-gone:
	case <-c.p.done:
		c.c.Close()
		<-gone
	}
	return nil
}

// pattern returns n bytes, in which each part differs from its neighbours.
func pattern(n int) []byte {
	b := make([]byte, 0, n+12)
	for i := 0; len(b) < n; i++ {
		b = fmt.Appendf(b, "line %d\n", i)
	}
	return b[:n]
}

// number reads a number of a script.
func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}
