//go:build !unix

package repotest

import "time"

var processStart = time.Now()

// cpuTime returns the elapsed time, because the CPU time is not available.
func cpuTime() time.Duration { return time.Since(processStart) }
