package tn3270

import (
	"fmt"
	"sync"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/nvt"
	"github.com/earl-url/earl/open/internal/screen"
	"github.com/earl-url/earl/open/internal/wire"
)

// conn is a session. It is an [open.SessionConn] of lines and an [open.Screen].
// A goroutine takes the records of the host until the connection ends. It uses
// constant memory, whatever the host sends.
//
// Read, Write and the methods of the screen return io.EOF when the host ends the
// session, the error of the ctx of the open, [open.ErrCut] for a broken
// connection, os.ErrDeadlineExceeded if the host was silent for Policy.Session,
// and [open.ErrProtocol] if the host exceeds a limit, which closes the session.
type conn struct {
	nvt    *nvt.Conn
	trace  func(open.Event)
	device string // the name of the terminal
	limit  int    // the most bytes of a record
	wait   time.Duration
	plain  bool // TN3270E is refused

	record []byte // this and the fields up to mu belong to the goroutine
	used   int    // bytes of the current piece that are in record
	shape  shape

	mu       sync.Mutex
	changed  *sync.Cond // of the fields below
	display  *screen.Screen
	lines    bool   // the host sends lines, and no records
	typed    []byte // what was typed for a host of lines
	enhanced bool   // records have a header
	sequence uint16 // of the next record with a header
	dirty    bool   // the display has changed since it was read
	answer   []byte // text for Read
	err      error  // why the session ended

	commands []byte     // the begin of a line of commands
	writing  sync.Mutex // held by Write
}

// shape is the form of the records, as far as it is agreed on.
type shape struct {
	enhanced  bool // TN3270E
	responses bool // with the function RESPONSES
}

// newConn returns the session on a connection, and begins to take records.
func newConn(w *wire.Conn, display *screen.Screen, o Options, r *open.Call) *conn {
	c := &conn{trace: r.Trace, display: display, lines: true, plain: o.Plain,
		limit: limit.Of(o.Record, defaultRecord), wait: limit.Of(o.Wait, defaultWait)}
	c.device = fmt.Sprintf("IBM-3278-%d", max(2, o.Screen.Model))
	c.changed = sync.NewCond(&c.mu)
	c.nvt = nvt.New(nvt.Options{
		Protocol: "tn3270", Wire: w, Trace: r.Trace,
		Answers: limit.Of(o.Answers, defaultAnswers), Subnegotiation: limit.Of(o.Subnegotiation, defaultSubnegotiation),
		Does: c.does, Lets: c.lets, Hear: c.hear, Command: c.command,
	})
	go c.run()
	return c
}

// run takes what the host sends until the connection ends.
func (c *conn) run() {
	buf := make([]byte, 2<<10)
	for {
		n, err := c.nvt.Read(buf)
		rest := buf[min(c.used, n):n]
		c.used = 0
		if err == nil {
			err = c.take(rest)
		}
		if err != nil {
			c.end(err)
			return
		}
	}
}

// end ends the session, and records the first reason.
func (c *conn) end(err error) {
	c.mu.Lock()
	if c.err == nil {
		c.err = err
	}
	c.mu.Unlock()
	c.nvt.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed.Broadcast()
}

// take takes bytes that are not yet followed by the end of a record. They are
// text if no form of records is agreed on.
func (c *conn) take(b []byte) error {
	if len(b) > 0 && !c.records() {
		c.print(b)
		return nil
	}
	if len(c.record)+len(b) > c.limit {
		return fmt.Errorf("tn3270: %w: %w: more than %d bytes (tn3270.Options.Record)", open.ErrProtocol, errRecord, c.limit)
	}
	c.record = append(c.record, b...)
	return nil
}

// records reports whether the host sends records.
func (c *conn) records() bool {
	if c.shape.enhanced {
		return true
	}
	_, binary := c.nvt.Holds(nvt.Binary)
	_, ends := c.nvt.Holds(nvt.EndOfRecord)
	return binary && ends
}

// command takes the record that ends here.
func (c *conn) command(command byte, data []byte) error {
	if command != nvt.EOR {
		return nil
	}
	rest := data[min(c.used, len(data)):]
	c.used = len(data)
	if err := c.take(rest); err != nil {
		return fmt.Errorf("%w: %w: more than %d bytes (tn3270.Options.Record)", open.ErrProtocol, errRecord, c.limit)
	}
	record := c.record
	c.record = c.record[:0]
	if len(record) == 0 {
		return nil
	}
	return c.receive(record)
}

// print shows text of a host that sends lines.
func (c *conn) print(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.display.Print(b)
	c.show()
}

// show marks the display as changed. The caller holds mu.
func (c *conn) show() {
	c.dirty = true
	c.changed.Broadcast()
}

// send sends what a key or a command of the host has as its answer.
func (c *conn) send(answer []byte) error {
	if answer == nil {
		return nil
	}
	c.mu.Lock()
	if c.enhanced {
		answer = append(header(typeData, 0, c.sequence), answer...)
		c.sequence = (c.sequence + 1) & 0x7FFF
	}
	c.mu.Unlock()
	return c.nvt.WriteRecord(answer)
}

// remark traces a remark. What the host and the user write is not traced,
// because it may contain a password.
func (c *conn) remark(format string, args ...any) {
	if c.trace != nil {
		c.trace(open.Event{Dir: '#', Line: fmt.Sprintf(format, args...)})
	}
}

// Resize does nothing: the host chooses the size.
func (*conn) Resize(columns, rows uint16) error { return nil }

// OnTyping does nothing: Conn takes whole lines.
func (*conn) OnTyping(func(open.Typing)) {}

// Close ends the session. A second call does nothing.
func (c *conn) Close() error { return c.nvt.Close() }

// Show returns what the display shows.
func (c *conn) Show() open.ScreenView {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.display.Show()
}

// Press does what a key does.
func (c *conn) Press(key string) error {
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return c.err
	}
	if c.lines {
		return c.pressLine(key)
	}
	answer, err := c.display.Press(key)
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return c.send(answer)
}

// pressLine does what a key does with a host of lines: it sends the line, or
// nothing. The caller holds mu, which pressLine releases.
func (c *conn) pressLine(key string) error {
	defer c.mu.Unlock()
	switch key {
	case "enter":
		line := append(c.typed, '\n')
		c.typed = nil
		c.display.Print([]byte("\r\n"))
		c.mu.Unlock()
		_, err := c.nvt.Write(line)
		c.mu.Lock()
		return err
	case "backspace":
		if n := len(c.typed); n > 0 {
			c.typed = c.typed[:n-1]
			c.display.Print([]byte("\b \b"))
		}
		return nil
	}
	return fmt.Errorf("%w before the service uses screens: %q", screen.ErrKey, key)
}

// maxTyped limits what is typed for a host of lines.
const maxTyped = 1 << 10

// Type types text at the cursor.
func (c *conn) Type(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.lines {
		return c.display.Type(text)
	}
	for _, r := range text {
		if r < ' ' || r >= 0x7F {
			return fmt.Errorf("%w: %q", screen.ErrCharacter, r)
		}
	}
	if len(c.typed)+len(text) > maxTyped {
		return screen.ErrFull
	}
	c.typed = append(c.typed, text...)
	c.display.Print([]byte(text))
	return nil
}

// Move puts the cursor at a place.
func (c *conn) Move(at int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.display.Move(at)
}

// Fill replaces the text of an input field.
func (c *conn) Fill(at int, text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.display.Fill(at, text)
}
