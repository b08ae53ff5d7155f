package ftp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/opentest"
)

// retrieve opens a document and reads it.
func retrieve(ctx context.Context, c *open.Client, url string) (string, error) {
	res, err := c.Open(ctx, earl.RFC1738.MustParse(url))
	if err != nil {
		return "", err
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), err
}

// login and file are the beginning of a session, and a retrieval, in transcripts.
const (
	login = "S: 220 hello\nC: USER anonymous\nS: 230 in\n"
	image = "C: TYPE I\nS: 200 ok\n"
	quit  = "C: QUIT\nS: 221 bye\n"
)

func file(name, text string) string {
	return "C: SIZE " + name + "\nS: 502 no\nC: EPSV\nS: 229 ok (|||PORT|)\nC: RETR " + name + "\nS: 150 here\nD: " + text + "\nS: 226 done\n"
}

func cwd(name string) string { return "C: CWD " + name + "\nS: 250 ok\n" }

// B4: rfc1738 3.2.5: a session is used again only if the next URL has all the CWDs that were sent.
func TestSessionIsKept(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src, urls, wires string
	}{
		{"B4, one directory", "a/x a/y", login + cwd("a") + image + file("x", "1") + file("y", "2") + quit},
		{"B4, from the login directory on", "x a/y", login + image + file("x", "1") + cwd("a") + file("y", "2") + quit},
		{"B4, further down", "a/x a/b/y", login + cwd("a") + image + file("x", "1") + cwd("b") + file("y", "2") + quit},
		{"B4, refused", "a/x y", login + "C: CWD a\nS: 550 none\n" + image + file("y", "2") + quit},
		{"B4, gone meanwhile", "x y", login + image + file("x", "1") + "C: SIZE y\nS: 421 too long silent\nclose\n-- wire --\n" + login + image + file("y", "2") + quit},
		{"B4, broken meanwhile", "x y", login + image + file("x", "1") + "C: SIZE y\nclose\n-- wire --\n" + login + image + file("y", "2") + quit},
	}
	for _, tt := range tests {
		peer := opentest.Play(t, "-- url --\nftp://h.test/\n-- wire --\n"+tt.wires)
		kept := peer.Client(open.Options{}, new(ftp.Opener))
		for i, path := range strings.Fields(tt.urls) {
			got, err := retrieve(t.Context(), kept, "ftp://h.test/"+path)
			if want := string(rune('1' + i)); got != want && !(errors.Is(err, open.ErrNotFound) && i == 0) {
				t.Errorf("%s: %s is %q, %v, want %q", tt.src, path, got, err, want)
			}
		}
		kept.Close()
		peer.Done(t)
	}
}

// B4: rfc1738 3.2.5: from another directory no path is known. A session serves only its own
// login, and the session of an aborted transfer is not kept.
func TestSessionIsNotKept(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src, first, second string
	}{
		{"B4", "ftp://h.test/x", "ftp://u:geheim@h.test/y"},
		{"B4", "ftp://u:geheim@h.test/x", "ftp://u:anders@h.test/y"},
		{"B4", "ftp://u@h.test/x", "ftp://u:@h.test/y"},
		{"B4", "ftp://h.test/x", "ftp://h.test:2121/y"},
		{"B4", "ftp://h.test/x", "ftp://other.test/y"},
		{"B4, upwards", "ftp://h.test/a/x", "ftp://h.test/y"},
		{"B4, aside", "ftp://h.test/a/x", "ftp://h.test/b/y"},
		{"B4, no other way to a directory is known", "ftp://h.test/%2Fa/x", "ftp://h.test/a/x"},
	}
	for _, tt := range tests {
		s := newCounter(t)
		c := open.New(s.options(), new(ftp.Opener))
		for _, u := range []string{tt.first, tt.second} {
			if _, err := retrieve(t.Context(), c, u); err != nil {
				t.Errorf("%s: %v", u, err)
			}
		}
		if n := s.logins.Load(); n != 2 {
			t.Errorf("%s: %s and %s take %d sessions, want 2", tt.src, tt.first, tt.second, n)
		}
		c.Close()
	}

	s := newCounter(t)
	c := open.New(s.options(), new(ftp.Opener))
	defer c.Close()
	res, err := c.Open(t.Context(), earl.RFC1738.MustParse("ftp://h.test/x"))
	if err != nil {
		t.Fatal(err)
	}
	res.(*open.Document).Body.Close()
	ctx, cancel := context.WithCancel(t.Context())
	retrieve(ctx, c, "ftp://h.test/x")
	cancel() // a kept session outlives the context that it began with
	for range 20 {
		if _, err := retrieve(t.Context(), c, "ftp://h.test/y"); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.logins.Load(); n != 2 {
		t.Errorf("%d sessions, want 2: the first was broken off, the second kept", n)
	}
}

