package demo

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// octetsConn is a connection that delivers some bytes and then ends.
type octetsConn struct {
	net.Conn
	in  io.Reader
	out strings.Builder
}

func (c *octetsConn) Read(b []byte) (int, error)       { return c.in.Read(b) }
func (c *octetsConn) Write(b []byte) (int, error)      { return c.out.Write(b) }
func (c *octetsConn) SetReadDeadline(time.Time) error  { return nil }
func (c *octetsConn) SetWriteDeadline(time.Time) error { return nil }

// FuzzTelnet: whatever the client sends, no line is too long, and each byte
// causes only a short response.
func FuzzTelnet(f *testing.F) {
	f.Add("guest\r\x00quit\r\n")
	f.Add("\xff\xfd\x01\xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0a\xff\xffb\x7f\x15\x1b[A\xff\xf6\r\n")
	f.Fuzz(func(t *testing.T, typed string) {
		c := &octetsConn{in: strings.NewReader(typed)}
		n := newNVT(c, time.Minute)
		for {
			line, ok, err := n.readLine()
			if len(line) > maxTyped || !ok && line != "" {
				t.Fatalf("a line of %d bytes, %v", len(line), ok)
			}
			if err != nil {
				break
			}
		}
		n.w.Flush()
		if most := len(offers) + 3*maxTyped*(1+len(typed)); c.out.Len() > most {
			t.Errorf("%d bytes are answered by %d", len(typed), c.out.Len())
		}
	})
}

// FuzzProspero: whatever arrives, the server sends at most a window, and keeps
// at most maxCalls calls.
func FuzzProspero(f *testing.F) {
	f.Add(beginRequest + "DIRECTORY ASCII library\nLIST ATTRIBUTES COMPONENTS\n")
	f.Add(beginRequest + "GET-OBJECT-INFO #ALL+CONTENTS ASCII 'library/tour.txt' 0\n")
	f.Add("\x0f\x40\x08\x00\x01\x00\x01\x00\x00\x00\x00\x08\x00\x00\x02VERSION\n")
	f.Add("\x09\x10\x01\x00\x02\x00\x02\x00\x00NENTS nosuch\n")
	c := newCatalog(newLibrary(strings.NewReplacer()), "127.0.0.1:1525", "127.0.0.1:2121", "127.0.0.1:7070", "127.0.0.1:2323")
	f.Fuzz(func(t *testing.T, datagram string) {
		d := prosperoOf(c)
		for range 2 {
			replies := d.ask(datagram)
			if len(replies) > maxWindow || len(d.calls) > maxCalls {
				t.Errorf("%d replies, %d calls", len(replies), len(d.calls))
			}
			for _, r := range replies {
				if len(r) > 31+1250 {
					t.Errorf("a packet of %d bytes", len(r))
				}
			}
		}
	})
}

// FuzzGopher: every request gets a response.
func FuzzGopher(f *testing.F) {
	f.Add("/welcome.txt\t+text/plain De_DE\r\n")
	f.Add("\t$+VIEWS\r\n")
	f.Add("/forms/write\t+\t1\r\n+-1\r\nftp\r\nh\r\na/b\r\n0\r\n.\r\n")
	f.Add("/search\ta\t$\r\n")
	lib := newLibrary(strings.NewReplacer())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { l.Close() })
	g := newGopherd(&server{listener: l}, lib, time.Minute)
	f.Fuzz(func(t *testing.T, request string) {
		c := &octetsConn{in: strings.NewReader(request)}
		g.handle(c)
		if c.out.Len() == 0 && strings.Contains(request, "\n") && len(request) < maxLine {
			t.Errorf("no answer to %q", request)
		}
	})
}
