//go:build unix

package telnet

import (
	"net"
	"syscall"
)

// keepUrgent leaves TCP's urgent octet in the stream. Else the kernel takes the
// Data Mark out of it, and the IAC before it would swallow an octet of data.
// Source: rfc854, The Telnet Synch Signal.
func keepUrgent(conn net.Conn) {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return // it is closed: the first Read says so
	}
	raw.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_OOBINLINE, 1) })
}
