package rlogin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/rlogin"
)

// fileOf returns a file of a script without its last line end, unescaped.
func fileOf(t testing.TB, s *opentest.Script, name string) string {
	t.Helper()
	raw, _ := s.File(name)
	quoted := strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(strings.TrimSuffix(raw, "\n"))
	text, err := strconv.Unquote(`"` + quoted + `"`)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}

// opener returns the opener of a transcript.
func opener(s *opentest.Script) rlogin.Opener {
	if _, dumb := s.File("options"); dumb {
		return rlogin.Opener{}
	}
	return rlogin.Opener{Options: rlogin.Options{Terminal: "vt100"}}
}

// openSession opens an rlogin URL.
func openSession(ctx context.Context, client *open.Client, url string) (*open.Session, error) {
	res, err := client.Open(ctx, earl.RFC1738.MustParse(url))
	if err != nil {
		return nil, err
	}
	return res.(*open.Session), nil
}

// G3: the bytes of real servers, and the replies to them.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for name, script := range opentest.Transcripts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			peer := opentest.PlayScript(t, script)
			var trace []string
			client := peer.Client(open.Options{Trace: func(e open.Event) { trace = append(trace, string(e.Dir)+" "+e.Line) }}, opener(script))
			defer client.Close()
			session, err := openSession(t.Context(), client, peer.URL)
			if raw, fails := script.File("error"); fails {
				if got := fmt.Sprintf("%s: %v\n", opentest.ErrorWord(err), err); got != raw {
					t.Errorf("error %swant %s", got, raw)
				}
				peer.Done(t)
				return
			} else if err != nil {
				t.Fatal(err)
			}
			if err := session.Conn.Resize(80, 24); err != nil {
				t.Fatal(err)
			}
			var typing []open.Typing
			session.Conn.OnTyping(func(y open.Typing) { typing = append(typing, y) })
			prompt, text, _ := strings.Cut(fileOf(t, script, "type"), "|")
			var shown strings.Builder
			buf := make([]byte, 100)
			for err == nil {
				var n int
				n, err = session.Conn.Read(buf)
				shown.Write(buf[:n])
				if text != "" && strings.HasSuffix(shown.String(), prompt) {
					if _, err := io.WriteString(session.Conn, text); err != nil {
						t.Error(err)
					}
					text = ""
				}
			}
			session.Conn.Close()
			peer.Done(t)
			if want := fileOf(t, script, "want"); shown.String() != want || err != io.EOF {
				t.Errorf("shown %q, %v, want %q", shown.String(), err, want)
			}
			if len(typing) != 1 || typing[0] != (open.Typing{Echo: true, Keys: true}) {
				t.Errorf("typing %+v, want keys and echo, once", typing)
			}
			if want := fileOf(t, script, "trace"); strings.Join(trace, "\n") != want {
				t.Errorf("trace %q, want %q", trace, want)
			}
		})
	}
}

const wire = "\n-- wire --\nC-: \\x00me\\x00me\\x00dumb/38400\\x00\nS-: \\x00"

func TestSuite(t *testing.T) {
	const session = "-- url --\nrlogin://me@host.example/" + wire + "hello\nS: bye\n"
	opentest.Run(t, rlogin.Opener{}, opentest.Fixture{
		Edition:  earl.RFC1738,
		Document: session,
		Login:    strings.Replace(session, "//me@", "//me:"+opentest.Password+"@", 1),
		Endless:  "-- url --\nrlogin://me@host.example/" + wire + "\nflood: x\\xff\\xff\\r\\x00\n",
		Hostile: []opentest.Hostile{
			{URL: "rlogin://me{}@host.example/"},
			{URL: "rlogin://me:pass{}word@host.example/"},
			{URL: "rlogin://host{}.example/"},
			{URL: "rlogin://host.example/{}"},
		},
	})
}

// G3, G11: the plan is the first message, and the password is in neither.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	opentest.PlanIsWire(t, rlogin.Opener{}, opentest.PlanCase{Edition: earl.RFC1738, Transcript: "-- url --\nrlogin://me:" + opentest.Password + "@HOST/" + wire + "\n"})
}

