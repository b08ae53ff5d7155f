package nfs_test

import (
	"testing"

	"github.com/earl-url/earl/open/nfs"
)

// FuzzResults: no results of a server make a reader fail in another way than with an error, or
// return more bytes than it received.
func FuzzResults(f *testing.F) {
	procedures := []string{"READDIR", "READDIRPLUS", "LOOKUP", "GETATTR", "MNT", "READ"}
	f.Add(uint8(1), uint8(3), []byte(words(0, 0, 0)+entry3("a", 1, 1, file, 5)+words(0, 1)))
	f.Add(uint8(0), uint8(2), []byte(words(1, 1)+opaque("a")+words(1, 0, 1)))
	f.Add(uint8(2), uint8(3), []byte(opaque("h")+words(1)+attributes3(link, 5, 1)))
	f.Add(uint8(3), uint8(2), []byte(attributes2(file, 5, 1)))
	f.Add(uint8(3), uint8(3), []byte(words(file, 0, 1, 0, 0, -1, -1))) // a size of 2^64-1, in attributes that end
	f.Add(uint8(4), uint8(3), []byte(opaque("h")+words(2, 0, 1)))
	f.Add(uint8(5), uint8(3), []byte(words(0, 0, 4, 1)+opaque("data")))
	f.Add(uint8(5), uint8(3), []byte(words(0, 0, -1, 1, -1)))
	f.Fuzz(func(t *testing.T, procedure, version uint8, results []byte) {
		name := procedures[int(procedure)%len(procedures)]
		n, err := nfs.ReadResults(name, 2+uint32(version)%2, results)
		if n < 0 || n > len(results) {
			t.Errorf("%s of %q: %d bytes, %v", name, results, n, err)
		}
	})
}
