//go:build unix

package repotest

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU time of this process. Unlike the elapsed time, it
// does not depend on other programs.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
