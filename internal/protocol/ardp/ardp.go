// Package ardp encodes and decodes the packets of ARDP, the Asynchronous
// Reliable Delivery Protocol of Prospero over UDP. A packet is a header of 1 to
// 31 bytes, which may end after any of its fields, and data. The package is for
// clients and servers, and uses no sockets and no clocks.
//
//	p, err := ardp.Parse(datagram)
//	answer := ardp.Packet{ID: p.ID, Number: 1, Total: 1, Data: text}.Append(nil)
//
// It follows version 0 of ARDP, as used by Prospero in 1993 and 1994.
package ardp

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxData is the maximum number of data bytes in a packet that other programs
// accept.
const MaxData = 1250

// maxHeader is the length of the longest header. A datagram that begins with a
// greater byte has no header. Programs of 1994 read it as text of the time
// before ARDP.
const maxHeader = 31

// Packet is one datagram. A field that is missing in its header has its
// default.
type Packet struct {
	ID     uint16 // the client chooses it, the server repeats it; 0: no id
	Number uint16 // from 1; 0: a control packet, whose data is ignored. Default 1
	Total  uint16 // packets in this message; 0: not known yet. Default 1 if Number is missing too, else 0

	Through    uint16 // the sender has all packets up to this one
	HasThrough bool   // false: Through is missing
	Wait       uint16 // seconds for which the client must not repeat the request; 0: no restriction
	HasWait    bool   // false: the previous value applies

	Flags    Flags
	Priority int16  // of FlagPriority: negative is urgent
	Window   uint16 // of FlagWindow: packets that the sender accepts without an acknowledgement
	Option   Option
	Extra    []byte // the fields of the option

	Data []byte
}

// Flags is byte 11 of the header: a set of bits.
type Flags byte

// The flags. FlagAddress, FlagPriority, FlagProtocol and FlagWindow have fields.
const (
	FlagAddress     Flags = 0x01
	FlagPriority    Flags = 0x02
	FlagProtocol    Flags = 0x04
	FlagWindow      Flags = 0x08
	FlagControl     Flags = 0x40 // the packet has a number, and data that is ignored
	FlagAcknowledge Flags = 0x80 // the sender waits for an acknowledgement
)

// Option is byte 12 of the header: one of these numbers.
type Option byte

// The options with a meaning for a client or a server.
const (
	OptionCancel     Option = 1   // from a client: forget the request; from a server: refused
	OptionSetThrough Option = 2   // Through is valid even if it is lower than before
	OptionRedirect   Option = 4   // send the request to the address in Extra
	OptionMove       Option = 5   // send later requests there too
	OptionQueue      Option = 254 // Extra has the position in the queue
)

// ErrHeader is the error of a datagram without a valid header of version 0.
var ErrHeader = errors.New("ardp: no valid header")

// Parse parses a datagram. Extra and Data are slices of it. Fields that a flag
// or option announces and that are missing are zero. The error is [ErrHeader].
func Parse(datagram []byte) (Packet, error) {
	p := Packet{Number: 1, Total: 1}
	switch n := len(datagram); {
	case n == 0:
		return p, fmt.Errorf("%w: an empty datagram", ErrHeader)
	case datagram[0] == 0 || datagram[0] > maxHeader:
		return p, fmt.Errorf("%w: first byte 0x%02X", ErrHeader, datagram[0])
	case int(datagram[0]) > n:
		return p, fmt.Errorf("%w: %d of %d bytes", ErrHeader, n, datagram[0])
	}
	h := fields{datagram[1:datagram[0]]}
	p.Data = datagram[datagram[0]:]
	p.ID, _ = h.number()
	if number, ok := h.number(); ok {
		p.Number, p.Total = number, 0
	}
	if total, ok := h.number(); ok {
		p.Total = total
	}
	p.Through, p.HasThrough = h.number()
	p.Wait, p.HasWait = h.number()
	p.Flags = Flags(h.nextByte())
	p.Option = Option(h.nextByte())
	p.readFlagFields(&h)
	p.Extra = h.rest
	return p, nil
}

// readFlagFields reads the fields of the flags, from the lowest bit up.
func (p *Packet) readFlagFields(h *fields) {
	if p.Flags&FlagAddress != 0 {
		h.nextByte() // its type
		h.skip(int(h.nextByte()))
	}
	if p.Flags&FlagPriority != 0 {
		priority, _ := h.number()
		p.Priority = int16(priority)
	}
	if p.Flags&FlagProtocol != 0 {
		h.number()
	}
	if p.Flags&FlagWindow != 0 {
		p.Window, _ = h.number()
	}
}

// fields is the rest of a header.
type fields struct{ rest []byte }

// number takes two bytes. An incomplete field counts as missing.
func (f *fields) number() (uint16, bool) {
	if len(f.rest) < 2 {
		f.rest = nil
		return 0, false
	}
	n := binary.BigEndian.Uint16(f.rest)
	f.rest = f.rest[2:]
	return n, true
}

// nextByte takes one byte, or returns 0.
func (f *fields) nextByte() byte {
	if len(f.rest) == 0 {
		return 0
	}
	c := f.rest[0]
	f.rest = f.rest[1:]
	return c
}

// skip takes n bytes.
func (f *fields) skip(n int) { f.rest = f.rest[min(n, len(f.rest)):] }

// Append appends the packet to b, with the shortest header for its fields. A
// missing field between others is written as 0. FlagAddress and FlagProtocol,
// for which a Packet has no fields, are left out. It panics if Extra is too
// long for a header.
func (p Packet) Append(b []byte) []byte {
	start := len(b)
	flags := p.Flags &^ (FlagAddress | FlagProtocol)
	b = binary.BigEndian.AppendUint16(append(b, 0), p.ID)
	b = binary.BigEndian.AppendUint16(b, p.Number)
	b = binary.BigEndian.AppendUint16(b, p.Total)
	b = binary.BigEndian.AppendUint16(b, p.Through)
	b = binary.BigEndian.AppendUint16(b, p.Wait)
	b = append(b, byte(flags), byte(p.Option))
	if flags&FlagPriority != 0 {
		b = binary.BigEndian.AppendUint16(b, uint16(p.Priority))
	}
	if flags&FlagWindow != 0 {
		b = binary.BigEndian.AppendUint16(b, p.Window)
	}
	b = append(b, p.Extra...)
	n := len(b) - start
	switch {
	case n > 13 || p.Option != 0:
	case flags != 0:
		n = 12
	case p.HasWait:
		n = 11
	case p.HasThrough:
		n = 9
	case p.Number != 1 || p.Total != 1:
		n = 7
	case p.ID != 0:
		n = 3
	default:
		n = 1
	}
	if n > maxHeader {
		panic(fmt.Sprintf("ardp: a header of %d bytes", n))
	}
	b[start] = byte(n)
	return append(b[:start+n], p.Data...)
}

// String describes the header for users: "packet 3 of 25, acknowledge".
func (p Packet) String() string {
	s := fmt.Sprintf("packet %d", p.Number)
	switch {
	case p.Number == 0:
		s = "control packet"
	case p.Total > 0:
		s += fmt.Sprintf(" of %d", p.Total)
	}
	if p.HasThrough && p.Through > 0 {
		s += fmt.Sprintf(", has 1 to %d", p.Through)
	}
	if p.HasWait && p.Wait > 0 {
		s += fmt.Sprintf(", wait %d s", p.Wait)
	}
	if p.Flags&FlagAcknowledge != 0 {
		s += ", acknowledge"
	}
	if p.Option != 0 {
		s += fmt.Sprintf(", option %d", p.Option)
	}
	return s
}
