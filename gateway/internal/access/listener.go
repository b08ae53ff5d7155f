package access

import (
	"net"
	"sync"
)

// LimitListener returns a listener that accepts at most n connections at a time.
// Connections of TCP remain an [io.ReaderFrom], so that the kernel can move a body
// from one to the other; those of [golang.org/x/net/netutil] do not.
func LimitListener(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, places: make(chan struct{}, n), closed: make(chan struct{})}
}

// limited is a listener with a place for each connection.
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

// Close ends a waiting Accept too.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// limitedTCP is a connection that has a place.
type limitedTCP struct {
	*net.TCPConn
	leave func()
}

// Close also returns the place.
func (c *limitedTCP) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}

// limitedConn is one of another kind.
type limitedConn struct {
	net.Conn
	leave func()
}

// Close also returns the place.
func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
