package telnet_test

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/telnet"
)

// tcpPair returns the two ends of a connection over loopback.
func tcpPair(t testing.TB) (server, client *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	b, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); b.Close() })
	return b.(*net.TCPConn), a.(*net.TCPConn)
}

// Guard: a flood of options ends at Options.Answers, a long subnegotiation at
// Options.Subnegotiation. The error contains the setting, the text shown before it stays, and
// the connection is closed. Without a limit neither is refused.
func TestLimits(t *testing.T) {
	t.Parallel()
	flood := func(one string, n int) string { return "shown" + strings.Repeat(one, n) + "more" }
	long := func(n int) string { return "shown" + iac + sb + "\x63" + strings.Repeat("x", n) + iac + se + "more" }
	for _, tt := range []struct {
		name  string
		says  string
		opts  telnet.Options
		limit string // "": the limit is not reached
	}{
		{"refusals", flood(iac+do+"\x63", 1024), telnet.Options{}, ""},
		{"one more", flood(iac+do+"\x63", 1025), telnet.Options{}, "telnet.Options.Answers"},
		{"no limit", flood(iac+do+"\x63", 5000), telnet.Options{Answers: -1}, ""},
		{"changes of mind", flood(iac+will+echo+iac+wont+echo, 6), telnet.Options{Answers: 11}, "telnet.Options.Answers"},
		{"questions", flood(iac+do+ttype+iac+sb+ttype+"\x01"+iac+se, 11), telnet.Options{Answers: 11}, "telnet.Options.Answers"},
		{"all options", flood(allOptions(), 1), telnet.Options{}, ""},
		{"what needs no answer", flood(iac+wont+echo+iac+dont+sga+iac+"\xf1", 5000), telnet.Options{Answers: 1}, ""},
		{"sub-negotiation", long(4 << 10), telnet.Options{}, ""},
		{"one octet more", long(4<<10 + 1), telnet.Options{}, "telnet.Options.Subnegotiation"},
		{"of FFs", "shown" + iac + sb + "\x63" + strings.Repeat(iac, 20) + iac + se, telnet.Options{Subnegotiation: 9}, "telnet.Options.Subnegotiation"},
		{"no limit", long(1 << 20), telnet.Options{Subnegotiation: -1}, ""},
	} {
		conn := &fakeConn{in: strings.NewReader(tt.says), size: 1000}
		tt.opts.Terminal = "xterm"
		session := connect(t, conn, open.Options{}, tt.opts)
		b, err := io.ReadAll(session.Conn)
		if tt.limit == "" {
			if string(b) != "shownmore" || err != nil {
				t.Errorf("%s: %q, %v", tt.name, b, err)
			}
			continue
		}
		if string(b) != "shown" || !errors.Is(err, open.ErrProtocol) || !strings.Contains(err.Error(), tt.limit) || !conn.closed.Load() {
			t.Errorf("%s: %q, %v, closed %v, want an ErrProtocol that names %s", tt.name, b, err, conn.closed.Load(), tt.limit)
		}
		if _, again := session.Conn.Read(make([]byte, 1)); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: a second Read gives %v", tt.name, again)
		}
	}
}

// allOptions requests every option in both directions.
func allOptions() string {
	var b strings.Builder
	for o := range 256 {
		b.WriteString(iac + do + string([]byte{byte(o)}) + iac + will + string([]byte{byte(o)}))
	}
	return b.String()
}

// A minute later options are answered again: a server may use them to keep a session alive.
func TestAnswersAreCountedByTheMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, client := net.Pipe()
		session := connect(t, client, open.Options{}, telnet.Options{Answers: 2})
		go func() {
			defer server.Close()
			buf := make([]byte, 3)
			for range 10 {
				time.Sleep(30 * time.Second)
				io.WriteString(server, iac+do+"\x06")
				io.ReadFull(server, buf)
			}
		}()
		if _, err := io.Copy(io.Discard, session.Conn); err != nil {
			t.Errorf("a mark each 30 s: %v", err)
		}
		session.Conn.Close()
	})
}

