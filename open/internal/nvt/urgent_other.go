//go:build !unix && !windows

package nvt

import "net"

// KeepUrgent does nothing: this system's connections have no option for it.
func KeepUrgent(net.Conn) {}
