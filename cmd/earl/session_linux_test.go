package main

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open/opentest"
)

// greeting is the first output of the service of these tests: WILL ECHO, WILL SGA, DO
// TERMINAL-TYPE, DO NAWS; SB TERMINAL-TYPE SEND.
const greeting = `-- url --
telnet://alice:geheim@HOST/
-- wire --
S-: \xff\xfb\x01\xff\xfb\x03\xff\xfd\x18\xff\xfd\x1f\xff\xfa\x18\x01\xff\xf0
C-: \xff\xfd\x01\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f\xff\xfa\x1f\x00P\x00\x18\xff\xf0\xff\xfa\x18\x00VT100\xff\xf0
S-: login:\x20
`

// usual reports whether a terminal edits and shows lines.
func usual(m syscall.Termios) bool { return m.Lflag&syscall.ICANON != 0 && m.Lflag&syscall.ECHO != 0 }

// B12: keys are sent when they are pressed, and the size of the window when it changes. The
// advice is shown and not typed. ^] ends the session and restores the terminal.
func TestSessionTakesKeys(t *testing.T) {
	p := newPTY(t)
	before := p.modes()
	peer := opentest.Play(t, greeting+`C-: a\xc3\xa9\r\x00\x03
S-: two:\x20
C-: \xff\xfa\x1f\x00\x64\x00\x1e\xff\xf0
S-: three:\x20
done
`)
	cmd := p.start("get", peer.URL)
	p.await("login: ")
	p.until("the terminal hands out keys", func() bool { return !usual(p.modes()) })
	p.types("a\xc3\xa9\r\x03")
	p.await("two: ")
	p.resize(100, 30)
	p.await("three: ")
	p.types("\x1dnot sent")
	p.ends(cmd, statusDone)
	peer.Done(t)
	if after := p.modes(); after != before {
		t.Errorf("the terminal was %+v, is %+v", before, after)
	}
	advice, login := strings.Index(p.text(), "suggests to log in as alice with its password"), strings.Index(p.text(), "login: ")
	if advice < 0 || advice > login || strings.Contains(p.text(), "geheim") || !strings.Contains(p.text(), "^] ends the session") {
		t.Errorf("shown: %q", p.text())
	}
}

// The terminal is restored, whatever ends the program.
func TestSessionRestoresTheTerminal(t *testing.T) {
	for name, tt := range map[string]struct {
		wire   string
		signal os.Signal
		status int
	}{
		"the service ends it":   {"close\n", nil, statusDone},
		"the connection breaks": {"S-: x\nreset\n", nil, statusProtocol},
		"the service floods":    {"flood: \\xff\\xfd\\x63\n", nil, statusProtocol},
		"SIGINT":                {"done\n", os.Interrupt, statusInterrupted},
		"SIGTERM":               {"done\n", syscall.SIGTERM, statusInterrupted},
		"SIGHUP":                {"done\n", syscall.SIGHUP, statusInterrupted},
		"SIGQUIT":               {"done\n", syscall.SIGQUIT, statusInterrupted},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPTY(t)
			before := p.modes()
			wire := greeting + tt.wire
			if tt.signal != nil {
				wire = greeting + "stall\n"
			}
			peer := opentest.Play(t, wire)
			cmd := p.start("get", peer.URL)
			if tt.signal != nil {
				p.await("login: ")
				p.until("the terminal hands out keys", func() bool { return !usual(p.modes()) })
				cmd.Process.Signal(tt.signal)
			}
			p.ends(cmd, tt.status)
			if after := p.modes(); after != before {
				t.Errorf("the terminal was %+v, is %+v", before, after)
			}
		})
	}
}

