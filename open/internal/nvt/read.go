package nvt

import (
	"fmt"

	"github.com/earl-url/earl/open"
)

// place is the state of the reader between two bytes.
type place uint8

const (
	inData    place = iota
	behindCR        // after a CR; a NUL is part of it
	behindIAC       // after an IAC; a command follows
	inVerb          // after WILL, WONT, DO or DONT; an option follows
	atSub           // after SB; an option follows
	inSub           // in the bytes of a sub-negotiation
	subIAC          // after an IAC among them
)

// reader removes the commands from the server's bytes. It belongs to the
// goroutine that reads.
type reader struct {
	at     place
	verb   byte
	option byte   // option of the sub-negotiation
	sub    []byte // bytes of the sub-negotiation so far
	binary bool   // the server sends binary: a CR is a byte like any other
}

// take moves the data of b to its front and returns its length. It passes each
// command to c.
func (r *reader) take(b []byte, c *Conn) (n int, err error) {
	for i := 0; i < len(b); i++ {
		if r.at == inData {
			k := plainSpan(b[i:])
			n += copy(b[n:], b[i:i+k])
			if i += k; i == len(b) {
				break
			}
		}
		o := b[i]
		switch r.at {
		case inData, behindCR:
			cr := r.at == behindCR
			r.at = inData
			switch {
			case o == IAC:
				r.at = behindIAC
				continue
			case o == 0 && cr:
				continue // rfc854: CR NUL is a CR
			case o == '\r' && !r.binary:
				r.at = behindCR
			}
			b[n] = o
			n++
		case behindIAC:
			if o == IAC { // rfc854: a byte 0xFF of the data
				b[n] = o
				n++
			}
			err = r.command(o, b[:n], c)
		case inVerb:
			r.at = inData
			err = c.receive(r, r.verb, o)
		case atSub:
			r.at, r.option, r.sub = inSub, o, r.sub[:0]
		case inSub, subIAC:
			err = r.subOctet(o, b[:n], c)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// plainSpan returns how many bytes come before the first that might not be
// data.
func plainSpan(b []byte) int {
	for i, o := range b {
		if o == IAC || o == '\r' {
			return i
		}
	}
	return len(b)
}

// command handles the byte after an IAC. data is the data before it.
func (r *reader) command(o byte, data []byte, c *Conn) error {
	switch o {
	case IAC:
		r.at = inData
	case will, wont, do, dont:
		r.at, r.verb = inVerb, o
	case sb:
		r.at = atSub
	default: // NOP, DM, GA and the rest need no reply
		r.at = inData
		return c.hearCommand(o, data)
	}
	return nil
}

// subOctet handles a byte of a sub-negotiation. After an IAC that is neither
// doubled nor an end, the sub-negotiation is dropped and the command obeyed, as
// in other programs. Source: rfc855.
func (r *reader) subOctet(o byte, data []byte, c *Conn) error {
	switch {
	case r.at == inSub && o == IAC:
		r.at = subIAC
		return nil
	case r.at == subIAC && o == se:
		r.at = inData
		return c.hearSub(r.option, r.sub)
	case r.at == subIAC && o != IAC:
		return r.command(o, data, c)
	case len(r.sub) >= c.o.Subnegotiation:
		return fmt.Errorf("%w: a sub-negotiation of more than %d bytes (%s.Options.Subnegotiation)", open.ErrProtocol, c.o.Subnegotiation, c.o.Protocol)
	}
	r.at = inSub
	r.sub = append(r.sub, o)
	return nil
}
