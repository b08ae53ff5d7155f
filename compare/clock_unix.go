//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the time that processors have spent on this process, which other
// programs on the machine do not lengthen as they do the wall clock's.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
