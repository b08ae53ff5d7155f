package session

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// canvas is a page that draws the output of a session.
type canvas struct {
	*testing.T
	conn *websocket.Conn
	streamHeader
	octets string // the bytes of the last two messages
}

// next reports that the last output was drawn, and reads the next.
func (c *canvas) next() {
	c.Helper()
	kind, message, err := c.conn.Read(c.Context())
	if err != nil || kind != websocket.MessageText || json.Unmarshal(message, &c.streamHeader) != nil {
		c.Fatalf("%v, %v, %q", err, kind, message)
	}
	kind, message, err = c.conn.Read(c.Context())
	if err != nil || kind != websocket.MessageBinary {
		c.Fatalf("%v, %v", err, kind)
	}
	c.octets = string(message)
}

// until reads until new output ends with a text. It returns all output, with the old output in
// brackets.
func (c *canvas) until(end string) (all string) {
	c.Helper()
	for {
		c.next()
		c.say(`{"shown":true}`)
		if c.Old {
			all += "[" + c.octets + "]"
			continue
		}
		if all += c.octets; strings.HasSuffix(all, end) {
			return all
		}
	}
}

// say sends a text message to the gateway.
func (c *canvas) say(text string) {
	if err := c.conn.Write(c.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.Error(err)
	}
}

// press sends keys.
func (c *canvas) press(keys string) {
	if err := c.conn.Write(c.Context(), websocket.MessageBinary, []byte(keys)); err != nil {
		c.Error(err)
	}
}

// keyed is a service that requests each key and the window size. It sends back its quoted input,
// and takes lines after "l".
func keyed(heard chan<- string) func(net.Conn) {
	return func(conn net.Conn) {
		io.WriteString(conn, "\xff\xfb\x01\xff\xfb\x03\xff\xfd\x1f\x1b[6n> ") // WILL ECHO, WILL SGA, DO NAWS
		buf := make([]byte, 256)
		for {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			heard <- string(buf[:n])
			if strings.HasSuffix(string(buf[:n]), "l") {
				io.WriteString(conn, "\xff\xfc\x03lines> ") // WONT SGA
			}
		}
	}
}

// await reads the input of a service until it contains a text, and returns the input.
func await(t *testing.T, heard <-chan string, want string) (all string) {
	t.Helper()
	for !strings.Contains(all, want) {
		select {
		case text := <-heard:
			all += text
		case <-time.After(time.Minute):
			t.Fatalf("the service has heard %q, not %q", all, want)
		}
	}
	return all
}

// C3: if the service requests it, each key and the window size of the page are sent (rfc1073). A
// session of lines sends no keys, and so no response of the terminal, and not the window size
// of a page that has no terminal.
func TestSessionByKey(t *testing.T) {
	heard := make(chan string, 100)
	s := newSite(t)
	term := s.start(keyed(heard), "xterm")
	c := &canvas{T: t, conn: s.socket(term, "as=octets")}
	c.until("> ")
	await(t, heard, "\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0") // 80 x 24, before a page sends its size
	if !c.Keys || c.Hide || c.Old {
		t.Errorf("%+v", c.streamHeader)
	}
	c.say(`{"columns":132,"rows":43}`)
	await(t, heard, "\xff\xfa\x1f\x00\x84\x00\x2b\xff\xf0")
	s.socket(term, "from=0") // a page of text
	await(t, heard, "\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0")
	c.say(`{"columns":1001,"rows":43}`)
	c.say(`{"columns":0,"rows":43}`)
	c.press("\x1b[A\r")
	if all := await(t, heard, "\x1b[A\r\x00"); strings.Contains(all, "\x1f") {
		t.Errorf("of windows that there are not the service hears %q", all)
	}
	c.press("l")
	c.until("lines> ")
	if c.Keys || !c.Hide { // the service still echoes
		t.Errorf("%+v", c.streamHeader)
	}
	c.press("\x1b[1;1R")
	c.say(`{"line":"typed"}`)
	if all := await(t, heard, "typed\r\n"); strings.Contains(all, "1R") {
		t.Errorf("the service has heard %q", all)
	}
}

