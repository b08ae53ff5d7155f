package rpc

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// lastFragment is the bit of a fragment's header that ends a record.
// Source: rfc5531 11.
const lastFragment = 1 << 31

// headerSize is the length of the header of a fragment. Source: rfc5531 11.
const headerSize = 4

// SizeError is the error for a record that is longer than its reader accepts.
type SizeError struct {
	Fragments bool // too many fragments, and not too many bytes
	Max       int
}

// Error returns which limit the record exceeds.
func (e *SizeError) Error() string {
	if e.Fragments {
		return fmt.Sprintf("a message of more than %d fragments", e.Max)
	}
	return fmt.Sprintf("a message of more than %d bytes", e.Max)
}

// AppendRecord appends a message as a record of one fragment.
// Source: rfc5531 11.
func AppendRecord(b, message []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, lastFragment|uint32(len(message))), message...)
}

// ReadRecord reads one record of at most max bytes and the given number of
// fragments, and returns it in buf or, if that is too small, in a new slice. The
// error is a [*SizeError] or that of r. io.EOF means that no record began;
// io.ErrUnexpectedEOF means that it is not complete. Source: rfc5531 11.
func ReadRecord(r io.Reader, buf []byte, max, fragments int) ([]byte, error) {
	record := buf[:0]
	var header [headerSize]byte
	for count := 1; ; count++ {
		if count > fragments {
			return nil, &SizeError{true, fragments}
		}
		if _, err := io.ReadFull(r, header[:]); err != nil {
			if err == io.EOF && count > 1 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		mark := binary.BigEndian.Uint32(header[:])
		n := int(mark &^ lastFragment)
		if n > max-len(record) {
			return nil, &SizeError{false, max}
		}
		var err error
		if record, err = readMore(r, record, n); err != nil {
			return nil, err
		}
		if mark&lastFragment != 0 {
			return record, nil
		}
	}
}

// chunk is how much of a fragment is allocated before its bytes arrive.
const chunk = 256 << 10

// readMore appends the next n bytes of r to b. It allocates as they arrive, so a
// length that lies allocates little.
func readMore(r io.Reader, b []byte, n int) ([]byte, error) {
	for n > 0 {
		start := len(b)
		k := min(n, max(chunk, cap(b)-start))
		b = slices.Grow(b, k)[:start+k]
		if _, err := io.ReadFull(r, b[start:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		n -= k
	}
	return b, nil
}
