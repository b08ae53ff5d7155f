package markdown

import (
	"bytes"
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
	shown bool   // it is in the text of another link, or describes a picture
	jsx   string // the text of an attribute of JSX, which the source no longer has
}

// A structure is everything in a piece of a document that is not text.
type structure struct {
	source []byte // every byte is at the same offset as in the piece
	last   int    // start of the first line of the last top-level block, or -1
	deep   bool   // the nesting of blocks reached its limit

	links    []link // also of images and definitions; autolinks are without their angle brackets
	code     []span
	html     []span
	labels   []span   // of definitions, which are not shown
	hidden   []span   // of MDX: modules, expressions and tags
	ids      []string // of the tags of MDX
	shown    []span   // links and pictures, with their text and title: there are no other links in it
	texts    []linkText
	headings []heading
}

// A linkText is the text of a link, or the description of a picture.
type linkText struct {
	span
	image bool
}

// unlink marks the links in the texts of links and pictures: a link contains no other
// link, and the description of a picture is plain text. A picture in a link is one.
// Source: GFM 6.6, 6.7.
func (s *structure) unlink() {
	slices.SortFunc(s.texts, func(a, b linkText) int { return a.start - b.start })
	slices.SortStableFunc(s.links, func(a, b link) int { return a.start - b.start })
	k, inLink, inImage := 0, 0, 0 // the ends of the texts that have begun
	for i := range s.links {
		l := &s.links[i]
		for ; k < len(s.texts) && s.texts[k].start < l.start; k++ {
			if inLink = max(inLink, s.texts[k].end); s.texts[k].image {
				inImage = max(inImage, s.texts[k].end)
			}
		}
		l.shown = l.start < inImage || l.kind != extract.Attribute && l.start < inLink
	}
}

// maxTag is the maximum length of the tag of a link.
const maxTag = 4 << 10

// anchors adds the content of the links of raw HTML to what is only shown.
func (s *structure) anchors() {
	open, comment := -1, false
	for _, at := range s.html {
		for i := at.start; i < at.end; i++ {
			mark := "<"
			if comment {
				mark = "-->"
			}
			n := bytes.Index(s.source[i:at.end], []byte(mark))
			if n < 0 {
				break
			}
			i += n
			tag := s.source[i:min(len(s.source), i+maxTag)]
			if comment = !comment && bytes.HasPrefix(tag, []byte("<!--")); mark != "<" || comment {
				continue
			}
			if first := bytes.TrimPrefix(tag[1:], []byte{'/'}); len(first) == 0 || first[0]|0x20 != 'a' {
				continue
			}
			name, _, closing := tagName(tag)
			switch n = tagLength(tag); {
			case name != "a" || n == 0:
			case closing && open >= 0:
				s.shown, open = append(s.shown, span{open, i}), -1
			case !closing && bytes.Contains(bytes.ToLower(tag[:n]), []byte("href")):
				open = i + n
			}
		}
	}
}

// A heading is a heading of the document.
type heading struct {
	at    int // of its first byte
	level int
	text  string
}

// newStructure reads a piece of a document, which may be MDX.
func newStructure(source []byte, isMDX bool) *structure {
	s := &structure{source: source, last: -1}
	if isMDX {
		s.mdx()
	}
	b := &blocks{s: s, refs: map[string]span{}, free: isMDX}
	b.read()
	for _, p := range b.passages {
		s.passage(p, b.refs)
	}
	s.unlink()
	slices.SortFunc(s.html, func(x, y span) int { return x.start - y.start })
	s.anchors()
	slices.SortFunc(s.shown, func(x, y span) int { return x.start - y.start })
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
	for _, spans := range []*[]span{&s.code, &s.html, &s.labels, &s.hidden, &s.shown} {
		*spans = slices.DeleteFunc(*spans, func(at span) bool { return at.start >= end })
	}
}
