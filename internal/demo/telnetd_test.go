package demo

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// offers is what the server sends first: WILL ECHO, WILL SUPPRESS-GO-AHEAD, DO NAWS.
const offers = "\xff\xfb\x01\xff\xfb\x03\xff\xfd\x1f"

// until reads up to a text.
func (p *peer) until(text string) string {
	p.t.Helper()
	var b strings.Builder
	for !strings.HasSuffix(b.String(), text) {
		c, err := p.r.ReadByte()
		if err != nil {
			p.t.Fatalf("after %.200q, before %q: %v", b.String(), text, err)
		}
		b.WriteByte(c)
	}
	return b.String()
}

// TestTelnetLines: a client that refuses every option, like a line terminal, is served too, and
// nothing that it types is echoed. SPEC B12, B30.
func TestTelnetLines(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.Telnet)
	if first := p.until("name: "); !strings.HasPrefix(first, offers+"The library's catalogue\r\n") {
		t.Fatalf("%q", first)
	}
	p.send("\xff\xfe\x01\xff\xfe\x03\xff\xfc\x1f" + "Ada\r\n")
	if got := p.until("> "); got != "\r\nGood evening, Ada. There are 44 cards in this catalogue.\r\nType help for what it can do.\r\n> " {
		t.Fatalf("%q", got)
	}
	p.send("find dot profile\r\n")
	if got := p.until("> "); got != "   1  A dot alone on its line (articles)\r\n> " {
		t.Fatalf("%q", got)
	}
	p.send("1\r\n")
	if got, want := p.until("> "), strings.ReplaceAll(s.library.files.at("articles", "a-dot-alone.txt").data, "\n", "\r\n")+"> "; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	p.send("list\r\n")
	for line := range strings.SplitSeq(p.until("> "), "\r\n") {
		if len([]rune(line)) > 79 {
			t.Errorf("a wide line: %q", line)
		}
	}
	p.send("find \xc3\xa0 bient\xc3\xb4t\r\n1\r\n") // from an article in Latin-1, shown in UTF-8
	p.until("> ")
	if got := p.until("> "); !strings.Contains(got, "\r\n\u00c0 bient\u00f4t,\r\nRen\u00e9e\r\n") {
		t.Errorf("%q", got)
	}
	p.send("find dot profile\r\n")
	p.until("> ")
	p.send("where 1\r\nfind zebra\r\nread 2\r\nnonsense\r\nquit\r\n")
	got := p.rest()
	for _, want := range []string{
		s.URL("ftp", "articles/a-dot-alone.txt"), s.URL("gopher", "0/articles/a-dot-alone.txt"), s.URL("file", "articles/a-dot-alone.txt"),
		s.URL("wais", "library/TEXT/%2Farticles%2Fa-dot-alone.txt"), s.URL("prospero", "library/articles/a-dot-alone.txt"),
		"> No text here contains all of these words.", "> Which card? They have the numbers 1 to 1.", "> The catalogue does not know nonsense. Type help.", "Come back when you like, Ada.",
	} {
		if !strings.Contains(got, want+"\r\n") {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestTelnetKeys: a client that leaves the echo to the server sees each key and its effect. A
// line ends with CR NUL, CR LF or CR. Source: rfc854; rfc857.
func TestTelnetKeys(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.Telnet)
	p.until("name: ")
	p.send("\xff\xfd\x01\xff\xfd\x03")
	for _, c := range []struct{ keys, shown string }{
		{"A", "A"}, {"\xc3\xa9x\x7f", "\xc3\xa9x\b \b"}, {"\x08", "\b \b"}, {"\x1b[A", ""}, {"d\x1bOB", "d"}, {"\x01", "\a"}, {"a\r\x00", "a\r\n\r\nGood evening, Ada."},
	} {
		p.send(c.keys)
		if got := p.until(c.shown); got != c.shown {
			t.Errorf("%q shows %q, want %q", c.keys, got, c.shown)
		}
	}
	p.until("> ")
	for _, c := range []struct{ keys, shown string }{
		{"abc\x15", "abc\b \b\b \b\b \b"},             // ^U
		{"quit\x03", "quit^C\r\n> "},                  // ^C
		{"ab\xff\xf7c\xff\xf8", "ab\b \bc\b \b\b \b"}, // EC and EL
		{"quit\xff\xf4", "quit^C\r\n> "},              // IP
		{"\xff\xf6", "\r\n[Yes]\r\n"},                 // AYT
		{"a\xff\xff\r\n", "a\xff\xff\r\n"},            // a byte 0xFF, doubled in both directions
		{"q\r", "The catalogue does not know a. Type help.\r\n> q\r\nCome back when you like, Ada.\r\n"},
	} {
		p.send(c.keys)
		if got := p.until(c.shown); got != c.shown {
			t.Errorf("%q shows %q, want %q", c.keys, got, c.shown)
		}
	}
	if rest := p.rest(); rest != "" {
		t.Errorf("and then %q", rest)
	}
}

// TestTelnetWindow: lines fit the window, and a text that is longer than the window waits. The
// size may change later. Source: rfc1073.
func TestTelnetWindow(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.Telnet)
	p.until("name: ")
	p.send("\xff\xfb\x1f\xff\xfa\x1f\x00\x20\x00\x0a\xff\xf0\r\n") // 32 columns, 10 rows
	p.until("> ")
	p.send("find dot profile\r\n1\r\n")
	page := p.until("-- Return: more, q and Return: stop --")
	if n := strings.Count(page, "\r\n"); n != 2+9 { // two lines of the card, which is wider, and nine of the text
		t.Errorf("%d lines before the first wait: %q", n, page)
	}
	for line := range strings.SplitSeq(page, "\r\n") {
		if len(line) > 40 || !strings.HasPrefix(line, "--") && len(line) > 32+2 {
			t.Errorf("a wide line: %q", line)
		}
	}
	p.send("\r\n")
	p.until("-- Return: more, q and Return: stop --")
	p.send("\xff\xfa\x1f\x00\x50\x01\x00\xff\xf0q\r\n") // 80 columns, 256 rows
	p.until("> ")
	p.send("1\r\n")
	if got := p.until("> "); strings.Contains(got, "--") {
		t.Errorf("waits in a window of 256 rows: %q", got)
	}
}

