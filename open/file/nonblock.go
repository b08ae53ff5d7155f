//go:build !js

package file

import "syscall"

// nonBlocking is a flag of openPath.
const nonBlocking = syscall.O_NONBLOCK
