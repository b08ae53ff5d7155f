package console

import (
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/earl-url/earl/open"
)

// A tty is the terminal of a user in a session. As the service asks for it,
// the terminal edits and shows lines as usual; or it hands out each key; or the
// user types a line that is not shown, and the tty edits it. A nil tty is no
// terminal.
type tty struct {
	in *os.File

	mu     sync.Mutex
	before *term.State // nil: the terminal is as it was
	hidden bool        // lines are typed that are not shown
	line   []byte      // the hidden line so far
}

// newTTY returns the tty of a terminal, which it leaves as it is.
func newTTY(in *os.File) *tty { return &tty{in: in} }

// set gives the service what it asks for.
func (t *tty) set(y open.Typing) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hidden, t.line = y.Echo && !y.Keys, nil
	if !y.Echo {
		t.back()
	} else if t.before == nil {
		t.before, _ = term.MakeRaw(int(t.in.Fd())) // where it cannot be, it stays as it is
	}
}

// restore gives the terminal back as it was.
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

// guard gives the terminal back when its goroutine panics. Defer it.
func (t *tty) guard() {
	if fault := recover(); fault != nil {
		if t != nil {
			t.restore()
		}
		panic(fault)
	}
}

// typed returns what goes out of what was typed: all of it, or the hidden lines
// that it completes.
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
