package tn3270_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/screen"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/tn3270"
)

var update = flag.Bool("update", false, "write what came as what is wanted")

// openSession opens a tn3270 URL.
func openSession(ctx context.Context, client *open.Client, url string) (*open.Session, error) {
	res, err := client.Open(ctx, earl.RFC3986.MustParse(url))
	if err != nil {
		return nil, err
	}
	return res.(*open.Session), nil
}

// isKey reports whether a command sends something to the host.
func isKey(command string) bool { _, ok := screen.AID(command); return ok }

// drive writes commands, each key after the answer to the one before it, and
// returns everything that was shown.
func drive(c open.SessionConn, commands string) (string, error) {
	var shown strings.Builder
	buf := make([]byte, 64<<10)
	read := func() error {
		for {
			n, err := c.Read(buf)
			shown.Write(buf[:n])
			if err != nil || strings.HasSuffix(shown.String(), ": ready]\n") {
				return err
			}
		}
	}
	if commands != "" {
		if err := read(); err != nil {
			return shown.String(), err
		}
	}
	for command := range strings.Lines(commands) {
		fmt.Fprintf(&shown, "> %s", command)
		if _, err := io.WriteString(c, command); err != nil {
			return shown.String(), err
		}
		if isKey(strings.TrimSpace(command)) {
			if err := read(); err != nil {
				return shown.String(), err
			}
		}
	}
	_, err := io.Copy(&shown, c)
	return shown.String(), err
}

// G3: the bytes of real hosts, and the answers to them.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for name, script := range opentest.Transcripts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			peer := opentest.PlayScript(t, script)
			var trace transcript.Tracer
			client := peer.Client(open.Options{Trace: trace.Add}, tn3270.Opener{})
			defer client.Close()
			session, err := openSession(t.Context(), client, peer.URL)
			if err != nil {
				t.Fatal(err)
			}
			commands, _ := script.File("type")
			shown, err := drive(session.Conn, commands)
			if err != nil && err != io.EOF {
				t.Error(err)
			}
			session.Conn.Close()
			peer.Done(t)
			got := shown + "trace:\n" + trace.Text() + "\n"
			transcript.Compare(t, *update, name, script, got)
		})
	}
}

func TestSuite(t *testing.T) {
	// DO TN3270E is agreed to, WILL ECHO is refused.
	const session = "-- url --\ntn3270://host.example/\n-- wire --\nS-: \\xff\\xfb\\x01hello\nC-: \\xff\\xfe\\x01\nS-: \\xff\\xfd\\x28\nC-: \\xff\\xfb\\x28\nS: bye\n"
	opentest.Run(t, tn3270.Opener{}, opentest.Fixture{
		Document: session,
		Login:    strings.Replace(session, "//host", "//me:"+opentest.Password+"@host", 1),
		Endless:  "-- url --\ntn3270://host.example/\n-- wire --\nS-: \\xff\\xfb\\x00\\xff\\xfb\\x19\nC-: \\xff\\xfd\\x00\\xff\\xfd\\x19\nflood: \\xf5\\xc3\\x3c\\x40\\x40\\xc1\\xff\\xef\n",
		Hostile: []opentest.Hostile{
			{URL: "tn3270://me{}@host.example/"},
			{URL: "tn3270://me:pass{}word@host.example/"},
			{URL: "tn3270://host{}.example/"},
			{URL: "tn3270://host.example/{}"},
		},
	})
}

// G3, G11: nothing is planned, and nothing is sent.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	opentest.PlanIsWire(t, tn3270.Opener{}, opentest.PlanCase{Transcript: "-- url --\ntn3270://guest:" + opentest.Password + "@HOST/\n-- wire --\nS: login:\n"})
	for _, row := range []struct{ in, want string }{
		{"tn3270://h", "h:23 "},
		{"tn3270://h:992/", "h:992 Port 992 is for TLS, which begins at once."},
		{"tn3270://u:p@h:992/", "h:992 Port 992 is for TLS, which begins at once. The user name and the password are shown and never sent."},
	} {
		p, err := tn3270.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		if got := p.Server + " " + p.Note; err != nil || p.Effect != open.EffectConnects || got != row.want || len(p.Steps) > 0 {
			t.Errorf("Plan(%q) = %+v, %v, want %q", row.in, p, err, row.want)
		}
	}
	for _, o := range []screen.Options{{Model: 1}, {Model: 6}, {CodePage: 500}} {
		if p, err := (tn3270.Opener{Options: tn3270.Options{Screen: o}}).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("tn3270://h/")}}); err == nil {
			t.Errorf("%+v: %+v, want an error", o, p)
		}
	}
}

