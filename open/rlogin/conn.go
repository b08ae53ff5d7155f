package rlogin

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// The bytes of control that a server sends as urgent data. Source: rfc1282.
const (
	urgentFlush  = 0x02 // discard the output that came before
	urgentRaw    = 0x10 // send ^S and ^Q to the server
	urgentCooked = 0x20 // stop and continue the output at ^S and ^Q
	urgentWindow = 0x80 // send the size of the window
)

// conn is the connection of a session. It is an [open.SessionConn] that uses
// constant memory. Read and Write return io.EOF when the server ends the
// session, the error of the ctx of the open, [open.ErrCut] for a broken
// connection, and os.ErrDeadlineExceeded if the server was silent for
// Policy.Session.
type conn struct {
	wire     *wire.Conn
	below    net.Conn // for its urgent data
	trace    func(open.Event)
	onTyping func(open.Typing) // or nil; called once, by the first Read
	told     bool              // onTyping was called

	mu            sync.Mutex // guards the fields below
	columns, rows uint16     // 0: not known
	pending       []byte     // bytes to send next, in order

	writing sync.Mutex // held while writing; locked before mu
}

// newConn returns the connection of a session that was accepted.
func newConn(w *wire.Conn, below net.Conn, trace func(open.Event)) *conn {
	return &conn{wire: w, below: below, trace: trace}
}

// OnTyping makes the first Read call f: the service echoes and takes each key.
func (c *conn) OnTyping(f func(open.Typing)) { c.onTyping = f }

// Read reads what the server sends.
func (c *conn) Read(p []byte) (int, error) {
	if !c.told {
		c.told = true
		if c.onTyping != nil {
			c.onTyping(open.Typing{Echo: true, Keys: true})
		}
	}
	n, err := c.wire.Read(p)
	if code, ok := takeUrgent(c.below); ok {
		if uerr := c.hear(code); err == nil && n == 0 {
			err = uerr
		}
	}
	return n, fail(err)
}

// hear handles a byte of urgent data.
func (c *conn) hear(code byte) error {
	text := fmt.Sprintf("0x%02X", code)
	switch code {
	case urgentFlush:
		text = "discard output"
	case urgentRaw:
		text = "no flow control"
	case urgentCooked:
		text = "flow control"
	case urgentWindow:
		text = "window size"
	}
	c.event('S', "urgent: "+text)
	if code != urgentWindow {
		return nil
	}
	c.mu.Lock()
	c.sendSize()
	c.mu.Unlock()
	return c.flush()
}

// Resize sends the size of the window in characters.
func (c *conn) Resize(columns, rows uint16) error {
	c.mu.Lock()
	if c.columns == columns && c.rows == rows {
		c.mu.Unlock()
		return nil
	}
	c.columns, c.rows = columns, rows
	c.sendSize()
	c.mu.Unlock()
	return fail(c.flush())
}

// sendSize prepares the message with the size of the window, if it is known:
// two bytes 0xFF, "ss", rows, columns, and the size in pixels, which is not
// known. The caller holds mu. Source: rfc1282.
func (c *conn) sendSize() {
	if c.columns|c.rows == 0 || len(c.pending) > maxPending {
		return
	}
	c.pending = append(c.pending, 0xFF, 0xFF, 's', 's')
	for _, n := range [...]uint16{c.rows, c.columns, 0, 0} {
		c.pending = binary.BigEndian.AppendUint16(c.pending, n)
	}
	c.event('C', fmt.Sprintf("window %d %d", c.columns, c.rows))
}

// maxPending limits the messages that wait while the server does not read: it
// then requests sizes that have no use.
const maxPending = 1 << 10

// Write sends what the user types, with CR for each line end in p.
func (c *conn) Write(p []byte) (int, error) {
	c.writing.Lock()
	_, err := c.wire.Write(typed(p))
	c.writing.Unlock()
	if err != nil {
		return 0, fail(err)
	}
	return len(p), fail(c.flush())
}

// typed returns typed bytes as they are sent: a LF and a CR LF as CR.
func typed(p []byte) []byte {
	b := make([]byte, 0, len(p))
	for i, o := range p {
		switch {
		case o == '\n' && i > 0 && p[i-1] == '\r':
		case o == '\n':
			b = append(b, '\r')
		default:
			b = append(b, o)
		}
	}
	return b
}

// flush sends the pending bytes. If another goroutine is sending, it sends them
// when it is done. So a server that does not read while it writes cannot block
// both.
func (c *conn) flush() error {
	for {
		c.mu.Lock()
		empty := len(c.pending) == 0
		c.mu.Unlock()
		if empty || !c.writing.TryLock() {
			return nil
		}
		c.mu.Lock()
		b := c.pending
		c.pending = nil
		c.mu.Unlock()
		_, err := c.wire.Write(b)
		c.writing.Unlock()
		if err != nil {
			return err
		}
	}
}

// Close ends the session. A second call does nothing.
func (c *conn) Close() error { return c.wire.Close() }

// event traces a message of control. What the user types and sees is not
// traced, because it may contain a password.
func (c *conn) event(dir byte, line string) {
	if c.trace != nil {
		c.trace(open.Event{Dir: dir, Line: line})
	}
}

// fail returns err with the protocol as prefix, and io.EOF unchanged.
func fail(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("rlogin: %w", err)
}