// A user may think for longer than the limit for an object; Policy.Session ends the session.
func TestSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, client := net.Pipe()
		session := connect(t, client, open.Options{}, telnet.Options{})
		begin := time.Now()
		_, err := session.Conn.Read(make([]byte, 1))
		if took := time.Since(begin); took != (open.Policy{}).Effective().Session || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a silent server: %v after %v, want os.ErrDeadlineExceeded after %v", err, took, (open.Policy{}).Effective().Session)
		}
		session.Conn.Close()
		server.Close()
	})
}

// B12, F3, F7: opening sends nothing; user and password are advice, and no byte
// of them is sent.
func TestAdviceIsNotTyped(t *testing.T) {
	t.Parallel()
	const url = "telnet://al%69ce:" + opentest.Password + "@HOST/"
	peer := opentest.Play(t, "-- url --\n"+url+"\n-- wire --\nS-: login:\\x20\nS-: Password:\\x20\nclose\n")
	var trace transcript.Tracer
	client := peer.Client(traced(&trace), telnet.Opener{Options: telnet.Options{Terminal: "xterm"}})
	session, err := openSession(t.Context(), client, peer.URL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(session.Conn)
	if string(b) != "login: Password: " || err != nil {
		t.Errorf("shown %q, %v", b, err)
	}
	session.Conn.Close()
	peer.Done(t)
	password, _ := session.Advice.Password.Reveal()
	if a := session.Advice; a.User != earl.Some("alice") || password != opentest.Password || a.Scheme != "telnet" || a.Host != strings.TrimPrefix(peer.Addr(), "//") {
		t.Errorf("the advice is %v", a)
	}
	if trace.Text() != "" || session.Kind != open.KindSession {
		t.Errorf("trace %q, kind %s", trace.Text(), session.Kind)
	}
}

// B12: absent, empty and present parts differ in the advice too. B30: nothing follows the
// slash.
func TestOpen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src, url string
		want     string // the login; "" means refused
	}{
		{"B12", "telnet://host.example", "user false \"\", password false"},
		{"B12", "telnet://@host.example/", "user true \"\", password false"},
		{"B12", "telnet://u:@host.example:2323/", "user true \"u\", password true"},
		{"B30", "telnet://host.example/x", ""},
		{"B30", "telnet://host.example//", ""},
	} {
		u, err := earl.RFC3986.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		conn := &fakeConn{in: strings.NewReader(""), size: 1}
		res, err := open.New(network(open.Options{}, conn), telnet.Opener{}).Open(t.Context(), u)
		if tt.want == "" {
			var invalid *earl.ParseError
			if !errors.As(err, &invalid) {
				t.Errorf("%s: %s: %v, %v, want a *ParseError", tt.src, tt.url, res, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", tt.src, tt.url, err)
			continue
		}
		a := res.(*open.Session).Advice
		_, given := a.Password.Reveal()
		if got := "user " + boolText(a.User.Present) + " \"" + string(a.User.Value) + "\", password " + boolText(given); got != tt.want {
			t.Errorf("%s: %s: %s, want %s", tt.src, tt.url, got, tt.want)
		}
	}
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// rfc1091: a terminal type that cannot be sent is an error before anything is dialled.
func TestTerminalType(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{"": true, "xterm-256color": true, "a b": false, "x\r\n": false, "\xff": false, strings.Repeat("x", 40): true, strings.Repeat("x", 41): false} {
		conn := &fakeConn{in: strings.NewReader(""), size: 1}
		_, err := openSession(t.Context(), open.New(network(open.Options{}, conn), telnet.Opener{Options: telnet.Options{Terminal: name}}), "telnet://host.example/")
		if (err == nil) != good {
			t.Errorf("terminal type %q: %v", name, err)
		}
	}
}

// The Data Mark of a Synch arrives as urgent data, and stays in its place in the stream.
// Source: rfc854, The Telnet Synch Signal.
func TestSynch(t *testing.T) {
	t.Parallel()
	server, client := tcpPair(t)
	session := connect(t, client, open.Options{}, telnet.Options{})
	if _, err := io.WriteString(server, "before"+iac); err != nil {
		t.Fatal(err)
	}
	if err := transcript.SendUrgent(server, 0xf2); err != nil {
		t.Skip(err)
	}
	io.WriteString(server, "behind")
	server.Close()
	if b, err := io.ReadAll(session.Conn); string(b) != "beforebehind" || err != nil {
		t.Errorf("shown %q, %v, want beforebehind", b, err)
	}
}
