package console

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/term"

	"github.com/earl-url/earl/open"
)

// newTerminal returns a new terminal.
func newTerminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	var n, unlock int32
	for request, arg := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &n} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(arg))); errno != 0 {
			t.Fatalf("ioctl %x: %v", request, errno)
		}
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { slave.Close() })
	return slave
}

// modes returns the state of a terminal, to compare.
func modes(t *testing.T, f *os.File) string {
	t.Helper()
	state, err := term.GetState(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v", *state)
}

// panicConn is a session whose Read or Write panics.
type panicConn struct {
	typing func(open.Typing)
}

func (c *panicConn) OnTyping(f func(open.Typing)) { c.typing = f }
func (c *panicConn) Resize(uint16, uint16) error  { return nil }
func (c *panicConn) Write([]byte) (int, error)    { return 0, errors.New("closed") }
func (c *panicConn) Close() error                 { return nil }
func (c *panicConn) Read([]byte) (int, error) {
	c.typing(open.Typing{Echo: true, Keys: true})
	panic("a fault")
}

// After a panic the terminal is restored before the program ends.
func TestSessionPanicRestoresTheTerminal(t *testing.T) {
	p := newTerminal(t)
	before := modes(t, p)
	check := func(what string) {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
		if after := modes(t, p); after != before {
			t.Errorf("%s: the terminal was %+v, is %+v", what, before, after)
		}
	}
	func() {
		defer check("reading")
		j := &joint{conn: &panicConn{}, out: p, tty: newTTY(p), keys: make(chan []byte)}
		j.run(true)
	}()
	func() {
		defer check("typing")
		tty := newTTY(p)
		tty.set(open.Typing{Echo: true, Keys: true})
		if modes(t, p) == before {
			t.Error("the terminal does not hand out keys")
		}
		defer tty.guard()
		panic("a fault")
	}()
}
