package gateway

import (
	"net"
	"sync"
)

// limited is a listener of so many connections at a time as it has places. Those
// of TCP stay what they are to the server, which moves a body from one to the
// other by the kernel; [golang.org/x/net/netutil] hides it.
type limited struct {
	net.Listener
	places chan struct{}
	once   sync.Once
	closed chan struct{}
}

// Accept waits for a place, and for a connection that takes it.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	leave := sync.OnceFunc(func() { <-l.places })
	if tcp, ok := c.(*net.TCPConn); ok {
		return &limitedTCP{tcp, leave}, nil
	}
	return &limitedConn{c, leave}, nil
}

// Close ends the waiting too.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// limitedTCP is a connection that has a place.
type limitedTCP struct {
	*net.TCPConn
	leave func()
}

// Close gives the place back.
func (c *limitedTCP) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}

// limitedConn is one of another kind.
type limitedConn struct {
	net.Conn
	leave func()
}

// Close gives the place back.
func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
