package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	safe "github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// terminalType returns what a service is told of the terminal, "" if there is
// none: stdin and stdout are one. Source: rfc1091.
func terminalType(s *streams) string {
	if !safe.Is(s.in) || !safe.Is(s.out) {
		return ""
	}
	name := os.Getenv("TERM")
	if name == "" || len(name) > 40 || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c >= 0x7F }) {
		return "unknown"
	}
	return name
}

// session joins a session to stdin and stdout. It ends when the service ends it,
// and on a terminal by ^] or the end of the input too. After the end of another
// input the session ends when the service is silent for --idle-time.
func (t *transfer) session(ctx context.Context, s *open.Session) error {
	defer s.Conn.Close()
	if t.g.flags.json {
		_, err := t.g.s.out.Write(append(appendMeta(nil, "", &s.Meta), "}\n"...))
		return here(err)
	}
	out := t.g.s.out
	if t.g.flags.toFile() {
		if err := t.create(); err != nil {
			return err
		}
		out = t.file
	}
	t.advise(s)
	j := &joint{conn: s.Conn, out: out, keys: t.g.keyboard.start(t.g.s.in), idle: time.Duration(t.g.flags.idleTime)}
	if t.g.flags.terminal != "" && out == t.g.s.out {
		j.tty = newTTY(t.g.s.in)
		var stop context.CancelFunc
		ctx, stop = endBySignal(ctx)
		defer stop()
		t.g.remark("%s: connected; ^] ends the session", s.URL.Redacted())
	} else if safe.Is(t.g.s.in) {
		t.g.remark("%s: connected; the end of the input ends the session", s.URL.Redacted())
	}
	defer context.AfterFunc(ctx, func() { s.Conn.Close() })()
	err := j.run(safe.Is(t.g.s.in))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case j.idled.Load():
		t.g.remark("%s: the input has ended and the service was silent for %v: the session has ended (--idle-time)", s.URL.Redacted(), j.idle)
	case err == nil && j.tty != nil:
		t.g.remark("%s: the session has ended", s.URL.Redacted())
	}
	return err
}

// advise shows what the URL says of a login, before anything else. It is typed
// by nobody (rfc1738 3.8), and a password is not shown: a screen and what records
// it are no place for one (rfc1738 6), and the person has it in the URL.
func (t *transfer) advise(s *open.Session) {
	_, secret := s.Advice.Password.Reveal()
	user := s.Advice.User
	switch {
	case secret:
		t.g.remark("the URL advises to log in as %s, with its password, which is not typed and not shown here", user.Value.Printable())
	case user.Present:
		t.g.remark("the URL advises to log in as %s", user.Value.Printable())
	}
}

// A keyboard hands out what comes on stdin, to one session after the other. A
// read of a terminal cannot be called off: what is typed behind the end of a
// session belongs to the next.
type keyboard struct {
	once   sync.Once
	pieces chan []byte
}

// start returns the pieces of f, which end with it.
func (k *keyboard) start(f *os.File) <-chan []byte {
	k.once.Do(func() {
		k.pieces = make(chan []byte)
		go func() {
			defer close(k.pieces)
			for {
				piece := make([]byte, 4<<10)
				n, err := f.Read(piece)
				if n > 0 {
					k.pieces <- piece[:n]
				}
				if err != nil {
					return
				}
			}
		}()
	})
	return k.pieces
}

// A joint joins a session to what is typed and where it is shown.
type joint struct {
	conn open.SessionConn
	keys <-chan []byte
	out  *os.File
	sink io.Writer     // what leads to out
	tty  *tty          // nil: it is not both typed and shown on a terminal
	idle time.Duration // after the end of keys the service may be silent so long; negative: for ever

	silence atomic.Pointer[time.Timer] // ends the session; nil before the end of keys
	idled   atomic.Bool                // silence has ended the session
}

// Write writes what the service sends. A service that sends is not silent, and
// the time in which stdout takes nothing does not count.
func (j *joint) Write(p []byte) (int, error) {
	if t := j.silence.Load(); t != nil {
		t.Stop()
		defer t.Reset(j.idle)
	}
	return j.sink.Write(p)
}

// endOfKeys has a silent service end the session from now on.
func (j *joint) endOfKeys() {
	if j.idle < 0 {
		return
	}
	j.silence.Store(time.AfterFunc(j.idle, func() {
		j.idled.Store(true)
		j.conn.Close()
	}))
}

// run joins them until the session ends. person says that somebody types.
func (j *joint) run(person bool) error {
	j.sink = sink(j.out)
	if safe.Is(j.out) {
		j.sink = &screen{w: j.out, mute: !person}
	}
	if j.tty != nil {
		defer j.tty.restore()
		j.conn.OnTyping(j.tty.set)
		resize := func() {
			if w, h, err := term.GetSize(int(j.out.Fd())); err == nil {
				j.conn.Resize(uint16(w), uint16(h)) // an error is the session's end, which Read reports
			}
		}
		resize()
		defer onResize(resize)()
	}
	over, typed := make(chan struct{}), make(chan bool, 1)
	go func() {
		defer j.tty.guard()
		typed <- j.typing(person, over)
	}()
	_, err := io.Copy(j, j.conn)
	close(over)
	j.conn.Close()
	if t := j.silence.Load(); t != nil {
		t.Stop()
	}
	var path *os.PathError
	switch quit := <-typed; {
	case quit:
		return nil
	case errors.As(err, &path):
		return here(err)
	}
	return err
}

// escapeKey is ^], which ends a session on a terminal, as telnet programs have it.
const escapeKey = 0x1D

// typing sends what is typed until the session is over, and returns whether this
// end closed it: the person, or the silence after the end of the input. A CR is kept back where the LF behind it may still come.
func (j *joint) typing(person bool, over <-chan struct{}) (quit bool) {
	var kept []byte
	for {
		select {
		case <-over:
			return false
		case piece, more := <-j.keys:
			if !more {
				j.conn.Write(kept)
				if person {
					j.conn.Close()
					return true
				}
				j.endOfKeys()
				<-over
				return j.idled.Load()
			}
			if person {
				if at := bytes.IndexByte(piece, escapeKey); at >= 0 {
					j.conn.Write(j.tty.typed(piece[:at]))
					j.conn.Close()
					return true
				}
				piece = j.tty.typed(piece)
			} else {
				piece = append(kept, piece...)
				n := len(bytes.TrimSuffix(piece, []byte("\r")))
				piece, kept = piece[:n], piece[n:]
			}
			j.conn.Write(piece) // an error is the session's end, which Read reports
		}
	}
}