// play opens a session with a host that plays a wire.
func play(t *testing.T, wire string, o tn3270.Options, trace func(open.Event)) (*open.Session, *opentest.Peer) {
	t.Helper()
	peer := opentest.Play(t, "-- url --\ntn3270://host.example/\n-- wire --\n"+wire)
	client := peer.Client(open.Options{Trace: trace}, tn3270.Opener{Options: o})
	session, err := openSession(t.Context(), client, peer.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Conn.Close(); client.Close() })
	return session, peer
}

const (
	// begin is the negotiation of TN3270, without the question for the terminal.
	begin = "S-: \\xff\\xfd\\x19\\xff\\xfb\\x19\\xff\\xfd\\x00\\xff\\xfb\\x00\nC-: \\xff\\xfb\\x19\\xff\\xfd\\x19\\xff\\xfb\\x00\\xff\\xfd\\x00\n"
	// enhanced is that of TN3270E, with the function RESPONSES.
	enhanced = "S-: \\xff\\xfd\\x28\nC-: \\xff\\xfb\\x28\nS-: \\xff\\xfa\\x28\\x08\\x02\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x02\\x07IBM-3278-2\\xff\\xf0\n" +
		"S-: \\xff\\xfa\\x28\\x02\\x04IBM-3278-2\\x01LU1\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x03\\x07\\x02\\xff\\xf0\nS-: \\xff\\xfa\\x28\\x03\\x04\\x02\\xff\\xf0\n"
)

// Guard: a record, a sub-negotiation and the replies to options are limited. The
// error contains the setting, and the session is closed.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		wire, limit string
		o           tn3270.Options
	}{
		{begin + "flood: \\xc1", "tn3270.Options.Record", tn3270.Options{}},
		{begin + "S-: \\xf5\\xc3\\xc1\\xc2\\xc3\\xff\\xef\n", "tn3270.Options.Record", tn3270.Options{Record: 4}},
		{"S-: \\xff\\xfa\\x28\nflood: x", "tn3270.Options.Subnegotiation", tn3270.Options{}},
		{"S-: \\xff\\xfd\\x01\nC-: \\xff\\xfc\\x01\nS-: \\xff\\xfd\\x01\n", "tn3270.Options.Answers", tn3270.Options{Answers: 1}},
	} {
		session, _ := play(t, tt.wire, tt.o, nil)
		_, err := io.Copy(io.Discard, session.Conn)
		if !errors.Is(err, open.ErrProtocol) || !strings.Contains(err.Error(), tt.limit) || strings.Count(err.Error(), "tn3270: ") != 1 {
			t.Errorf("%.60q: %v, want an ErrProtocol with %s", tt.wire, err, tt.limit)
		}
		if _, again := session.Conn.Read(make([]byte, 1)); again == nil {
			t.Errorf("%.60q: a second Read succeeds", tt.wire)
		}
		if err := session.Screen.Press("enter"); err == nil {
			t.Errorf("%.60q: a key after the end succeeds", tt.wire)
		}
	}
}

