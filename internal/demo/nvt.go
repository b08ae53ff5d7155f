package demo

import (
	"bufio"
	"errors"
	"io"
	"net"
	"time"
	"unicode/utf8"
)

// The bytes of telnet that this server knows. Source: rfc854; rfc857; rfc858; rfc1073.
const (
	telnetSE   = 240
	telnetIP   = 244
	telnetAYT  = 246
	telnetEC   = 247
	telnetEL   = 248
	telnetSB   = 250
	telnetWILL = 251
	telnetWONT = 252
	telnetDO   = 253
	telnetDONT = 254
	telnetIAC  = 255

	optionECHO = 1
	optionSGA  = 3
	optionNAWS = 31
)

const (
	// maxTyped is the maximum length of a typed line; at the limit the terminal rings the bell.
	maxTyped = 256
	// maxUnused limits the bytes between two lines that belong to neither.
	maxUnused = 4 << 10
)

// errFlood means that a client sends endlessly without a line end.
var errFlood = errors.New("too many bytes without a line end")

// nvt is a network virtual terminal. It reads lines, whether the client sends them whole or key
// by key, and responds to the client's negotiation. It offers to echo and to suppress go-ahead,
// and requests the window's size once. If the client refuses, its user edits lines on the
// client's side. Source: rfc854; rfc1143.
type nvt struct {
	conn net.Conn
	idle time.Duration
	r    *bufio.Reader
	w    *bufio.Writer

	ours, theirs  [256]bool // options in effect
	asked         [256]bool // the client has not yet answered an offer or request of this side
	columns, rows int       // 0 means unknown
	afterCR       bool
	unused        int
	plain         func(c byte) (byte, error) // for rlogin: completes a byte of data; nil for telnet
}

// newNVT makes a terminal of a connection and starts to negotiate.
func newNVT(c net.Conn, idle time.Duration) *nvt {
	t := &nvt{conn: c, idle: idle, r: bufio.NewReaderSize(c, maxLine), w: bufio.NewWriterSize(deadlineWriter{c, idle}, copyBuffer)}
	t.asked[optionECHO], t.asked[optionSGA], t.asked[optionNAWS] = true, true, true
	t.w.Write([]byte{telnetIAC, telnetWILL, optionECHO, telnetIAC, telnetWILL, optionSGA, telnetIAC, telnetDO, optionNAWS})
	return t
}

// write shows text. LF ends a line.
func (t *nvt) write(text string) {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\n':
			t.w.WriteString("\r\n")
		case telnetIAC:
			if t.plain == nil {
				t.w.WriteByte(telnetIAC)
			}
			t.w.WriteByte(telnetIAC)
		default:
			t.w.WriteByte(c)
		}
	}
}

// readByte returns the next byte of data, or the key that a command represents. It responds to
// other commands.
func (t *nvt) readByte() (byte, error) {
	for {
		c, err := t.raw()
		if err != nil {
			return 0, err
		}
		if c != telnetIAC {
			return c, nil
		}
		if t.plain != nil {
			return t.plain(c)
		}
		if c, err = t.raw(); err != nil {
			return 0, err
		}
		switch c {
		case telnetIAC:
			return c, nil
		case telnetIP:
			return keyStop, nil
		case telnetEC:
			return keyBack, nil
		case telnetEL:
			return keyKill, nil
		case telnetAYT:
			t.w.WriteString("\r\n[Yes]\r\n")
		case telnetSB:
			err = t.subnegotiation()
		case telnetWILL, telnetWONT, telnetDO, telnetDONT:
			err = t.negotiate(c)
		}
		if err != nil {
			return 0, err
		}
	}
}

// raw reads a byte from the connection. Buffered output is sent before it waits.
func (t *nvt) raw() (byte, error) {
	if t.unused++; t.unused > maxUnused {
		return 0, errFlood
	}
	if t.r.Buffered() == 0 {
		if err := t.w.Flush(); err != nil {
			return 0, err
		}
		t.conn.SetReadDeadline(time.Now().Add(t.idle))
	}
	return t.r.ReadByte()
}

