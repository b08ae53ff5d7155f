package tn3270

import (
	"bytes"
	"errors"

	"github.com/earl-url/earl/open/internal/nvt"
	"github.com/earl-url/earl/open/internal/screen"
)

// The words of the sub-negotiation of TN3270E. Source: rfc2355 7.
const (
	wordDevice    = 2
	wordFunctions = 3
	wordIs        = 4
	wordReject    = 6
	wordRequest   = 7
	wordSend      = 8
)

// functionResponses is the only function that this client has. With
// BIND-IMAGE, data wait for a message that many hosts do not send. Source:
// rfc2355 7.2.2.
const functionResponses = 2

// The types of records in a header. Source: rfc2355 8.1.1.
const (
	typeData     = 0
	typeResponse = 2
	typeLines    = 5
)

// The flags of a header that ask for a response, or give one. Source: rfc2355
// 8.1.3.
const (
	askErrors    = 1
	askAlways    = 2
	givePositive = 0
	giveNegative = 1
)

// headerLen is the length of a header. Source: rfc2355 8.1.
const headerLen = 5

// header returns the header of a record.
func header(kind, response byte, sequence uint16) []byte {
	return []byte{kind, 0, response, byte(sequence >> 8), byte(sequence)}
}

// does reports whether the client uses an option that the host requests.
func (c *conn) does(option byte) bool {
	switch option {
	case nvt.Binary, nvt.EndOfRecord, nvt.TerminalType:
		return true
	case nvt.TN3270E:
		return !c.plain
	}
	return false
}

// lets reports whether the host may use an option.
func (c *conn) lets(option byte) bool {
	return option == nvt.Binary || option == nvt.EndOfRecord || option == nvt.SuppressGoAhead
}

// hear handles a sub-negotiation.
func (c *conn) hear(option byte, octets []byte) (replied bool, err error) {
	switch {
	case option == nvt.TerminalType && c.nvt.Uses(option) && len(octets) == 1 && octets[0] == nvt.TerminalSend:
		c.nvt.Sub(option, append([]byte{nvt.TerminalIs}, c.device...))
		return true, nil
	case option == nvt.TN3270E && c.nvt.Uses(option) && len(octets) >= 2:
		return c.hearEnhanced(octets), nil
	}
	return false, nil
}

// hearEnhanced handles a sub-negotiation of TN3270E. Source: rfc2355 7.
func (c *conn) hearEnhanced(octets []byte) (replied bool) {
	reply := func(words ...byte) bool { c.nvt.Sub(nvt.TN3270E, words); return true }
	list := octets[2:]
	switch [2]byte(octets) {
	case [2]byte{wordSend, wordDevice}:
		return reply(append([]byte{wordDevice, wordRequest}, c.device...)...)
	case [2]byte{wordDevice, wordIs}:
		return reply(wordFunctions, wordRequest, functionResponses)
	case [2]byte{wordDevice, wordReject}:
		c.nvt.End(nvt.TN3270E)
		return true
	case [2]byte{wordFunctions, wordRequest}:
		if len(bytes.TrimLeft(list, string([]byte{functionResponses}))) > 0 { // more than this client has
			if bytes.IndexByte(list, functionResponses) >= 0 {
				return reply(wordFunctions, wordRequest, functionResponses)
			}
			return reply(wordFunctions, wordRequest)
		}
		c.begin(list)
		return reply(append([]byte{wordFunctions, wordIs}, list...)...)
	case [2]byte{wordFunctions, wordIs}:
		c.begin(list)
	}
	return false
}

// begin begins with records of TN3270E, with these functions.
func (c *conn) begin(functions []byte) {
	c.shape = shape{enhanced: true, responses: bytes.IndexByte(functions, functionResponses) >= 0}
	c.nvt.TakeBinary()
	c.mu.Lock()
	c.enhanced = true
	c.mu.Unlock()
}

// receive takes a record.
func (c *conn) receive(record []byte) error {
	if !c.shape.enhanced {
		_, err := c.draw(record)
		return err
	}
	if len(record) < headerLen {
		c.remark("a record of %d bytes, shorter than its header (rfc2355 8.1)", len(record))
		return nil
	}
	head, data := record[:headerLen], record[headerLen:]
	switch head[0] {
	case typeData:
		correct, err := c.draw(data)
		if err != nil || !c.shape.responses {
			return err
		}
		return c.respond(head, correct)
	case typeLines:
		c.mu.Lock()
		c.lines = true
		c.mu.Unlock()
		c.print(data)
	default: // such as a response, or a BIND, which was not agreed to
		c.remark("a record of type %d is ignored (rfc2355 8.1.1)", head[0])
	}
	return nil
}

// draw passes a record to the display, and sends its answer. correct is false
// for a mistake in the record.
func (c *conn) draw(record []byte) (correct bool, err error) {
	c.mu.Lock()
	c.lines = false
	answer, err := c.display.Receive(record)
	c.show()
	c.mu.Unlock()
	if errors.Is(err, screen.ErrStream) {
		c.remark("%v; the rest of the record is ignored", err)
		return false, c.send(answer)
	}
	return true, c.send(answer)
}

// respond sends the response that the header of a record asks for. Source:
// rfc2355 8.1.3, 10.4.
func (c *conn) respond(head []byte, correct bool) error {
	sequence := uint16(head[3])<<8 | uint16(head[4])
	switch {
	case correct && head[2] == askAlways:
		return c.nvt.WriteRecord(append(header(typeResponse, givePositive, sequence), 0x00)) // device end
	case !correct && (head[2] == askAlways || head[2] == askErrors):
		return c.nvt.WriteRecord(append(header(typeResponse, giveNegative, sequence), 0x02)) // operation check
	}
	return nil
}
