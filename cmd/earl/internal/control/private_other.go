//go:build !unix

package control

import "io/fs"

// belongsToUser accepts every directory, for the same reason as checkPrivate.
func belongsToUser(fs.FileInfo) bool { return true }

// checkPrivate accepts the directory: the system keeps the profile of a user private.
func checkPrivate(string, fs.FileInfo) error { return nil }
