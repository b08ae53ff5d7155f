package peers

import (
	"net"
	"os/exec"
	"sync"
	"testing"
)

// super is a super-server. It listens for a program that cannot listen itself, and starts a
// process for each connection.
type super struct {
	name     string
	command  func(port int) *exec.Cmd
	listener net.Listener
	port     int
	done     sync.WaitGroup // the accepting goroutine, and one for each command

	mu      sync.Mutex
	stopped bool
	running map[*exec.Cmd]bool
}

// startSuper starts a super-server on loopback, which stops when the test ends. The
// connection is the stdin and stdout of each command.
func startSuper(t testing.TB, name string, command func(port int) *exec.Cmd) *super {
	t.Helper()
	s := &super{name: name, command: command, running: map[*exec.Cmd]bool{}}
	var err error
	if s.listener, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	s.port = s.listener.Addr().(*net.TCPAddr).Port
	t.Cleanup(s.stop)
	s.done.Go(func() { s.serve(t) })
	return s
}

func (s *super) serve(t testing.TB) {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // stop closed the listener
		}
		if err := s.run(conn.(*net.TCPConn)); err != nil {
			t.Errorf("%s: %v", s.name, err)
			return
		}
	}
}

// run starts the program for a connection.
func (s *super) run(conn *net.TCPConn) error {
	f, err := conn.File()
	conn.Close()
	if err != nil {
		return err
	}
	defer f.Close()
	cmd := s.command(s.port)
	cmd.Env = environ()
	cmd.Stdin, cmd.Stdout = f, f
	ownSession(cmd)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return nil
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.running[cmd] = true
	s.done.Go(func() {
		cmd.Wait()
		s.mu.Lock()
		delete(s.running, cmd)
		s.mu.Unlock()
	})
	return nil
}

func (s *super) stop() {
	s.listener.Close()
	s.mu.Lock()
	s.stopped = true
	for cmd := range s.running {
		killSession(cmd.Process.Pid)
	}
	s.mu.Unlock()
	s.done.Wait()
}
