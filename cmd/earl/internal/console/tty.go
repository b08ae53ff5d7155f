package console

import (
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/earl-url/earl/open"
)

// A tty is the terminal of a user in a session. The service selects one of three modes:
// the terminal edits and shows lines as usual, or it sends each key, or the user types a
// hidden line that the tty edits. A nil tty means that there is no terminal.
type tty struct {
	in *os.File

	mu     sync.Mutex
	before *term.State // the state to restore, or nil
	hidden bool        // the typed lines are not shown
	line   []byte      // the hidden line so far
}

// newTTY returns the tty of a terminal. It does not change the terminal.
func newTTY(in *os.File) *tty { return &tty{in: in} }

// set sets the mode that the service requests.
func (t *tty) set(y open.Typing) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hidden, t.line = y.Echo && !y.Keys, nil
	if !y.Echo {
		t.back()
	} else if t.before == nil {
		t.before, _ = term.MakeRaw(int(t.in.Fd())) // if this fails, the terminal stays unchanged
	}
}

// restore restores the terminal.
func (t *tty) restore() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.back()
}

// back is restore for a caller that holds mu.
func (t *tty) back() {
	if t.before != nil {
		term.Restore(int(t.in.Fd()), t.before)
		t.before = nil
	}
}

// guard restores the terminal if its goroutine panics. Call it with defer.
func (t *tty) guard() {
	if fault := recover(); fault != nil {
		if t != nil {
			t.restore()
		}
		panic(fault)
	}
}

// typed returns the bytes to send for typed bytes: all of them, or the hidden lines that
// they complete.
func (t *tty) typed(keys []byte) []byte {
	if t == nil {
		return keys
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.hidden {
		return keys
	}
	var out []byte
	for _, key := range keys {
		switch key {
		case '\r', '\n':
			out = append(append(out, t.line...), '\n')
			t.line = t.line[:0]
		case 0x7F, '\b':
			_, n := utf8.DecodeLastRune(t.line)
			t.line = t.line[:len(t.line)-n]
		case 0x15: // ^U
			t.line = t.line[:0]
		default:
			t.line = append(t.line, key)
		}
	}
	return out
}
