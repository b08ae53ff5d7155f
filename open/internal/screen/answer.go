package screen

// The keys that are sent to the host. Source: GA23-0059 3.
const (
	aidNone       = 0x60
	aidEnter      = 0x7D
	aidClear      = 0x6D
	aidPA1        = 0x6C
	aidPA2        = 0x6E
	aidPA3        = 0x6B
	aidStructured = 0x88
)

// pfKeys are the bytes of PF1 to PF24.
const pfKeys = "\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\x7A\x7B\x7C" +
	"\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\x4A\x4B\x4C"

// short reports whether only the key is sent, without the cursor and the
// fields.
func short(aid byte) bool {
	return aid == aidClear || aid == aidPA1 || aid == aidPA2 || aid == aidPA3
}

// readModified returns the last key, the address of the cursor, and each field
// that is marked as changed, with its address. all includes them for the keys
// that are sent alone.
func (s *Screen) readModified(all bool) []byte {
	b := []byte{s.aid}
	if short(s.aid) && !all {
		return b
	}
	b = appendAddress(b, s.cursor, len(s.cells))
	if !s.formatted() {
		return s.appendChars(b, 0, len(s.cells))
	}
	for i, c := range s.cells {
		if c.field && c.attr&bitModified != 0 {
			b = appendAddress(append(b, orderAddress), s.next(i), len(s.cells))
			b = s.appendChars(b, s.next(i), s.length(i))
		}
	}
	return b
}

// appendChars appends n characters from a place, without the empty cells.
func (s *Screen) appendChars(b []byte, at, n int) []byte {
	for range n {
		if c := s.cells[at]; c.char != charNull {
			if c.ge {
				b = append(b, orderGraphic)
			}
			b = append(b, c.char)
		}
		at = s.next(at)
	}
	return b
}

// readBuffer returns the last key, the address of the cursor, and every cell.
func (s *Screen) readBuffer() []byte {
	b := appendAddress([]byte{s.aid}, s.cursor, len(s.cells))
	for _, c := range s.cells {
		switch {
		case c.field:
			b = append(b, orderField, codes[c.attr&0x3F])
		case c.ge:
			b = append(b, orderGraphic, c.char)
		default:
			b = append(b, c.char)
		}
	}
	return b
}
