package demo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

// tn3270Exhibit is the server for 3270 displays, its example and its stops on the tour.
var tn3270Exhibit = exhibit{
	scheme:  "tn3270",
	full:    "Too many readers. Come back later.\r\n",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return (&tn3270d{l, idle}).handle },
	example: Example{Title: "A service with screens", Text: "A 3270 display: forms that are filled in, and keys such as PF8 that turn pages."},
	holds:   "The library's catalogue",
	stops: []stop{{
		why:   "Screens of a 3270 display: a menu, a search form, and its results.",
		talk:  []turn{{": ready]\n", "field 1 1\nenter"}, {": ready]\n", "field 1 dot profile\nenter"}, {": ready]\n", "field 1 s\nenter"}, {": ready]\n", "quit"}},
		holds: "A dot alone on its line",
	}},
}

// The commands, options and bytes of telnet and 3270 that this server knows. Source: rfc885;
// rfc1576.
const (
	telnetEOR   = 239
	optionType  = 24
	optionEOR   = 25
	eraseWrite  = 0xF5
	freeAndDone = 0xC3 // frees the keyboard, and marks all fields as unchanged

	// maxRecord limits what a client sends at once: a display has 1920 places.
	maxRecord = 4 << 10
)

// tn3270d serves the library's catalogue to 3270 displays.
type tn3270d struct {
	library *library
	idle    time.Duration
}

// display is the connection to a client.
type display struct {
	conn   net.Conn
	idle   time.Duration
	r      *bufio.Reader
	unused int // bytes since the last record that are not part of one
}

// errDisplay means that a client is no 3270 display.
var errDisplay = errors.New("not a 3270 display")

// handle serves one user until they leave.
func (d *tn3270d) handle(c net.Conn) {
	t := &display{conn: c, idle: d.idle, r: bufio.NewReaderSize(c, maxRecord)}
	err := t.negotiate()
	if err == nil {
		err = (&catalogue3270{library: d.library}).run(t)
	}
	switch err {
	case errDisplay:
		t.write("\r\nThis is a service for 3270 displays.\r\n")
	case errFlood:
		t.write("\r\nThat is more than anyone types. Goodbye.\r\n")
	}
	linger(c)
}

// write sends bytes unchanged.
func (t *display) write(text string) error {
	_, err := io.WriteString(deadlineWriter{t.conn, t.idle}, text)
	return err
}

// The negotiation of the server, step by step. Source: rfc1576.
const (
	asksType   = "\xff\xfd\x18"                                        // DO TERMINAL-TYPE
	asksName   = "\xff\xfa\x18\x01\xff\xf0"                            // SB TERMINAL-TYPE SEND
	asksBinary = "\xff\xfd\x19\xff\xfb\x19\xff\xfd\x00\xff\xfb\x00"    // DO and WILL: END-OF-RECORD, BINARY
	agrees     = "\xff\xfb\x19 \xff\xfd\x19 \xff\xfb\x00 \xff\xfd\x00" // the client to the latter
)

// negotiate makes the client a 3270 display.
func (t *display) negotiate() error {
	for _, step := range []struct{ ask, want string }{{asksType, "\xff\xfb\x18"}, {asksName, "IBM-"}, {asksBinary, agrees}} {
		if err := t.write(step.ask); err != nil {
			return err
		}
		left := strings.Fields(step.want)
		for len(left) > 0 {
			_, command, err := t.next()
			if err != nil {
				return err
			}
			for i, want := range left {
				if strings.Contains(command, want) {
					left = append(left[:i:i], left[i+1:]...)
					break
				}
			}
			if command == "\xff\xfc\x18" || command == "\xff\xfc\x19" {
				return errDisplay
			}
		}
	}
	return nil
}

// next returns the next byte of data or command.
func (t *display) next() (data byte, command string, err error) {
	read := func() byte {
		if t.r.Buffered() == 0 {
			t.conn.SetReadDeadline(time.Now().Add(t.idle))
		}
		c, rerr := t.r.ReadByte()
		if err == nil {
			err = rerr
		}
		if t.unused++; t.unused > maxRecord && err == nil {
			err = errFlood
		}
		return c
	}
	c := read()
	if c != telnetIAC || err != nil {
		return c, "", err
	}
	b := []byte{telnetIAC, read()}
	switch b[1] {
	case telnetIAC:
		return telnetIAC, "", err
	case telnetWILL, telnetWONT, telnetDO, telnetDONT:
		b = append(b, read())
	case telnetSB:
		for err == nil && !strings.HasSuffix(string(b), string([]byte{telnetIAC, telnetSE})) {
			b = append(b, read())
		}
	}
	return 0, string(b), err
}

// readRecord reads a record of a client.
func (t *display) readRecord() (record []byte, err error) {
	t.unused = 0
	for {
		c, command, err := t.next()
		switch {
		case err != nil:
			return nil, err
		case command == string([]byte{telnetIAC, telnetEOR}):
			return record, nil
		case command == "":
			record = append(record, c)
		}
	}
}

// show sends a screen.
func (t *display) show(s *screen3270) error {
	return t.write(strings.ReplaceAll(string(s.b), "\xff", "\xff\xff") + "\xff\xef")
}

// screen3270 is a screen that is being written.
type screen3270 struct{ b []byte }

// newScreen3270 begins an empty screen.
func newScreen3270() *screen3270 { return &screen3270{[]byte{eraseWrite, freeAndDone}} }

// at goes to a row and a column, from 0.
func (s *screen3270) at(row, column int) {
	n := row*80 + column
	s.b = append(s.b, 0x11, byte(n>>8), byte(n))
}

// text writes a protected field at a place, at most up to the end of the row.
func (s *screen3270) text(row, column int, bright bool, format string, args ...any) {
	attr := byte(0x60)
	if bright {
		attr = 0xE8
	}
	s.at(row, column)
	s.b = append(s.b, 0x1D, attr)
	for i, r := range []rune(printable(fmt.Sprintf(format, args...))) {
		if column+1+i >= 80 {
			break
		}
		s.b = append(s.b, ebcdicOf(r))
	}
}

// input writes an input field of n places.
func (s *screen3270) input(row, column, n int, cursor bool) {
	s.at(row, column)
	s.b = append(s.b, 0x1D, 0x40)
	if cursor {
		s.b = append(s.b, 0x13)
	}
	s.at(row, column+n+1)
	s.b = append(s.b, 0x1D, 0xF0) // protected and numeric: the cursor skips it
}

// ebcdicOf returns a character in code page 37, "?" if it does not have it.
func ebcdicOf(r rune) byte {
	if c, ok := charmap.CodePage037.EncodeRune(r); ok && c >= 0x40 {
		return c
	}
	return 0x6F
}

// filled are the key and the changed fields of a record, by the place of their first
// character.
func filled(record []byte) (key byte, fields map[int]string) {
	fields = map[int]string{}
	if len(record) < 3 {
		return append(record, 0)[0], fields
	}
	for _, part := range strings.Split(string(record[3:]), "\x11")[1:] {
		if len(part) < 2 {
			continue
		}
		text, _ := charmap.CodePage037.NewDecoder().String(part[2:])
		fields[int(part[0]&0x3F)<<6|int(part[1]&0x3F)] = strings.TrimSpace(text)
	}
	return record[0], fields
}
