package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A span is a part of the document, in octets.
type span struct{ start, end int }

// A structure is what of a document is not running text.
type structure struct {
	source []byte // what goldmark has read: every octet stands where it does in the document
	effort effort

	destinations []span // of links, images and definitions
	autolinks    []span // without their angle brackets
	addresses    []span // autolinks that are e-mail addresses
	code         []span
	html         []span
	labels       []span // of definitions, which nobody sees
	headings     []heading
}

// A heading is one line of a table of contents.
type heading struct {
	level int
	text  string
}

// newParser returns the parser of CommonMark, of GitHub's tables and of footnotes,
// which would be code where they are indented.
func newParser(e *effort) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(shallow{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(shallow{extension.NewFootnoteBlockParser()}, 999),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(thrifty{parser.NewCodeSpanParser(), e}, 100),
			util.Prioritized(thrifty{parser.NewLinkParser(), e}, 200),
			util.Prioritized(thrifty{parser.NewAutoLinkParser(), e}, 300),
			util.Prioritized(thrifty{parser.NewRawHTMLParser(), e}, 400),
			util.Prioritized(emphasis{parser.NewEmphasisParser()}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(thriftyDefinitions{parser.LinkReferenceParagraphTransformer, e}, 100),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200),
		),
	)
}

// newStructure reads a document.
func newStructure(source []byte) *structure {
	s := &structure{source: source, effort: effort{left: maxEffort}}
	root := newParser(&s.effort).Parse(text.NewReader(source))
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
			s.addresses = append(s.addresses, at)
		} else if ok {
			s.autolinks = append(s.autolinks, at)
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
		s.headings = append(s.headings, heading{n.Level, string(appendText(nil, n, s.source))})
	}
}

// destination notes the destination of a link, unless it stands in a definition.
func (s *structure) destination(text []byte, reference *ast.ReferenceLink) (at span, ok bool) {
	if reference != nil {
		return span{}, false
	}
	if at, ok = s.find(text); ok {
		s.destinations = append(s.destinations, at)
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
