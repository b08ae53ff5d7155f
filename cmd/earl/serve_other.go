//go:build !unix

package main

// ignoreTerminalStop does nothing: the system stops no command that reads.
func ignoreTerminalStop() {}
