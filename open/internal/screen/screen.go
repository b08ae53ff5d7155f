// Package screen is a 3270 display: a buffer of cells and fields that a host
// writes to and that a user fills in. It has no connection.
//
//	s := screen.New(screen.Options{})
//	answer, err := s.Receive(record)        // what the host sent
//	s.Type("jane")                          // what the user does
//	aid, err := s.Press("enter")            // what to send to the host
//	view := s.Show()                        // what the display shows
//
// The host sends a data stream: a command, a control byte, and characters among
// orders that set addresses, fields and attributes. The display answers with
// the key that was pressed, the address of the cursor, and the fields that were
// changed. All addresses are checked: no record can reach a cell outside the
// buffer.
//
// A hidden field is in what the host gets, and never in what Show returns.
//
// The package follows "IBM 3270 Data Stream Programmer's Reference"
// (GA23-0059) as far as RFC 1576 and RFC 2355 need it. It does not support
// partitions, character sets that the host loads, double-byte characters, and
// graphics. Several goroutines cannot use a Screen at the same time.
package screen

import (
	"fmt"

	"golang.org/x/text/encoding/charmap"

	"github.com/earl-url/earl/open"
)

// Options are the settings of a Screen. The zero Options are the defaults.
type Options struct {
	// Model is the size of the display: 2 has 24 rows of 80 columns, 3 has 32 of
	// 80, 4 has 43 of 80, and 5 has 27 of 132. The host chooses between this size
	// and that of model 2. 0 is model 2.
	Model int
	// CodePage is the number of the code page of the characters: 37 (USA, Canada),
	// 1047 (open systems) or 1140 (37 with the euro sign). 0 is 37.
	CodePage int
}

// Screen is a 3270 display.
type Screen struct {
	rows, columns int // the size in use
	alternate     size
	code          *charmap.Charmap

	cells  []cell
	at     int  // where the host writes next
	cursor int  // an offset in cells
	locked bool // the host has not freed the keyboard
	bells  int
	aid    byte // the last key that was sent, or aidNone
	now    attributes
}

// size is a number of rows and columns.
type size struct{ rows, columns int }

// cell is one place of the buffer. A field begins with a cell that contains its
// attribute, and ends before the next one.
type cell struct {
	char  byte // in the code page; 0 is empty
	field bool // the cell has an attribute of a field, attr
	attr  byte // the low six bits of the attribute
	ge    bool // char is of the graphic set
	set   attributes
}

// attributes are how a character is shown, if that is not the default.
type attributes struct {
	highlight byte // 0xF1 blink, 0xF2 reverse, 0xF4 underscore
	color     byte // 0xF1 to 0xF7
}

// The bits of a field's attribute. Source: GA23-0059 4.
const (
	bitProtected = 0x20
	bitNumeric   = 0x10
	bitsDisplay  = 0x0C
	displayBold  = 0x08
	displayNone  = 0x0C
	bitModified  = 0x01
)

// Check returns an error for a model or a code page that this package does not
// have.
func (o Options) Check() error {
	if o.Model != 0 && (o.Model < 2 || o.Model > 5) {
		return fmt.Errorf("screen: no model %d: want 2 to 5", o.Model)
	}
	switch o.CodePage {
	case 0, 37, 1047, 1140:
		return nil
	}
	return fmt.Errorf("screen: no code page %d: want 37, 1047 or 1140", o.CodePage)
}

// New returns an empty display, whose keyboard is locked until the host frees
// it. The error is that of Check.
func New(o Options) (*Screen, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	s := &Screen{locked: true, aid: aidNone, alternate: size{24, 80}, code: charmap.CodePage037}
	switch o.Model {
	case 3:
		s.alternate = size{32, 80}
	case 4:
		s.alternate = size{43, 80}
	case 5:
		s.alternate = size{27, 132}
	}
	switch o.CodePage {
	case 1047:
		s.code = charmap.CodePage1047
	case 1140:
		s.code = charmap.CodePage1140
	}
	s.erase(size{24, 80})
	return s, nil
}

