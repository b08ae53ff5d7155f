package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl/open"
)

const idle = 30 * time.Second

// pipe returns a Conn and the server's end.
func pipe(ctx context.Context) (*Conn, net.Conn) {
	a, b := net.Pipe()
	return New(ctx, a, idle), b
}

// says writes text on the server's end and closes it.
func says(peer net.Conn, text string) {
	io.WriteString(peer, text)
	peer.Close()
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", 3*lineBuffer)
	tests := []struct {
		in   string
		max  int
		want []string
		err  error
	}{
		{"one\r\ntwo\nthree\r\n", 100, []string{"one", "two", "three"}, io.EOF},
		{"\r\n\n", 100, []string{"", ""}, io.EOF},
		{"a\rb\r\r\n", 100, []string{"a\rb\r"}, io.EOF},
		{"", 100, nil, io.EOF},
		{"half", 100, nil, open.ErrCut},
		{"one\r\nhalf\r", 100, []string{"one"}, open.ErrCut},
		{"12345\r\n12345\n", 5, []string{"12345", "12345"}, io.EOF},
		{"123456\r\n", 5, nil, open.ErrProtocol},
		{"123456\n", 5, nil, open.ErrProtocol},
		{long + "\r\n" + long + "\n", 3 * lineBuffer, []string{long, long}, io.EOF},
		{long + "x\r\n", 3 * lineBuffer, nil, open.ErrProtocol},
		{long, 2 * lineBuffer, nil, open.ErrProtocol},
		{long, 4 * lineBuffer, nil, open.ErrCut},
	}
	for _, tt := range tests {
		c, peer := pipe(t.Context())
		go says(peer, tt.in)
		var got []string
		var err error
		for err == nil {
			var line []byte
			if line, err = c.ReadLine(tt.max, "Policy.ReplyLine"); err == nil {
				got = append(got, string(line))
			}
		}
		c.Close()
		if len(got) != len(tt.want) || strings.Join(got, "|") != strings.Join(tt.want, "|") || !errors.Is(err, tt.err) {
			t.Errorf("lines of %.20q up to %d = %.20q, %v, want %.20q, %v", tt.in, tt.max, got, err, tt.want, tt.err)
		}
		if tt.err == open.ErrProtocol && open.SettingOf(err) != "Policy.ReplyLine" {
			t.Errorf("the error does not name the limit: %v", err)
		}
	}
}

// A server that sends an endless line does not fill the memory.
func TestReadLineTakesNoMoreThanTheLimit(t *testing.T) {
	c, peer := pipe(t.Context())
	sent := make(chan int)
	go func() {
		n := 0
		for {
			k, err := peer.Write(make([]byte, 1000))
			if n += k; err != nil {
				sent <- n
				return
			}
		}
	}()
	if _, err := c.ReadLine(8<<10, "Policy.ReplyLine"); !errors.Is(err, open.ErrProtocol) {
		t.Errorf("ReadLine: %v, want ErrProtocol", err)
	}
	c.Close()
	if n := <-sent; n > 8<<10+lineBuffer+1000 {
		t.Errorf("%d bytes were taken", n)
	}
}

func TestIdlePeer(t *testing.T) {
	tests := map[string]func(c *Conn) error{
		"ReadLine": func(c *Conn) error { _, err := c.ReadLine(100, "x"); return err },
		"Read":     func(c *Conn) error { _, err := c.Read(make([]byte, 1)); return err },
		"Write":    func(c *Conn) error { _, err := c.Write([]byte("x")); return err },
		"WriteTo":  func(c *Conn) error { _, err := c.WriteTo(io.Discard); return err },
	}
	for name, do := range tests {
		synctest.Test(t, func(t *testing.T) {
			c, peer := pipe(t.Context())
			defer peer.Close()
			defer c.Close()
			begin := time.Now()
			if err := do(c); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begin) != idle {
				t.Errorf("%s: %v after %v, want os.ErrDeadlineExceeded after %v", name, err, time.Since(begin), idle)
			}
			c.SetUntil(time.Now().Add(time.Second))
			begin = time.Now()
			if err := do(c); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begin) != time.Second {
				t.Errorf("%s: %v after %v, want os.ErrDeadlineExceeded after 1s", name, err, time.Since(begin))
			}
			c.SetUntil(time.Time{})
			begin = time.Now()
			if err := do(c); err == nil || time.Since(begin) != idle {
				t.Errorf("%s: %v after %v, want an error after %v", name, err, time.Since(begin), idle)
			}
		})
	}
}

// A server that sends single bytes does not keep a line waiting forever. A body
// may arrive that way.
func TestSlowPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dribble := func(peer net.Conn) {
			for range 10 {
				time.Sleep(idle / 2)
				if _, err := peer.Write([]byte("x")); err != nil {
					return
				}
			}
			peer.Close()
		}
		c, peer := pipe(t.Context())
		go dribble(peer)
		begin := time.Now()
		if _, err := c.ReadLine(100, "x"); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begin) != idle {
			t.Errorf("ReadLine: %v after %v, want os.ErrDeadlineExceeded after %v", err, time.Since(begin), idle)
		}
		c.Close()
		c, peer = pipe(t.Context())
		go dribble(peer)
		if n, err := c.WriteTo(io.Discard); n != 10 || err != nil {
			t.Errorf("WriteTo = %d, %v, want 10", n, err)
		}
		c.Close()
	})
}