// rfc2355 8.1.3: a response is sent if the host asks for it, also for a record
// with a mistake. The negotiation ends with the functions that both have.
func TestResponses(t *testing.T) {
	t.Parallel()
	var trace transcript.Tracer
	session, peer := play(t, enhanced+
		"S-: \\x00\\x00\\x02\\x00\\x07\\xf5\\xc3\\xc1\\xff\\xef\nC-: \\x02\\x00\\x00\\x00\\x07\\x00\\xff\\xef\n"+ // always
		"S-: \\x00\\x00\\x01\\x00\\x08\\xf1\\xc3\\xff\\xef\n"+ // for errors only
		"S-: \\x00\\x00\\x01\\x00\\xff\\xff\\xf1\\xc3\\x11\\x7f\\x7f\\xff\\xef\nC-: \\x02\\x00\\x01\\x00\\xff\\xff\\x02\\xff\\xef\n"+
		"S-: \\x03\\x00\\x00\\x00\\x09bind\\xff\\xef\nS-: \\x00\\xff\\xef\n"+ // not agreed to; cut off
		"S-: \\x00\\x00\\x00\\x00\\x00\\xf2\\xff\\xef\nC-: \\x00\\x00\\x00\\x00\\x00\\x60\\x40\\x40\\xc1"+strings.Repeat("\\x00", 1919)+"\\xff\\xef\nclose\n",
		tn3270.Options{}, trace.Add)
	shown, err := io.ReadAll(session.Conn)
	peer.Done(t)
	if err != nil || !strings.HasPrefix(string(shown), "A\n[row 1, column 1: ready]\n") {
		t.Errorf("shown %q, %v", shown, err)
	}
	for _, want := range []string{"# invalid 3270 data stream: order 0x11: address 4095 of 1920; the rest", "# a record of type 3 is ignored", "# a record of 1 bytes"} {
		if !strings.Contains(trace.Text(), want) {
			t.Errorf("the trace has no %q:\n%s", want, trace.Text())
		}
	}
}

// rfc2355 7: more functions are not agreed to; a host that rejects the device,
// and one without TN3270E, go on with TN3270.
func TestNegotiation(t *testing.T) {
	t.Parallel()
	const is = "S-: \\xff\\xfd\\x28\nC-: \\xff\\xfb\\x28\nS-: \\xff\\xfa\\x28\\x02\\x04IBM-3278-2\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x03\\x07\\x02\\xff\\xf0\n"
	const screens = "S-: \\xf5\\xc3\\xc1\\xff\\xef\nclose\n"
	for name, wire := range map[string]string{
		"fewer":    is + "S-: \\xff\\xfa\\x28\\x03\\x07\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x03\\x04\\xff\\xf0\nS-: \\x00\\x00\\x02\\x00\\x00\\xf5\\xc3\\xc1\\xff\\xef\nclose\n",
		"more":     is + "S-: \\xff\\xfa\\x28\\x03\\x07\\x00\\x02\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x03\\x07\\x02\\xff\\xf0\nS-: \\xff\\xfa\\x28\\x03\\x04\\x02\\xff\\xf0\nS-: \\x00\\x00\\x00\\x00\\x00\\xf5\\xc3\\xc1\\xff\\xef\nclose\n",
		"others":   is + "S-: \\xff\\xfa\\x28\\x03\\x07\\x00\\xff\\xf0\nC-: \\xff\\xfa\\x28\\x03\\x07\\xff\\xf0\nS-: \\xff\\xfa\\x28\\x03\\x04\\xff\\xf0\nS-: \\x00\\x00\\x00\\x00\\x00\\xf5\\xc3\\xc1\\xff\\xef\nclose\n",
		"rejected": "S-: \\xff\\xfd\\x28\nC-: \\xff\\xfb\\x28\nS-: \\xff\\xfa\\x28\\x02\\x06\\x05\\x04\\xff\\xf0\nC-: \\xff\\xfc\\x28\n" + begin + screens,
		"ended":    "S-: \\xff\\xfd\\x28\nC-: \\xff\\xfb\\x28\nS-: \\xff\\xfe\\x28\nC-: \\xff\\xfc\\x28\n" + begin + screens,
		"CR NUL":   begin + "S-: \\xf5\\xc3\\xc1\\x11\\x0d\\x00\\xff\\xef\nclose\n", // an address is no line end
	} {
		session, peer := play(t, wire, tn3270.Options{}, nil)
		shown, err := io.ReadAll(session.Conn)
		peer.Done(t)
		if string(shown) != "A\n[row 1, column 1: ready]\n" || err != nil {
			t.Errorf("%s: shown %q, %v", name, shown, err)
		}
	}
	session, peer := play(t, "S-: \\xff\\xfd\\x28\nC-: \\xff\\xfc\\x28\nclose\n", tn3270.Options{Plain: true}, nil)
	io.ReadAll(session.Conn)
	peer.Done(t)
}

