package demo

import (
	"bufio"
	"errors"
	"io"
	"net"
	"time"
)

// rloginExhibit is the rlogin server, its example and its stop on the tour.
var rloginExhibit = exhibit{
	scheme: "rlogin",
	full:   "\x01Too many readers. Come back later.\r\n",
	serve:  func(l *library, idle time.Duration) func(net.Conn) { return (&rlogind{l, idle}).handle },
	url: func(s *Servers, path string) string {
		return "rlogin://guest@" + s.exhibited["rlogin"].listener.Addr().String() + "/" + path
	},
	example: Example{Title: "A login session", Text: "The same text service. The name in the URL is sent, so it does not ask."},
	holds:   "Good evening, guest.",
	stops: []stop{{
		why:   "A session that begins with the name in the URL. The service does not ask for it.",
		talk:  []turn{{"> ", "find dot profile"}, {"> ", "quit"}},
		holds: "Good evening, guest.",
	}},
}

// rlogind serves the library's catalogue to terminals that log in. Source: rfc1282.
type rlogind struct {
	library *library
	idle    time.Duration
}

// errHello is the error of a first message that is not one of rlogin.
var errHello = errors.New("not the first message of rlogin")

// handle serves one user until they leave.
func (d *rlogind) handle(c net.Conn) {
	t := &nvt{conn: c, idle: d.idle, r: bufio.NewReaderSize(c, maxLine), w: bufio.NewWriterSize(deadlineWriter{c, d.idle}, copyBuffer)}
	t.plain = t.windowSize
	t.ours[optionECHO] = true
	user, err := t.hello()
	if err != nil {
		io.WriteString(deadlineWriter{c, d.idle}, "\x01This is a server of rlogin.\r\n")
		linger(c)
		return
	}
	t.w.WriteByte(0)
	serveCatalogue(c, t, d.library, user)
}

// hello reads the first message: an empty field, the name of the user on the client's side and
// on this side, the terminal and its speed. It returns the second name.
func (t *nvt) hello() (user string, err error) {
	var fields [4][]byte
	for i := range fields {
		for {
			c, err := t.raw()
			if err != nil {
				return "", err
			}
			if c == 0 {
				break
			}
			if fields[i] = append(fields[i], c); i == 0 || len(fields[i]) > maxTyped {
				return "", errHello
			}
		}
	}
	return string(fields[2]), nil
}

// restWait is how long the rest of a message may take that begins with a byte 0xFF.
const restWait = 100 * time.Millisecond

// windowSize completes a byte 0xFF: with another one and "ss", it begins the size of the
// window. If it does not, it is data. Source: rfc1282.
func (t *nvt) windowSize(c byte) (byte, error) {
	const begin = "\xffss"
	t.conn.SetReadDeadline(time.Now().Add(restWait))
	if b, err := t.r.Peek(len(begin)); err != nil || string(b) != begin {
		return c, nil
	}
	var b [11]byte
	if _, err := io.ReadFull(t.r, b[:]); err != nil {
		return 0, err
	}
	t.rows, t.columns = int(b[3])<<8|int(b[4]), int(b[5])<<8|int(b[6])
	return t.readByte()
}
