package demo

import (
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// httpServer serves a handler on a listener with a limit.
type httpServer struct {
	server   *http.Server
	listener *countedListener
	wait     sync.WaitGroup
}

// listenHTTP listens on a free port of the host, for conns connections at a time.
// They wait until begin.
func listenHTTP(host string, conns int, idle time.Duration) (*httpServer, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	return &httpServer{
		listener: &countedListener{Listener: l, slots: make(chan struct{}, conns)},
		server: &http.Server{
			ReadHeaderTimeout: idle,
			IdleTimeout:       idle,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          log.New(io.Discard, "", 0), // errors of clients are not the user's problem
		},
	}, nil
}

// begin takes connections until close.
func (h *httpServer) begin(handler http.Handler) {
	h.server.Handler = handler
	h.wait.Go(func() { h.server.Serve(h.listener) })
}

// close stops the server and returns when every connection is closed.
func (h *httpServer) close() {
	h.listener.closeAll()
	h.listener.Close()
	h.server.Close()
	h.wait.Wait()
	h.listener.busy.Wait()
}

// countedListener limits the connections: further ones wait until one is
// closed. It can wait until all are closed, which http.Server cannot.
type countedListener struct {
	net.Listener
	slots chan struct{}
	busy  sync.WaitGroup
	tracker
}

// Accept waits for a connection, and then for a free slot.
func (l *countedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.slots <- struct{}{}
	if !l.track(c) {
		<-l.slots
		return nil, net.ErrClosed
	}
	l.busy.Add(1)
	return &countedConn{Conn: c, l: l}, nil
}

// countedConn releases its slot when it is closed.
type countedConn struct {
	net.Conn
	l    *countedListener
	once sync.Once
}

// Close may be called more than once.
func (c *countedConn) Close() error {
	err := net.ErrClosed
	c.once.Do(func() {
		err = c.l.release(c.Conn)
		<-c.l.slots
		c.l.busy.Done()
	})
	return err
}
