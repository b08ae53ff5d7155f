package demo

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// The limits of every server here. They are for one user on one machine.
const (
	// maxConns limits the connections of a server; one more gets a message and is closed.
	maxConns = 64
	// maxGatewayConns is more connections than a browser opens.
	maxGatewayConns = 1024
	// defaultIdle is how long a client may be silent, and how long a write may take.
	defaultIdle = 60 * time.Second
	// maxLine limits a command or a selector: no name here has 100 bytes, and a gopher
	// selector may contain a URL.
	maxLine = 2048
	// copyBuffer is the memory that a transfer uses, whatever its size.
	copyBuffer = 32 << 10
)

// server accepts connections on one listener and gives each to its handler.
type server struct {
	listener net.Listener
	handle   func(net.Conn) // cancelling it closes nothing: the server does
	full     string         // the message to a connection over the limit

	slots chan struct{} // one token for each open connection
	wait  sync.WaitGroup
	tracker
}

// tracker has everything that must be closed so that the goroutines of a server
// end. The zero tracker is empty.
type tracker struct {
	mu     sync.Mutex
	closed bool
	open   map[io.Closer]struct{}
}

// listen listens on a free port of the host. Connections wait until begin,
// because the handlers need the addresses of one another.
func listen(host, full string) (*server, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	return &server{listener: l, full: full, slots: make(chan struct{}, maxConns)}, nil
}

// begin accepts connections until Close.
func (s *server) begin(handle func(net.Conn)) {
	s.handle = handle
	s.wait.Go(func() {
		for {
			c, err := s.listener.Accept()
			switch {
			case err == nil:
				s.take(c)
			case errors.Is(err, net.ErrClosed):
				return
			default: // probably no free descriptors: other connections will end
				time.Sleep(10 * time.Millisecond)
			}
		}
	})
}

// take starts a goroutine with the handler for c, or refuses c.
func (s *server) take(c net.Conn) {
	select {
	case s.slots <- struct{}{}:
	default:
		c.SetWriteDeadline(time.Now().Add(time.Second))
		io.WriteString(c, s.full)
		c.Close()
		return
	}
	s.wait.Go(func() {
		if !s.track(c) {
			<-s.slots
			return
		}
		defer s.release(c)
		defer func() { <-s.slots }() // release the slot before the client sees the end
		s.handle(c)
	})
}

// close stops the server and every connection, and returns when all its
// goroutines have ended. It may be called more than once.
func (s *server) close() {
	s.listener.Close()
	s.closeAll()
	s.wait.Wait()
}

// track records that closeAll must close c. After closeAll it closes c at once
// and returns false.
func (t *tracker) track(c io.Closer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		c.Close()
		return false
	}
	if t.open == nil {
		t.open = map[io.Closer]struct{}{}
	}
	t.open[c] = struct{}{}
	return true
}

// release closes c, which track recorded.
func (t *tracker) release(c io.Closer) error {
	t.mu.Lock()
	delete(t.open, c)
	t.mu.Unlock()
	return c.Close()
}

// closeAll closes everything that is recorded, and everything recorded later.
func (t *tracker) closeAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for c := range t.open {
		c.Close()
	}
}

// errLongLine means that a client sent more than maxLine bytes without a line
// end.
var errLongLine = errors.New("line too long")

// readLine reads a line that ends in LF or CR LF and returns it without its
// end. r's buffer has maxLine bytes.
func readLine(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice('\n')
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			return "", errLongLine
		}
		return "", err
	}
	b = b[:len(b)-1]
	if n := len(b); n > 0 && b[n-1] == '\r' {
		b = b[:n-1]
	}
	return string(b), nil
}

// deadlineWriter sets a deadline before each write: it fails if the client does
// not read for that long.
type deadlineWriter struct {
	net.Conn
	idle time.Duration
}

func (w deadlineWriter) Write(b []byte) (int, error) {
	if err := w.SetWriteDeadline(time.Now().Add(w.idle)); err != nil {
		return 0, err
	}
	return w.Conn.Write(b)
}

// linger ends a connection whose client may still be sending. Otherwise the
// unread bytes can make the client's system discard the response.
func linger(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		t.CloseWrite()
	}
	c.SetReadDeadline(time.Now().Add(time.Second))
	io.CopyN(io.Discard, c, 1<<20)
}