// The terminal must respond to a query of the service once. A reloaded page, or a second one,
// receives the output marked as old.
func TestSessionIsDrawnAgainAsOld(t *testing.T) {
	heard := make(chan string, 100)
	s := newSite(t)
	term := s.start(keyed(heard), "")
	first := &canvas{T: t, conn: s.socket(term, "as=octets")}
	if all := first.until("> "); all != "\x1b[6n> " {
		t.Errorf("at first %q", all)
	}
	second := &canvas{T: t, conn: s.socket(term, "as=octets")}
	second.next()
	if !second.Old || second.octets != "\x1b[6n> " {
		t.Errorf("again %q, %+v", second.octets, second.streamHeader)
	}
	second.say(`{"shown":true}`)
	second.next()
	if second.Old || second.octets != "" {
		t.Errorf("and then %q, %+v", second.octets, second.streamHeader)
	}
}

// The gateway sends more output only after the page has drawn the last output.
func TestSessionWaitsForThePage(t *testing.T) {
	more := make(chan bool)
	s := newSite(t)
	term := s.start(func(conn net.Conn) {
		io.WriteString(conn, "one ")
		<-more
		io.WriteString(conn, "two ")
		io.Copy(io.Discard, conn)
	}, "")
	c := &canvas{T: t, conn: s.socket(term, "as=octets")}
	for c.octets == "" {
		if c.next(); c.octets == "" {
			c.say(`{"shown":true}`)
		}
	}
	close(more)
	for shown := ""; !strings.Contains(shown, "two"); {
		shown, _, _, _ = term.since(0)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*socketPause)
	defer cancel()
	if _, message, err := c.conn.Read(ctx); err == nil { // Read ends the connection
		t.Errorf("it is sent %q", message)
	}
	if _, at, d := term.next(0); !d.Old || at != int64(len("one ")) {
		t.Errorf("%d bytes were sent, %+v", at, d)
	}
}

// A message that is longer than those of a page ends the connection.
func TestSessionMessageIsBounded(t *testing.T) {
	s := newSite(t)
	term := s.start(echo, "")
	for _, message := range []string{`{"shown":true}` + strings.Repeat(" ", maxMessage), "no JSON", `{"line":"` + strings.Repeat("x", maxTyped+1) + `"}`} {
		c := &canvas{T: t, conn: s.socket(term, "as=octets")}
		c.say(message)
		for {
			if _, _, err := c.conn.Read(t.Context()); err != nil {
				break
			}
		}
	}
	c := &canvas{T: t, conn: s.socket(term, "as=octets")}
	c.say(`{"line":"` + strings.Repeat(`\"`, maxTyped/2) + `"}`)
	c.until("? ")
}

// If the beginning of the output was dropped, the output begins with a line. It does not end
// within a character. It is marked as new only once.
func TestNext(t *testing.T) {
	s := &Terminal{conn: silent{make(chan struct{})}, cancel: func() {}}
	at := int64(0)
	for _, tt := range []struct {
		shows, octets string
		old           bool
	}{
		{"caf\xc3", "caf", false},
		{"", "", false},
		{"\xa9 \xe9t\xe9.", "é été.", false},
	} {
		s.append([]byte(tt.shows))
		octets, end, d := s.next(at)
		if string(octets) != tt.octets || d.Old != tt.old {
			t.Errorf("after %q: %q, %+v, want %q", tt.shows, octets, d, tt.octets)
		}
		at = end
	}
	s.append([]byte(" new"))
	if octets, end, d := s.next(0); string(octets) != "café été." || !d.Old || end != at {
		t.Errorf("from the beginning: %q up to %d, %+v", octets, end, d)
	}
	if octets, _, d := s.next(at); string(octets) != " new" || d.Old {
		t.Errorf("and then %q, %+v", octets, d)
	}
	s.append([]byte("\x1b[3"))
	s.append([]byte("1m red\r\nsecond" + strings.Repeat("x", maxTranscript-len("1m red\r\nsecond"))))
	if octets, _, _ := s.next(at); !strings.HasPrefix(string(octets), "secondx") {
		t.Errorf("where the beginning was dropped: %.20q", octets)
	}
	s.append([]byte("end\xc3"))
	s.end(io.EOF)
	if octets, end, d := s.next(s.drawn); string(octets) != "endÃ" || d.Ended == "" || end != s.dropped+int64(len(s.shown)) {
		t.Errorf("at the end: %q, %+v", octets, d)
	}
}
