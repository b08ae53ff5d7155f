package telnet

import (
	"fmt"
	"time"

	"github.com/earl-url/earl/open"
)

// hear takes WILL, WONT, DO or DONT, and makes the answer ready.
func (c *Conn) hear(r *reader, verb, option byte) error {
	c.event('S', commandName(verb)+" "+optionName(option))
	c.mu.Lock()
	defer c.mu.Unlock()
	var w word
	if verb == cmdWill || verb == cmdWont {
		w = c.theirs[option].hear(verb == cmdWill, c.letsPeer(option))
		c.say(cmdDo, w, option)
		r.binary = c.theirs[optBinary].holds()
	} else {
		w = c.ours[option].hear(verb == cmdDo, c.does(option))
		c.say(cmdWill, w, option)
		if option == optWindow && w == enable && c.columns|c.rows != 0 {
			c.sendSub(optWindow, window(c.columns, c.rows))
		}
	}
	if w == silence {
		return nil
	}
	return c.count()
}

// letsPeer reports whether the peer may use an option.
func (c *Conn) letsPeer(option byte) bool {
	switch option {
	case optBinary, optSGA:
		return true
	case optEcho:
		return c.terminal != ""
	}
	return false
}

// does reports whether we use an option that the peer asks us to.
func (c *Conn) does(option byte) bool {
	switch option {
	case optBinary, optSGA:
		return true
	case optTerminal, optWindow:
		return c.terminal != ""
	}
	return false
}

// hearSub takes a sub-negotiation: the question for the terminal's type is the
// one that we answer. A list of types has one, which is given each time.
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

// say makes ready what is to be said of an option: on is DO or WILL, and the
// next command is its opposite. The caller holds mu.
func (c *Conn) say(on byte, w word, option byte) {
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

// sendSub makes a sub-negotiation ready. The caller holds mu.
func (c *Conn) sendSub(option byte, octets []byte) {
	c.pending = appendSub(c.pending, option, octets)
	c.event('C', subText(option, octets))
}

// count counts an answer. More than Options.Answers within a minute are no
// negotiation any more. The caller holds mu.
func (c *Conn) count() error {
	if now := time.Now(); c.answers == 0 || now.Sub(c.minute) >= time.Minute {
		c.minute, c.answers = now, 0
	}
	if c.answers++; c.answers > c.answer {
		return fmt.Errorf("%w: more than %d options to answer within a minute (telnet.Options.Answers)", open.ErrProtocol, c.answer)
	}
	return nil
}

// event traces a command. What is typed and shown is not traced: it may be a password.
func (c *Conn) event(dir byte, line string) {
	if c.trace != nil {
		c.trace(open.Event{Dir: dir, Line: "IAC " + line})
	}
}
