package control

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// checkPeer refuses a program of another user at the other end of a socket. The mode of the directory keeps it out
// already.
func checkPeer(c *net.UnixConn) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var cred *syscall.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		cred, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case !isUser(int(cred.Uid)):
		return fmt.Errorf("the other end of the socket has the user id %d", cred.Uid)
	}
	return nil
}

// isUser reports whether a user id is that of this process.
func isUser(uid int) bool { return uid == os.Geteuid() }
