package control

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// checkPeer returns an error if the program at the other end of a socket belongs to another
// user. The mode of the directory should already prevent that.
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
		return fmt.Errorf("the program at the other end of the socket has the user id %d", cred.Uid)
	}
	return nil
}

// isUser reports whether this process has a user id.
func isUser(uid int) bool { return uid == os.Geteuid() }
