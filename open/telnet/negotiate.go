package telnet

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
	if verb == cmdWill || verb == cmdWont {
		w = c.theirs[option].receive(verb == cmdWill, c.letsPeer(option))
		c.send(cmdDo, w, option)
		r.binary = c.theirs[optBinary].holds()
	} else {
		w = c.ours[option].receive(verb == cmdDo, c.does(option))
		c.send(cmdWill, w, option)
		if option == optWindow && w == enable && c.columns|c.rows != 0 {
			c.sendSub(optWindow, window(c.columns, c.rows))
		}
	}
	if w == silence {
		return nil
	}
	return c.count()
}

// letsPeer reports whether the server may use an option.
func (c *Conn) letsPeer(option byte) bool {
	switch option {
	case optBinary, optSGA:
		return true
	case optEcho:
		return c.terminal != ""
	}
	return false
}

// does reports whether the client uses an option that the server requests.
func (c *Conn) does(option byte) bool {
	switch option {
	case optBinary, optSGA:
		return true
	case optTerminal, optWindow:
		return c.terminal != ""
	}
	return false
}

// hearSub handles a sub-negotiation. It replies only to the question for the
// terminal type. The list of types has one element, which is sent each time.
// Source: rfc1091.
func (c *Conn) hearSub(option byte, octets []byte) error {
	c.event('S', subText(option, octets))
	c.mu.Lock()
	defer c.mu.Unlock()
	if option != optTerminal || c.ours[optTerminal] != yes || len(octets) != 1 || octets[0] != terminalSend {
		return nil
	}
	c.sendSub(optTerminal, append([]byte{terminalIs}, c.terminal...))
	return c.count()
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
	c.pending = append(c.pending, cmdIAC, verb, option)
	c.event('C', commandName(verb)+" "+optionName(option))
}

// sendSub prepares a sub-negotiation. The caller holds mu.
func (c *Conn) sendSub(option byte, octets []byte) {
	c.pending = appendSub(c.pending, option, octets)
	c.event('C', subText(option, octets))
}

// count counts a reply. It returns an error for more than Options.Answers in a
// minute. The caller holds mu.
func (c *Conn) count() error {
	if now := time.Now(); c.answers == 0 || now.Sub(c.minute) >= time.Minute {
		c.minute, c.answers = now, 0
	}
	if c.answers++; c.answers > c.answer {
		return fmt.Errorf("%w: more than %d option requests in a minute (telnet.Options.Answers)", open.ErrProtocol, c.answer)
	}
	return nil
}

// event traces a command. The data of the session are not traced, because they
// may contain a password.
func (c *Conn) event(dir byte, line string) {
	if c.trace != nil {
		c.trace(open.Event{Dir: dir, Line: "IAC " + line})
	}
}
