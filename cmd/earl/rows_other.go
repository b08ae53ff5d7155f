//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// replaceBy runs a program with the stdio of this one, and returns its exit
// status. Both get the interrupts of the console, and the program decides.
func replaceBy(s *streams, path string, args []string) error {
	signal.Ignore(os.Interrupt)
	c := exec.Command(path, args...)
	c.Stdin, c.Stdout, c.Stderr = s.in, s.out, s.err
	err := c.Run()
	if ended := new(exec.ExitError); errors.As(err, &ended) {
		return exitWith(ended.ExitCode())
	}
	return localErr(err)
}
