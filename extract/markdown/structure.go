package markdown

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

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
	source []byte // what goldmark has read: every byte is where it is in the piece
	last   int    // start of the line with which the last block begins that is in no other; -1: there is none
	cells  int    // of tables
	deep   bool   // a limit was reached for blocks in blocks
	gaveUp int    // where the effort was spent; -1: it is not

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

// newParser returns the parser of CommonMark, of GitHub's tables and of footnotes,
// which would be code where they are indented.
func (s *structure) newParser(e *effort) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100), // begins with the paragraph before it
			util.Prioritized(noted{parser.NewThematicBreakParser(), s}, 200),
			util.Prioritized(noted{shallow{parser.NewListParser(), s}, s}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(noted{parser.NewCodeBlockParser(), s}, 500),
			util.Prioritized(noted{parser.NewATXHeadingParser(), s}, 600),
			util.Prioritized(noted{parser.NewFencedCodeBlockParser(), s}, 700),
			util.Prioritized(noted{shallow{parser.NewBlockquoteParser(), s}, s}, 800),
			util.Prioritized(noted{parser.NewHTMLBlockParser(), s}, 900),
			util.Prioritized(noted{shallow{extension.NewFootnoteBlockParser(), s}, s}, 999),
			util.Prioritized(noted{parser.NewParagraphParser(), s}, 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(thrifty{parser.NewCodeSpanParser(), e, s}, 100),
			util.Prioritized(thrifty{parser.NewLinkParser(), e, s}, 200),
			util.Prioritized(thrifty{parser.NewAutoLinkParser(), e, s}, 300),
			util.Prioritized(thrifty{parser.NewRawHTMLParser(), e, s}, 400),
			util.Prioritized(emphasis{parser.NewEmphasisParser()}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(thriftyDefinitions{parser.LinkReferenceParagraphTransformer, e, s}, 100),
			util.Prioritized(narrowTables{extension.NewTableParagraphTransformer(), s}, 200),
		),
	)
}

// newStructure reads a piece of a document.
func newStructure(source []byte, e *effort) *structure {
	s := &structure{source: source, last: -1, gaveUp: -1}
	root := s.newParser(e).Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			s.enter(n)
		}
		return ast.WalkContinue, nil
	})
	return s
}

// enter notes what a node is.
func (s *structure) enter(n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		s.destination(n.Destination, n.Reference)
	case *ast.Image:
		s.destination(n.Destination, n.Reference)
	case *ast.LinkReferenceDefinition:
		if d, ok := s.destination(n.Destination, nil); ok && n.Pos() >= 0 {
			s.labels = append(s.labels, span{n.Pos(), d.start})
		}
	case *ast.AutoLink:
		if at, ok := s.find(n.Label(s.source)); ok && n.AutoLinkType == ast.AutoLinkEmail {
			s.links = append(s.links, link{span: at, kind: extract.Address})
		} else if ok {
			s.links = append(s.links, link{span: at, kind: extract.Wrapped})
		}
	case *ast.CodeSpan:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				s.code = append(s.code, span{t.Segment.Start, t.Segment.Stop})
			}
		}
	case *ast.CodeBlock:
		s.code = appendLines(s.code, n.Lines())
	case *ast.FencedCodeBlock:
		s.code = appendLines(s.code, n.Lines())
	case *ast.HTMLBlock:
		if s.html = appendLines(s.html, n.Lines()); n.HasClosure() {
			s.html = append(s.html, span{n.ClosureLine.Start, n.ClosureLine.Stop})
		}
	case *ast.RawHTML:
		s.html = appendLines(s.html, n.Segments)
	case *ast.Heading:
		s.headings = append(s.headings, heading{n.Pos(), n.Level, string(appendText(nil, n, s.source))})
	}
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

// destination notes the destination of a link, unless it stands in a definition.
func (s *structure) destination(text []byte, reference *ast.ReferenceLink) (at span, ok bool) {
	if reference != nil {
		return span{}, false
	}
	if at, ok = s.find(text); ok {
		s.links = append(s.links, link{span: at, kind: extract.Attribute})
	}
	return at, ok
}

// find returns where a piece of the source stands. Goldmark does not say it of a
// destination, but it gives out the piece itself and no copy; how much room a slice
// has behind it tells where it begins, and the addresses of both first octets are
// the proof. An empty piece is nowhere.
func (s *structure) find(piece []byte) (at span, ok bool) {
	start := cap(s.source) - cap(piece)
	if len(piece) == 0 || start < 0 || start >= len(s.source) || &s.source[start] != &piece[0] {
		return span{}, false
	}
	return span{start, start + len(piece)}, true
}

// appendLines appends the spans of lines.
func appendLines(spans []span, lines *text.Segments) []span {
	for i := range lines.Len() {
		spans = append(spans, span{lines.At(i).Start, lines.At(i).Stop})
	}
	return spans
}

// appendText appends the text that a reader sees of a node.
func appendText(b []byte, n ast.Node, source []byte) []byte {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			if text := string(c.Segment.Value(source)); c.IsRaw() {
				b = append(b, text...)
			} else {
				b = append(b, unescape(text, true)...)
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				b = append(b, ' ')
			}
		case *ast.AutoLink:
			b = append(b, c.Label(source)...)
		case *ast.Image: // shows no text
		default:
			b = appendText(b, c, source)
		}
	}
	return b
}
