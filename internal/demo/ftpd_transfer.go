package demo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// dataWait is how long the server waits for a data connection.
const dataWait = 10 * time.Second

// channel is opened by EPSV or PASV. It is a listener for one data connection
// from the client of the control connection, and then that connection.
type channel struct {
	listener *net.TCPListener
	peer     net.IP
	idle     time.Duration

	mu     sync.Mutex
	conn   net.Conn
	closed bool
}

// newChannel listens on the address that the client is connected to.
func newChannel(control net.Conn, idle time.Duration) (*channel, error) {
	local, ok := control.LocalAddr().(*net.TCPAddr)
	remote, ok2 := control.RemoteAddr().(*net.TCPAddr)
	if !ok || !ok2 {
		return nil, errors.New("no address to listen on")
	}
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: local.IP, Zone: local.Zone})
	if err != nil {
		return nil, err
	}
	return &channel{listener: l, peer: remote.IP, idle: idle}, nil
}

// Close closes the listener and the connection, also during a transfer.
func (c *channel) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.listener.Close()
	if c.conn != nil {
		c.conn.Close()
	}
	return nil
}

// errNoData means that no data connection arrived for a transfer.
var errNoData = errors.New("no data connection")

// accept waits for the data connection, and accepts it only from the client of
// the control connection.
func (c *channel) accept() (net.Conn, error) {
	defer c.listener.Close()
	c.listener.SetDeadline(time.Now().Add(dataWait))
	for {
		conn, err := c.listener.Accept()
		if err != nil {
			return nil, errNoData
		}
		if from, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !from.IP.Equal(c.peer) {
			conn.Close() // from another host
			continue
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.closed {
			conn.Close()
			return nil, errNoData
		}
		c.conn = conn
		return conn, nil
	}
}

// send waits for the data connection, and sends the output of write.
func (c *channel) send(write func(w *bufio.Writer) error) error {
	conn, err := c.accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	w := bufio.NewWriterSize(deadlineWriter{conn, c.idle}, copyBuffer)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// open replaces the channel by a new one. If it cannot, it sends the error.
func (s *ftpSession) open() *net.TCPAddr {
	s.drop()
	c, err := newChannel(s.conn, s.d.idle)
	if err != nil || !s.d.track(c) {
		s.reply(425, "A data connection cannot be opened.")
		return nil
	}
	s.channel = c
	return c.listener.Addr().(*net.TCPAddr)
}

func (s *ftpSession) cmdEpsv(arg string) {
	local, _ := s.conn.LocalAddr().(*net.TCPAddr)
	family := "1"
	if local != nil && local.IP.To4() == nil {
		family = "2"
	}
	switch strings.ToUpper(arg) {
	case "", family:
		if a := s.open(); a != nil {
			s.reply(229, fmt.Sprintf("Come to this port (|||%d|)", a.Port))
		}
	case "ALL":
		s.epsvAll = true
		s.reply(200, "Only EPSV from now on.")
	default:
		s.reply(522, "Use another address family: ("+family+")")
	}
}

func (s *ftpSession) cmdPasv(string) {
	if s.epsvAll {
		s.reply(501, "You sent EPSV ALL before.")
		return
	}
	a := s.open()
	if a == nil {
		return
	}
	ip := a.IP.To4()
	if ip == nil {
		s.drop()
		s.reply(425, "PASV cannot contain an IPv6 address. Use EPSV.")
		return
	}
	s.reply(227, fmt.Sprintf("Come to this address (%d,%d,%d,%d,%d,%d)", ip[0], ip[1], ip[2], ip[3], a.Port>>8, a.Port&255))
}

// transfer sends the output of write over the data connection. Meanwhile it
// handles ABOR; any other line waits for the end of the transfer.
func (s *ftpSession) transfer(what string, write func(w *bufio.Writer) error) {
	c := s.channel
	if c == nil {
		s.reply(425, "Use EPSV or PASV first.")
		return
	}
	s.channel = nil
	defer s.d.release(c)
	s.reply(150, "Here comes "+what+".")
	result := make(chan error, 1)
	s.d.wait.Go(func() { result <- c.send(write) })
	lines, aborted := s.lines, false
	for {
		select {
		case err := <-result:
			s.ended(err, aborted)
			return
		case line, ok := <-lines:
			verb, _ := cutCommand(line)
			switch {
			case !ok:
				c.Close() // the client has closed the connection
			case verb == "ABOR":
				aborted = true
				c.Close()
				continue
			default:
				s.held = &line
			}
			lines = nil
		}
	}
}

// ended sends the reply that ends a transfer. Source: RFC 959 5.4, ABOR and
// RETR.
func (s *ftpSession) ended(err error, aborted bool) {
	switch {
	case err == nil:
		s.reply(226, "That was all.")
	case aborted:
		s.reply(426, "Stopped, as you asked.")
	case errors.Is(err, errNoData):
		s.reply(425, "No data connection was opened.")
	default:
		s.reply(426, "The data connection broke.")
	}
	if aborted {
		s.reply(226, "Aborted.")
	}
}

func (s *ftpSession) cmdRetr(arg string) {
	start := s.rest
	s.rest = 0
	n := s.file(arg)
	switch {
	case n == nil:
		return
	case start > int64(len(n.data)):
		s.reply(554, "That is after the end of the file.")
		return
	case s.ascii && start > 0:
		s.reply(554, "REST was sent under another TYPE.")
		return
	}
	ascii := s.ascii
	s.transfer(fmt.Sprintf("%s (%d bytes)", quoted(arg), len(n.data)), func(w *bufio.Writer) error {
		var to io.Writer = w
		if ascii {
			to = &asciiWriter{w: w}
		}
		_, err := io.CopyBuffer(to, struct{ io.Reader }{strings.NewReader(n.data[start:])}, make([]byte, copyBuffer))
		return err
	})
}

// asciiWriter converts line ends, LF or CR LF in a file, to CR LF. Source: RFC
// 959 3.1.1.1.
type asciiWriter struct {
	w  *bufio.Writer
	cr bool // the byte before was CR
}

func (a *asciiWriter) Write(p []byte) (int, error) {
	for i, c := range p {
		if c == '\n' && !a.cr {
			a.w.WriteByte('\r') // the writer keeps its error, and WriteByte below returns it
		}
		if err := a.w.WriteByte(c); err != nil {
			return i, err
		}
		a.cr = c == '\r'
	}
	return len(p), nil
}