func TestCancel(t *testing.T) {
	tests := map[string]func(c *Conn) error{
		"ReadLine": func(c *Conn) error { _, err := c.ReadLine(100, "x"); return err },
		"Read":     func(c *Conn) error { _, err := c.Read(make([]byte, 1)); return err },
		"Write":    func(c *Conn) error { _, err := c.Write([]byte("x")); return err },
		"WriteTo":  func(c *Conn) error { _, err := c.WriteTo(io.Discard); return err },
	}
	for name, do := range tests {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			c, peer := pipe(ctx)
			defer peer.Close()
			time.AfterFunc(time.Second, cancel)
			begin := time.Now()
			for range 2 { // and at every later call
				if err := do(c); !errors.Is(err, context.Canceled) || time.Since(begin) != time.Second {
					t.Errorf("%s: %v after %v, want context.Canceled after 1s", name, err, time.Since(begin))
				}
			}
		})
	}
}

func TestCloseTwice(t *testing.T) {
	c, peer := pipe(t.Context())
	if err := errors.Join(c.Close(), c.Close()); err != nil {
		t.Error(err)
	}
	if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the peer reads %v, want io.EOF", err)
	}
}

func TestUpgradeRefusesWhatCameBefore(t *testing.T) {
	for text, want := range map[string]error{"234 go on\r\n": nil, "234 go on\r\n230 you are in\r\n": open.ErrProtocol} {
		c, peer := pipe(t.Context())
		go says(peer, text)
		if _, err := c.ReadLine(100, "x"); err != nil {
			t.Fatal(err)
		}
		other, _ := net.Pipe()
		if err := c.Upgrade(other); !errors.Is(err, want) || want == nil && c.NetConn() != other {
			t.Errorf("Upgrade after %q: %v, want %v", text, err, want)
		}
		c.Close()
	}
}

// The end of ctx closes the connection. A later Close is no error.
func TestCloseAfterCancel(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c, _ := tcpUntil(ctx, t, time.Minute)
	cancel()
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Read: %v, want context.Canceled", err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// tcp returns a Conn and the server's end over loopback.
func tcp(t *testing.T, idle time.Duration) (*Conn, *net.TCPConn) {
	t.Helper()
	return tcpUntil(t.Context(), t, idle)
}

// tcpUntil is tcp with a ctx.
func tcpUntil(ctx context.Context, t *testing.T, idle time.Duration) (*Conn, *net.TCPConn) {
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
	c := New(ctx, a, idle)
	t.Cleanup(func() { c.Close(); b.Close() })
	return c, b.(*net.TCPConn)
}

// Bytes in the line reader's buffer are part of the copy, in both ways of
// copying.
func TestWriteTo(t *testing.T) {
	body := strings.Repeat("0123456789abcdef", 1<<16)
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var buf bytes.Buffer
	var spliced splicerOf
	for _, w := range []io.Writer{&buf, file, &spliced} {
		c, peer := tcp(t, idle)
		go says(peer, "+1\r\n"+body)
		if line, err := c.ReadLine(100, "x"); string(line) != "+1" || err != nil {
			t.Fatalf("ReadLine = %q, %v", line, err)
		}
		if n, err := io.Copy(w, c); n != int64(len(body)) || err != nil {
			t.Errorf("copy to %T = %d, %v, want %d", w, n, err, len(body))
		}
	}
	got, err := os.ReadFile(file.Name())
	if err != nil || string(got) != body || buf.String() != body || spliced.String() != body {
		t.Errorf("the copies differ from what was sent (%v)", err)
	}
	if spliced.asked == 0 {
		t.Error("an open.Splicer was written to all by Write")
	}
}

// splicerOf is an open.Splicer of a buffer.
type splicerOf struct {
	bytes.Buffer
	asked int
}

func (s *splicerOf) Splice() {}

func (s *splicerOf) ReadFrom(r io.Reader) (int64, error) {
	s.asked++
	return s.Buffer.ReadFrom(r)
}

// A server that sends few bytes is not silent, for a Splicer or another writer.
func TestWriteToASplicerFromADribblingPeer(t *testing.T) {
	c, peer := tcp(t, 200*time.Millisecond)
	go func() {
		for range 8 {
			io.WriteString(peer, "x")
			time.Sleep(50 * time.Millisecond)
		}
		peer.Close()
	}()
	var w splicerOf
	if n, err := c.WriteTo(&w); n != 8 || err != nil || w.asked < 2 {
		t.Errorf("WriteTo = %d, %v in %d pieces, want 8, nil in several", n, err, w.asked)
	}
}

func TestWriteToReportsABrokenConnection(t *testing.T) {
	for _, dst := range []string{"", "file"} {
		c, peer := tcp(t, idle)
		peer.SetLinger(0)
		peer.Close()
		var w io.Writer = io.Discard
		if dst == "file" {
			f, err := os.Create(t.TempDir() + "/f")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			w = f
		}
		if _, err := c.WriteTo(w); !errors.Is(err, open.ErrCut) {
			t.Errorf("copy to %T: %v, want ErrCut", w, err)
		}
	}
}

func TestWriteToASilentPeerToAFile(t *testing.T) {
	c, peer := tcp(t, 50*time.Millisecond)
	io.WriteString(peer, "some")
	f, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if n, err := c.WriteTo(f); n != 4 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("WriteTo = %d, %v, want 4, os.ErrDeadlineExceeded", n, err)
	}
}

// If the reader of the copy has closed, that is not an error of the server.
func TestWriteToAClosedPipe(t *testing.T) {
	c, peer := tcp(t, idle)
	go func() {
		for {
			if _, err := peer.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	r.Close()
	if _, err := c.WriteTo(w); err == nil || errors.Is(err, open.ErrCut) {
		t.Errorf("WriteTo: %v, want an error of the pipe", err)
	}
}
