//go:build unix

package rlogin

import (
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
)

// urgentConn is a connection over TCP whose Read also takes the byte of urgent
// data. Without the option SO_OOBINLINE, the kernel keeps that byte out of the
// stream. It drops it when a read passes its place, so it must be read first.
type urgentConn struct {
	*net.TCPConn
	raw  syscall.RawConn
	last atomic.Int32 // the byte that came last and was not taken, plus one; 0 for none
}

// withUrgent returns conn with its urgent data, if they can be read.
func withUrgent(conn net.Conn) net.Conn {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return conn
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return conn // it is closed: the first Read returns the error
	}
	return &urgentConn{TCPConn: tcp, raw: raw}
}

// takeUrgent returns the byte of urgent data that came last, if it was not
// taken before.
func takeUrgent(conn net.Conn) (code byte, ok bool) {
	u, ok := conn.(*urgentConn)
	if !ok {
		return 0, false
	}
	last := u.last.Swap(0)
	return byte(last - 1), last > 0
}

// Read reads from the stream.
func (u *urgentConn) Read(p []byte) (n int, err error) {
	waited := u.raw.Read(func(fd uintptr) (done bool) { // the descriptor never blocks
		code := make([]byte, 1)
		if k, _, err := syscall.Recvfrom(int(fd), code, syscall.MSG_OOB); err == nil && k == 1 {
			u.last.Store(int32(code[0]) + 1)
		}
		for {
			if n, err = syscall.Read(int(fd), p); err != syscall.EINTR {
				return err != syscall.EAGAIN
			}
		}
	})
	switch {
	case waited != nil:
		return 0, waited
	case err != nil:
		return 0, &net.OpError{Op: "read", Net: "tcp", Source: u.LocalAddr(), Addr: u.RemoteAddr(), Err: os.NewSyscallError("read", err)}
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}
