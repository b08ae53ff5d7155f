package control

import (
	"io/fs"
	"net"
	"os"
	"syscall"
)

// isPrivate reports whether only this user may use a directory.
func isPrivate(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o077 == 0
}

// isOwnPeer reports whether a process of this user is at the other end of a socket.
func isOwnPeer(conn net.Conn) bool {
	raw, err := conn.(*net.UnixConn).SyscallConn()
	if err != nil {
		return false
	}
	var peer *syscall.Ucred
	if e := raw.Control(func(fd uintptr) {
		peer, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); e != nil || err != nil {
		return false
	}
	return int(peer.Uid) == os.Geteuid()
}
