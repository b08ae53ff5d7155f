//go:build !unix && !windows

package telnet

import "net"

// keepUrgent does nothing: this system's connections have no option for it.
func keepUrgent(net.Conn) {}
