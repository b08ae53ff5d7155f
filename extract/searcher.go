package extract

import (
	"io"
	"iter"
)

// A Searcher finds the URLs of many texts, one after another, and reuses its
// memory. Such texts are the text between the tags of a document, or the parts
// of a message. It must be used by only one goroutine at a time.
type Searcher struct{ s *scanner }

// NewSearcher returns a Searcher.
func NewSearcher(o Options) *Searcher { return &Searcher{newScanner(nil, o)} }

// Text is like the function [Text], with the memory of s. It ends the previous
// search of s.
func (s *Searcher) Text(r io.Reader) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		s.s.reset(r)
		s.s.run(yield)
	}
}

// Passed returns an offset in the text: all matches still to come start there
// or later. A reader that maps offsets to positions in a file can forget what
// is before it.
func (s *Searcher) Passed() int64 { return s.s.base + s.s.terminal.removed(s.s.base) }