// G3, F3: what is planned, and what is refused before anything is sent. A name
// that begins with "-" would be an option of the server's login program.
func TestPlan(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ in, terminal, want string }{
		{"rlogin://h", "", "h:513 %00%00%00dumb/38400%00 After that, only what you type is sent, and the size of the window."},
		{"rlogin://u:p@h:5130/", "xterm-256color", "h:5130 %00u%00u%00xterm-256color/38400%00 After that, only what you type is sent, and the size of the window. The password is never sent."},
		{"rlogin://-froot@h/", "", "refused: refused (login-option): rlogin://-froot@h/: character 10: the user begins with \"-\", which servers pass to login as an option (rfc1738 6)"},
		{"rlogin://%2Dfroot@h/", "", "refused: refused (login-option): rlogin://%2Dfroot@h/: character 10: the user begins with \"-\", which servers pass to login as an option (rfc1738 6)"},
		{"rlogin://a%00b@h/", "", "refused: rlogin: the user: a line end or NUL inside a protocol line"},
		{"rlogin://h/", "a/b", "local: rlogin: invalid terminal type \"a/b\": it must have 1 to 40 printable characters without \"/\" (rfc1282)"},
		{"rlogin://h/", "a b", "local: rlogin: invalid terminal type \"a b\": it must have 1 to 40 printable characters without \"/\" (rfc1282)"},
		{"rlogin://h/x", "", "invalid: earl: \"rlogin://h/x\": character 12, \"x\": nothing can follow the host except one \"/\" (rfc1738 3.8, 5)"},
	} {
		u := earl.RFC3986.MustParse(row.in)
		p, err := rlogin.Opener{Options: rlogin.Options{Terminal: row.terminal}}.Plan(&open.Call{Request: open.Request{URL: u}})
		got := fmt.Sprintf("%s: %v", open.ClassOf(err), err)
		if err == nil {
			got = p.Server + " " + p.Steps[0].Printable() + " " + p.Note
		}
		if got != row.want {
			t.Errorf("Plan(%q) = %s, want %s", row.in, got, row.want)
		}
	}
}

// G3: a probe sends nothing, also to a server that would refuse.
func TestProbe(t *testing.T) {
	t.Parallel()
	peer := opentest.Play(t, "-- url --\nrlogin://me@host.example/\n-- wire --\ndone\n")
	client := peer.Client(open.Options{}, rlogin.Opener{})
	m, err := client.Probe(t.Context(), earl.RFC1738.MustParse(peer.URL))
	if err != nil || m.Kind != open.KindSession {
		t.Errorf("Probe = %+v, %v, want a session", m, err)
	}
	peer.Done(t)
}

// tcpSession returns a session over loopback, and its server's end.
func tcpSession(t *testing.T, trace func(open.Event)) (*open.Session, *net.TCPConn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan net.Conn, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		io.ReadFull(conn, make([]byte, len("\x00\x00\x00dumb/38400\x00")))
		conn.Write([]byte{0})
		accepted <- conn
	}()
	client := open.New(open.Options{Trace: trace, LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}}, rlogin.Opener{})
	session, err := openSession(t.Context(), client, "rlogin://"+l.Addr().String()+"/")
	if err != nil {
		t.Fatal(err)
	}
	server := (<-accepted).(*net.TCPConn)
	t.Cleanup(func() { session.Conn.Close(); server.Close() })
	return session, server
}

// rfc1282: urgent data is no part of what is shown. A request for the size of
// the window is granted; the other bytes have no effect.
func TestUrgentData(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var trace []string
	session, server := tcpSession(t, func(e open.Event) {
		mu.Lock()
		defer mu.Unlock()
		trace = append(trace, string(e.Dir)+" "+e.Line)
	})
	session.Conn.Resize(80, 24)
	const size = "\xff\xffss\x00\x18\x00\x50\x00\x00\x00\x00"
	got := make([]byte, len(size))
	if _, err := io.ReadFull(server, got); err != nil || string(got) != size {
		t.Fatalf("the size is %q, %v", got, err)
	}
	shown := ""
	buf := make([]byte, 100)
	for _, octet := range []byte{0x80, 0x02, 0x10, 0x20, 0x7f} {
		if err := transcript.SendUrgent(server, octet); err != nil {
			t.Skip(err)
		}
		io.WriteString(server, "text ")
		n, err := session.Conn.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		shown += string(buf[:n])
		if octet == 0x80 {
			server.SetReadDeadline(time.Now().Add(10 * time.Second))
			if _, err := io.ReadFull(server, got); err != nil || string(got) != size {
				t.Errorf("after a request for the size came %q, %v", got, err)
			}
		}
	}
	mu.Lock()
	defer mu.Unlock()
	want := []string{"C %00%00%00dumb/38400%00", "C window 80 24", "S urgent: window size", "C window 80 24",
		"S urgent: discard output", "S urgent: no flow control", "S urgent: flow control", "S urgent: 0x7F"}
	if shown != strings.Repeat("text ", 5) || strings.Join(trace, "; ") != strings.Join(want, "; ") {
		t.Errorf("shown %q, trace %q, want %q", shown, trace, want)
	}
}

