package session

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// Terminal is a session with a service: its output, and the pages that watch it. The
// goroutine that reads the output ends with the connection.
type Terminal struct {
	ID  string   // a secret name
	URL earl.URL // of the service

	User   string      // the user in the URL, if it is advice for the user, or ""
	Screen open.Screen // of a service with whole screens, or nil

	conn   open.SessionConn
	cancel context.CancelFunc

	mu       sync.Mutex
	shown    []byte // the end of the output, including what the user typed
	dropped  int64  // the number of bytes before shown
	drawn    int64  // the offset up to which an emulator has drawn the output
	typing   open.Typing
	ended    string // why it ended; "" while it runs
	seen     time.Time
	watchers []chan struct{} // each receives a value after a change
}

// touch records that a page shows the session.
func (t *Terminal) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen = time.Now()
}

// hasEnded reports whether the session has ended.
func (t *Terminal) hasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended != ""
}

// idle returns how long no page has shown the session; 0 while a script watches.
func (t *Terminal) idle() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watchers) > 0 {
		return 0
	}
	return time.Since(t.seen)
}

// Close ends the session.
func (t *Terminal) Close() {
	t.cancel()
	t.conn.Close()
}

// run reads the output until the session ends or is idle for too long.
func (t *Terminal) run(ctx context.Context) {
	t.conn.OnTyping(func(typing open.Typing) {
		t.mu.Lock()
		t.typing = typing
		t.notify()
		t.mu.Unlock()
	})
	// A service that requests the window size receives the usual one, until a page sends
	// its own.
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

// watchIdle closes a session that no page shows.
func (t *Terminal) watchIdle(ctx context.Context) {
	tick := time.NewTicker(Idle / 15)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if t.idle() > Idle {
				t.Close()
				return
			}
		}
	}
}

// append adds to the output.
func (t *Terminal) append(p []byte) {
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
	t.notify()
}

// end records why the session ended.
func (t *Terminal) end(err error) {
	t.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = "The service ended the session."
	if err != io.EOF {
		t.ended = "The session has ended: " + sanitize.Line(err.Error())
	}
	if errors.Is(err, context.Canceled) {
		t.ended = "The session was ended here."
	}
	t.notify()
}

// notify wakes every watcher. The lock is held.
func (t *Terminal) notify() {
	for _, c := range t.watchers {
		select {
		case c <- struct{}{}:
		default: // the watcher has not yet read the last change
		}
	}
}

// watch returns a channel that receives a value after each change, until stop is called.
func (t *Terminal) watch() (changed <-chan struct{}, stop func()) {
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

// State is what a page shows of a session.
type State struct {
	Text  string // the output that is kept, as lines of text
	End   int64  // the offset of its end in all of the output
	Hide  bool   // the user types a password
	Ended string // why the session ended; "" while it runs
}

// State returns what a page shows of the session.
func (t *Terminal) State() State {
	shown, end, typing, ended := t.since(0)
	return State{Text: text(shown), End: end, Hide: hides(typing), Ended: ended}
}

// text returns output as lines of text.
func text(output string) string { return sanitize.Text(sanitize.DecodeBytes(output)) }

// hides reports whether the user types a password: the service takes whole lines and
// echoes them itself. In a session that sends each key, the service always echoes.
func hides(typing open.Typing) bool { return typing.Echo && !typing.Keys }

// since returns the output after an offset, the offset of its end, how the service takes
// typing, and why the session ended.
func (t *Terminal) since(from int64) (output string, at int64, typing open.Typing, ended string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at = t.dropped + int64(len(t.shown))
	from = min(max(from, t.dropped), at)
	return string(t.shown[from-t.dropped:]), at, t.typing, t.ended
}

// Send sends a line. The line becomes part of the output, unless the service echoes it.
func (t *Terminal) Send(line string) error {
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

// Settle waits until there is output after an offset and a short silence follows it.
// It returns earlier if the session or ctx ends, or after 1.5 seconds.
func (t *Terminal) Settle(ctx context.Context, from int64) {
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