// A service that reads lines: the terminal edits and shows them as usual. After only WILL
// ECHO the next lines are hidden; WONT ECHO ends that.
func TestSessionTakesLines(t *testing.T) {
	p := newPTY(t)
	before := p.modes()
	peer := opentest.Play(t, `-- url --
telnet://HOST/
-- wire --
S-: name:\x20
C: alice
S-: \xff\xfb\x01word:\x20
C-: \xff\xfd\x01
C: geheim
S-: \xff\xfc\x01\r\nhello\r\n>\x20
C-: \xff\xfe\x01
C: ls
S-: bye\r\n
stall
`)
	cmd := p.start("get", peer.URL)
	p.await("name: ")
	if !usual(p.modes()) {
		t.Error("the terminal does not edit lines")
	}
	p.types("alicx\x7fe\n")
	p.await("word: ")
	p.until("typing is not shown", func() bool { return !usual(p.modes()) })
	p.types("nogood\x15geheix\x7fm\r")
	p.await("hello")
	p.until("typing is shown", func() bool { return usual(p.modes()) })
	p.types("ls\n")
	p.await("bye")
	p.types("\x04") // the end of the input
	p.ends(cmd, statusDone)
	peer.Done(t)
	if text := p.text(); strings.Contains(text, "geheim") || !strings.Contains(text, "ls\r\n") {
		t.Errorf("shown: %q", text)
	}
	if after := p.modes(); after != before {
		t.Errorf("the terminal was %+v, is %+v", before, after)
	}
}

// B12: a session with a real telnetd, as a user sees it.
func TestRealSessionOnTerminal(t *testing.T) {
	server := peers.Telnetd(t)
	p := newPTY(t)
	before := p.modes()
	cmd := p.start("get", strings.Replace(server.URL(""), "//", "//alice@", 1))
	p.await("login: ")
	p.types("alice\r")
	p.await("password: ")
	p.types(peers.Password + "\r")
	p.await("Welcome alice")
	p.types("stty\r")
	p.await("24 80\r\n> ")
	p.resize(100, 30)
	p.until("the server knows the size", func() bool {
		if strings.HasSuffix(p.text(), "> ") {
			p.types("stty\r")
		}
		return strings.Contains(p.text(), "30 100\r\n> ")
	})
	p.types("quit\r")
	p.ends(cmd, statusDone)
	if after := p.modes(); after != before {
		t.Errorf("the terminal was %+v, is %+v", before, after)
	}
	t.Logf("%s", p.text())
}

// G3: a service with screens, on a terminal: the whole screen is drawn, keys move and send,
// the size may change, and the terminal is restored with the last screen on it.
func TestSessionShowsScreens(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	p := newPTY(t)
	before := p.modes()
	cmd := p.start("get", servers.URL("tn3270", ""))
	p.await("The library's catalogue")
	p.until("the terminal hands out keys", func() bool { return !usual(p.modes()) })
	p.types("q\r")
	p.await("Type 1, 2 or 3.")
	p.types("1\r")
	p.await("Words:")
	p.resize(60, 12)
	p.types("dot profilf\x7fe\r")
	p.await("Cards 1 to 1 of 1")
	p.types("s\r")
	p.await("How does a reader know")
	for _, place := range []string{"ready 5,3", "ready 4,11", "ready 9,16", ""} { // of the cursor, after PF3
		shown := len(p.text())
		p.types("\x1bOR")
		p.until("the screen before", func() bool { return strings.Contains(p.text()[shown:], place) })
	}
	p.ends(cmd, statusDone)
	if after := p.modes(); after != before {
		t.Errorf("the terminal was %+v, is %+v", before, after)
	}
	text := p.text()
	if _, end, ok := strings.Cut(text, "\x1b[?1049l"); !ok || !strings.Contains(end, "Come back when you like.\r\n") || strings.Contains(end, "\x1b[") {
		t.Errorf("at the end: %q", end)
	}
	if !strings.Contains(text, "ready 9,16") {
		t.Errorf("no state in %q", text)
	}
}

// ^] ends a session with screens and restores the terminal.
func TestSessionLeavesScreens(t *testing.T) {
	servers, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	p := newPTY(t)
	before := p.modes()
	cmd := p.start("get", servers.URL("tn3270", ""))
	p.await("The library's catalogue")
	p.until("the terminal hands out keys", func() bool { return !usual(p.modes()) })
	p.types("\x1d")
	p.ends(cmd, statusDone)
	if after := p.modes(); after != before {
		t.Errorf("the terminal was %+v, is %+v", before, after)
	}
}
