//go:build !linux

package rlogin_test

import (
	"errors"
	"net"
)

// sendUrgent cannot send urgent data on this system.
func sendUrgent(*net.TCPConn, byte) error { return errors.ErrUnsupported }
