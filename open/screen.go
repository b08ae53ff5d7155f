package open

import "strings"

// Screen is the terminal of a service that sends whole screens and takes their
// input fields at once, such as a 3270. A program shows what Show returns,
// after each Read of Session.Conn, and passes the keys of its user. Any
// goroutine may call its methods. A text that a method returns is not yet safe
// for a page; it has no control characters.
type Screen interface {
	// Show returns what the terminal shows now. The caller may keep it.
	Show() ScreenView
	// Press does what a key does. Its name is in lower case: "enter", "clear",
	// "pf1" to "pf24" and "pa1" to "pa3" are sent to the service, and lock the
	// keyboard until it answers. "tab", "backtab", "newline", "home", "left",
	// "right", "up", "down", "backspace", "delete", "eraseeof" and "eraseinput"
	// move the cursor or edit. The error says why the key has no effect, such as a
	// locked keyboard, or is that of the connection.
	Press(key string) error
	// Type types text at the cursor, as far as it is inside an input field. The
	// error says why it stopped before the end of the text.
	Type(text string) error
	// Move puts the cursor at an offset in ScreenView.Cells. The error is for an
	// offset outside of them.
	Move(at int) error
	// Fill replaces the text of the input field that begins at an offset. The error
	// is for a locked keyboard, an offset outside of a field, and a text that does
	// not fit.
	Fill(at int, text string) error
}

// ScreenView is what a Screen shows.
type ScreenView struct {
	Rows, Columns int
	Cells         []ScreenCell  // Rows * Columns of them, row by row
	Fields        []ScreenField // the input fields in their order
	Cursor        int           // an offset in Cells
	Locked        bool          // the service has not yet answered the last key
	Bells         int           // how often the service has rung the bell so far
}

// Text returns the rows as lines, without the spaces at their ends and without
// empty rows at the end.
func (v ScreenView) Text() string {
	var b strings.Builder
	empty := 0
	for row := range v.Rows {
		line := make([]rune, v.Columns)
		for i := range line {
			line[i] = v.Cells[row*v.Columns+i].Char
		}
		text := strings.TrimRight(string(line), " ")
		if text == "" {
			empty++
			continue
		}
		b.WriteString(strings.Repeat("\n", empty) + text + "\n")
		empty = 0
	}
	return b.String()
}

// ScreenCell is one place of a screen.
type ScreenCell struct {
	Char      rune // a space for no character, and for one that is hidden
	Input     bool // the place is inside an input field
	Bright    bool
	Reverse   bool
	Underline bool
	Blink     bool
	Color     ScreenColor
}

// ScreenColor is the color of a character.
type ScreenColor uint8

// The colors.
const (
	ColorDefault ScreenColor = iota
	ColorBlue
	ColorRed
	ColorPink
	ColorGreen
	ColorTurquoise
	ColorYellow
	ColorWhite
)

// ScreenField is an input field. It may continue in the next row, and from the
// end of the screen at its begin.
type ScreenField struct {
	At, Len int    // its first place, an offset in ScreenView.Cells, and how many it has
	Text    string // what it contains, without spaces at its end; "" if it is hidden
	Hidden  bool   // what the user types is not shown
	Numeric bool   // the service wants a number
	Changed bool   // the user or the service has marked it as changed
}
