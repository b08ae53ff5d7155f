package extract

import (
	"io"
	"iter"
)

// A Searcher finds the URLs of many texts, one after another, in the memory of one:
// the pieces of text between the tags of a document, the parts of a message. It is
// for one goroutine.
type Searcher struct{ s *scanner }

// NewSearcher returns a Searcher.
func NewSearcher(o Options) *Searcher { return &Searcher{newScanner(nil, o)} }

// Text is [Text] with the memory of s, and ends what s searched before.
func (s *Searcher) Text(r io.Reader) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		s.s.reset(r)
		s.s.run(yield)
	}
}

// Passed returns an offset in the text: no match to come starts before it. A reader
// that has to know where its octets came from may forget what is before it.
func (s *Searcher) Passed() int64 { return s.s.base }
