package telnet

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/wire"
)

// Conn is the connection of a session. It is an [open.SessionConn] that can
// also request binary transmission. It uses constant memory, whatever either
// side sends.
//
// Read, Write and Resize return io.EOF when the server ends the session, the
// error of the ctx of the open, [open.ErrCut] for a broken connection,
// os.ErrDeadlineExceeded if the server was silent for Policy.Session, and
// [open.ErrProtocol] if the server exceeds a limit, which closes the session.
type Conn struct {
	conn     *wire.Conn
	answer   int    // the most replies to options in a minute
	sub      int    // the most bytes of a sub-negotiation
	terminal string // the terminal type as sent, or ""
	trace    func(open.Event)

	in       reader            // this and the fields up to mu belong to the reading goroutine
	onTyping func(open.Typing) // or nil
	shown    open.Typing       // last argument of onTyping
	failed   error             // error of the negotiation

	mu            sync.Mutex // guards the fields below, except writing
	ours, theirs  [256]state // states of each option
	columns, rows uint16
	pending       []byte    // bytes to send next, in order
	answers       int       // replies since minute
	minute        time.Time // start of the count

	writing sync.Mutex // held while writing to conn; locked before mu
}

// newConn returns a Conn for a request.
func newConn(conn *wire.Conn, o Options, r *open.Call) *Conn {
	return &Conn{conn: conn, answer: limit.Of(o.Answers, DefaultAnswers), sub: limit.Of(o.Subnegotiation, DefaultSubnegotiation),
		terminal: strings.ToUpper(o.Terminal), trace: r.Trace}
}

// OnTyping makes Read call f whenever the server starts or stops to echo, or to
// take each key. Call it before the first Read. Source: rfc857; rfc858.
func (c *Conn) OnTyping(f func(open.Typing)) { c.onTyping = f }

// Read reads what the terminal shows, and replies to the server's negotiation.
func (c *Conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.failed != nil {
		return 0, c.failed
	}
	for {
		n, err := c.conn.Read(p)
		n, c.failed = c.in.take(p[:n], c)
		if ferr := c.flush(); c.failed == nil && ferr != nil && err == nil {
			err = ferr
		}
		c.tellTyping()
		if c.failed != nil {
			c.failed = fail(c.failed)
			c.conn.Close()
			return n, c.failed
		}
		if n > 0 || err != nil {
			return n, fail(err)
		}
	}
}

// Write sends what the user types. A CR at the end of p is sent as a single CR.
func (c *Conn) Write(p []byte) (n int, err error) {
	c.writing.Lock()
	for n < len(p) && err == nil {
		next := piece(p[n:])
		c.mu.Lock()
		c.pending = appendData(c.pending, next, c.ours[optBinary] == yes)
		c.mu.Unlock()
		if err = c.drain(); err == nil {
			n += len(next)
		}
	}
	c.writing.Unlock()
	if err == nil {
		err = c.flush()
	}
	return n, fail(err)
}

// Resize sends the size of the window in characters to the server, if it has
// requested it. Source: rfc1073.
func (c *Conn) Resize(columns, rows uint16) error {
	c.mu.Lock()
	if c.columns == columns && c.rows == rows {
		c.mu.Unlock()
		return nil
	}
	c.columns, c.rows = columns, rows
	if c.ours[optWindow] == yes {
		c.sendSub(optWindow, window(columns, rows))
	}
	c.mu.Unlock()
	return fail(c.flush())
}

// SetBinary requests binary transmission both ways, or its end. Until the
// server agrees, line ends are converted as before. Many servers request it
// themselves.
// Source: rfc856.
func (c *Conn) SetBinary(on bool) error {
	c.mu.Lock()
	c.send(cmdWill, c.ours[optBinary].ask(on), optBinary)
	c.send(cmdDo, c.theirs[optBinary].ask(on), optBinary)
	c.mu.Unlock()
	return fail(c.flush())
}

// Close ends the session. A second call does nothing.
func (c *Conn) Close() error { return c.conn.Close() }

// flush sends the pending bytes. If another goroutine is sending, that
// goroutine sends them. So a server that does not read while it writes cannot
// block both.
func (c *Conn) flush() error {
	for {
		c.mu.Lock()
		empty := len(c.pending) == 0
		c.mu.Unlock()
		if empty || !c.writing.TryLock() {
			return nil
		}
		err := c.drain()
		c.writing.Unlock()
		if err != nil {
			return err
		}
	}
}

// drain sends the pending bytes. The caller holds writing.
func (c *Conn) drain() error {
	c.mu.Lock()
	b := c.pending
	c.pending = nil
	c.mu.Unlock()
	if len(b) == 0 {
		return nil
	}
	_, err := c.conn.Write(b)
	c.mu.Lock()
	if c.pending == nil {
		c.pending = b[:0] // for the next piece
	}
	c.mu.Unlock()
	return err
}

// tellTyping calls onTyping if the typing has changed.
func (c *Conn) tellTyping() {
	c.mu.Lock()
	now := open.Typing{Echo: c.theirs[optEcho].holds(), Keys: c.theirs[optEcho].holds() && c.theirs[optSGA].holds()}
	c.mu.Unlock()
	if now == c.shown {
		return
	}
	c.shown = now
	if c.onTyping != nil {
		c.onTyping(now)
	}
}

// fail returns err with the protocol as prefix, and io.EOF unchanged.
func fail(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("telnet: %w", err)
}
