package nvt

import (
	"net"
	"syscall"
)

// oobInline is SO_OOBINLINE, which package syscall does not define for Windows.
const oobInline = 0x100

// KeepUrgent keeps TCP's urgent byte in the stream. Otherwise the kernel
// removes the Data Mark, and the IAC before it would swallow a byte of data.
// Source: rfc854, The Telnet Synch Signal.
func KeepUrgent(conn net.Conn) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return // it is closed: the first Read returns the error
	}
	raw.Control(func(fd uintptr) {
		syscall.SetsockoptInt(syscall.Handle(fd), syscall.SOL_SOCKET, oobInline, 1)
	})
}
