// Package fingerprint remembers which texts were seen, in 16 bytes for each.
package fingerprint

import "hash/maphash"

// A Print identifies a text: two hashes with different random seeds, so that no
// one can prepare texts with equal prints.
type Print [2]uint64

// A Set remembers prints. The zero Set is not usable: see [NewSet]. Of is safe for
// concurrent use, the other methods are for one goroutine at a time.
type Set struct {
	seeds [2]maphash.Seed
	seen  map[Print]struct{}
}

// NewSet returns an empty Set.
func NewSet() *Set {
	return &Set{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, seen: map[Print]struct{}{}}
}

// Of returns the print of a text.
func (s *Set) Of(text string) Print {
	return Print{maphash.String(s.seeds[0], text), maphash.String(s.seeds[1], text)}
}

// Has reports whether a print was added.
func (s *Set) Has(p Print) bool {
	_, ok := s.seen[p]
	return ok
}

// Add adds a print.
func (s *Set) Add(p Print) { s.seen[p] = struct{}{} }

// First adds a text, and reports whether it is new.
func (s *Set) First(text string) bool {
	p := s.Of(text)
	if s.Has(p) {
		return false
	}
	s.Add(p)
	return true
}
