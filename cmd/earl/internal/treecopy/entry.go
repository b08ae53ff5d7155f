package treecopy

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/earl-url/earl/internal/spool"
)

// A walkEntry is an entry of a listing in the spool. Its URL has no password.
type walkEntry struct {
	dir  bool
	name string // of the local file or directory
	url  string
	size int64     // of the object, or -1
	time time.Time // of the object, or zero
}

// entryHead is the size of what precedes the name of a walkEntry: the sizes of the name
// and of the URL, and whether it is a directory.
const entryHead = 4 + 4 + 1 + 8 + 8 + 4

// appendEntry appends an entry to b in the format of the spool.
func appendEntry(b []byte, it walkEntry) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(it.name)))
	b = binary.BigEndian.AppendUint32(b, uint32(len(it.url)))
	kind := byte(0)
	if it.dir {
		kind = 1
	}
	b = binary.BigEndian.AppendUint64(append(b, kind), uint64(it.size))
	when := int64(math.MinInt64)
	if !it.time.IsZero() {
		when = it.time.Unix()
	}
	b = binary.BigEndian.AppendUint64(b, uint64(when))
	b = binary.BigEndian.AppendUint32(b, uint32(it.time.Nanosecond()))
	return append(append(b, it.name...), it.url...)
}

// entryAt reads the entry at an offset, and returns its size in the spool.
func entryAt(s *spool.Spool, off int64) (walkEntry, int64, error) {
	var head [entryHead]byte
	if _, err := s.ReadAt(head[:], off); err != nil {
		return walkEntry{}, 0, err
	}
	n, m := binary.BigEndian.Uint32(head[:]), binary.BigEndian.Uint32(head[4:])
	rest := make([]byte, n+m)
	if _, err := s.ReadAt(rest, off+entryHead); err != nil {
		return walkEntry{}, 0, err
	}
	it := walkEntry{dir: head[8] == 1, name: string(rest[:n]), url: string(rest[n:]), size: int64(binary.BigEndian.Uint64(head[9:]))}
	if when := int64(binary.BigEndian.Uint64(head[17:])); when != math.MinInt64 {
		it.time = time.Unix(when, int64(binary.BigEndian.Uint32(head[25:]))).UTC()
	}
	return it, entryHead + int64(len(rest)), nil
}
