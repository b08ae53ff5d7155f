package console

import (
	"io"
	"slices"
	"strings"
)

// A termFilter passes the output of a service to the terminal of a session. A service may
// control the screen: cursor movements, colours and modes pass. The filter removes
// everything that has effects outside of the screen: strings for the terminal program
// (titles, the clipboard, device control), window operations, printing, requests for an
// answer-back, and the selection of another character set than UTF-8, in which bytes of
// characters would be control characters. A muted filter also removes everything that
// makes the terminal respond. Source: ECMA-48; xterm's ctlseqs.
type termFilter struct {
	w     io.Writer
	mute  bool // responses of the terminal would not go to the service
	state filterState
	seq   []byte // the escape sequence so far
	more  int    // missing bytes of a UTF-8 character
	least byte   // the smallest valid value of the next of them
	out   []byte
}

// filterState is the state of a termFilter between two bytes.
type filterState uint8

const (
	filterText   filterState = iota
	filterEscape             // after ESC, and its intermediate bytes
	filterCSI                // after ESC [
	filterString             // in a string, up to its end
	filterEnd                // after an ESC in a string
	filterC2                 // after C2, which begins the C1 controls in UTF-8
)

// sequenceMax is longer than any escape sequence that a terminal understands.
const sequenceMax = 64

// Write writes the allowed bytes of p.
func (s *termFilter) Write(p []byte) (int, error) {
	s.out = s.out[:0]
	for _, c := range p {
		s.filterByte(c)
	}
	if len(s.out) > 0 {
		if _, err := s.w.Write(s.out); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// filterByte processes one byte.
func (s *termFilter) filterByte(c byte) {
	switch s.state {
	case filterText:
		s.text(c)
	case filterC2:
		s.state = filterText
		switch {
		case c >= 0x80 && c <= 0x9F:
			s.out = append(s.out, '?')
			return
		case c >= 0xA0 && c <= 0xBF:
			s.out = append(s.out, 0xC2)
			s.more, s.least = 1, 0x80
		default: // no character starts with this byte, so no byte can complete it
			s.out = append(s.out, '?')
		}
		s.text(c)
	case filterString:
		switch c {
		case 0x07, 0x18, 0x1A: // BEL, CAN, SUB
			s.state = filterText
		case 0x1B:
			s.state = filterEnd
		}
	case filterEnd:
		s.state = filterText
		if c != '\\' {
			s.begin()
			s.sequence(c)
		}
	default:
		s.sequence(c)
	}
}

// text processes a byte of text.
func (s *termFilter) text(c byte) {
	switch {
	case c == 0x1B:
		s.begin()
		return
	case c >= s.least && c <= 0xBF && s.more > 0:
		s.more--
		s.least = 0x80
		s.out = append(s.out, c)
		return
	case c >= 0x80 && c <= 0x9F: // a C1 control, for a terminal of 8 bits
		c = '?'
	case c == 0xC2:
		s.state, s.more = filterC2, 0
		return
	}
	s.more, s.least = 0, 0x80
	switch c { // the second byte must not make an overlong form
	case 0xE0:
		s.least = 0xA0
	case 0xF0:
		s.least = 0x90
	}
	switch {
	case c >= 0xF0 && c < 0xF8:
		s.more = 3
	case c >= 0xE0 && c < 0xF0:
		s.more = 2
	case c > 0xC2 && c < 0xE0:
		s.more = 1
	case c < ' ' && (c < 0x07 || c > 0x0F): // except BEL, BS, HT, LF, VT, FF, CR, SO, SI
		return
	}
	s.out = append(s.out, c)
}

// begin begins an escape sequence.
func (s *termFilter) begin() {
	s.state, s.seq, s.more = filterEscape, append(s.seq[:0], 0x1B), 0
}

// sequence processes a byte of an escape sequence.
func (s *termFilter) sequence(c byte) {
	switch {
	case c == 0x1B:
		s.begin()
		return
	case c < ' ' || c >= 0x7F || len(s.seq) >= sequenceMax: // not a sequence
		s.state = filterText
		s.text(c)
		return
	}
	s.seq = append(s.seq, c)
	switch {
	case s.state == filterEscape && c == '[' && len(s.seq) == 2:
		s.state = filterCSI
	case s.state == filterEscape && len(s.seq) == 2 && (c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_'):
		s.state = filterString
	case s.state == filterEscape && c >= '0', s.state == filterCSI && c >= '@':
		if s.passes() {
			s.out = append(s.out, s.seq...)
		}
		s.state = filterText
	}
}

// passes reports whether a complete escape sequence is allowed.
func (s *termFilter) passes() bool {
	last := s.seq[len(s.seq)-1]
	switch {
	case s.state == filterEscape && (s.seq[1] == '%' || s.mute && last == 'Z'): // selects a character set; DECID
		return false
	case s.state == filterEscape:
		return true
	case last == 't' || last == 'i':
		return false
	}
	return !s.mute || !mayAnswer(string(s.seq[2:len(s.seq)-1]), last)
}

// silentFinals are the last bytes of control sequences to which no terminal responds, if
// they have no private prefix and no intermediate bytes. They move the cursor, erase,
// insert, scroll, and set colours, tabs, margins and modes.
const silentFinals = "@ABCDEFGHIJKLMPSTXZ`abdefghlmrsu"

// mayAnswer reports whether a terminal may respond to a control sequence. params is the
// sequence before its last byte. Unknown sequences count, because terminals add new ones.
func mayAnswer(params string, last byte) bool {
	private := strings.HasPrefix(params, "?")
	plain := strings.Trim(strings.TrimPrefix(params, "?"), "0123456789;:") == ""
	switch {
	case params == "!" && last == 'p', strings.HasSuffix(params, " ") && last == 'q': // reset; shape of the cursor
		return false
	case !plain:
		return true
	case private && last == 'h':
		return slices.ContainsFunc(strings.Split(params[1:], ";"), func(mode string) bool {
			return slices.Contains(reportModes[:], mode)
		})
	case private:
		return strings.IndexByte("JKl", last) < 0
	}
	return strings.IndexByte(silentFinals, last) < 0
}

// reportModes are the modes in which a terminal sends reports of the mouse, of
// the focus, of its colours and of its size. Source: xterm's ctlseqs, Mouse
// Tracking; the documents of modes 2031 and 2048.
var reportModes = [...]string{"9", "1000", "1001", "1002", "1003", "1004", "1005", "1006", "1015", "1016", "2031", "2048"}