// A host that sends lines before screens gets lines. Then a screen follows.
func TestLinesFirst(t *testing.T) {
	t.Parallel()
	session, peer := play(t, "S-: system:\\x20\nC-: tso\\r\\n\nS-: ok\\r\\n\nC-: \\r\\n\n"+begin+"S-: \\xf5\\xc3\\xe3\\xff\\xef\nclose\n", tn3270.Options{}, nil)
	shown, err := drive(session.Conn, "text tsx\nbackspace\ntext o\npf 1\nenter\nenter\n")
	peer.Done(t)
	if err != nil || !strings.HasPrefix(shown, "system:\n[row 1, column 9: ready]\n") || !strings.Contains(shown, "system: tso\nok\n") ||
		!strings.Contains(shown, "? no such key before the service uses screens: \"pf1\"\n") || !strings.HasSuffix(shown, "T\n[row 1, column 1: ready]\n") {
		t.Errorf("shown %q, %v", shown, err)
	}
}

// The commands of lines, and their mistakes. A hidden field is never shown.
func TestCommands(t *testing.T) {
	t.Parallel()
	var trace transcript.Tracer
	// A field of 5 places at 81, a hidden one of 4 at 90, all others protected.
	const form = "S-: \\xf5\\xc3\\x11\\x40\\x40\\x1d\\x60Name\\x11\\xc1\\x50\\x1d\\x40\\x13\\x11\\xc1\\xd6\\x1d\\x60\\x11\\xc1\\xd9\\x1d\\x4c\\xe2\\x11\\xc1\\x5e\\x1d\\xf0\\xff\\xef\n"
	session, peer := play(t, begin+form+"C-: \\x7d\\xc1\\x5d\\x11\\xc1\\xd1\\x88\\x89\\x11\\xc1\\x5a\\xa2\\x85\\x83\\xff\\xef\nS-: \\xf1\\xc7\\xff\\xef\nclose\n", tn3270.Options{}, trace.Add)
	shown, err := drive(session.Conn, "fields\nfield 1 hi\nfield 9 x\nfield 1 toolong\nfield 1 \u4e2d\nmove 1 1\ntext x\nmove 99 1\nnonsense\nhelp\nscreen\nfield 2 sec\nfields\nenter\n")
	peer.Done(t)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1: row 2, column 2, 5 places: \"\"\n2: row 2, column 11, 4 places: hidden\n",
		"? no such place: there are 2 input fields\n", "? the text is longer than the field: 7 characters, and it has 5 places\n",
		"? the code page does not have this character: '中'\n", "? the cursor is not in an input field\n", "? no such place: the screen has 24 rows and 80 columns\n",
		"? no such key: \"nonsense\"\n", "text WORDS ", "1: row 2, column 2, 5 places: \"hi\"\n", " hi\n[row",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in:\n%s", want, shown)
		}
	}
	if strings.Contains(strings.ReplaceAll(shown, "> field 2 sec", "")+trace.Text(), "sec") {
		t.Errorf("a hidden field is shown or traced:\n%s\n%s", shown, trace.Text())
	}
}

// A command waits for a free keyboard, and says when it does not wait longer.
func TestWait(t *testing.T) {
	t.Parallel()
	session, _ := play(t, begin+"S-: \\xf5\\xc1\\xc1\\xff\\xef\nstall\n", tn3270.Options{Wait: 20 * time.Millisecond}, nil)
	if _, err := io.WriteString(session.Conn, "enter\n"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 1000)
	shown := ""
	for !strings.Contains(shown, "? ") {
		n, err := session.Conn.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		shown += string(buf[:n])
	}
	if !strings.Contains(shown, "A\n[row 1, column 1: locked]\n") || !strings.Contains(shown, "? the keyboard is locked: ") {
		t.Errorf("shown %q", shown)
	}
	ended := make(chan error)
	go func() { _, err := io.WriteString(session.Conn, "enter\n"); ended <- err }()
	session.Conn.Close()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("a Write goes on after Close")
	}
}
