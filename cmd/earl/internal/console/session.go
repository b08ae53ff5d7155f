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

// TerminalType returns the terminal type to report to a service. It is "" if in or out is
// not a terminal. Source: rfc1091.
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

// SessionOptions are the options of a session.
type SessionOptions struct {
	Keyboard *Keyboard
	Out      *os.File
	// Terminal means that the keyboard and Out are the terminal of a user. The service
	// can request keys instead of lines, it receives the size of the window, and ^]
	// ends the session.
	Terminal bool
	// Idle is how long the service may be silent after the end of an input that is not
	// a terminal. A negative value is no limit.
	Idle time.Duration
}

// Join connects a session to the keyboard and the output until the session ends: by the
// service, by ctx, or on a terminal by ^] or the end of the input. silent reports that the
// session ended because the service was silent for Idle.
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

// A Keyboard reads an input for several sessions, one after the other. A read from a
// terminal cannot be cancelled, so text typed after the end of a session goes to the next
// session.
type Keyboard struct {
	in     *os.File
	once   sync.Once
	pieces chan []byte
}

// NewKeyboard returns a Keyboard for a file. It starts to read with the first session.
func NewKeyboard(in *os.File) *Keyboard { return &Keyboard{in: in} }

// start returns the pieces of the input. The channel closes at the end of the input.
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

// A joint connects a session to a keyboard and an output.
type joint struct {
	conn open.SessionConn
	keys <-chan []byte
	out  *os.File
	sink io.Writer     // writes to out, through a filter on a terminal
	tty  *tty          // nil if the session is not on a terminal
	idle time.Duration // how long the service may be silent after the end of keys; negative is no limit

	silence atomic.Pointer[time.Timer] // ends the session; nil before the end of keys
	idled   atomic.Bool                // silence has ended the session
}

// Write writes bytes from the service, and restarts the time of silence. Time in which
// stdout blocks does not count as silence.
func (j *joint) Write(p []byte) (int, error) {
	if t := j.silence.Load(); t != nil {
		t.Stop()
		defer t.Reset(j.idle)
	}
	return j.sink.Write(p)
}

// endOfKeys starts the time of silence, after which the session ends.
func (j *joint) endOfKeys() {
	if j.idle < 0 {
		return
	}
	j.silence.Store(time.AfterFunc(j.idle, func() {
		j.idled.Store(true)
		j.conn.Close()
	}))
}

// run runs the session until it ends. person means that a user types the input.
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
				j.conn.Resize(uint16(w), uint16(h)) // after an error the session ends, and Read returns the error
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

// escapeKey is ^]. It ends a session on a terminal, as in other telnet programs.
const escapeKey = 0x1D

// typing sends the input until the session ends. It reports whether this side ended the
// session: by the user, or by silence after the end of the input. It keeps a CR until it
// knows whether a LF follows.
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
			j.conn.Write(piece) // after an error the session ends, and Read returns the error
		}
	}
}

// Sink returns the writer to which a body is copied for a file. It returns a regular file
// or a pipe unchanged, so that the kernel can copy to it. It hides the type of other
// files, because not every device supports that.
func Sink(f *os.File) io.Writer {
	info, err := f.Stat()
	if err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeNamedPipe != 0) {
		return f
	}
	return struct{ io.Writer }{f}
}
