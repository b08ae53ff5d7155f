package markdown

import (
	"slices"

	"github.com/earl-url/earl/extract"
)

// A span is a part of the document, in octets.
type span struct{ start, end int }

// A link is what the markup has for a URL, or a part of the document that is
// searched as plain text.
type link struct {
	span
	kind  extract.Kind
	limit string // why the part is searched as plain text; "": it is a link
}

// A structure is what of a piece of a document is not running text.
type structure struct {
	source []byte // every byte is where it is in the piece
	last   int    // start of the line with which the last block begins that is in no other; -1: there is none
	deep   bool   // a limit was reached for blocks in blocks

	links    []link // of images and definitions too, and autolinks without their angle brackets
	code     []span
	html     []span
	labels   []span // of definitions, which no reader sees
	headings []heading
}

// A heading is one line of a table of contents.
type heading struct {
	at    int // of its first byte
	level int
	text  string
}

// newStructure reads a piece of a document.
func newStructure(source []byte) *structure {
	s := &structure{source: source, last: -1}
	b := &blocks{s: s, refs: map[string]bool{}}
	b.read()
	for _, p := range b.passages {
		s.passage(p, b.refs)
	}
	slices.SortFunc(s.html, func(x, y span) int { return x.start - y.start })
	return s
}

// leaveOut notes that a part which begins at an offset is searched as plain text.
func (s *structure) leaveOut(at int, why string) {
	s.links = append(s.links, link{span: span{at, at}, limit: why})
}

// cut forgets what does not begin before an offset.
func (s *structure) cut(end int) {
	s.links = slices.DeleteFunc(s.links, func(l link) bool { return l.start >= end })
	s.headings = slices.DeleteFunc(s.headings, func(h heading) bool { return h.at >= end })
	for _, spans := range []*[]span{&s.code, &s.html, &s.labels} {
		*spans = slices.DeleteFunc(*spans, func(at span) bool { return at.start >= end })
	}
}
