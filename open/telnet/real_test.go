package telnet_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/telnet"
)

// B12: a login, a few commands and the end, with a real telnetd, on a terminal
// and without one. The size of the window changes during the session.
func TestRealSession(t *testing.T) {
	t.Parallel()
	p := peers.Telnetd(t)
	for _, tt := range []struct {
		terminal string
		enter    string
		lines    []string // "prompt|text"
		want     []string // in this order
		typing   open.Typing
	}{
		{"xterm-256color", "\r", []string{
			"login: |alice", "password: |" + peers.Password, "> |stty", "> |env", "> |caf\xc3\xa9 \xff", "> |quit",
		}, []string{"earl test login", "Welcome alice", "> stty\r\n25 81", "TERM=xterm-256color USER=\r", "you said: caf\xc3\xa9 \xff\r"}, open.Typing{Echo: true, Keys: true}},
		{"", "\n", []string{
			"login: |alice", "password: |" + peers.Password, "> |hello", "> |env", "> |quit",
		}, []string{"earl test login\r\nlogin: password: \r\nWelcome alice\r\n> you said: hello\r\n> ", "USER=\r"}, open.Typing{}},
	} {
		t.Run("terminal "+tt.terminal, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			var trace transcript.Tracer
			client := open.New(traced(&trace), telnet.Opener{Options: telnet.Options{Terminal: tt.terminal}})
			session, err := openSession(ctx, client, strings.Replace(p.URL(""), "//", "//alice:geheim@", 1))
			if err != nil {
				t.Fatal(err)
			}
			defer session.Conn.Close()
			session.Conn.Resize(80, 24)
			var typing open.Typing
			session.Conn.OnTyping(func(y open.Typing) { typing = y })
			y := &typist{}
			for _, line := range tt.lines {
				y.lines = append(y.lines, line+tt.enter)
			}
			buf := make([]byte, 1000)
			for err == nil {
				var n int
				n, err = session.Conn.Read(buf)
				if strings.HasPrefix(strings.Join(y.lines, ""), "> |stty") {
					session.Conn.Resize(81, 25)
				}
				y.write(buf[:n], session.Conn)
			}
			shown := y.shown.String()
			if !errors.Is(err, io.EOF) {
				t.Errorf("the session ends in %v, want io.EOF", err)
			}
			at := 0
			for _, want := range tt.want {
				i := strings.Index(shown[at:], want)
				if i < 0 {
					t.Errorf("no %q after byte %d of %q", want, at, shown)
					break
				}
				at += i + len(want)
			}
			if typing != tt.typing {
				t.Errorf("typing is %+v, want %+v", typing, tt.typing)
			}
			if all := trace.Text(); strings.Contains(all+shown, "geheim") {
				t.Errorf("the password of the URL was sent or traced:\n%s", all)
			} else {
				t.Logf("%q\n%s", shown, all)
			}
		})
	}
}