// negotiate handles a verb with its option. It responds to a change and to a refusal, but not
// to the answer to an offer of this side. Source: rfc1143 7.
func (t *nvt) negotiate(verb byte) error {
	option, err := t.raw()
	if err != nil {
		return err
	}
	side, yes, no := &t.ours, byte(telnetWILL), byte(telnetWONT)
	agreed := option == optionECHO || option == optionSGA
	if verb == telnetWILL || verb == telnetWONT {
		side, yes, no = &t.theirs, telnetDO, telnetDONT
		agreed = option == optionNAWS || option == optionSGA
	}
	on := verb == telnetWILL || verb == telnetDO
	waited := t.asked[option] && (side == &t.theirs) == (option == optionNAWS)
	before := side[option]
	side[option] = on && agreed
	if waited {
		t.asked[option] = false
		return nil
	}
	switch {
	case side[option] && !before:
		_, err = t.w.Write([]byte{telnetIAC, yes, option})
	case on && !agreed, !on && before:
		_, err = t.w.Write([]byte{telnetIAC, no, option})
	}
	return err
}

// subnegotiation reads a subnegotiation. It uses only the size of the window. Source: rfc1073.
func (t *nvt) subnegotiation() error {
	var b []byte
	for {
		c, err := t.raw()
		if err == nil && c == telnetIAC {
			if c, err = t.raw(); c == telnetSE {
				break
			}
		}
		if err != nil {
			return err
		}
		if len(b) < 8 {
			b = append(b, c)
		}
	}
	if len(b) == 5 && b[0] == optionNAWS && t.theirs[optionNAWS] {
		t.columns, t.rows = int(b[1])<<8|int(b[2]), int(b[3])<<8|int(b[4])
	}
	return nil
}

// The keys with a function.
const (
	keyStop   = 3  // ^C
	keyEnd    = 4  // ^D
	keyBack   = 8  // ^H
	keyKill   = 21 // ^U
	keyEscape = 27
	keyDelete = 127
)

// readLine reads a line. ok is false if the user interrupted it. A line ends with CR LF, CR
// NUL, CR or LF. Errors: io.EOF also for ^D at the beginning of a line.
func (t *nvt) readLine() (line string, ok bool, err error) {
	var b []byte
	t.unused = 0
	for {
		c, err := t.readByte()
		if err != nil {
			return "", false, err
		}
		after := t.afterCR
		t.afterCR = c == '\r'
		switch {
		case after && (c == '\n' || c == 0):
		case c == '\r', c == '\n':
			t.echo("\n")
			return string(b), true, nil
		case c == keyStop:
			t.echo("^C\n")
			return "", false, nil
		case c == keyEnd && len(b) == 0:
			return "", false, io.EOF
		case c == keyBack, c == keyDelete:
			b = t.rubOut(b)
		case c == keyKill:
			for len(b) > 0 {
				b = t.rubOut(b)
			}
		case c == keyEscape:
			if err := t.skipEscape(); err != nil {
				return "", false, err
			}
		case c < ' ', len(b) == maxTyped:
			t.echo("\a")
		default:
			b = append(b, c)
			t.echo(string([]byte{c}))
		}
	}
}

// rubOut removes the last character of a line.
func (t *nvt) rubOut(b []byte) []byte {
	if len(b) == 0 {
		return b
	}
	_, n := utf8.DecodeLastRune(b)
	t.echo("\b \b")
	return b[:len(b)-n]
}

// skipEscape skips the sequence of a key such as an arrow: ESC [ ... letter.
func (t *nvt) skipEscape() error {
	c, err := t.readByte()
	if err != nil || c != '[' && c != 'O' {
		return err
	}
	for range 8 {
		if c, err = t.readByte(); err != nil || c >= '@' && c <= '~' {
			return err
		}
	}
	return nil
}

// echo shows typed text, if the client left that to the server.
func (t *nvt) echo(text string) {
	if t.ours[optionECHO] {
		t.write(text)
	}
}
