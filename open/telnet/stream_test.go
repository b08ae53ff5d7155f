package telnet_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/telnet"
)

const (
	iac, dont, do, wont, will, sb, se = "\xff", "\xfe", "\xfd", "\xfc", "\xfb", "\xfa", "\xf0"

	binary, echo, sga, ttype, naws = "\x00", "\x01", "\x03", "\x18", "\x1f"
)

// The shown text and the replies for a server's bytes, with a terminal and
// without one.
var heard = []struct{ src, says, shown, dumb, smart string }{
	{"rfc854", "plain", "plain", "", ""},
	{"rfc854: FF is doubled", "a" + iac + iac + "b", "a\xffb", "", ""},
	{"rfc854: CR NUL is a CR, CR LF a line end", "a\r\x00b\r\nc\rd\x00e\r\x00\x00", "a\rb\r\nc\rd\x00e\r\x00", "", ""},
	{"rfc854: a CR and FF", "a\r" + iac + iac + "\x00", "a\r\xff\x00", "", ""},
	{"rfc854: commands that ask nothing", "a" + iac + "\xf1" + iac + "\xf2" + iac + "\xf3" + iac + "\xf4" + iac + "\xf5" + iac + "\xf6" + iac + "\xf7" + iac + "\xf8" + iac + "\xf9b", "ab", "", ""},
	{"rfc854: commands that nobody knows", iac + "\x00" + iac + "\x80a" + iac + se + "b", "ab", "", ""},
	{"rfc854: a command behind a CR", "a\r" + iac + "\xf1\x00b", "a\r\x00b", "", ""},
	{"rfc857", iac + will + echo + "x", "x", iac + dont + echo, iac + do + echo},
	{"rfc857: we never echo", iac + do + echo + iac + dont + echo, "", iac + wont + echo, iac + wont + echo},
	{"rfc858", iac + will + sga + iac + do + sga, "", iac + do + sga + iac + will + sga, iac + do + sga + iac + will + sga},
	{"rfc1143: what holds is not answered", iac + will + sga + iac + will + sga + iac + wont + sga + iac + wont + sga, "", iac + do + sga + iac + dont + sga, iac + do + sga + iac + dont + sga},
	{"rfc1143: what is refused is refused again", iac + do + "\x22" + iac + do + "\x22", "", iac + wont + "\x22" + iac + wont + "\x22", iac + wont + "\x22" + iac + wont + "\x22"},
	{"rfc855: 255 is an option too", iac + do + "\xff" + iac + will + "\xff", "", iac + wont + "\xff" + iac + dont + "\xff", iac + wont + "\xff" + iac + dont + "\xff"},
	{"rfc856: no line ends in binary", iac + will + binary + "a\r\x00b\r\nc" + iac + iac, "a\r\x00b\r\nc\xff", iac + do + binary, iac + do + binary},
	{"rfc856: and its end", iac + will + binary + "\r\x00" + iac + wont + binary + "\r\x00", "\r\x00\r", iac + do + binary + iac + dont + binary, iac + do + binary + iac + dont + binary},
	{"rfc1091", iac + do + ttype + iac + sb + ttype + "\x01" + iac + se, "", iac + wont + ttype, iac + will + ttype + iac + sb + ttype + "\x00XTERM" + iac + se},
	{"rfc1091: each time", iac + do + ttype + strings.Repeat(iac+sb+ttype+"\x01"+iac+se, 2), "", iac + wont + ttype, iac + will + ttype + strings.Repeat(iac+sb+ttype+"\x00XTERM"+iac+se, 2)},
	{"rfc1091: unless it is agreed on", iac + sb + ttype + "\x01" + iac + se, "", "", ""},
	{"rfc1091: IS is not a question", iac + do + ttype + iac + sb + ttype + "\x00VT100" + iac + se, "", iac + wont + ttype, iac + will + ttype},
	{"rfc1073", iac + do + naws, "", iac + wont + naws, iac + will + naws + iac + sb + naws + "\x00\x50\x00\x18" + iac + se},
	{"rfc1572: the environment is not given", iac + do + "\x27" + iac + sb + "\x27\x01" + iac + se, "", iac + wont + "\x27", iac + wont + "\x27"},
	{"rfc855: FF in a sub-negotiation", iac + sb + "\x63a" + iac + iac + "b" + iac + se + "x", "x", "", ""},
	{"rfc855: one that a command cuts off", iac + sb + "\x63a" + iac + will + sga + "x", "x", iac + do + sga, iac + do + sga},
	{"rfc855: one in another", iac + sb + "\x63a" + iac + sb + "\x64b" + iac + se + "x", "x", "", ""},
	{"rfc855: one that does not end", "x" + iac + sb + "\x63abc", "x", "", ""},
	{"rfc855: an empty one", iac + sb + "\x63" + iac + se + "x", "x", "", ""},
	{"rfc860: a timing mark is refused each time", iac + do + "\x06a" + iac + do + "\x06b", "ab", iac + wont + "\x06" + iac + wont + "\x06", iac + wont + "\x06" + iac + wont + "\x06"},
	{"rfc854: half a command", "x" + iac, "x", "", ""},
	{"rfc854: half a negotiation", "x" + iac + will, "x", "", ""},
}

