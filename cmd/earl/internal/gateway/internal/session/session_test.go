package session

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/telnet"
)

// echo is a service that greets, responds to each line, and ends after "bye".
func echo(conn net.Conn) {
	io.WriteString(conn, "Welcome\x1b[1m <you>\x1b[0m\r\n? ")
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		switch line = strings.TrimRight(line, "\r\n"); {
		case strings.HasSuffix(line, "bye"):
			io.WriteString(conn, "farewell\r\n")
			return
		default:
			io.WriteString(conn, "you said "+line+"\r\n? ")
		}
	}
}

// site is a Set whose sockets are served on loopback.
type site struct {
	*testing.T
	set  Set
	base string
}

// newSite starts a site.
func newSite(t *testing.T) *site {
	s := &site{T: t}
	server := httptest.NewServer(http.HandlerFunc(s.set.ServeSocket))
	s.base = server.URL
	t.Cleanup(func() {
		s.set.Close()
		server.Close()
	})
	return s
}

// start starts a session with a service on loopback. The client has a terminal type.
func (s *site) start(serve func(net.Conn), terminal string) *Terminal {
	s.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.Fatal(err)
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wait.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	client := open.New(open.Options{}, telnet.Opener{Options: telnet.Options{Terminal: terminal}})
	u := earl.RFC3986.MustParse("telnet://" + l.Addr().String() + "/")
	ctx, cancel := context.WithCancel(context.Background())
	res, err := client.Do(ctx, &open.Request{URL: u})
	if err != nil {
		s.Fatal(err)
	}
	t, err := s.set.Start(ctx, cancel, u, res.(*open.Session))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		t.Close()
		l.Close()
		wait.Wait()
		client.Close()
	})
	return t
}

// socket connects a script to a session.
func (s *site) socket(t *Terminal, query string) *websocket.Conn {
	s.Helper()
	conn, _, err := websocket.Dial(s.Context(), "ws"+strings.TrimPrefix(s.base, "http")+"/?id="+t.ID+"&"+query, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {s.base}}})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { conn.CloseNow() })
	return conn
}

// The script of a page receives output when it arrives, and sends lines.
func TestSessionBySocket(t *testing.T) {
	s := newSite(t)
	conn := s.socket(s.start(echo, ""), "from=0")
	text, ended := "", ""
	read := func(until string) {
		t.Helper()
		for !strings.Contains(text, until) {
			_, message, err := conn.Read(t.Context())
			if err != nil {
				t.Fatalf("%v after %q", err, text)
			}
			var m textMessage
			if err := json.Unmarshal(message, &m); err != nil {
				t.Fatal(err)
			}
			text, ended = text+m.Text, m.Ended
		}
	}
	read("Welcome <you>\n? ")
	conn.Write(t.Context(), websocket.MessageText, []byte(`{"line":"hello"}`))
	read("? hello\nyou said hello\n? ")
	conn.Write(t.Context(), websocket.MessageText, []byte(`{"line":"bye"}`))
	read("farewell")
	for ended == "" {
		_, message, err := conn.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var m textMessage
		json.Unmarshal(message, &m)
		ended = m.Ended
	}
	if strings.Contains(text, "\x1b") {
		t.Errorf("%q", text)
	}
}

// silent is a connection without output.
type silent struct{ closed chan struct{} }

func (s silent) Read([]byte) (int, error)    { <-s.closed; return 0, io.EOF }
func (s silent) Write(p []byte) (int, error) { return len(p), nil }
func (s silent) Resize(uint16, uint16) error { return nil }
func (s silent) OnTyping(func(open.Typing))  {}
func (s silent) Close() error {
	select {
	case <-s.closed:
	default:
		close(s.closed)
	}
	return nil
}

// A session that no page shows ends; a session that a page watches does not.
func TestIdleSessionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Terminal{conn: silent{make(chan struct{})}, cancel: func() {}, seen: time.Now()}
		_, stop := s.watch()
		go s.run(t.Context())
		time.Sleep(3 * Idle)
		if s.hasEnded() {
			t.Error("it ended while a page watched")
		}
		stop()
		time.Sleep(Idle / 2)
		if s.hasEnded() {
			t.Error("it ended too early")
		}
		time.Sleep(Idle)
		if !s.hasEnded() {
			t.Error("it did not end")
		}
	})
}

// The output that is kept is bounded; a line that is too long is refused.
func TestSessionIsBounded(t *testing.T) {
	s := &Terminal{conn: silent{make(chan struct{})}}
	for range 100 {
		s.append([]byte(strings.Repeat("x", 10_000)))
	}
	s.append([]byte("end"))
	if text, at, _, _ := s.since(0); len(text) != maxTranscript || at != 1_000_003 || !strings.HasSuffix(text, "xend") {
		t.Errorf("%d bytes up to %d", len(text), at)
	}
	if text, _, _, _ := s.since(1_000_000); text != "end" {
		t.Errorf("%q", text)
	}
	if err := s.Send(strings.Repeat("x", maxTyped+1)); err != errTyped {
		t.Error(err)
	}
	s.typing.Echo = true // a password is being typed
	s.Send("hidden")
	if text, _, _, _ := s.since(0); strings.Contains(text, "hidden") {
		t.Error("what the service hides is shown")
	}
}
