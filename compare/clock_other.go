//go:build !unix

package main

import "time"

var processStart = time.Now()

// cpuTime returns the wall clock's time, for want of the process's.
func cpuTime() time.Duration { return time.Since(processStart) }
