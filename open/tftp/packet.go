package tftp

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// The opcodes of packets. A write request (2) is never sent. Source: rfc1350 5;
// rfc2347.
const (
	opRead    = 1
	opData    = 3
	opAck     = 4
	opError   = 5
	opOptions = 6
)

// The codes of an error packet. Source: rfc1350 5; rfc2347.
const (
	codeText       = 0 // see the message
	codeNotFound   = 1
	codeAccess     = 2
	codeIllegal    = 4
	codeNoOptions  = 8
	codeNoUserName = 7
)

// The names of options. Source: rfc2348; rfc2349.
const (
	optionSize  = "tsize"
	optionBlock = "blksize"
)

// appendRead appends a read request. The error is [open.ErrLineBreak] for a NUL in
// the name, which would end it. Source: rfc1350 5; rfc2347.
func appendRead(b []byte, file earl.Octets, mode string, options ...string) ([]byte, error) {
	if strings.Contains(string(file), "\x00") {
		return nil, open.ErrLineBreak
	}
	b = binary.BigEndian.AppendUint16(b, opRead)
	b = append(append(b, file...), 0)
	b = append(append(b, mode...), 0)
	for _, o := range options {
		b = append(append(b, o...), 0)
	}
	return b, nil
}

// appendAck appends an acknowledgement of a block.
func appendAck(b []byte, block uint16) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, opAck), block)
}

// appendError appends an error packet.
func appendError(b []byte, code uint16, text string) []byte {
	b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, opError), code)
	return append(append(b, text...), 0)
}

// A packet is what a server sends.
type packet struct {
	op    uint16
	block uint16 // of data
	data  []byte // of data
	code  uint16 // of an error
	text  string // of an error
	// options are the names, in lower case, and values that the server accepted.
	options [][2]string
}

// parsePacket reads a datagram. The data is part of it. ok is false for anything
// but data, an error and accepted options. Source: rfc1350 5; rfc2347.
func parsePacket(b []byte) (p packet, ok bool) {
	if len(b) < 2 {
		return p, false
	}
	p.op = binary.BigEndian.Uint16(b)
	switch rest := b[2:]; p.op {
	case opData:
		if len(rest) < 2 {
			return p, false
		}
		p.block, p.data = binary.BigEndian.Uint16(rest), rest[2:]
	case opError:
		if len(rest) < 2 {
			return p, false
		}
		p.code = binary.BigEndian.Uint16(rest)
		p.text, _, _ = strings.Cut(string(rest[2:]), "\x00") // some servers leave the NUL out
	case opOptions:
		words := strings.Split(string(rest), "\x00")
		if len(words)%2 == 0 || words[len(words)-1] != "" {
			return p, false
		}
		for i := 0; i+1 < len(words); i += 2 {
			p.options = append(p.options, [2]string{strings.ToLower(words[i]), words[i+1]})
		}
	default:
		return p, false
	}
	return p, true
}

// String returns the packet for a trace.
func (p packet) String() string {
	switch p.op {
	case opData:
		return "DATA " + strconv.Itoa(int(p.block)) + ", " + strconv.Itoa(len(p.data)) + " bytes"
	case opError:
		return "ERROR " + strconv.Itoa(int(p.code)) + " " + earl.Octets(p.text).Printable()
	}
	var b strings.Builder
	b.WriteString("OACK")
	for _, o := range p.options {
		b.WriteString(" " + earl.Octets(o[0]).Printable() + "=" + earl.Octets(o[1]).Printable())
	}
	return b.String()
}
