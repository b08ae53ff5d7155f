package gateway

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// terminal is a session with a service: what it has shown, and who watches.
// The goroutine that reads it ends with the connection.
type terminal struct {
	ID  string
	URL earl.URL

	conn   open.SessionConn
	cancel context.CancelFunc

	mu       sync.Mutex
	shown    []byte // the end of what was shown, and typed
	dropped  int64  // octets of it that were dropped
	drawn    int64  // how far an emulator has drawn it
	typing   open.Typing
	ended    string // why it ended; "": it goes on
	seen     time.Time
	watchers []chan struct{} // each told of a change
}

// touch notes that somebody looks.
func (t *terminal) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen = time.Now()
}

// hasEnded reports whether the session has ended.
func (t *terminal) hasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended != ""
}

// idle returns how long nobody has looked; 0 while a script watches.
func (t *terminal) idle() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watchers) > 0 {
		return 0
	}
	return time.Since(t.seen)
}

// close ends the session.
func (t *terminal) close() {
	t.cancel()
	t.conn.Close()
}

// run reads what the service shows until it ends, or nobody has looked for long.
func (t *terminal) run(ctx context.Context) {
	t.conn.OnTyping(func(typing open.Typing) {
		t.mu.Lock()
		t.typing = typing
		t.tell()
		t.mu.Unlock()
	})
	// A service that asks is told of a usual window, until a page tells of its own.
	_ = t.conn.Resize(windowColumns, windowRows)
	go t.watchIdle(ctx)
	buf := make([]byte, 8<<10)
	for {
		n, err := t.conn.Read(buf)
		t.append(buf[:n])
		if err != nil {
			t.end(err)
			return
		}
	}
}

// watchIdle closes a session that nobody looks at.
func (t *terminal) watchIdle(ctx context.Context) {
	tick := time.NewTicker(sessionIdle / 15)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if t.idle() > sessionIdle {
				t.close()
				return
			}
		}
	}
}

// append adds to what was shown.
func (t *terminal) append(p []byte) {
	if len(p) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shown = append(t.shown, p...)
	if over := len(t.shown) - maxTranscript; over > 0 {
		t.shown = append(t.shown[:0], t.shown[over:]...)
		t.dropped += int64(over)
	}
	t.tell()
}

// end notes why the session ended.
func (t *terminal) end(err error) {
	t.close()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = "The service ended the session."
	if err != io.EOF {
		t.ended = "The session has ended: " + sanitize.Line(err.Error())
	}
	if errors.Is(err, context.Canceled) {
		t.ended = "The session was ended here."
	}
	t.tell()
}

// tell wakes every watcher. The lock is held.
func (t *terminal) tell() {
	for _, c := range t.watchers {
		select {
		case c <- struct{}{}:
		default: // it has not yet looked at the last change
		}
	}
}

// watch returns a channel that is told of each change, until stop is called.
func (t *terminal) watch() (changed <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = append(t.watchers, c)
	return c, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.watchers = slices.DeleteFunc(t.watchers, func(o chan struct{}) bool { return o == c })
		t.seen = time.Now()
	}
}

// since returns what was shown behind an octet of the whole, where that ends, how
// the service wants typing, and why it ended.
func (t *terminal) since(from int64) (text string, at int64, typing open.Typing, ended string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at = t.dropped + int64(len(t.shown))
	from = min(max(from, t.dropped), at)
	return string(t.shown[from-t.dropped:]), at, t.typing, t.ended
}

// send sends a line. It is shown unless the service shows, or hides, what is typed.
func (t *terminal) send(line string) error {
	line = strings.TrimRight(line, "\r\n")
	if len(line) > maxTyped {
		return errTyped
	}
	t.mu.Lock()
	echo := !t.typing.Echo
	t.mu.Unlock()
	if echo {
		t.append([]byte(line + "\r\n"))
	}
	_, err := t.conn.Write([]byte(line + "\n"))
	return err
}

// errTyped is the error of a line that nobody types.
var errTyped = errors.New("the line is too long")

// rest waits until something was shown behind an octet and no more comes for a
// moment, or for long enough.
func (t *terminal) rest(ctx context.Context, from int64) {
	changed, stop := t.watch()
	defer stop()
	end := time.NewTimer(settle)
	defer end.Stop()
	for {
		pause := time.NewTimer(settle)
		if _, at, _, ended := t.since(from); ended != "" {
			pause.Stop()
			return
		} else if at > from {
			pause.Reset(settle / 10)
		}
		select {
		case <-changed:
			pause.Stop()
		case <-pause.C:
			return
		case <-end.C:
			pause.Stop()
			return
		case <-ctx.Done():
			pause.Stop()
			return
		}
	}
}
