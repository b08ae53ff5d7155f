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

// Conn is the connection of a session: an [open.SessionConn] that can also ask
// for binary transmission. Memory is constant, whatever either side sends.
//
// Errors of Read, Write and Resize: io.EOF when the server ends the session; that
// of the ctx it was opened with; [open.ErrCut] for a connection that broke;
// [open.ErrProtocol] for a server past a limit, which closes the session;
// os.ErrDeadlineExceeded for one that was silent for Policy.Session.
type Conn struct {
	conn     *wire.Conn
	answer   int    // options that are answered within a minute
	sub      int    // bytes of a sub-negotiation
	terminal string // as it is sent; "": none
	trace    func(open.Event)

	in       reader            // of the goroutine that reads, as is all up to mu
	onTyping func(open.Typing) // nil: nobody asks
	shown    open.Typing       // what onTyping was last told
	failed   error             // of the negotiation

	mu            sync.Mutex // for all below but writing
	ours, theirs  [256]state // of each option
	columns, rows uint16
	pending       []byte    // what is to go out next, in order
	answers       int       // since minute
	minute        time.Time // when counting them began

	writing sync.Mutex // held by who writes to conn; taken before mu
}

// newConn returns a Conn for a request.
func newConn(conn *wire.Conn, o Options, r *open.Call) *Conn {
	return &Conn{conn: conn, answer: limit.Of(o.Answers, DefaultAnswers), sub: limit.Of(o.Subnegotiation, DefaultSubnegotiation),
		terminal: strings.ToUpper(o.Terminal), trace: r.Trace}
}

// OnTyping has Read call f whenever the server begins or ends to echo, or to
// take each key. Call it before the first Read. Source: rfc857; rfc858.
func (c *Conn) OnTyping(f func(open.Typing)) { c.onTyping = f }

// Read reads what is to be shown, and answers what the server negotiates.
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

// Write sends what is typed. A Write that ends in CR ends in a CR alone.
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

// Resize tells the server the size of the window in characters, if it has asked
// to be told. Source: rfc1073.
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

// SetBinary asks for binary transmission both ways, or for its end; until the
// server agrees, lines are as before. Many servers ask for it by themselves.
// Source: rfc856.
func (c *Conn) SetBinary(on bool) error {
	c.mu.Lock()
	c.say(cmdWill, c.ours[optBinary].ask(on), optBinary)
	c.say(cmdDo, c.theirs[optBinary].ask(on), optBinary)
	c.mu.Unlock()
	return fail(c.flush())
}

// Close ends the session. Called again it does nothing.
func (c *Conn) Close() error { return c.conn.Close() }

// flush sends what is pending, unless another goroutine is sending: it will. So
// a server that does not read while it writes cannot hold up both.
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

// drain sends what is pending. The caller holds writing.
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

// tellTyping tells onTyping of a change.
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

// fail returns err with the name of the protocol; io.EOF stays as it is.
func fail(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("telnet: %w", err)
}
