package markdown

import (
	"bytes"

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
	maxEffort  = 1 << 28 // bytes looked at in vain: a second
	maxNames   = 8 << 20 // bytes of the names of headings, with nameCost for each
	nameCost   = 64
	maxCells   = 1 << 15 // of tables in one piece: 10 columns, 3000 rows
)

// An effort is what may still be looked at in vain.
type effort struct{ left int }

// spend takes something off at an offset.
func (e *effort) spend(n, at int, s *structure) {
	if e.left >= 0 && e.left < n {
		s.gaveUp = at
		s.leaveOut(at, "brackets without an end; from here on only running text is searched")
	}
	e.left -= n
}

// spent reports whether nothing is left.
func (e *effort) spent() bool { return e.left < 0 }

// A thrifty parser reads as another does, as long as something is left.
type thrifty struct {
	parser.InlineParser
	effort *effort
	s      *structure
}

// Parse implements [parser.InlineParser].
func (p thrifty) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if p.effort.spent() {
		return nil
	}
	line, at := block.PeekLine()
	n := p.InlineParser.Parse(parent, block, pc)
	if lines := parent.Lines(); n == nil && looksAhead(line) && lines.Len() > 0 {
		p.effort.spend(lines.At(lines.Len()-1).Stop-at.Start, at.Start, p.s)
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
	s      *structure
}

// Transform implements [parser.ParagraphTransformer].
func (p thriftyDefinitions) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := n.Lines()
	first, last := lines.At(0), lines.At(lines.Len()-1)
	if reader.Source()[first.Start] == '[' {
		p.effort.spend(lines.Len()*(last.Stop-first.Start)/64, first.Start, p.s) // what it costs at worst
	}
	if !p.effort.spent() {
		p.ParagraphTransformer.Transform(n, reader, pc)
	}
}

// A shallow parser opens no block that would be nested too deep.
type shallow struct {
	parser.BlockParser
	s *structure
}

// Open implements [parser.BlockParser].
func (p shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth <= maxDepth {
		return p.BlockParser.Open(parent, reader, pc)
	}
	if line, at := reader.PeekLine(); !p.s.deep && len(line) > 0 {
		p.s.deep = true
		p.s.leaveOut(at.Start, "quotes and lists nested more than 100 deep; what is deeper is searched as plain text")
	}
	return nil, parser.NoChildren
}

// A noted parser notes where the blocks begin that are in no other.
type noted struct {
	parser.BlockParser
	s *structure
}

// Open implements [parser.BlockParser].
func (p noted) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := reader.PeekLine()
	n, state := p.BlockParser.Open(parent, reader, pc)
	if n != nil && parent.Kind() == ast.KindDocument {
		p.s.last = at.Start
	}
	return n, state
}

// narrowTables read tables, as long as they do not have too many cells: a table has
// a cell for each of its columns in every line, written or not.
type narrowTables struct {
	parser.ParagraphTransformer
	s *structure
}

// Transform implements [parser.ParagraphTransformer].
func (p narrowTables) Transform(n *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := n.Lines()
	columns := p.columns(lines)
	if columns == 0 {
		return
	}
	if cells := columns * lines.Len(); p.s.cells+cells <= maxCells {
		p.s.cells += cells
		p.ParagraphTransformer.Transform(n, reader, pc)
		return
	}
	p.s.leaveOut(lines.At(0).Start, "tables with too many cells; this one is searched as plain text")
}

// columns returns how many columns a table in these lines has at most, or 0 if
// they have no table. Goldmark may pass over a line that isDelimiter accepts and
// take a later one. It splits the header before it compares the two lines.
func (p narrowTables) columns(lines *text.Segments) int {
	most := 0
	header := lines.At(0)
	for i := 1; i < lines.Len(); i++ {
		at := lines.At(i)
		if line := at.Value(p.s.source); isDelimiter(line) {
			most = max(most, countCells(line), countCells(header.Value(p.s.source)))
		}
		header = at
	}
	return most
}

// countCells returns how many cells a row of a table has at most.
func countCells(row []byte) int {
	row = bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(row), []byte{'|'}), []byte{'|'})
	return bytes.Count(row, []byte{'|'}) + 1
}

// isDelimiter reports whether a line has only what the line below the header of a
// table has. Source: GFM 4.10.
func isDelimiter(line []byte) bool {
	return len(bytes.Trim(line, "-:| \t\r\n\v\f")) == 0 && bytes.IndexByte(line, '-') >= 0
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
