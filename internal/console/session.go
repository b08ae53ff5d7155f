package console

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	safe "github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// TerminalType returns the type of the terminal that is reported to a service, or
// "" if in and out are not both a terminal. Source: rfc1091.
func TerminalType(in, out *os.File) string {
	if !safe.Is(in) || !safe.Is(out) {
		return ""
	}
	name := os.Getenv("TERM")
	if name == "" || len(name) > 40 || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c >= 0x7F }) {
		return "unknown"
	}
	return name
}

// SessionOptions are what a session is joined to.
type SessionOptions struct {
	Keyboard *Keyboard
	Out      *os.File
	// Terminal says that the keyboard and Out are the terminal of a user: the service
	// may ask for keys in place of lines and learns the size of the window, and ^]
	// ends the session.
	Terminal bool
	// Idle is how long the service may be silent after the end of an input that is
	// not a terminal; negative: without limit.
	Idle time.Duration
}

// Join joins a session until it ends. The service ends it, ctx, and on a terminal ^]
// or the end of the input. silent reports that the service was silent for Idle.
func Join(ctx context.Context, conn open.SessionConn, o SessionOptions) (silent bool, err error) {
	j := &joint{conn: conn, out: o.Out, keys: o.Keyboard.start(), idle: o.Idle}
	if o.Terminal {
		j.tty = newTTY(o.Keyboard.in)
		var stop context.CancelFunc
		ctx, stop = EndBySignal(ctx)
		defer stop()
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	err = j.run(safe.Is(o.Keyboard.in))
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return j.idled.Load(), err
}

// A Keyboard reads an input for one session after the other. A read of a terminal
// cannot be cancelled: what is typed after the end of a session belongs to the next.
type Keyboard struct {
	in     *os.File
	once   sync.Once
	pieces chan []byte
}

// NewKeyboard returns a Keyboard of a file, which it reads from the first session on.
func NewKeyboard(in *os.File) *Keyboard { return &Keyboard{in: in} }

// start returns the pieces of the input, which end with it.
func (k *Keyboard) start() <-chan []byte {
	k.once.Do(func() {
		k.pieces = make(chan []byte)
		go func() {
			defer close(k.pieces)
			for {
				piece := make([]byte, 4<<10)
				n, err := k.in.Read(piece)
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

// A joint joins a session to a keyboard and an output.
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

// run joins them until the session ends. person says that a user types.
func (j *joint) run(person bool) error {
	j.sink = Sink(j.out)
	if safe.Is(j.out) {
		j.sink = &termFilter{w: j.out, mute: !person}
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
		return Local(err)
	}
	return err
}

// escapeKey is ^], which ends a session on a terminal, as telnet programs have it.
const escapeKey = 0x1D

// typing sends what is typed until the session is over, and returns whether this
// side closed it: the user, or the silence after the end of the input. A CR is kept
// back if the LF after it may still come.
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

// Sink returns what a body is copied to for a file. A regular file or a pipe is
// returned unchanged, so that the kernel can copy to it; anything else as a plain
// writer, since not every device accepts that.
func Sink(f *os.File) io.Writer {
	info, err := f.Stat()
	if err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeNamedPipe != 0) {
		return f
	}
	return struct{ io.Writer }{f}
}
