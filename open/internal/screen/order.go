package screen

import "fmt"

// The orders. Source: GA23-0059 4.
const (
	orderField     = 0x1D // SF, Start Field
	orderExtended  = 0x29 // SFE, Start Field Extended
	orderAddress   = 0x11 // SBA, Set Buffer Address
	orderAttribute = 0x28 // SA, Set Attribute
	orderModify    = 0x2C // MF, Modify Field
	orderCursor    = 0x13 // IC, Insert Cursor
	orderTab       = 0x05 // PT, Program Tab
	orderRepeat    = 0x3C // RA, Repeat to Address
	orderErase     = 0x12 // EUA, Erase Unprotected to Address
	orderGraphic   = 0x08 // GE, Graphic Escape
)

// The types of attributes in SFE, SA and MF.
const (
	typeAll       = 0x00 // in SA: resets all
	typeField     = 0xC0
	typeHighlight = 0x41
	typeColor     = 0x42
)

// writer does what the bytes after a control byte say.
type writer struct {
	*Screen
	b       []byte
	ordered bool // the last thing was an order or the command, not a character
	nulled  bool // the last order was PT and has emptied a field up to the end
}

// run reads to the end of the record.
func (w *writer) run() error {
	for len(w.b) > 0 {
		order := w.b[0]
		w.b = w.b[1:]
		var err error
		switch order {
		case orderField:
			err = w.startField()
		case orderExtended:
			err = w.startExtended()
		case orderAddress:
			w.at, err = w.readAddress()
		case orderAttribute:
			err = w.setAttribute()
		case orderModify:
			err = w.modifyField()
		case orderCursor:
			w.cursor = w.at
		case orderTab:
			w.programTab()
			continue
		case orderRepeat:
			err = w.repeat()
		case orderErase:
			err = w.eraseTo()
		case orderGraphic:
			var c []byte
			if c, err = w.take(1); err != nil {
				break
			}
			w.put(cell{char: c[0], ge: true, set: w.now})
			w.ordered = false
			continue
		default:
			w.put(cell{char: order, set: w.now})
			w.ordered = false
			continue
		}
		if err != nil {
			return fmt.Errorf("%w: order 0x%02X: %v", ErrStream, order, err)
		}
		w.ordered, w.nulled = true, false
	}
	return nil
}

// put writes a cell and advances.
func (w *writer) put(c cell) {
	w.cells[w.at] = c
	w.at = w.next(w.at)
}

// take returns the next n bytes.
func (w *writer) take(n int) ([]byte, error) {
	if len(w.b) < n {
		w.b = nil
		return nil, fmt.Errorf("the record ends")
	}
	b := w.b[:n]
	w.b = w.b[n:]
	return b, nil
}

// readAddress reads an address that the display has.
func (w *writer) readAddress() (int, error) {
	b, err := w.take(2)
	if err != nil {
		return w.at, err
	}
	at := address(b[0], b[1])
	if at >= len(w.cells) {
		return w.at, fmt.Errorf("address %d of %d", at, len(w.cells))
	}
	return at, nil
}

// startField begins a field.
func (w *writer) startField() error {
	b, err := w.take(1)
	if err == nil {
		w.put(cell{field: true, attr: b[0] & 0x3F})
	}
	return err
}

// startExtended begins a field with pairs of type and value.
func (w *writer) startExtended() error {
	c := cell{field: true}
	if err := w.pairs(&c); err != nil {
		return err
	}
	w.put(c)
	return nil
}

// modifyField changes the attribute at the address, if there is one.
func (w *writer) modifyField() error {
	c := w.cells[w.at]
	if err := w.pairs(&c); err != nil {
		return err
	}
	if !w.cells[w.at].field {
		return fmt.Errorf("no field at address %d", w.at)
	}
	w.put(c)
	return nil
}

// pairs reads a count and pairs for the attribute of a field.
func (w *writer) pairs(c *cell) error {
	count, err := w.take(1)
	if err != nil {
		return err
	}
	b, err := w.take(2 * int(count[0]))
	for ; len(b) >= 2; b = b[2:] {
		if b[0] == typeField {
			c.attr = b[1] & 0x3F
		} else {
			c.set.change(b[0], b[1])
		}
	}
	return err
}

// setAttribute changes how the characters after it are shown.
func (w *writer) setAttribute() error {
	b, err := w.take(2)
	if err == nil {
		w.now.change(b[0], b[1])
	}
	return err
}

// change changes an attribute. It ignores types that this package does not
// have.
func (a *attributes) change(kind, value byte) {
	switch kind {
	case typeAll:
		*a = attributes{}
	case typeHighlight:
		a.highlight = value
	case typeColor:
		a.color = value
	}
}

// programTab goes to the next input field. After a character it also empties
// the rest of the field.
func (w *writer) programTab() {
	if c := w.cells[w.at]; c.field && c.attr&bitProtected == 0 {
		w.at = w.next(w.at)
		w.ordered, w.nulled = true, false
		return
	}
	to := w.inputAfter(w.at)
	if to < w.at {
		to = 0
	}
	empty := !w.ordered || w.nulled
	if empty {
		for at := w.at; at != to && !w.cells[at].field; at = w.next(at) {
			w.cells[at] = cell{set: w.now}
		}
	}
	w.ordered, w.nulled, w.at = true, empty && to == 0, to
}

// repeat writes a character up to an address. The address where it begins means
// the whole display.
func (w *writer) repeat() error {
	to, err := w.readAddress()
	if err != nil {
		return err
	}
	b, err := w.take(1)
	if err != nil {
		return err
	}
	c := cell{char: b[0], set: w.now}
	if b[0] == orderGraphic {
		if b, err = w.take(1); err != nil {
			return err
		}
		c = cell{char: b[0], ge: true, set: w.now}
	}
	w.put(c)
	for w.at != to {
		w.put(c)
	}
	return nil
}

// eraseTo empties the places of input fields up to an address. The address
// where it begins means the whole display.
func (w *writer) eraseTo() error {
	to, err := w.readAddress()
	if err != nil {
		return err
	}
	input := w.attrOf(w.at)&bitProtected == 0
	for {
		if c := w.cells[w.at]; c.field {
			input = c.attr&bitProtected == 0
		} else if input {
			w.cells[w.at] = cell{}
		}
		if w.at = w.next(w.at); w.at == to {
			return nil
		}
	}
}
