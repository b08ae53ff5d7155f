//go:build !linux

package telnet_test

import (
	"errors"
	"net"
)

// sendUrgent is for Linux.
func sendUrgent(*net.TCPConn, byte) error {
	return errors.New("this test sends urgent data on Linux alone")
}
