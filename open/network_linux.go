//go:build linux && !planonly

package open

import (
	"net"
	"syscall"
)

// hearErrors makes reads of a socket that is not connected fail if the server's system reports
// that the port is closed. Without it, such a server looks like a silent one.
func hearErrors(c *net.UDPConn, family string) {
	level, option := syscall.IPPROTO_IP, syscall.IP_RECVERR
	if family == "udp6" {
		level, option = syscall.IPPROTO_IPV6, syscall.IPV6_RECVERR
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) {
		syscall.SetsockoptInt(int(fd), level, option, 1) // if it fails, the caller waits for its deadline
	})
}
