package screen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The errors of keys that have no effect.
var (
	ErrLocked    = errors.New("the keyboard is locked: the service has not answered yet")
	ErrProtected = errors.New("the cursor is not in an input field")
	ErrFull      = errors.New("the text is longer than the field")
	ErrCharacter = errors.New("the code page does not have this character")
	ErrKey       = errors.New("no such key")
	ErrPlace     = errors.New("no such place")
)

// AID returns the byte that a key sends to the host. ok is false for keys that
// edit, and for names without a key.
func AID(key string) (aid byte, ok bool) {
	switch key {
	case "enter":
		return aidEnter, true
	case "clear":
		return aidClear, true
	case "pa1":
		return aidPA1, true
	case "pa2":
		return aidPA2, true
	case "pa3":
		return aidPA3, true
	}
	digits, ok := strings.CutPrefix(key, "pf")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || n > len(pfKeys) || strconv.Itoa(n) != digits {
		return 0, false
	}
	return pfKeys[n-1], true
}

// Press does what a key does. answer is what to send to the host, or nil for a
// key that edits. The names are those of [open.Screen].
func (s *Screen) Press(key string) (answer []byte, err error) {
	if s.locked {
		return nil, ErrLocked
	}
	if aid, ok := AID(key); ok {
		return s.send(aid), nil
	}
	switch key {
	case "tab":
		s.cursor = s.tab(s.cursor)
	case "backtab":
		s.cursor = s.backtab()
	case "newline":
		s.cursor = s.newline()
	case "home":
		s.cursor = s.firstInput()
	case "left":
		s.cursor = s.before(s.cursor)
	case "right":
		s.cursor = s.next(s.cursor)
	case "up":
		s.cursor = (s.cursor + len(s.cells) - s.columns) % len(s.cells)
	case "down":
		s.cursor = (s.cursor + s.columns) % len(s.cells)
	case "backspace":
		if at := s.before(s.cursor); s.takes(at) {
			s.cursor = at
			return nil, s.delete()
		}
		return nil, ErrProtected
	case "delete":
		return nil, s.delete()
	case "eraseeof":
		return nil, s.eraseEOF()
	case "eraseinput":
		s.eraseInput()
	default:
		return nil, fmt.Errorf("%w: %q", ErrKey, key)
	}
	return nil, nil
}

// send locks the keyboard and returns what a key sends.
func (s *Screen) send(aid byte) []byte {
	s.aid, s.locked = aid, true
	answer := s.readModified(false)
	if aid == aidClear {
		s.erase(size{s.rows, s.columns})
	}
	return answer
}

// Type types text at the cursor. It stops at the first character that it cannot
// type, with an error.
func (s *Screen) Type(text string) error {
	for _, r := range text {
		if s.locked {
			return ErrLocked
		}
		if !s.takes(s.cursor) {
			return ErrProtected
		}
		c, ok := s.byteOf(r)
		if !ok {
			return fmt.Errorf("%w: %q", ErrCharacter, r)
		}
		s.cells[s.cursor] = cell{char: c, set: s.cells[s.cursor].set}
		s.modify(s.cursor)
		s.cursor = s.skip(s.next(s.cursor))
	}
	return nil
}

// skip returns where the cursor goes from a place after a field that was
// filled: over its end to the next field, or to the next input field if the
// next one is both protected and numeric.
func (s *Screen) skip(at int) int {
	c := s.cells[at]
	switch {
	case !c.field:
		return at
	case c.attr&(bitProtected|bitNumeric) == bitProtected|bitNumeric:
		return s.tab(at)
	}
	return s.next(at)
}

// modify marks the field of a place as changed.
func (s *Screen) modify(at int) {
	if field, ok := s.fieldAt(at); ok {
		s.cells[field].attr |= bitModified
	}
}

// Move puts the cursor at a place.
func (s *Screen) Move(at int) error {
	if at < 0 || at >= len(s.cells) {
		return fmt.Errorf("%w: %d", ErrPlace, at)
	}
	if s.locked {
		return ErrLocked
	}
	s.cursor = at
	return nil
}

// Fill replaces the text of the input field that begins at a place. The field
// is marked as changed if the text is another one. The cursor moves behind the
// text, or to its last place.
func (s *Screen) Fill(at int, text string) error {
	if at < 0 || at >= len(s.cells) {
		return fmt.Errorf("%w: %d", ErrPlace, at)
	}
	field := s.before(at)
	switch {
	case s.locked:
		return ErrLocked
	case !s.cells[field].field || !s.takes(at):
		return ErrProtected
	}
	n := s.length(field)
	var chars []byte
	for _, r := range text {
		c, ok := s.byteOf(r)
		if !ok {
			return fmt.Errorf("%w: %q", ErrCharacter, r)
		}
		chars = append(chars, c)
	}
	if len(chars) > n {
		return fmt.Errorf("%w: %d characters, and it has %d places", ErrFull, len(chars), n)
	}
	s.cursor = at
	if s.textOf(at, n) == strings.TrimRight(text, " ") {
		return nil
	}
	for i := range n {
		c := cell{set: s.cells[at].set}
		if i < len(chars) {
			c.char = chars[i]
		}
		if i == min(len(chars), n-1) {
			s.cursor = at
		}
		s.cells[at] = c
		at = s.next(at)
	}
	s.cells[field].attr |= bitModified
	return nil
}

// inputAfter returns the first place of the next input field with a place to
// type, or 0 without such a field.
func (s *Screen) inputAfter(at int) int {
	for range s.cells {
		next := s.next(at)
		if c := s.cells[at]; c.field && c.attr&bitProtected == 0 && !s.cells[next].field {
			return next
		}
		at = next
	}
	return 0
}

// firstInput returns the first place of the first input field, or 0.
func (s *Screen) firstInput() int { return s.inputAfter(len(s.cells) - 1) }

// tab returns the first place of the next input field.
func (s *Screen) tab(at int) int { return s.inputAfter(at) }

// backtab returns the first place of the field of the cursor, or of the input
// field before it.
func (s *Screen) backtab() int {
	at := s.before(s.cursor)
	if s.cells[at].field { // the cursor is at the first place
		at = s.before(at)
	}
	for range s.cells {
		if c := s.cells[at]; c.field && c.attr&bitProtected == 0 && !s.cells[s.next(at)].field {
			return s.next(at)
		}
		at = s.before(at)
	}
	return 0
}

// newline returns the first place of an input field in the next rows.
func (s *Screen) newline() int {
	at := (s.cursor/s.columns + 1) % s.rows * s.columns
	if !s.formatted() || s.takes(at) {
		return at
	}
	return s.inputAfter(at)
}

// delete removes the character at the cursor from its field, and moves the rest
// of the field back.
func (s *Screen) delete() error {
	if !s.takes(s.cursor) {
		return ErrProtected
	}
	at := s.cursor
	for range s.cells {
		next := s.next(at)
		if s.cells[next].field || next == 0 && !s.formatted() {
			break
		}
		s.cells[at] = s.cells[next]
		at = next
	}
	s.cells[at] = cell{}
	s.modify(s.cursor)
	return nil
}

// eraseEOF empties the field from the cursor on.
func (s *Screen) eraseEOF() error {
	if !s.takes(s.cursor) {
		return ErrProtected
	}
	for at := s.cursor; !s.cells[at].field; {
		s.cells[at] = cell{}
		if at = s.next(at); at == 0 && !s.formatted() {
			break
		}
	}
	s.modify(s.cursor)
	return nil
}

// Locked reports whether the host has not answered the last key.
func (s *Screen) Locked() bool { return s.locked }
