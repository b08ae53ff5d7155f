package console

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	safe "github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// ShowsScreens reports whether a terminal can show whole screens, and not only lines.
func ShowsScreens() bool {
	name := os.Getenv("TERM")
	return name != "" && name != "dumb" && name != "unknown"
}

// JoinScreen shows the screens of a session on the whole terminal, and passes the keys of the
// user to it, until the session ends: by the service, by ctx, by ^], or at the end of the
// input. Then it shows the last screen as text. It uses only the sequences of ANSI X3.64,
// which every terminal since the VT100 has.
func JoinScreen(ctx context.Context, s *open.Session, o SessionOptions) error {
	ctx, stop := EndBySignal(ctx)
	defer stop()
	defer context.AfterFunc(ctx, func() { s.Conn.Close() })()
	before, err := term.MakeRaw(int(o.Keyboard.in.Fd()))
	if err != nil {
		return Local(err)
	}
	v := &screenView{screen: s.Screen, out: o.Out}
	io.WriteString(o.Out, enterScreen)
	v.draw()
	stopResize := onResize(v.draw)
	over, typed := make(chan struct{}), make(chan bool, 1)
	restore := func() {
		stopResize()
		v.close()
		io.WriteString(o.Out, leaveScreen)
		term.Restore(int(o.Keyboard.in.Fd()), before)
	}
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				restore()
				panic(fault)
			}
		}()
		typed <- v.typing(o.Keyboard.start(), over, s.Conn)
	}()
	buf := make([]byte, 64<<10)
	for err == nil {
		if _, err = s.Conn.Read(buf); err == nil {
			v.draw()
		}
	}
	close(over)
	s.Conn.Close()
	quit := <-typed
	restore()
	if _, werr := io.WriteString(o.Out, s.Screen.Show().Text()); werr != nil {
		return Local(werr)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case quit, err == io.EOF:
		return nil
	}
	return err
}

// The sequences at the begin and the end: the alternate screen, if the terminal has one,
// and an empty one.
const (
	enterScreen = "\x1b[?1049h\x1b[2J"
	leaveScreen = "\x1b[0m\x1b[2J\x1b[H\x1b[?1049l"
)

// screenView draws a screen on a terminal.
type screenView struct {
	screen open.Screen
	out    *os.File

	mu      sync.Mutex
	message string // why the last key had no effect, or ""
	bells   int
	closed  bool
}

// close makes later draws do nothing.
func (v *screenView) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
}

// draw draws the screen.
func (v *screenView) draw() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	width, height, err := term.GetSize(int(v.out.Fd()))
	if err != nil || width < 1 || height < 1 {
		width, height = 80, 25
	}
	view := v.screen.Show()
	text := paint(view, v.message, width, height)
	if view.Bells != v.bells {
		v.bells = view.Bells
		text += "\a"
	}
	io.WriteString(v.out, text) // after an error of the terminal the input ends too
}

// say sets the message and draws.
func (v *screenView) say(err error) {
	v.mu.Lock()
	v.message = ""
	if err != nil {
		v.message = safe.Safe(err.Error())
	}
	v.mu.Unlock()
	v.draw()
}

// typing passes the keys of the user until the session ends. It reports whether the user
// ended it.
func (v *screenView) typing(pieces <-chan []byte, over <-chan struct{}, conn io.Closer) (quit bool) {
	var r keyReader
	for {
		select {
		case <-over:
			return false
		case piece, more := <-pieces:
			if !more {
				conn.Close()
				return true
			}
			for _, k := range r.read(piece) {
				switch {
				case k.quit:
					conn.Close()
					return true
				case k.text != "":
					v.say(v.screen.Type(k.text))
				case k.name == "redraw":
					io.WriteString(v.out, "\x1b[2J")
					v.say(nil)
				case k.name != "":
					v.say(v.screen.Press(k.name))
				}
			}
		}
	}
}

// paint returns the sequences that draw a screen on a terminal with a size. The last row of
// the terminal shows the state. A terminal with as many rows as the screen has no row to
// spare: there the state replaces the last row only if that is empty, or if the state has
// something new. If the terminal is too small, it shows the part around the cursor.
func paint(view open.ScreenView, message string, width, height int) string {
	rows := min(view.Rows, max(1, height-1))
	if height == view.Rows && message == "" && !view.Locked && !isEmptyRow(view, view.Rows-1) {
		rows = height
	}
	columns := min(view.Columns, width)
	row, column := view.Cursor/view.Columns, view.Cursor%view.Columns
	top := min(max(0, row-rows+1), view.Rows-rows)
	left := min(max(0, column-columns+1), view.Columns-columns)
	var b strings.Builder
	b.WriteString("\x1b[?25l\x1b[H")
	for y := top; y < top+rows; y++ {
		if y > top {
			b.WriteString("\r\n")
		}
		last := ""
		for _, c := range view.Cells[y*view.Columns+left : y*view.Columns+left+columns] {
			if sgr := rendition(c); sgr != last {
				b.WriteString(sgr)
				last = sgr
			}
			b.WriteRune(c.Char)
		}
		b.WriteString("\x1b[0m")
		if columns < width {
			b.WriteString("\x1b[K")
		}
	}
	if height > rows {
		b.WriteString("\r\n" + stateLine(view, message, width))
		b.WriteString("\x1b[J")
	}
	fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[?25h", row-top+1, column-left+1)
	return b.String()
}

// isEmptyRow reports whether a row of a screen has no text, no input field and not the
// cursor.
func isEmptyRow(view open.ScreenView, row int) bool {
	for _, c := range view.Cells[row*view.Columns : (row+1)*view.Columns] {
		if c.Input || c.Reverse || c.Char > ' ' {
			return false
		}
	}
	return view.Cursor/view.Columns != row
}

// stateLine returns the line below the screen.
func stateLine(view open.ScreenView, message string, width int) string {
	state := "ready"
	if view.Locked {
		state = "waiting"
	}
	line := fmt.Sprintf("%s %d,%d  %s", state, view.Cursor/view.Columns+1, view.Cursor%view.Columns+1, message)
	if message == "" {
		line += "^] end  ^C clear  ^P 1-3 PA  Esc 1-9 or F1-F12 PF"
	}
	runes := []rune(line)
	return "\x1b[7m" + string(runes[:min(len(runes), max(0, width-1))]) + "\x1b[0m"
}

// rendition returns the sequence for how a place is shown. Input fields are underlined.
func rendition(c open.ScreenCell) string {
	s := "\x1b[0"
	if c.Bright {
		s += ";1"
	}
	if c.Underline || c.Input {
		s += ";4"
	}
	if c.Blink {
		s += ";5"
	}
	if c.Reverse {
		s += ";7"
	}
	// blue, red, pink, green, turquoise, yellow, white
	if i := int(c.Color) - 1; i >= 0 && i < 7 && os.Getenv("NO_COLOR") == "" {
		s += ";3" + "4152637"[i:i+1]
	}
	return s + "m"
}
