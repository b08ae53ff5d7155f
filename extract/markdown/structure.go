package markdown

import (
	"slices"

	"github.com/earl-url/earl/extract"
)

// A span is a part of the document, in bytes.
type span struct{ start, end int }

// A link is a URL in markup, or a part of the document that is searched as
// plain text.
type link struct {
	span
	kind  extract.Kind
	limit string // why the part is searched as plain text; "" for a link
}

// A structure is everything in a piece of a document that is not text.
type structure struct {
	source []byte // every byte is at the same offset as in the piece
	last   int    // start of the first line of the last top-level block, or -1
	deep   bool   // the nesting of blocks reached its limit

	links    []link // also of images and definitions; autolinks are without their angle brackets
	code     []span
	html     []span
	labels   []span // of definitions, which are not shown
	headings []heading
}

// A heading is a heading of the document.
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

// leaveOut records that the part at an offset is searched as plain text.
func (s *structure) leaveOut(at int, why string) {
	s.links = append(s.links, link{span: span{at, at}, limit: why})
}

// cut removes everything that does not begin before an offset.
func (s *structure) cut(end int) {
	s.links = slices.DeleteFunc(s.links, func(l link) bool { return l.start >= end })
	s.headings = slices.DeleteFunc(s.headings, func(h heading) bool { return h.at >= end })
	for _, spans := range []*[]span{&s.code, &s.html, &s.labels} {
		*spans = slices.DeleteFunc(*spans, func(at span) bool { return at.start >= end })
	}
}
