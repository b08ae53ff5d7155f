package access

import (
	"net"
	"sync"
)

// LimitListener returns a listener that has at most n open connections at a time. Unlike
// those of [golang.org/x/net/netutil], its TCP connections implement [io.ReaderFrom], so
// that the kernel can move a body from one connection to another.
func LimitListener(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, places: make(chan struct{}, n), closed: make(chan struct{})}
}

// limited is a listener with a slot for each connection.
type limited struct {
	net.Listener
	places chan struct{}
	once   sync.Once
	closed chan struct{}
}

// Accept waits for a free slot, then for a connection.
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

// Close also ends a waiting Accept.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// limitedTCP is a TCP connection that uses a slot.
type limitedTCP struct {
	*net.TCPConn
	leave func()
}

// Close also releases the slot.
func (c *limitedTCP) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}

// limitedConn is another connection that uses a slot.
type limitedConn struct {
	net.Conn
	leave func()
}

// Close also releases the slot.
func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
