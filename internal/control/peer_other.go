//go:build !linux

package control

import (
	"io/fs"
	"net"
	"runtime"
)

// isPrivate reports whether only this user may use a directory, as its mode says. On
// Windows the user's cache directory is private.
func isPrivate(info fs.FileInfo) bool {
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0
}

// isOwnPeer reports whether a process of this user is at the other end of a socket. The
// directory of the socket lets no one else in.
func isOwnPeer(net.Conn) bool { return true }
