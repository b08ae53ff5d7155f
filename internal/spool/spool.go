// Package spool keeps sequences of bytes whose length is not known in advance, with
// bounded memory.
//
//	var s spool.Spool
//	defer s.Close()
//	_, err := s.Write(b)
//	r := io.NewSectionReader(&s, 0, s.Size())
package spool

import (
	"io"
	"os"
)

// Memory is how many bytes of a Spool are in memory, enough for most pages and for the
// entries of a few thousand files. Only a larger Spool uses a temporary file.
const Memory = 256 << 10

// A Spool is a sequence of bytes. It is written and shortened at its end, and read
// anywhere. Its memory is bounded; the rest is in a temporary file. The zero Spool
// is empty. It is not safe for concurrent use.
type Spool struct {
	memory []byte   // the first bytes, at most Memory
	file   *os.File // the bytes after those, or nil
	size   int64
}

// Size returns the number of bytes.
func (s *Spool) Size() int64 { return s.size }

// InMemory returns how many bytes of memory s uses.
func (s *Spool) InMemory() int { return cap(s.memory) }

// Write appends bytes.
func (s *Spool) Write(b []byte) (int, error) {
	n := 0
	if room := Memory - len(s.memory); room > 0 {
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
		os.Remove(f.Name()) // some systems cannot remove an open file; there Close removes it
		s.file = f
	}
	m, err := s.file.WriteAt(b[n:], s.size-Memory)
	s.size += int64(m)
	return n + m, err
}

// ReadAt implements [io.ReaderAt].
func (s *Spool) ReadAt(p []byte, off int64) (int, error) {
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
	m, err := s.file.ReadAt(p[n:], off+int64(n)-Memory)
	return n + m, err
}

// Shorten removes the bytes from an offset on.
func (s *Spool) Shorten(size int64) error {
	s.memory, s.size = s.memory[:min(int64(len(s.memory)), size)], size
	if s.file == nil {
		return nil
	}
	return s.file.Truncate(max(0, size-Memory))
}

// Close removes the temporary file. A second call does nothing.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
		s.file = nil
	}
}
