package markdown

// A node is a block of a page.
type node struct {
	kind     nodeKind
	gap      bool   // a blank line is before it
	mark     byte   // of the list of an item
	name     string // the number of an item; the mark of a footnote
	level    int    // of a heading
	lines    []span // of text
	code     []byte
	children []*node
}

// A nodeKind is a kind of node. That of a container is one more than its containerKind.
type nodeKind uint8

const (
	nothing nodeKind = iota // a definition
	quoteNode
	itemNode
	footnoteNode
	textNode     // a paragraph, a heading or a table
	indentedNode // code
	codeNode
	ruleNode
	htmlNode
)

// A tree is the blocks of a page. A nil *tree records nothing.
type tree struct {
	open      []*node // the document and the open containers
	last      *node   // the node that began last
	gap, next int     // the number of containers that the blank line before this line, or before the next one, is in, as far as the last quote; -1: it is not blank
}

// newTree returns the tree of a page without blocks.
func newTree() *tree { return &tree{open: []*node{{}}, gap: -1, next: -1} }

// line begins a line, which continues some containers. It is blank if verbatim is not set
// and nothing is after their marks. Source: CommonMark 5.3.
func (t *tree) line(c *cursor, continued []container, verbatim bool) {
	if t == nil {
		return
	}
	t.gap, t.next = t.next, -1
	if _, end := c.indent(); end < c.end || verbatim {
		return
	}
	t.next = 0
	for i, k := range continued {
		if k.kind == quote {
			t.next = i + 1
		}
	}
}

// begin adds a block to the innermost of the first containers.
func (t *tree) begin(containers int) {
	if t == nil {
		return
	}
	t.open = t.open[:containers+1]
	t.last = &node{gap: t.gap >= 0 && t.gap <= containers}
	parent := t.open[containers]
	parent.children = append(parent.children, t.last)
}

// enter makes a container of the block that began.
func (t *tree) enter(k containerKind, mark byte, name string) {
	t.last.kind, t.last.mark, t.last.name = nodeKind(k)+1, mark, name
	t.open = append(t.open, t.last)
}

// is sets the kind of the block that began.
func (t *tree) is(k nodeKind) {
	if t != nil {
		t.last.kind = k
	}
}

// text sets the lines of the block that began, and the level of a heading.
func (t *tree) text(k nodeKind, lines []span, level int) {
	if t != nil {
		t.last.kind, t.last.lines, t.last.level = k, lines, level
	}
}

// code adds the rest of a line to the block that began. A part of a tab becomes spaces.
func (t *tree) code(c *cursor) {
	if t == nil {
		return
	}
	for range c.left {
		t.last.code = append(t.last.code, ' ')
	}
	t.last.code = append(append(t.last.code, c.src[min(c.pos, c.end):c.end]...), '\n')
}
