//go:build !unix

package main

// ignoreTerminalStop does nothing: this system does not stop a background command that
// reads from the terminal.
func ignoreTerminalStop() {}
