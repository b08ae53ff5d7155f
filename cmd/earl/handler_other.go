//go:build !unix

package main

import "os/exec"

// detach does nothing: on this system a program continues after its parent has ended.
func detach(*exec.Cmd) {}

// lockFile locks nothing: two clicks at once may start two gateways.
func lockFile(string) (unlock func(), err error) { return func() {}, nil }
