package nvt

import (
	"fmt"
	"time"

	"github.com/earl-url/earl/open"
)

// receive handles WILL, WONT, DO or DONT, and prepares the reply.
func (c *Conn) receive(r *reader, verb, option byte) error {
	c.event('S', commandName(verb)+" "+optionName(option))
	c.mu.Lock()
	defer c.mu.Unlock()
	var w word
	if verb == will || verb == wont {
		w = c.theirs[option].receive(verb == will, c.o.Lets(option))
		c.send(do, w, option)
		r.binary = c.raw || c.theirs[Binary].holds()
	} else {
		w = c.ours[option].receive(verb == do, c.o.Does(option))
		c.send(will, w, option)
		if w == enable && c.o.Begun != nil {
			c.o.Begun(option)
		}
	}
	if w == silence {
		return nil
	}
	return c.count()
}

// hearSub handles a sub-negotiation.
func (c *Conn) hearSub(option byte, data []byte) error {
	c.event('S', subText(option, data))
	c.mu.Lock()
	defer c.mu.Unlock()
	replied, err := c.o.Hear(option, data)
	if err != nil || !replied {
		return err
	}
	return c.count()
}

// hearCommand handles a command without an option.
func (c *Conn) hearCommand(command byte, data []byte) error {
	if command != EOR || c.o.Command == nil { // each record has one
		c.event('S', commandName(command))
	}
	if c.o.Command == nil {
		return nil
	}
	return c.o.Command(command, data)
}

// send prepares the reply for an option: on is DO or WILL, and the next command
// is its opposite. The caller holds mu.
func (c *Conn) send(on byte, w word, option byte) {
	verb := on
	switch w {
	case silence:
		return
	case disable:
		verb = on + 1
	}
	c.pending = append(c.pending, IAC, verb, option)
	c.event('C', commandName(verb)+" "+optionName(option))
}

// Sub prepares a sub-negotiation. Call it in a function of Options, or in
// Negotiate.
func (c *Conn) Sub(option byte, data []byte) {
	c.pending = appendSub(c.pending, option, data)
	c.event('C', subText(option, data))
}

// count counts a reply. It returns an error for more than Options.Answers in a
// minute. The caller holds mu.
func (c *Conn) count() error {
	if now := time.Now(); c.answers == 0 || now.Sub(c.minute) >= time.Minute {
		c.minute, c.answers = now, 0
	}
	if c.answers++; c.answers > c.o.Answers {
		return fmt.Errorf("%w: more than %d option requests in a minute (%s.Options.Answers)", open.ErrProtocol, c.o.Answers, c.o.Protocol)
	}
	return nil
}

// event traces a command. The data of the session are not traced, because they
// may contain a password.
func (c *Conn) event(dir byte, line string) {
	if c.o.Trace != nil {
		c.o.Trace(open.Event{Dir: dir, Line: "IAC " + line})
	}
}
