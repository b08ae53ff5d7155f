package browsertest

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// The telnet commands that services of tests send. Source: rfc854; rfc857; rfc858; rfc1073; rfc1091.
const (
	willEcho = "\xff\xfb\x01"
	wontEcho = "\xff\xfc\x01"
	willSGA  = "\xff\xfb\x03"
	wontSGA  = "\xff\xfc\x03"
	doWindow = "\xff\xfd\x1f"
	doType   = "\xff\xfd\x18"
	sendType = "\xff\xfa\x18\x01\xff\xf0"
	agreed   = "\xff\xfd\x01\xff\xfd\x03" // to willEcho, willSGA
)

// service is a telnet service for one user. It sends what a test specifies.
type service struct {
	*testing.T
	addr string

	mu    sync.Mutex
	heard []byte
	conn  net.Conn
}

// serveTelnet starts a service that begins with a text.
func serveTelnet(t *testing.T, greeting string) *service {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &service{T: t, addr: l.Addr().String()}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conn = conn
		s.mu.Unlock()
		io.WriteString(conn, greeting)
		io.Copy(s, conn)
	}()
	t.Cleanup(func() {
		l.Close()
		s.mu.Lock()
		conn := s.conn
		s.mu.Unlock()
		if conn != nil {
			conn.Close()
		}
		<-done
	})
	return s
}

// Write receives the input of the service.
func (s *service) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = append(s.heard, p...)
	return len(p), nil
}

// say sends a text.
func (s *service) say(text string) {
	s.Helper()
	if _, err := io.WriteString(s.conn, text); err != nil {
		s.Fatal(err)
	}
}

// forget drops the input so far.
func (s *service) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = nil
}

// hears waits until the service has received a text, and returns all input since forget.
func (s *service) hears(text string) string {
	s.Helper()
	deadline := time.Now().Add(patience)
	for {
		s.mu.Lock()
		heard := bytes.Clone(s.heard)
		s.mu.Unlock()
		if bytes.Contains(heard, []byte(text)) {
			return string(heard)
		}
		if time.Now().After(deadline) {
			s.Fatalf("the service has heard %q, not %q", heard, text)
		}
		time.Sleep(pause)
	}
}
