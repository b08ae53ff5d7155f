package markdown

import (
	"errors"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Goldmark looks for the end of some things to the end of their paragraph, again
// for each beginning, and goes through all quotes and lists that are open for each
// line. In a document of a person that is little; one made for it would keep a
// machine busy for days.
const (
	maxDepth   = 100     // how deep quotes and lists are read in one another
	maxHeading = 1 << 10 // longer ones keep their "*" and "_"
	maxEffort  = 1 << 28 // octets looked at in vain: a second
)

// ErrEffort says that too much was looked for in vain: links behind the place that
// comes with it are not read, except the URLs that running text has. It is not the
// last.
var ErrEffort = errors.New("markdown: brackets without an end: behind here only running text is read")

// An effort is what may still be looked at in vain.
type effort struct {
	left int
	spot int // where nothing was left
}

// spend takes something off at an offset.
func (e *effort) spend(n, at int) {
	if e.left >= 0 && e.left < n {
		e.spot = at
	}
	e.left -= n
}

// spent reports whether nothing is left.
func (e *effort) spent() bool { return e.left < 0 }

// A thrifty parser reads as another does, as long as something is left.
type thrifty struct {
	parser.InlineParser
	effort *effort
}

// Parse implements [parser.InlineParser].
func (p thrifty) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if p.effort.spent() {
		return nil
	}
	line, at := block.PeekLine()
	n := p.InlineParser.Parse(parent, block, pc)
	if lines := parent.Lines(); n == nil && looksAhead(line) && lines.Len() > 0 {
		p.effort.spend(lines.At(lines.Len()-1).Stop-at.Start, at.Start)
	}
	return n
}

// CloseBlock implements [parser.CloseBlocker].
func (p thrifty) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// looksAhead reports whether what a line begins with has an end that is looked for.
func looksAhead(line []byte) bool {
	return line[0] == '`' || line[0] == '<' || len(line) > 1 && line[0] == ']' && (line[1] == '(' || line[1] == '[')
}

// thriftyDefinitions read the reference definitions that a paragraph begins with.
type thriftyDefinitions struct {
	parser.ParagraphTransformer
	effort *effort
}

// Transform implements [parser.ParagraphTransformer].
func (p thriftyDefinitions) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := n.Lines()
	first, last := lines.At(0), lines.At(lines.Len()-1)
	if reader.Source()[first.Start] == '[' {
		p.effort.spend(lines.Len()*(last.Stop-first.Start)/64, first.Start) // what it costs at worst
	}
	if !p.effort.spent() {
		p.ParagraphTransformer.Transform(n, reader, pc)
	}
}

// A shallow parser opens no block that would stand too deep.
type shallow struct{ parser.BlockParser }

// Open implements [parser.BlockParser].
func (p shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth > maxDepth {
		return nil, parser.NoChildren
	}
	return p.BlockParser.Open(parent, reader, pc)
}

// emphasis is read in headings, whose text is their name: elsewhere nobody asks for it.
type emphasis struct{ parser.InlineParser }

// Parse implements [parser.InlineParser].
func (p emphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	lines := parent.Lines()
	if _, ok := parent.(*ast.Heading); !ok || lines.Len() == 0 || lines.At(lines.Len()-1).Stop-lines.At(0).Start > maxHeading {
		return nil
	}
	return p.InlineParser.Parse(parent, block, pc)
}
