package transfer

import (
	"io"
	"os"
)

// spoolMemory is how many bytes of a spool are in memory, enough for the entries of a few
// thousand files. Only a larger spool uses a temporary file.
const spoolMemory = 256 << 10

// A spool is a sequence of bytes. It is written and shortened at its end, and read
// anywhere. Its memory is bounded; the rest is in a temporary file. The zero spool
// is empty. It is not safe for concurrent use.
type spool struct {
	memory []byte   // the first bytes, at most spoolMemory
	file   *os.File // the bytes after those, or nil
	size   int64
}

// Write appends bytes.
func (s *spool) Write(b []byte) (int, error) {
	n := 0
	if room := spoolMemory - len(s.memory); room > 0 {
		n = min(len(b), room)
		s.memory = append(s.memory, b[:n]...)
		s.size += int64(n)
	}
	if n == len(b) {
		return n, nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "earl-*")
		if err != nil {
			return n, err
		}
		os.Remove(f.Name()) // some systems cannot remove an open file; there close removes it
		s.file = f
	}
	m, err := s.file.WriteAt(b[n:], s.size-spoolMemory)
	s.size += int64(m)
	return n + m, err
}

// ReadAt implements [io.ReaderAt].
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < int64(len(s.memory)) {
		n = copy(p, s.memory[off:])
	}
	if n == len(p) {
		return n, nil
	}
	if s.file == nil {
		return n, io.EOF
	}
	m, err := s.file.ReadAt(p[n:], off+int64(n)-spoolMemory)
	return n + m, err
}

// shorten removes the bytes from an offset on.
func (s *spool) shorten(size int64) error {
	s.memory, s.size = s.memory[:min(int64(len(s.memory)), size)], size
	if s.file == nil {
		return nil
	}
	return s.file.Truncate(max(0, size-spoolMemory))
}

// close removes the temporary file.
func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}
