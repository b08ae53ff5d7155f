package spool

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

// A spool returns one sequence, whatever part of it is in a file.
func TestSpool(t *testing.T) {
	var s Spool
	defer s.Close()
	var want []byte
	for i := range 40_000 {
		piece := fmt.Appendf(nil, "entry %d ", i)
		want = append(want, piece...)
		if n, err := s.Write(piece); n != len(piece) || err != nil {
			t.Fatal(n, err)
		}
		if i == 39_000 { // into the memory again
			want = want[:Memory-10]
			if err := s.Shorten(int64(len(want))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 10 {
		if _, err := s.Write(bytes.Repeat([]byte{'x'}, 1000)); err != nil {
			t.Fatal(err)
		}
		want = append(want, bytes.Repeat([]byte{'x'}, 1000)...)
	}
	got, err := io.ReadAll(io.NewSectionReader(&s, 0, s.size))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, len(want))
	}
	if len(s.memory) > Memory {
		t.Errorf("%d bytes are in memory", len(s.memory))
	}
}
