package replay

import (
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// conn is the client's end of a connection that replays the archive. TLS is not
// used on it.
type conn struct {
	net.Conn
	address string // that the client dialled
	broken  *atomic.Pointer[error]
}

// Read reads what the server sends. The end of a damaged record is an error, not
// the end of what was sent.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF && c.broken.Load() != nil {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// WriteSecret sends what a recording has: see [open.WriteSecret].
func (c *conn) WriteSecret(_, shown []byte) (int, error) { return c.Write(shown) }

// Plain says that the bytes are already those inside TLS: see [open.OverTLS].
func (*conn) Plain() {}

// RemoteAddr returns the address that was dialled.
func (c *conn) RemoteAddr() net.Addr { return dialled(c.address) }

// dialled is an address as it was dialled.
type dialled string

func (dialled) Network() string  { return "tcp" }
func (d dialled) String() string { return string(d) }

// maxInbox is how many bytes a client may send before the server reads them.
const maxInbox = 32 << 20

// serverConn is the server's end. It receives what the client sends at once, as
// the buffers of a network do: a client that sends while the server sends does
// not wait. One goroutine may use it.
type serverConn struct {
	out     net.Conn
	missing *atomic.Bool           // set if the client sends what is not in the archive
	broken  *atomic.Pointer[error] // why what is sent is not complete

	mu     sync.Mutex
	change *sync.Cond
	inbox  [][]byte // what the client sent, one slice for each write
	size   int
	err    error // the end of what the client sends
	late   bool  // the time of wait has passed
}

// newServerConn returns the server's end of a pipe. It reads until the client
// closes the pipe.
func newServerConn(out net.Conn, missing *atomic.Bool, broken *atomic.Pointer[error]) *serverConn {
	c := &serverConn{out: out, missing: missing, broken: broken}
	c.change = sync.NewCond(&c.mu)
	go c.receive()
	return c
}

// receive moves what the client sends into the inbox.
func (c *serverConn) receive() {
	buf := make([]byte, maxDatagram)
	for {
		n, err := c.out.Read(buf)
		c.mu.Lock()
		if n > 0 {
			c.inbox = append(c.inbox, append([]byte(nil), buf[:n]...))
			c.size += n
		}
		if c.size > maxInbox {
			err = io.ErrShortBuffer
		}
		c.err = err
		c.change.Broadcast()
		c.mu.Unlock()
		if err != nil {
			c.out.Close()
			return
		}
	}
}

// fail sets why what is sent is not complete.
func (c *serverConn) fail(err error) { c.broken.Store(&err) }

// copyFrom sends the block of a record. An incomplete one ends in an error.
func (c *serverConn) copyFrom(block io.Reader, it *item) {
	if err := it.incomplete(); err != nil {
		block = io.MultiReader(block, failing{err})
	}
	from := &readError{r: block}
	if _, err := io.Copy(c, from); err != nil && from.err != nil {
		c.fail(truncated(from.err))
	}
}

// Write sends bytes to the client.
func (c *serverConn) Write(p []byte) (int, error) { return c.out.Write(p) }

// Read returns what the client sent in one write, or the rest of it.
func (c *serverConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.inbox) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		if c.late {
			return 0, os.ErrDeadlineExceeded
		}
		c.change.Wait()
	}
	n := copy(p, c.inbox[0])
	c.size -= n
	if c.inbox[0] = c.inbox[0][n:]; len(c.inbox[0]) == 0 {
		c.inbox = c.inbox[1:]
	}
	return n, nil
}

// within makes Read end after a time. The function that it returns removes the
// limit.
func (c *serverConn) within(d time.Duration) (stop func()) {
	t := time.AfterFunc(d, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.late = true
		c.change.Broadcast()
	})
	return func() {
		t.Stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.late = false
	}
}
