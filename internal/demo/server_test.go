package demo

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"
)

// tcp returns the servers over TCP, by scheme. Some speak first, others wait for a line.
func (s *Servers) tcp() map[string]string {
	all := map[string]string{"ftp": s.FTP, "http": s.HTTP, "gopher": s.Gopher, "nntp": s.NNTP, "telnet": s.Telnet, "wais": s.WAIS, "smtp": s.SMTP}
	for scheme, server := range s.exhibited {
		all[scheme] = server.listener.Addr().String()
	}
	return all
}

// TestLoopbackAlone: every server listens only on loopback.
func TestLoopbackAlone(t *testing.T) {
	t.Parallel()
	s := started(t)
	all := s.tcp()
	all["prospero"] = s.Prospero
	for scheme, address := range all {
		if host, _, err := net.SplitHostPort(address); err != nil || !net.ParseIP(host).IsLoopback() {
			t.Errorf("%s listens at %s", scheme, address)
		}
	}
}

// TestSilentClientsAreLeft: the server closes the connection of a client that is silent, or
// stops in the middle of a line, after the idle time.
func TestSilentClientsAreLeft(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Idle: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for scheme, address := range s.tcp() {
		for _, begin := range []string{"", "GET /a"} {
			p := dial(t, address)
			p.send(begin)
			if _, err := io.ReadAll(p.r); err != nil && !strings.Contains(err.Error(), "reset") {
				t.Errorf("%s, after %q: %v", scheme, begin, err)
			}
		}
	}
}

// TestTooManyClients: a connection over the limit gets a message and is closed. When a client
// leaves, another can connect. TestHTTPHalfOpen covers http, which waits instead.
func TestTooManyClients(t *testing.T) {
	t.Parallel()
	s := started(t)
	told := map[string]string{
		"ftp": "421 Too many readers. Come back later.\r\n", "gopher": "3Too many readers. Come back later.\t\terror.host\t1\r\n.\r\n",
		"nntp": "400 Too many readers. Come back later.\r\n", "telnet": "Too many readers. Come back later.\r\n", "wais": "", "smtp": "421 Too many messages. Come back later.\r\n",
	}
	for _, x := range exhibits {
		if x.serve != nil {
			told[x.scheme] = x.full
		}
	}
	for scheme, full := range told {
		address := s.tcp()[scheme]
		var held []*peer
		for range maxConns {
			held = append(held, dial(t, address))
		}
		if got := dial(t, address).rest(); got != full {
			t.Errorf("%s: %q", scheme, got)
		}
		held[0].conn.Close()
		for start := time.Now(); ; time.Sleep(5 * time.Millisecond) { // until the server has seen it
			p := dial(t, address)
			p.conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
			b, err := io.ReadAll(p.r)
			p.conn.Close()
			if e, ok := err.(net.Error); ok && e.Timeout() { // it is still open
				break
			}
			if time.Since(start) > 5*time.Second {
				t.Errorf("%s: no room after one has left: %q", scheme, b)
				break
			}
		}
		for _, p := range held {
			p.conn.Close()
		}
	}
}

// TestGarbage: every server survives arbitrary bytes, and ends when it is closed.
func TestGarbage(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := Start(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1738, 1994))
	garbage := func() string {
		b := make([]byte, 1+r.IntN(3*maxLine))
		for i := range b {
			b[i] = byte(r.IntN(256))
			if r.IntN(40) == 0 {
				b[i] = "\r\n\t\xff '"[r.IntN(6)]
			}
		}
		return string(b)
	}
	for _, address := range s.tcp() {
		for range 20 {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			c.SetDeadline(time.Now().Add(10 * time.Second))
			io.WriteString(c, garbage())
			c.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, c)
			c.Close()
		}
	}
	for range 200 {
		s.datagram(t, garbage())
	}
	var out strings.Builder
	if err := newTour(&out, s).run(t.Context()); err != nil {
		t.Errorf("the tour after it: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	settled(t, before)
}

// datagram sends a datagram to the directory server, with the first byte of a header.
func (s *Servers) datagram(t *testing.T, text string) {
	c, err := net.Dial("udp", s.Prospero)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, string([]byte{1 + text[0]%31})+text)
}
