package tn3270

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/screen"
)

const (
	// maxCommand is the length of the longest line of commands: more than a
	// display has places.
	maxCommand = 4 << 10
	// maxAnswer limits the text that waits for a Read.
	maxAnswer = 64 << 10
)

// Read returns the display as text whenever the host has changed it, and the
// answers to commands.
func (c *conn) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.answer) == 0 && !c.dirty && c.err == nil {
		c.changed.Wait()
	}
	c.sayScreen()
	if len(c.answer) == 0 {
		return 0, c.err
	}
	n := copy(p, c.answer)
	c.answer = c.answer[n:]
	return n, nil
}

// say adds text for Read. It drops text that was not read for long. The caller
// holds mu.
func (c *conn) say(text string) {
	if len(c.answer)+len(text) > maxAnswer {
		c.answer = nil
	}
	c.answer = append(c.answer, text...)
	c.changed.Broadcast()
}

// sayScreen adds the display for Read, if the host has changed it. The caller
// holds mu.
func (c *conn) sayScreen() {
	if c.dirty {
		c.dirty = false
		c.say(screenText(c.display.Show()))
	}
}

// screenText returns a display as text, and a line about its state.
func screenText(v open.ScreenView) string {
	state := "ready"
	if v.Locked {
		state = "locked"
	}
	return fmt.Sprintf("%s[row %d, column %d: %s]\n", v.Text(), v.Cursor/v.Columns+1, v.Cursor%v.Columns+1, state)
}

// Write takes lines of commands. A command that needs the keyboard waits until
// it is free. Read reports mistakes; they are not errors of Write.
func (c *conn) Write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	for _, o := range p {
		if o != '\n' {
			if len(c.commands) < maxCommand {
				c.commands = append(c.commands, o)
			}
			continue
		}
		line := string(bytes.TrimSuffix(c.commands, []byte("\r")))
		c.commands = c.commands[:0]
		if err := c.obey(line); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// help is the answer to the command "help".
const help = `text WORDS       type at the cursor
field N WORDS    fill the N-th input field
move ROW COLUMN  put the cursor
screen, fields   show the screen, or its input fields
enter, clear, pf1 to pf24, pa1 to pa3
                 send the input fields
tab, backtab, newline, home, left, right, up, down,
backspace, delete, eraseeof, eraseinput
                 move or edit
quit             end the session
`

// obey does what a line says. An error is that of the session.
func (c *conn) obey(line string) error {
	word, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	switch word {
	case "":
		return nil
	case "help":
		c.tell(help)
		return nil
	case "screen":
		c.tell(screenText(c.Show()))
		return nil
	case "fields":
		c.tell(fieldsText(c.Show()))
		return nil
	case "quit":
		c.end(io.EOF)
		return nil
	}
	if err := c.await(); err != nil {
		return err
	}
	var err error
	switch word {
	case "text":
		err = c.Type(rest)
	case "field":
		err = c.fill(rest)
	case "move":
		err = c.move(rest)
	case "pf", "pa":
		err = c.Press(word + strings.TrimSpace(rest))
	default:
		err = c.Press(word)
	}
	if isMistake(err) {
		c.tell("? " + err.Error() + "\n")
		return nil
	}
	return err
}

// isMistake reports whether an error is that of the user, and not of the
// session.
func isMistake(err error) bool {
	for _, e := range []error{screen.ErrLocked, screen.ErrProtected, screen.ErrFull, screen.ErrCharacter, screen.ErrKey, screen.ErrPlace} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// tell adds text for Read.
func (c *conn) tell(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.say(text)
}

// await waits until the keyboard is free, for Options.Wait at most. Read shows
// the screen of the host before what a command does to it. The error is that of
// the session.
func (c *conn) await() error {
	late := false
	timer := time.AfterFunc(c.wait, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.changed.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.display.Locked() && c.err == nil && !late {
		c.changed.Wait()
	}
	c.sayScreen()
	return c.err
}

// fieldsText returns the input fields as text.
func fieldsText(v open.ScreenView) string {
	var b strings.Builder
	for i, f := range v.Fields {
		text := strconv.Quote(f.Text)
		if f.Hidden {
			text = "hidden"
		}
		fmt.Fprintf(&b, "%d: row %d, column %d, %d places: %s\n", i+1, f.At/v.Columns+1, f.At%v.Columns+1, f.Len, text)
	}
	if b.Len() == 0 {
		return "no input fields\n"
	}
	return b.String()
}

// fill does "field N WORDS".
func (c *conn) fill(rest string) error {
	number, text, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	fields := c.Show().Fields
	if err != nil || n < 1 || n > len(fields) {
		return fmt.Errorf("%w: there are %d input fields", screen.ErrPlace, len(fields))
	}
	return c.Fill(fields[n-1].At, text)
}

// move does "move ROW COLUMN".
func (c *conn) move(rest string) error {
	var row, column int
	v := c.Show()
	if n, err := fmt.Sscan(rest, &row, &column); n != 2 || err != nil || row < 1 || row > v.Rows || column < 1 || column > v.Columns {
		return fmt.Errorf("%w: the screen has %d rows and %d columns", screen.ErrPlace, v.Rows, v.Columns)
	}
	return c.Move((row-1)*v.Columns + column - 1)
}
