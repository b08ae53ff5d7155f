package screen

import (
	"errors"
	"fmt"
)

// The commands, each with its older number. Source: GA23-0059 3; RFC 1576.
const (
	cmdWrite       = 0xF1
	cmdEraseWrite  = 0xF5
	cmdEraseAlt    = 0x7E // Erase/Write Alternate
	cmdEraseInput  = 0x6F // Erase All Unprotected
	cmdReadBuffer  = 0xF2
	cmdRead        = 0xF6 // Read Modified
	cmdReadAll     = 0x6E // Read Modified All
	cmdFields      = 0xF3 // Write Structured Field
	cmdNothing     = 0x03 // No Operation
	oldWrite       = 0x01
	oldEraseWrite  = 0x05
	oldEraseAlt    = 0x0D
	oldEraseInput  = 0x0F
	oldReadBuffer  = 0x02
	oldRead        = 0x06
	oldReadAll     = 0x0E
	oldFields      = 0x11
	controlModify  = 0x01 // of the control byte: reset the marks of changed fields
	controlFree    = 0x02 // free the keyboard
	controlBell    = 0x04
	structEraseRes = 0x03 // Erase/Reset
	structRead     = 0x01 // Read Partition
	structOutbound = 0x40 // Outbound 3270DS
)

// ErrStream is the error of a record that is no correct data stream. What came
// before the mistake was done, and the rest of the record is ignored.
var ErrStream = errors.New("invalid 3270 data stream")

// Receive does what a record of the host says. answer is what to send to the
// host, or nil. The error is an ErrStream. Source: GA23-0059 3.
func (s *Screen) Receive(record []byte) (answer []byte, err error) {
	if len(record) == 0 {
		return nil, nil
	}
	rest := record[1:]
	switch record[0] {
	case cmdWrite, oldWrite:
		return nil, s.write(rest, nil)
	case cmdEraseWrite, oldEraseWrite:
		return nil, s.write(rest, &size{24, 80})
	case cmdEraseAlt, oldEraseAlt:
		return nil, s.write(rest, &s.alternate)
	case cmdEraseInput, oldEraseInput:
		s.eraseInput()
		s.locked, s.aid = false, aidNone
	case cmdReadBuffer, oldReadBuffer:
		return s.readBuffer(), nil
	case cmdRead, oldRead:
		return s.readModified(false), nil
	case cmdReadAll, oldReadAll:
		return s.readModified(true), nil
	case cmdFields, oldFields:
		return s.structured(rest)
	case cmdNothing:
	default:
		return nil, fmt.Errorf("%w: command 0x%02X", ErrStream, record[0])
	}
	return nil, nil
}

// write is the command Write. If erase is not nil, the display is erased first
// and gets this size.
func (s *Screen) write(b []byte, erase *size) error {
	if erase != nil {
		s.erase(*erase)
	}
	if len(b) == 0 {
		return nil
	}
	control := b[0]
	if control&controlModify != 0 {
		s.resetModified()
	}
	if erase == nil {
		s.at = s.cursor
	}
	s.now = attributes{}
	w := writer{Screen: s, b: b[1:], ordered: true}
	err := w.run()
	if control&controlBell != 0 {
		s.bells++
	}
	if control&controlFree != 0 {
		s.locked, s.aid = false, aidNone
	}
	return err
}

// resetModified marks every field as unchanged.
func (s *Screen) resetModified() {
	for i := range s.cells {
		s.cells[i].attr &^= bitModified
	}
}

// eraseInput empties the input fields, marks them as unchanged, and puts the
// cursor into the first one.
func (s *Screen) eraseInput() {
	input := s.attrOf(0)&bitProtected == 0
	for i, c := range s.cells {
		if c.field {
			input = c.attr&bitProtected == 0
		}
		switch {
		case c.field && input:
			s.cells[i].attr &^= bitModified
		case input:
			s.cells[i] = cell{}
		}
	}
	s.cursor = s.firstInput()
}

// structured handles structured fields. It refuses to be asked what the display
// can do, with the answer that says so. Source: GA23-0059 5.
func (s *Screen) structured(b []byte) (answer []byte, err error) {
	for len(b) > 0 {
		if len(b) < 3 {
			return answer, fmt.Errorf("%w: a structured field of %d bytes", ErrStream, len(b))
		}
		n := int(b[0])<<8 | int(b[1])
		if n == 0 {
			n = len(b) // the last one
		}
		if n < 3 || n > len(b) {
			return answer, fmt.Errorf("%w: a structured field of %d bytes, and %d are there", ErrStream, n, len(b))
		}
		one, serr := s.structuredField(b[2:n])
		if serr == nil && len(one) > 0 && len(answer) > 0 {
			serr = fmt.Errorf("%w: two reads in a record", ErrStream)
			one = nil
		}
		if answer = append(answer, one...); serr != nil {
			return answer, serr
		}
		b = b[n:]
	}
	return answer, nil
}

// structuredField handles one structured field, without its length.
func (s *Screen) structuredField(b []byte) (answer []byte, err error) {
	switch {
	case b[0] == structEraseRes && len(b) >= 2:
		z := size{24, 80}
		if b[1]&0x80 != 0 {
			z = s.alternate
		}
		s.erase(z)
		return nil, nil
	case b[0] == structRead && len(b) >= 3 && b[1] == 0xFF && (b[2] == 0x02 || b[2] == 0x03):
		return []byte{aidStructured, 0x00, 0x04, 0x81, 0xFF}, nil // Query Reply (Null)
	case b[0] == structRead && len(b) >= 3 && b[1] == 0x00:
		return s.readPartition(b[2])
	case b[0] == structOutbound && len(b) >= 3 && b[1] == 0x00:
		switch b[2] {
		case cmdWrite, cmdEraseWrite, cmdEraseAlt, cmdEraseInput:
			return s.Receive(b[2:])
		}
	}
	return nil, fmt.Errorf("%w: structured field 0x%02X", ErrStream, b[0])
}

// readPartition answers a read of the only partition.
func (s *Screen) readPartition(command byte) ([]byte, error) {
	switch command {
	case cmdReadBuffer, cmdRead, cmdReadAll:
		return s.Receive([]byte{command})
	}
	return nil, fmt.Errorf("%w: read 0x%02X", ErrStream, command)
}

// Print writes text of a host that does not use the data stream yet, as on a
// terminal of lines: in ASCII, at the cursor, and with the line feeds, carriage
// returns and backspaces of it. The display scrolls. The keyboard is free.
// Source: rfc2355 3, NVT mode.
func (s *Screen) Print(text []byte) {
	if s.formatted() {
		s.erase(size{s.rows, s.columns})
	}
	s.locked = false
	for _, c := range text {
		switch {
		case c == '\n':
			s.feed()
		case c == '\r':
			s.cursor -= s.cursor % s.columns
		case c == '\b' && s.cursor%s.columns > 0:
			s.cursor--
		case c == '\a':
			s.bells++
		case c >= ' ' && c < 0x7F:
			b, _ := s.byteOf(rune(c)) // every code page has the characters of ASCII
			s.cells[s.cursor] = cell{char: b}
			if s.cursor == len(s.cells)-1 {
				s.feed()
				s.cursor -= s.cursor % s.columns
			} else {
				s.cursor++
			}
		}
	}
}

// feed moves the cursor to the next row, and scrolls at the last one.
func (s *Screen) feed() {
	if s.cursor += s.columns; s.cursor < len(s.cells) {
		return
	}
	s.cursor -= s.columns
	copy(s.cells, s.cells[s.columns:])
	clear(s.cells[len(s.cells)-s.columns:])
}