// TestTelnetNegotiation: options that the server does not offer are refused, and no answer is
// answered. Source: rfc1143 7.
func TestTelnetNegotiation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ say, want string }{
		{"\xff\xfd\x01", ""},                                             // DO ECHO: the client accepts the offer
		{"\xff\xfe\x01", ""},                                             // DONT ECHO: the client refuses
		{"\xff\xfe\x01\xff\xfd\x01", "\xff\xfb\x01"},                     // and then requests it
		{"\xff\xfd\x01\xff\xfe\x01", "\xff\xfc\x01"},                     // accepted, and then refused
		{"\xff\xfd\x01\xff\xfd\x01\xff\xfd\x01", ""},                     // repeated
		{"\xff\xfd\x22", "\xff\xfc\x22"},                                 // DO LINEMODE
		{"\xff\xfb\x18", "\xff\xfe\x18"},                                 // WILL TERMINAL-TYPE
		{"\xff\xfc\x18\xff\xfe\x22", ""},                                 // refusals of options that were not requested
		{"\xff\xfb\x03", "\xff\xfd\x03"},                                 // WILL SUPPRESS-GO-AHEAD, not requested
		{"\xff\xfb\x1f", ""},                                             // WILL NAWS
		{"\xff\xfc\x1f", ""},                                             // WONT NAWS
		{"\xff\xfa\x18\x00" + strings.Repeat("x", 999) + "\xff\xf0", ""}, // a subnegotiation that was not requested
		{"\xff\xf1", ""},                                                 // NOP
	} {
		ours, theirs := net.Pipe()
		n := newNVT(ours, time.Minute)
		n.w.Reset(io.Discard) // the offers
		var out strings.Builder
		n.w.Reset(&out)
		go func() {
			io.WriteString(theirs, c.say+"x\n")
			theirs.Close()
		}()
		if line, ok, err := n.readLine(); line != "x" || !ok || err != nil {
			t.Errorf("%q: %q, %v, %v", c.say, line, ok, err)
		}
		n.w.Flush()
		if got := strings.TrimSuffix(strings.TrimSuffix(out.String(), "\r\n"), "x"); got != c.want {
			t.Errorf("%q is answered %q, want %q", c.say, got, c.want)
		}
		ours.Close()
	}
}

// TestTelnetHostile: endless lines, commands and questions end the session, and typed text
// cannot control another terminal.
func TestTelnetHostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	for name, flood := range map[string]string{
		"a line":              strings.Repeat("a", 10*maxUnused),
		"a subnegotiation":    "\xff\xfa\x1f" + strings.Repeat("a", 10*maxUnused),
		"commands":            strings.Repeat("\xff\xf1", 10*maxUnused),
		"changes of mind":     strings.Repeat("\xff\xfd\x22", 10*maxUnused),
		"an escape":           "\x1b[" + strings.Repeat("0", 10*maxUnused),
		"are you there again": strings.Repeat("\xff\xf6", 10*maxUnused),
	} {
		p := dial(t, s.Telnet)
		p.until("name: ")
		go io.WriteString(p.conn, flood)
		if got := p.rest(); !strings.Contains(got, "That is more than anyone types.") {
			t.Errorf("%s: %.80q", name, got)
		}
	}
	p := dial(t, s.Telnet)
	p.until("name: ")
	p.send("\xff\xfd\x01" + strings.Repeat("a", maxTyped+1))
	p.until(strings.Repeat("a", maxTyped) + "\a")
	p = dial(t, s.Telnet)
	p.until("name: ")
	p.send("\x1b]0;a title\x07 \xc2\x9b1m\r\n")
	if got := p.until("."); strings.ContainsAny(got, "\x1b\x07") || strings.Contains(got, "\u009b") {
		t.Errorf("a command for the terminal in %q", got)
	}
}