// G3: the size of the window is sent once for each change, and never without one.
func TestResize(t *testing.T) {
	t.Parallel()
	session, server := tcpSession(t, nil)
	for _, size := range [][2]uint16{{0, 0}, {80, 24}, {80, 24}, {255, 65535}} {
		if err := session.Conn.Resize(size[0], size[1]); err != nil {
			t.Fatal(err)
		}
	}
	session.Conn.Close()
	got, err := io.ReadAll(server)
	if want := "\xff\xffss\x00\x18\x00\x50\x00\x00\x00\x00\xff\xffss\xff\xff\x00\xff\x00\x00\x00\x00"; string(got) != want || err != nil {
		t.Errorf("sent %q, %v, want %q", got, err, want)
	}
	if err := session.Conn.Resize(1, 1); err == nil {
		t.Error("a Resize after the end has no error")
	}
	if _, err := session.Conn.Write([]byte("x")); err == nil || !strings.HasPrefix(err.Error(), "rlogin: ") {
		t.Errorf("a Write after the end: %v", err)
	}
}

// Guard: the sentence of a server that refuses is limited, and so is the time
// that it may take.
func TestLongRefusal(t *testing.T) {
	t.Parallel()
	peer := opentest.Play(t, "-- url --\nrlogin://host.example/\n-- wire --\nC-: \\x00\\x00\\x00dumb/38400\\x00\nS-: \\x01\nflood: x\n")
	client := peer.Client(open.Options{}, rlogin.Opener{})
	if _, err := openSession(t.Context(), client, peer.URL); !errors.Is(err, open.ErrServer) || len(err.Error()) > 600 {
		t.Errorf("error %v", err)
	}
	peer.Done(t)
	slow := opentest.Play(t, "-- url --\nrlogin://host.example/\n-- wire --\nC-: \\x00\\x00\\x00dumb/38400\\x00\nstall\n")
	client = slow.Client(open.Options{Policy: open.Policy{Login: 50 * time.Millisecond}}, rlogin.Opener{})
	if _, err := openSession(t.Context(), client, slow.URL); open.ClassOf(err) != open.ClassTimeout {
		t.Errorf("a silent server: %v, want a timeout", err)
	}
	slow.Done(t)
}

// FuzzSession: for any output of a server, a session shows the bytes after the
// acceptance unchanged, or opening fails with an error of a known class and
// shows no byte that controls a terminal.
func FuzzSession(f *testing.F) {
	f.Add("\x00text\r\n\xff\xffss")
	f.Add("\x01no\x1b[2J\n")
	f.Add("\x02")
	f.Add("")
	f.Fuzz(func(t *testing.T, says string) {
		ours, theirs := net.Pipe()
		go func() {
			io.ReadFull(theirs, make([]byte, len("\x00\x00\x00dumb/38400\x00")))
			io.WriteString(theirs, says)
			theirs.Close()
		}()
		client := open.New(open.Options{
			LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
			},
			DialContext: func(context.Context, string, string) (net.Conn, error) { return ours, nil },
		}, rlogin.Opener{})
		session, err := openSession(t.Context(), client, "rlogin://host.example/")
		if err != nil {
			class := open.ClassOf(err)
			if strings.HasPrefix(says, "\x00") || class != open.ClassServer && class != open.ClassProtocol || strings.ContainsFunc(err.Error(), func(c rune) bool { return c < ' ' || c == 0x7F }) {
				t.Errorf("%q: %v", says, err)
			}
			return
		}
		defer session.Conn.Close()
		if shown, err := io.ReadAll(session.Conn); "\x00"+string(shown) != says || err != nil {
			t.Errorf("%q: shown %q, %v", says, shown, err)
		}
	})
}