// B12: the result is the same for pieces of any size.
func TestHeard(t *testing.T) {
	t.Parallel()
	for _, tt := range heard {
		for size := 1; size <= len(tt.says); size++ {
			shown, sent, err := hear(t, tt.says, size, open.Policy{}, telnet.Options{})
			if shown != tt.shown || sent != tt.dumb || err != nil {
				t.Errorf("%s: %q in pieces of %d: shown %q, sent %q, %v, want %q, %q", tt.src, tt.says, size, shown, sent, err, tt.shown, tt.dumb)
			}
			conn := &fakeConn{in: strings.NewReader(tt.says), size: size}
			session := connect(t, conn, open.Options{}, telnet.Options{Terminal: "xterm"})
			session.Conn.Resize(80, 24)
			b, err := io.ReadAll(session.Conn)
			if string(b) != tt.shown || conn.out.String() != tt.smart || err != nil {
				t.Errorf("%s: %q in pieces of %d, terminal: shown %q, sent %q, %v, want %q, %q", tt.src, tt.says, size, b, conn.out.String(), err, tt.shown, tt.smart)
			}
		}
	}
}

// Each transcript of a real server, split after every byte and one byte at a
// time, shows and replies the same.
func TestCuts(t *testing.T) {
	t.Parallel()
	for name, script := range opentest.Transcripts(t) {
		var says strings.Builder
		for _, step := range script.Wires[0] {
			if step.Op == opentest.ServerSends {
				says.WriteString(step.Text)
			}
		}
		text, options := says.String(), telnet.Options{Terminal: fileOf(t, script, "terminal")}
		whole, sent, err := hear(t, text, len(text), open.Policy{}, options)
		if err != nil {
			t.Fatal(err)
		}
		for size := 1; size < len(text); size++ {
			got, answers, err := hear(t, text, size, open.Policy{}, options)
			if got != whole || answers != sent || err != nil {
				t.Errorf("%s in pieces of %d: shown %q, sent %q, %v, want %q, %q", name, size, got, answers, err, whole, sent)
			}
		}
		for cut := range len(text) {
			got, answers, err := hear(t, text[:cut], cut+1, open.Policy{}, options)
			if !strings.HasPrefix(whole, got) || !strings.HasPrefix(sent, answers) || err != nil {
				t.Errorf("%s truncated after %d bytes: shown %q, sent %q, %v", name, cut, got, answers, err)
			}
		}
	}
}

// Typed text, and the bytes that are sent for it.
func TestTyped(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 4095)
	for _, tt := range []struct {
		src    string
		typed  []string
		nvt    string
		binary string
	}{
		{"rfc854", []string{"ls"}, "ls", "ls"},
		{"rfc854: FF is doubled", []string{"a\xffb\xff"}, "a\xff\xffb\xff\xff", "a\xff\xffb\xff\xff"},
		{"rfc854: the end of a line", []string{"a\nb\n"}, "a\r\nb\r\n", "a\nb\n"},
		{"rfc854: the end of a line", []string{"a\r\nb"}, "a\r\nb", "a\r\nb"},
		{"rfc854: a CR alone", []string{"a\rb\r"}, "a\r\x00b\r\x00", "a\rb\r"},
		{"rfc1123 3.3.1: the key, and then another", []string{"a\r", "\nb"}, "a\r\x00\r\nb", "a\r\nb"},
		{"rfc854: CR CR LF LF", []string{"\r\r\n\n"}, "\r\x00\r\n\r\n", "\r\r\n\n"},
		{"rfc854: NUL is an octet", []string{"\x00\x03\x1d"}, "\x00\x03\x1d", "\x00\x03\x1d"},
		{"a line end where pieces meet", []string{long + "\r\nz"}, long + "\r\nz", long + "\r\nz"},
		{"a CR where pieces meet", []string{long + "\rz"}, long + "\r\x00z", long + "\rz"},
		{"nothing", []string{""}, "", ""},
	} {
		for _, want := range []struct{ says, sends, text string }{{"", "", tt.nvt}, {iac + do + binary, iac + will + binary, tt.binary}} {
			conn := &fakeConn{in: strings.NewReader(want.says), size: 10}
			session := connect(t, conn, open.Options{}, telnet.Options{})
			io.ReadAll(session.Conn)
			for _, text := range tt.typed {
				if n, err := io.WriteString(session.Conn, text); n != len(text) || err != nil {
					t.Errorf("%s: Write(%.20q) = %d, %v", tt.src, text, n, err)
				}
			}
			if got := conn.out.String(); got != want.sends+want.text {
				t.Errorf("%s: %.20q after %q is sent as %q, want %q", tt.src, tt.typed, want.says, got, want.sends+want.text)
			}
		}
	}
}

