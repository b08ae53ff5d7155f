package rlogin_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/rlogin"
)

// G3: a session with a real in.rlogind: the names, the terminal, two sizes of
// the window, lines and the end. Without a port below 1024 it refuses.
func TestRealSession(t *testing.T) {
	t.Parallel()
	relay, server := peers.Rlogind(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	client := open.New(open.Options{}, rlogin.Opener{Options: rlogin.Options{Terminal: "vt220"}})
	defer client.Close()
	if _, err := openSession(ctx, client, server.URL("")); !errors.Is(err, open.ErrServer) || !strings.Contains(err.Error(), "below 1024") {
		t.Errorf("without a port below 1024: %v, want a refusal", err)
	}
	session, err := openSession(ctx, client, strings.Replace(relay.URL(""), "//", "//nobody:"+peers.Password[:6]+"@", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer session.Conn.Close()
	session.Conn.Resize(80, 24)
	lines := []string{"stty\n", "stty\r", "caf\xc3\xa9 \xff\n", "quit\n"}
	shown, from := "", 0
	buf := make([]byte, 1000)
	for err == nil {
		var n int
		n, err = session.Conn.Read(buf)
		shown += string(buf[:n])
		if at := strings.Index(shown[from:], "> "); at >= 0 && len(lines) > 0 {
			from += at + 2
			if len(lines) == 3 {
				session.Conn.Resize(100, 40)
			}
			io.WriteString(session.Conn, lines[0])
			lines = lines[1:]
		}
	}
	const want = "login got: -p -h localhost -f nobody\r\nTERM=vt220\r\n> stty\r\n24 80\r\n> stty\r\n40 100\r\n" +
		"> caf\xc3\xa9 \xff\r\nyou said: caf\xc3\xa9 \xff\r\n> quit\r\n"
	if shown != want || err != io.EOF {
		t.Errorf("shown %q, %v, want %q", shown, err, want)
	}
}
