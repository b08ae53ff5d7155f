package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A pty is a terminal. A test controls the other side: it types and reads.
type pty struct {
	t      *testing.T
	master *os.File
	slave  *os.File // the terminal itself

	mu    sync.Mutex
	shown strings.Builder
	more  chan struct{} // there was output
}

// ioctl calls ioctl(2).
func ioctl(t testing.TB, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var errno syscall.Errno
	raw.Control(func(fd uintptr) { _, _, errno = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(arg)) })
	if errno != 0 {
		t.Fatalf("ioctl %x: %v", request, errno)
	}
}

// newPTY makes a terminal of 80 columns and 24 rows.
func newPTY(t *testing.T) *pty {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	var n, unlock int32
	ioctl(t, master, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock))
	ioctl(t, master, syscall.TIOCGPTN, unsafe.Pointer(&n))
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { slave.Close() })
	p := &pty{t: t, master: master, slave: slave, more: make(chan struct{}, 1)}
	p.resize(80, 24)
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			p.mu.Lock()
			p.shown.Write(buf[:n])
			p.mu.Unlock()
			select {
			case p.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return p
}

// resize changes the size of the terminal.
func (p *pty) resize(columns, rows uint16) {
	p.t.Helper()
	size := [4]uint16{rows, columns}
	ioctl(p.t, p.master, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
}

// modes returns the modes of the terminal.
func (p *pty) modes() syscall.Termios {
	p.t.Helper()
	var m syscall.Termios
	ioctl(p.t, p.slave, syscall.TCGETS, unsafe.Pointer(&m))
	return m
}

// types presses keys.
func (p *pty) types(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Error(err)
	}
}

// text returns the output so far.
func (p *pty) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

// await waits until the output contains a text.
func (p *pty) await(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q is shown", text), func() bool { return strings.Contains(p.text(), text) })
}

// until waits for a condition.
func (p *pty) until(what string, holds func() bool) {
	p.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	end := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-p.more:
		case <-tick.C:
		case <-end:
			p.t.Fatalf("never: %s; shown: %q", what, p.text())
		}
	}
}

// start runs earl on the terminal.
func (p *pty) start(args ...string) *exec.Cmd {
	p.t.Helper()
	program, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Args = append([]string{"earl"}, args...)
	cmd.Env = append(os.Environ(), "TERM=vt100", "GORACE=atexit_sleep_ms=0")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.slave, p.slave, p.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

// ends waits for earl and for all its output, and compares its exit status.
func (p *pty) ends(cmd *exec.Cmd, status int) {
	p.t.Helper()
	var ended *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &ended) {
		p.t.Fatal(err)
	}
	const end = "<end of output>" // a terminal keeps the order
	if _, err := p.slave.WriteString(end); err != nil {
		p.t.Fatal(err)
	}
	p.await(end)
	p.mu.Lock()
	all := strings.TrimSuffix(p.shown.String(), end)
	p.shown.Reset()
	p.shown.WriteString(all)
	p.mu.Unlock()
	if got := cmd.ProcessState.ExitCode(); got != status {
		p.t.Errorf("exit status %d (%v), want %d; shown: %q", got, cmd.ProcessState, status, p.text())
	}
}
