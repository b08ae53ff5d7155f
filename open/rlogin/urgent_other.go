//go:build !unix

package rlogin

import "net"

// withUrgent returns conn: the kernel removes the urgent data of this system's
// connections, and package syscall cannot read them.
func withUrgent(conn net.Conn) net.Conn { return conn }

// takeUrgent returns nothing.
func takeUrgent(net.Conn) (code byte, ok bool) { return 0, false }
