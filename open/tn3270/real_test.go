package tn3270_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/tn3270"
)

// G3: a session with Hercules, an emulator of a mainframe: its negotiation and
// its logo. A key is sent, and the session ends from this side.
func TestRealHercules(t *testing.T) {
	t.Parallel()
	p := peers.Hercules(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var trace transcript.Tracer
	client := open.New(open.Options{Trace: trace.Add}, tn3270.Opener{})
	defer client.Close()
	session, err := openSession(ctx, client, p.URL(""))
	if err != nil {
		t.Fatal(err)
	}
	defer session.Conn.Close()
	shown := ""
	buf := make([]byte, 10_000)
	for !strings.HasSuffix(shown, ": ready]\n") {
		n, err := session.Conn.Read(buf)
		if err != nil {
			t.Fatalf("%v after %q\n%s", err, shown, trace.Text())
		}
		shown += string(buf[:n])
	}
	if !strings.Contains(shown, " Hercules Version  : 3.") || !strings.Contains(shown, "My PC thinks it's a MAINFRAME\n") || !strings.Contains(shown, " Device number     : 0700\n") {
		t.Errorf("shown:\n%s", shown)
	}
	if v := session.Screen.Show(); v.Rows != 24 || v.Columns != 80 || len(v.Fields) != 0 || v.Locked {
		t.Errorf("%d x %d, fields %v, locked %v", v.Rows, v.Columns, v.Fields, v.Locked)
	}
	if err := session.Screen.Press("enter"); err != nil {
		t.Errorf("enter: %v", err)
	}
	if !strings.Contains(trace.Text(), "C IAC SB TERMINAL-TYPE IS IBM-3278-2") {
		t.Errorf("the trace is\n%s", trace.Text())
	}
}
