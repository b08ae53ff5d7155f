package warc

// SetLimit sets how many bytes of lines s keeps in memory.
func (s *Sorter) SetLimit(n int) { s.limit = n }
