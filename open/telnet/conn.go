package telnet

import (
	"encoding/binary"
	"strings"
	"sync"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/nvt"
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
	nvt      *nvt.Conn
	terminal string            // the terminal type as sent, or ""
	onTyping func(open.Typing) // or nil
	shown    open.Typing       // last argument of onTyping

	mu            sync.Mutex // guards the fields below
	columns, rows uint16
}

// newConn returns a Conn for a request.
func newConn(conn *wire.Conn, o Options, r *open.Call) *Conn {
	c := &Conn{terminal: strings.ToUpper(o.Terminal)}
	c.nvt = nvt.New(nvt.Options{
		Protocol: "telnet", Wire: conn, Trace: r.Trace,
		Answers: limit.Of(o.Answers, defaultAnswers), Subnegotiation: limit.Of(o.Subnegotiation, defaultSubnegotiation),
		Does: c.does, Lets: c.lets, Begun: c.begun, Hear: c.hear, After: c.tellTyping,
	})
	return c
}

// OnTyping makes Read call f whenever the server starts or stops to echo, or to
// take each key. Call it before the first Read. Source: rfc857; rfc858.
func (c *Conn) OnTyping(f func(open.Typing)) { c.onTyping = f }

// Read reads what the terminal shows, and replies to the server's negotiation.
func (c *Conn) Read(p []byte) (int, error) { return c.nvt.Read(p) }

// Write sends what the user types. A CR at the end of p is sent as a single CR.
func (c *Conn) Write(p []byte) (n int, err error) { return c.nvt.Write(p) }

// Resize sends the size of the window in characters to the server, if it has
// requested it. Source: rfc1073.
func (c *Conn) Resize(columns, rows uint16) error {
	c.mu.Lock()
	same := c.columns == columns && c.rows == rows
	c.columns, c.rows = columns, rows
	c.mu.Unlock()
	if same {
		return nil
	}
	return c.nvt.Negotiate(func() {
		if c.nvt.Uses(nvt.WindowSize) {
			c.nvt.Sub(nvt.WindowSize, c.window())
		}
	})
}

// SetBinary requests binary transmission both ways, or its end. Until the
// server agrees, line ends are converted as before. Many servers request it
// themselves.
// Source: rfc856.
func (c *Conn) SetBinary(on bool) error { return c.nvt.Request(nvt.Binary, on) }

// Close ends the session. A second call does nothing.
func (c *Conn) Close() error { return c.nvt.Close() }

// lets reports whether the server may use an option.
func (c *Conn) lets(option byte) bool {
	switch option {
	case nvt.Binary, nvt.SuppressGoAhead:
		return true
	case nvt.Echo:
		return c.terminal != ""
	}
	return false
}

// does reports whether the client uses an option that the server requests.
func (c *Conn) does(option byte) bool {
	switch option {
	case nvt.Binary, nvt.SuppressGoAhead:
		return true
	case nvt.TerminalType, nvt.WindowSize:
		return c.terminal != ""
	}
	return false
}

// begun sends the size of the window after the option was agreed to.
func (c *Conn) begun(option byte) {
	if size := c.window(); option == nvt.WindowSize && string(size) != "\x00\x00\x00\x00" {
		c.nvt.Sub(nvt.WindowSize, size)
	}
}

// window returns the bytes of the window size. Source: rfc1073.
func (c *Conn) window() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, c.columns), c.rows)
}

// hear replies only to the question for the terminal type. The list of types
// has one element, which is sent each time. Source: rfc1091.
func (c *Conn) hear(option byte, octets []byte) (replied bool, err error) {
	if option != nvt.TerminalType || !c.nvt.Uses(nvt.TerminalType) || len(octets) != 1 || octets[0] != nvt.TerminalSend {
		return false, nil
	}
	c.nvt.Sub(nvt.TerminalType, append([]byte{nvt.TerminalIs}, c.terminal...))
	return true, nil
}

// tellTyping calls onTyping if the typing has changed.
func (c *Conn) tellTyping() {
	_, echo := c.nvt.Holds(nvt.Echo)
	_, keys := c.nvt.Holds(nvt.SuppressGoAhead)
	now := open.Typing{Echo: echo, Keys: echo && keys}
	if now == c.shown {
		return
	}
	c.shown = now
	if c.onTyping != nil {
		c.onTyping(now)
	}
}