// rfc1073: the size is sent when it is requested, and at each change.
func TestResize(t *testing.T) {
	t.Parallel()
	server, client := io.Pipe()
	conn := &fakeConn{in: server, size: 100}
	session := connect(t, conn, open.Options{}, telnet.Options{Terminal: "vt100"})
	size := func(octets string) string { return iac + sb + naws + octets + iac + se }
	want := ""
	resize := func(columns, rows uint16, more string) {
		t.Helper()
		if err := session.Conn.Resize(columns, rows); err != nil {
			t.Error(err)
		}
		if want += more; conn.out.String() != want {
			t.Errorf("Resize(%d, %d): sent %q, want %q", columns, rows, conn.out.String(), want)
		}
	}
	says := func(text, more string) {
		t.Helper()
		go io.WriteString(client, text+".")
		if _, err := session.Conn.Read(make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if want += more; conn.out.String() != want {
			t.Errorf("after %q: sent %q, want %q", text, conn.out.String(), want)
		}
	}
	says(iac+do+naws, iac+will+naws) // the size is not known
	resize(80, 24, size("\x00\x50\x00\x18"))
	resize(80, 24, "")
	resize(255, 0, size("\x00\xff\xff\x00\x00"))
	resize(65535, 300, size("\xff\xff\xff\xff\x01\x2c"))
	says(iac+dont+naws, iac+wont+naws)
	resize(81, 25, "")
	says(iac+do+naws, iac+will+naws+size("\x00\x51\x00\x19"))
}

// rfc856: binary mode is requested in both directions, and ended.
func TestSetBinary(t *testing.T) {
	t.Parallel()
	server, client := io.Pipe()
	conn := &fakeConn{in: server, size: 100}
	session := connect(t, conn, open.Options{}, telnet.Options{})
	c := session.Conn.(*telnet.Conn)
	want := ""
	step := func(text, shown, more string) {
		t.Helper()
		if text != "" {
			go io.WriteString(client, text)
			b := make([]byte, 100)
			if n, err := c.Read(b); string(b[:n]) != shown || err != nil {
				t.Errorf("%q shows %q, %v, want %q", text, b[:n], err, shown)
			}
		}
		if want += more; conn.out.String() != want {
			t.Errorf("after %q: sent %q, want %q", text, conn.out.String(), want)
		}
	}
	c.SetBinary(true)
	step("", "", iac+will+binary+iac+do+binary)
	io.WriteString(c, "a\n")
	step("\r\x00.", "\r.", "a\r\n") // not yet
	step(iac+do+binary+iac+will+binary+"\r\x00.", "\r\x00.", "")
	io.WriteString(c, "a\n")
	step("", "", "a\n")
	c.SetBinary(true)
	c.SetBinary(false)
	step("\r\x00.", "\r\x00.", iac+wont+binary+iac+dont+binary) // the server still sends binary
	io.WriteString(c, "a\n")
	step(iac+wont+binary+"\r\x00.", "\r.", "a\r\n")
	c.SetBinary(true) // queued after the client's WONT, which is not answered yet
	step(iac+dont+binary+"x", "x", iac+do+binary+iac+will+binary)
}

// A server that writes much before it reads, and negotiates meanwhile, does not
// cause a deadlock.
func TestBothDirectionsAtOnce(t *testing.T) {
	t.Parallel()
	const size = 8 << 20
	peer, client := tcpPair(t)
	session := connect(t, client, open.Options{}, telnet.Options{Answers: -1})
	sent := make(chan error, 1)
	go func() {
		_, err := session.Conn.Write(bytes.Repeat([]byte("typed\r\n\xff"), size/8))
		sent <- err
	}()
	go func() {
		piece := []byte(iac + do + sga + strings.Repeat("shown\r\n"+iac+iac, 1<<10) + iac + dont + sga)
		for range size / len(piece) {
			peer.Write(piece)
		}
		peer.CloseWrite()
		io.Copy(io.Discard, peer)
	}()
	if n, err := io.Copy(io.Discard, session.Conn); n < size*7/10 || err != nil {
		t.Errorf("read %d bytes, %v", n, err)
	}
	if err := <-sent; err != nil {
		t.Errorf("Write: %v", err)
	}
}

// P12: both directions in constant memory.
func TestConstantMemory(t *testing.T) {
	const size, most = 16 << 20, 1 << 20
	conn := &fakeConn{in: io.LimitReader(repeat("line of text\r\n\xff\xff\r\x00\xff\xf1"), size), size: 64 << 10}
	session := connect(t, conn, open.Options{}, telnet.Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, session.Conn)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > most || n < size/2 || err != nil {
		t.Errorf("reading %d bytes, %v, took %d bytes of memory", n, err, took)
	}
	quiet := discardConn{conn}
	session = connect(t, quiet, open.Options{}, telnet.Options{})
	line := bytes.Repeat([]byte("typed\n"), 10<<10)
	runtime.ReadMemStats(&before)
	for range size / len(line) {
		if _, err := session.Conn.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("writing took %d bytes of memory", took)
	}
}

// repeat is an endless reader of a text.
type repeat string

func (r repeat) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], r)
	}
	return n, nil
}

// discardConn discards what is written to it.
type discardConn struct{ *fakeConn }

func (discardConn) Write(p []byte) (int, error) { return len(p), nil }
