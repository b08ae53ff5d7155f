//go:build unix

package main

import (
	"os"
	"syscall"
)

// replaceBy replaces this program by another, which so has its stdio, its
// signals and its exit status.
func replaceBy(_ *streams, path string, args []string) error {
	return localErr(syscall.Exec(path, append([]string{path}, args...), os.Environ()))
}