// counter is a toy server that counts logins.
type counter struct {
	control, data net.Listener
	logins        atomic.Int32
}

// newCounter starts a counter.
func newCounter(t *testing.T) *counter {
	s := new(counter)
	for _, l := range []*net.Listener{&s.control, &s.data} {
		var err error
		if *l, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*l).Close() })
	}
	go func() {
		for {
			conn, err := s.control.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

// options returns a network in which every host is the server.
func (s *counter) options() open.Options {
	p := opentest.Peer{}
	o := p.Options(open.Options{Login: func(_ context.Context, l open.Login) (open.Login, error) {
		l.Password = earl.NewSecret("asked-for")
		return l, nil
	}})
	o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		to := s.control.Addr().String()
		if address == s.data.Addr().String() {
			to = address
		}
		return new(net.Dialer).DialContext(ctx, network, to)
	}
	return o
}

// serve serves one session.
func (s *counter) serve(conn net.Conn) {
	defer conn.Close()
	say := func(text string) { io.WriteString(conn, text+"\r\n") }
	say("220 hello")
	buf := make([]byte, 512)
	for {
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		switch verb, _, _ := strings.Cut(strings.TrimSpace(string(buf[:n])), " "); verb {
		case "USER":
			say("331 password")
		case "PASS":
			s.logins.Add(1)
			say("230 in")
		case "SIZE", "MDTM":
			say("502 no")
		case "EPSV":
			_, port, _ := net.SplitHostPort(s.data.Addr().String())
			say("229 ok (|||" + port + "|)")
		case "RETR":
			say("150 here")
			if data, err := s.data.Accept(); err == nil {
				io.WriteString(data, strings.Repeat("text", 100))
				data.Close()
			}
			say("226 done")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("200 ok")
		}
	}
}

// The port of the EPSV reply cannot be reached, as with some firewalls: PASV is sent.
func TestPASVWhereEPSVIsNotAnswered(t *testing.T) {
	t.Parallel()
	peer := opentest.Play(t, `-- url --
ftp://h.test/x
-- wire --
`+login+image+`C: SIZE x
S: 502 no
C: EPSV
S: 229 ok (|||6001|)
C: PASV
S: 227 ok (127,0,0,1,P1,P2)
C: RETR x
S: 150 here
D: text
S: 226 done
`+quit)
	o := peer.Options(open.Options{})
	dial := o.DialContext
	o.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasSuffix(address, ":6001") {
			return nil, os.ErrDeadlineExceeded
		}
		return dial(ctx, network, address)
	}
	c := open.New(o, new(ftp.Opener))
	if got, err := retrieve(t.Context(), c, "ftp://h.test/x"); got != "text" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	c.Close()
	peer.Done(t)
}

func TestOptsUTF8(t *testing.T) {
	t.Parallel()
	for _, reply := range []string{"200 on", "501 what"} {
		peer := opentest.Play(t, "-- url --\nftp://h.test/x\n-- wire --\n"+login+"C: OPTS UTF8 ON\nS: "+reply+"\n"+image+file("x", "1")+quit)
		c := peer.Client(open.Options{}, &ftp.Opener{Options: ftp.Options{UTF8: true}})
		if got, err := retrieve(t.Context(), c, "ftp://h.test/x"); got != "1" || err != nil {
			t.Errorf("%s: got %q, %v", reply, got, err)
		}
		c.Close()
		peer.Done(t)
	}
}
