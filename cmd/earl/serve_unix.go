//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreTerminalStop makes a read from the terminal fail while the command runs in the
// background. Without it the system would stop the command.
func ignoreTerminalStop() { signal.Ignore(syscall.SIGTTIN) }