// erase empties the display and gives it a size.
func (s *Screen) erase(z size) {
	s.rows, s.columns = z.rows, z.columns
	s.cells = make([]cell, z.rows*z.columns)
	s.at, s.cursor, s.now = 0, 0, attributes{}
}

// next returns the offset after at.
func (s *Screen) next(at int) int { return (at + 1) % len(s.cells) }

// before returns the offset before at.
func (s *Screen) before(at int) int { return (at + len(s.cells) - 1) % len(s.cells) }

// fieldAt returns the offset of the attribute of the field that has a place. ok
// is false if the display has no field.
func (s *Screen) fieldAt(at int) (field int, ok bool) {
	for range s.cells {
		if s.cells[at].field {
			return at, true
		}
		at = s.before(at)
	}
	return 0, false
}

// attrOf returns the attribute that a place has. Without a field it is that of
// an input field.
func (s *Screen) attrOf(at int) byte {
	if field, ok := s.fieldAt(at); ok {
		return s.cells[field].attr
	}
	return 0
}

// length returns how many cells come after an attribute, before the next one.
func (s *Screen) length(field int) (n int) {
	for at := s.next(field); !s.cells[at].field; at = s.next(at) {
		n++
	}
	return n
}

// formatted reports whether the display has a field.
func (s *Screen) formatted() bool {
	_, ok := s.fieldAt(0)
	return ok
}

// takes reports whether the user can type at a place.
func (s *Screen) takes(at int) bool {
	return !s.cells[at].field && s.attrOf(at)&bitProtected == 0
}

// Show returns what the display shows.
func (s *Screen) Show() open.ScreenView {
	v := open.ScreenView{Rows: s.rows, Columns: s.columns, Cursor: s.cursor, Locked: s.locked, Bells: s.bells,
		Cells: make([]open.ScreenCell, len(s.cells)), Fields: s.fields()}
	attr := s.attrOf(0)
	set := attributes{}
	field, formatted := s.fieldAt(0)
	if formatted {
		set = s.cells[field].set
	}
	for i, c := range s.cells {
		if c.field {
			attr, set = c.attr, c.set
			v.Cells[i].Char = ' '
			continue
		}
		v.Cells[i] = s.shown(c, attr, set)
		v.Cells[i].Input = v.Cells[i].Input && formatted
	}
	return v
}

// shown returns what a cell shows in a field with an attribute.
func (s *Screen) shown(c cell, attr byte, field attributes) open.ScreenCell {
	v := open.ScreenCell{Char: ' ', Input: attr&bitProtected == 0, Bright: attr&bitsDisplay == displayBold}
	if attr&bitsDisplay == displayNone {
		return v
	}
	v.Char = s.runeOf(c)
	highlight, color := c.set.highlight, c.set.color
	if highlight == 0 {
		highlight = field.highlight
	}
	if color == 0 {
		color = field.color
	}
	v.Blink, v.Reverse, v.Underline = highlight == 0xF1, highlight == 0xF2, highlight == 0xF4
	if color >= 0xF1 && color <= 0xF7 {
		v.Color = open.ScreenColor(color - 0xF0)
	}
	return v
}

// fields returns the input fields.
func (s *Screen) fields() (list []open.ScreenField) {
	for i, c := range s.cells {
		if !c.field || c.attr&bitProtected != 0 {
			continue
		}
		f := open.ScreenField{At: s.next(i), Len: s.length(i), Hidden: c.attr&bitsDisplay == displayNone,
			Numeric: c.attr&bitNumeric != 0, Changed: c.attr&bitModified != 0}
		if f.Len == 0 {
			continue
		}
		if !f.Hidden {
			f.Text = s.textOf(f.At, f.Len)
		}
		list = append(list, f)
	}
	return list
}
