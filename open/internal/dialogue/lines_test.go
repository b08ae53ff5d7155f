package dialogue

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// lines returns a dialogue with a server that sends text and closes, and its
// trace.
func lines(t *testing.T, text string) (*Lines, *[]string) {
	here, there := net.Pipe()
	go func() {
		io.WriteString(there, text)
		there.Close()
	}()
	traced := new([]string)
	trace := func(e open.Event) { *traced = append(*traced, string(e.Dir)+" "+e.Line) }
	l := &Lines{
		Protocol: "ftp", Secret: []string{"PASS"}, Secrets: Secrets{"geheim"},
		Req:  &open.Call{Request: open.Request{Policy: open.Policy{ReplyLine: 40}.Effective(), Trace: trace}},
		Conn: wire.New(t.Context(), here, time.Minute),
	}
	t.Cleanup(func() { l.Conn.Close() })
	return l, traced
}

// rfc959 4.2, rfc3977 3.2: replies of one line, and multi-line replies if the
// protocol has them.
func TestReply(t *testing.T) {
	long := "220-a\r\n" + strings.Repeat("b\r\n", maxReplyLines)
	for _, row := range []struct {
		text      string
		multiline bool
		want      string // code, first and last text
		err       error
	}{
		{"220 hello \r\n", false, "220 hello", nil},
		{"220\r\n", false, "220 ", nil},
		{"220-a\r\n220 b\r\n", false, "", open.ErrProtocol},
		{"220-a\r\n220 b\r\n", true, "220 a ... b", nil},
		{"220-a\r\n 220 x\r\n221 y\r\n220-z\r\n220\r\n", true, "220 a ... ", nil},
		{"220-a\r\n220-b\r\n", true, "", open.ErrCut},
		{long + "220 c\r\n", true, "", open.ErrProtocol},
		{"", true, "", io.EOF},
		{"99 x\r\n", true, "", open.ErrProtocol},
		{"600 x\r\n", true, "", open.ErrProtocol},
		{"22x y\r\n", true, "", open.ErrProtocol},
		{"2200 x\r\n", true, "", open.ErrProtocol},
		{"220 " + strings.Repeat("x", 40) + "\r\n", true, "", open.ErrProtocol},
	} {
		l, _ := lines(t, row.text)
		l.Multiline = row.multiline
		r, err := l.Reply()
		if got := fmt.Sprintf("%d %s", r.Code, l.Words(r)); !errors.Is(err, row.err) || row.err == nil && (err != nil || got != row.want) {
			t.Errorf("Reply of %.20q = %q, %v, want %q, %v", row.text, got, err, row.want, row.err)
		}
	}
}

// F3: neither a trace nor an error shows a secret, sent or repeated.
func TestLinesHideSecrets(t *testing.T) {
	l, traced := lines(t, "530 not geheim\r\n")
	if r, err := l.Reply(); err != nil || l.Words(r) != "not xxxxx" || (*traced)[0] != "S 530 not xxxxx" {
		t.Errorf("Reply = %q, %v, traced %q", l.Words(r), err, *traced)
	}
	if got := l.Named("PASS", "geheim") + "|" + l.Named("CWD", "a geheim") + "|" + l.Named("QUIT"); got != `PASS xxxxx|CWD "a xxxxx"|QUIT` {
		t.Errorf("Named = %s", got)
	}
	if got := l.Shown("PASS", "geheim") + "|" + l.Shown("CWD", "a geheim") + "|" + l.Shown("CWD", ""); got != "PASS xxxxx|CWD a xxxxx|CWD " {
		t.Errorf("Shown = %s", got)
	}
	if err := l.Send("CWD", "a\r\nDELE x"); !errors.Is(err, open.ErrLineBreak) || len(*traced) > 1 {
		t.Errorf("Send = %v, traced %q, want ErrLineBreak", err, *traced)
	}
}

// The text of a refusal, with and without the server's text and a hint.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ text, hint, want string }{
		{"no such file.", "", "ftp: RETR: 550 no such file."},
		{"no such file.", "look elsewhere", "ftp: RETR: 550 no such file: look elsewhere"},
		{"", "", "ftp: RETR: 550"},
	} {
		if got := Refused("ftp", "RETR", 550, row.text, row.hint); got != row.want {
			t.Errorf("Refused = %q, want %q", got, row.want)
		}
	}
}
