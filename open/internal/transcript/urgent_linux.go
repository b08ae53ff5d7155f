package transcript

import (
	"net"
	"syscall"
)

// SendUrgent sends one byte as TCP's urgent data.
func SendUrgent(conn *net.TCPConn, octet byte) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var sent error
	if err := raw.Control(func(fd uintptr) { sent = syscall.Sendmsg(int(fd), []byte{octet}, nil, nil, syscall.MSG_OOB) }); err != nil {
		return err
	}
	return sent
}
