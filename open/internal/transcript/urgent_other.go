//go:build !linux

package transcript

import (
	"errors"
	"net"
)

// SendUrgent is for Linux.
func SendUrgent(*net.TCPConn, byte) error {
	return errors.New("this test sends urgent data on Linux alone")
}
