// Package nvt is the protocol telnet below its services: commands, options and
// sub-negotiations between the bytes of data. Openers of telnet and tn3270
// decide which options they use, and what the data mean.
//
// It follows rfc854, rfc855 and rfc1143.
package nvt

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// Conn is a telnet connection. It uses constant memory, whatever either side
// sends. One goroutine may read while others write. Its errors are those of a
// [wire.Conn], and [open.ErrProtocol] if the server exceeds a limit, which
// closes the connection. Their prefix is the protocol.
type Conn struct {
	o Options

	in     reader // this and the fields up to mu belong to the reading goroutine
	raw    bool   // the server sends binary, whatever the options say
	failed error  // error of the negotiation

	mu           sync.Mutex // guards the fields below, except writing
	ours, theirs [256]state // states of each option
	pending      []byte     // bytes to send next, in order
	answers      int        // replies since minute
	minute       time.Time  // start of the count

	writing sync.Mutex // held while writing; locked before mu
}

// Options are the settings of a Conn.
type Options struct {
	Protocol string // the prefix of errors, and the package of the settings
	Wire     *wire.Conn
	Trace    func(open.Event) // or nil
	// Answers is the maximum number of replies to options in a minute, and
	// Subnegotiation the maximum number of bytes in a sub-negotiation. They have
	// these names in the options of the opener.
	Answers        int
	Subnegotiation int

	// Does reports whether the client uses an option that the server requests, and
	// Lets whether the server may use one that it offers.
	Does, Lets func(option byte) bool
	// Begun is called when the client begins to use an option. It may call Sub.
	// nil does nothing.
	Begun func(option byte)
	// Hear handles a sub-negotiation, and reports whether it replied with Sub. The
	// bytes are valid until it returns.
	Hear func(option byte, data []byte) (replied bool, err error)
	// Command handles a command without an option. data is what Read has
	// read so far. nil does nothing.
	Command func(command byte, data []byte) error
	// After is called by Read after each piece of the server's bytes. nil does
	// nothing.
	After func()
}

// New returns a Conn.
func New(o Options) *Conn { return &Conn{o: o} }

// Read reads data, and replies to the server's negotiation.
func (c *Conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if c.failed != nil {
		return 0, c.failed
	}
	for {
		n, err := c.o.Wire.Read(p)
		n, c.failed = c.in.take(p[:n], c)
		if ferr := c.flush(); c.failed == nil && ferr != nil && err == nil {
			err = ferr
		}
		if c.o.After != nil {
			c.o.After()
		}
		if c.failed != nil {
			c.failed = c.fail(c.failed)
			c.o.Wire.Close()
			return n, c.failed
		}
		if n > 0 || err != nil {
			return n, c.fail(err)
		}
	}
}

// Write sends data. A CR at the end of p is sent as a single CR.
func (c *Conn) Write(p []byte) (n int, err error) {
	c.writing.Lock()
	for n < len(p) && err == nil {
		next := piece(p[n:])
		c.mu.Lock()
		c.pending = appendData(c.pending, next, c.ours[Binary] == yes)
		c.mu.Unlock()
		if err = c.drain(); err == nil {
			n += len(next)
		}
	}
	c.writing.Unlock()
	if err == nil {
		err = c.flush()
	}
	return n, c.fail(err)
}

// maxPending limits the records that wait while the server does not read: it
// then asks for more than it takes. A screen has less than 8 KiB.
const maxPending = 1 << 20

// WriteRecord sends p in binary, and the command EOR after it. Source: rfc885.
func (c *Conn) WriteRecord(p []byte) error {
	c.mu.Lock()
	if len(c.pending) > maxPending {
		c.mu.Unlock()
		return c.fail(fmt.Errorf("%w: the server asks for more than it reads", open.ErrProtocol))
	}
	c.pending = append(appendData(c.pending, p, true), IAC, EOR)
	c.mu.Unlock()
	return c.fail(c.flush())
}

// Negotiate changes the state of the Conn, and sends what do prepares with Sub.
func (c *Conn) Negotiate(do func()) error {
	c.mu.Lock()
	do()
	c.mu.Unlock()
	return c.fail(c.flush())
}

// TakeBinary makes Read take the server's data as binary, because an option
// implies it. Call it in a function of Options.
func (c *Conn) TakeBinary() { c.raw, c.in.binary = true, true }

// End ends the client's use of an option. Call it in a function of Options, or
// in Negotiate.
func (c *Conn) End(option byte) { c.send(will, c.ours[option].ask(false), option) }

// Request requests an option on both sides, or its end.
func (c *Conn) Request(option byte, on bool) error {
	return c.Negotiate(func() {
		c.send(will, c.ours[option].ask(on), option)
		c.send(do, c.theirs[option].ask(on), option)
	})
}

// Uses reports whether the client uses an option. Call it in a function of
// Options, or in Negotiate.
func (c *Conn) Uses(option byte) bool { return c.ours[option] == yes }

// Holds reports which sides use an option.
func (c *Conn) Holds(option byte) (ours, theirs bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ours[option].holds(), c.theirs[option].holds()
}

// Close closes the connection. A second call does nothing.
func (c *Conn) Close() error { return c.o.Wire.Close() }

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
	_, err := c.o.Wire.Write(b)
	c.mu.Lock()
	if c.pending == nil {
		c.pending = b[:0] // for the next piece
	}
	c.mu.Unlock()
	return err
}

// failure is an error with the protocol as prefix.
type failure struct {
	protocol string
	err      error
}

// Error returns the message.
func (f *failure) Error() string { return f.protocol + ": " + f.err.Error() }

// Unwrap returns the cause.
func (f *failure) Unwrap() error { return f.err }

// fail returns err with the protocol as prefix, once, and io.EOF unchanged.
func (c *Conn) fail(err error) error {
	var failed *failure
	if err == nil || err == io.EOF || errors.As(err, &failed) {
		return err
	}
	return &failure{c.o.Protocol, err}
}
