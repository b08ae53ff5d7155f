package demo

import (
	"strings"
	"testing"
)

// G3: the catalogue over rlogin: the name of the first message, an echo of each key, the size
// of the window, and a byte 0xFF that is data. Source: rfc1282.
func TestRlogin(t *testing.T) {
	t.Parallel()
	s := started(t)
	address := s.tcp()["rlogin"]
	p := dial(t, address)
	p.send("\x00me\x00Ada\x00vt100/38400\x00")
	if got := p.until("> "); got != "\x00The library's catalogue\r\n=======================\r\n\r\nGood evening, Ada. There are 44 cards in this catalogue.\r\nType help for what it can do.\r\n> " {
		t.Fatalf("%q", got)
	}
	p.send("\xff\xffss\x00\x0a\x00\x20\x00\x00\x00\x00find dot profile\r") // 32 columns, 10 rows
	if got := p.until("> "); got != "find dot profile\r\n   1  A dot alone on its line\r\n(articles)\r\n> " {
		t.Fatalf("%q", got)
	}
	p.send("\xff\xffx")
	if got := p.until("x"); got != "\xff\xffx" {
		t.Errorf("data are echoed as %q", got)
	}
	p.send("\x15quit\r")
	if got := p.rest(); !strings.HasSuffix(got, "Come back when you like, Ada.\r\n") {
		t.Errorf("%q", got)
	}

	p = dial(t, address)
	p.send("\x00\x00\x00dumb/9600\x00")
	if got := p.until("name: "); !strings.Contains(got, "Your name, please.") {
		t.Errorf("%q", got)
	}
	p.send("\x1b]0;x\x07Bob\n")
	if got := p.until("evening, "); strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}

// A first message that is not one of rlogin, or is endless, is refused.
func TestRloginHostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	for _, hello := range []string{"GET / HTTP/1.0\r\n\r\n", "\x00" + strings.Repeat("a", 10*maxUnused)} {
		if got := ask(t, s.tcp()["rlogin"], hello); got != "\x01This is a server of rlogin.\r\n" {
			t.Errorf("%.20q is answered by %q", hello, got)
		}
	}
	p := dial(t, s.tcp()["rlogin"])
	p.send("\x00\x00x\x00dumb/9600\x00" + strings.Repeat("\xff\xffss\x00\x0a\x00\x20\x00\x00\x00\x00", 2*maxUnused))
	if got := p.rest(); !strings.Contains(got, "That is more than anyone types.") {
		t.Errorf("%.80q", got)
	}
}
