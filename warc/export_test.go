package warc

import "io"

// SetLimit sets how many bytes of lines s keeps in memory.
func (s *Sorter) SetLimit(n int) { s.limit = n }

// NewDechunker returns a writer that writes a body without its chunks.
func NewDechunker(w io.Writer) io.Writer { return &dechunker{w: w} }
