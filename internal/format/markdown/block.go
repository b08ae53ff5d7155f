package markdown

import "bytes"

// A container is a block that contains other blocks.
type container struct {
	kind   containerKind
	indent int  // of an item and a footnote: the columns before its content
	empty  bool // of an item: it is still empty
}

// A containerKind is a kind of container.
type containerKind uint8

const (
	quote containerKind = iota
	item
	footnote
)

// levels is how many levels of nesting a container adds: an item is in a list.
func (k containerKind) levels() int {
	if k == item {
		return 2
	}
	return 1
}

// A leaf is a kind of block that has text in it.
type leaf uint8

const (
	noLeaf leaf = iota
	paragraph
	indentedCode
	fencedCode
	htmlBlock
)

// A passage is text that is read as a whole: a paragraph, a heading or a table.
type passage struct {
	at    int // its start, including its marks
	lines []span
	level int // of a heading; 0: it is a paragraph or a table
}

// blocks reads the structure of blocks, line by line, as the appendix of
// CommonMark describes: a line continues or closes the open containers, begins
// new ones, and the rest of it is text.
type blocks struct {
	s    *structure
	refs map[string]span // the destinations by the labels of the definitions, normalized

	open  []container
	leaf  leaf
	lines []span // of the paragraph

	fence     []byte // of fencedCode: its characters
	indent    int    // of fencedCode: columns before its fence
	htmlUntil string // of htmlBlock: its last line contains it; "": a blank line ends it
	free      bool   // lines may be indented: there is no indentedCode
	list      byte   // the mark of the list that is the last block of the document, or 0

	passages []passage
	tree     *tree // of a page; nil for the rest
}

// read reads all lines of the source.
func (b *blocks) read() {
	for at := 0; at < len(b.s.source); {
		end := bytes.IndexByte(b.s.source[at:], '\n') + 1
		if end == 0 {
			end = len(b.s.source) - at
		}
		b.line(newCursor(b.s.source, at, at+end))
		at += end
	}
	b.closeLeaf()
}

// line reads one line.
func (b *blocks) line(c *cursor) {
	matched := 0
	for matched < len(b.open) && b.open[matched].continues(c) {
		matched++
	}
	whole := matched == len(b.open) // no container ends here
	b.tree.line(c, b.open[:matched], whole && (b.leaf == fencedCode || b.leaf == htmlBlock && b.htmlUntil != ""))
	if whole && b.verbatim(c) {
		return
	}
	inParagraph := whole && b.leaf == paragraph
	begun := false // a block begins on this line
	for b.begins(c, &matched, inParagraph) {
		begun, inParagraph = true, false
		if b.leaf != noLeaf || c.pos > c.end {
			return // nothing of the line is left
		}
	}
	b.text(c, matched, begun)
}

// text reads the rest of a line after the marks of containers.
func (b *blocks) text(c *cursor, matched int, begun bool) {
	_, next := c.indent()
	blank := next == c.end
	if !begun && matched < len(b.open) && !blank && b.leaf == paragraph {
		b.lines = append(b.lines, span{next, c.end}) // a lazy continuation
		return
	}
	b.closeTo(matched)
	switch {
	case blank:
		if b.leaf == paragraph {
			b.closeLeaf()
		}
	case b.leaf == paragraph:
		b.lines = append(b.lines, span{next, c.end})
	default:
		b.starts(c, 0)
		b.leaf, b.lines = paragraph, append(b.lines[:0:0], span{next, c.end})
	}
}

// verbatim adds a line to a block of code or HTML, or ends that block. It
// reports whether the whole line was used.
func (b *blocks) verbatim(c *cursor) bool {
	indent, next := c.indent()
	blank := next == c.end
	switch b.leaf {
	case fencedCode:
		if indent < 4 && isFenceEnd(c.src[next:c.end], b.fence) {
			b.leaf = noLeaf
			return true
		}
		c.skip(min(indent, b.indent))
		b.code(c)
		return true
	case indentedCode:
		if blank {
			c.skip(4)
			b.tree.code(c)
			return true
		}
		if indent < 4 {
			b.leaf = noLeaf
			return false
		}
		c.skip(4)
		b.code(c)
		return true
	case htmlBlock:
		if blank && b.htmlUntil == "" {
			b.leaf = noLeaf
			return false
		}
		b.html(c)
		return true
	}
	return false
}

// code adds a line to a block of code.
func (b *blocks) code(c *cursor) {
	b.s.code = append(b.s.code, span{c.pos, c.end})
	b.tree.code(c)
}

// html adds a line to a block of HTML, and ends the block if the line does.
func (b *blocks) html(c *cursor) {
	b.s.html = append(b.s.html, span{c.pos, c.end})
	if b.tree != nil {
		b.tree.text(htmlNode, append(b.tree.last.lines, span{c.pos, c.end}), 0)
	}
	if b.htmlUntil != "" && endsHTML(c.src[c.pos:c.end], b.htmlUntil) {
		b.leaf = noLeaf
	}
}

// begins reads the start of a block, if one begins here. The first matched
// containers stay open, and it adds a container to them. Source: CommonMark 4,
// 5.
func (b *blocks) begins(c *cursor, matched *int, inParagraph bool) bool {
	indent, next := c.indent()
	if next == c.end {
		return false
	}
	lazy := b.leaf == paragraph // also in a container that this line may end
	if indent >= 4 && !b.free {
		if lazy {
			return false
		}
		b.closeTo(*matched)
		b.starts(c, 0)
		c.skip(4)
		b.leaf = indentedCode
		b.tree.is(indentedNode)
		b.code(c)
		return true
	}
	rest := c.src[next:c.end]
	switch rest[0] {
	case '>':
		return b.beginQuote(c, matched)
	case '#':
		return b.beginATX(c, *matched, next)
	case '`', '~':
		return b.beginFence(c, *matched, indent, next)
	case '<':
		return b.beginHTML(c, *matched, rest, lazy)
	case '[':
		return b.beginFootnote(c, matched, rest, next)
	case '=':
		return inParagraph && b.endSetext(c, rest)
	}
	switch {
	case rest[0] == '-' && inParagraph && b.endSetext(c, rest):
		return true
	case isThematicBreak(rest):
		b.closeTo(*matched)
		b.starts(c, 0)
		b.tree.is(ruleNode)
		c.use()
		return true
	}
	return b.beginItem(c, matched, indent, next, inParagraph)
}

// beginQuote reads the mark of a quote.
func (b *blocks) beginQuote(c *cursor, matched *int) bool {
	if !b.enter(c, matched, container{kind: quote}, 0, nil) {
		return false
	}
	b.open[len(b.open)-1].continues(c)
	return true
}

// beginATX reads a heading that begins with "#".
func (b *blocks) beginATX(c *cursor, matched, next int) bool {
	level := runLength(c.src[next:c.end], '#')
	content := next + level
	if level > 6 || content < c.end && !isBlank(c.src[content]) {
		return false
	}
	b.closeTo(matched)
	b.starts(c, 0)
	text := bytes.TrimRight(c.src[content:c.end], " \t\r")
	if bare := bytes.TrimRight(text, "#"); len(bare) == 0 || isBlank(bare[len(bare)-1]) {
		text = bytes.TrimRight(bare, " \t")
	}
	end := content + len(text)
	for content < end && isBlank(c.src[content]) {
		content++
	}
	b.heading(passage{next, []span{{content, end}}, level})
	c.use()
	return true
}

// beginFence reads the fence that begins a block of code.
func (b *blocks) beginFence(c *cursor, matched, indent, next int) bool {
	rest := c.src[next:c.end]
	n := runLength(rest, rest[0])
	if n < 3 || rest[0] == '`' && bytes.IndexByte(rest[n:], '`') >= 0 {
		return false
	}
	b.closeTo(matched)
	b.starts(c, 0)
	b.leaf, b.fence, b.indent = fencedCode, rest[:n], indent
	b.tree.is(codeNode)
	return true
}

// beginHTML reads the first line of a block of HTML.
func (b *blocks) beginHTML(c *cursor, matched int, rest []byte, lazy bool) bool {
	until, ok := htmlStart(rest, lazy)
	if !ok {
		return false
	}
	b.closeTo(matched)
	b.starts(c, 0)
	b.leaf, b.htmlUntil = htmlBlock, until
	b.html(c)
	c.use()
	return true
}

// beginFootnote reads the mark of a footnote, "[^name]:".
func (b *blocks) beginFootnote(c *cursor, matched *int, rest []byte, next int) bool {
	end := bytes.Index(rest, []byte("]:"))
	if len(rest) < 2 || rest[1] != '^' || end < 3 || bytes.ContainsAny(rest[2:end], "[]") || len(bytes.TrimSpace(rest[2:end])) == 0 {
		return false
	}
	if !b.enter(c, matched, container{kind: footnote, indent: 4}, 0, rest[:end+2]) {
		return false
	}
	c.moveTo(next + end + 2)
	return true
}

// beginItem reads the mark of an item of a list.
func (b *blocks) beginItem(c *cursor, matched *int, indent, next int, inParagraph bool) bool {
	mark, n := listMark(c.src[next:c.end], inParagraph)
	if n == 0 {
		return false
	}
	from := *c
	c.moveTo(next + n)
	spaces, content := c.indent()
	blank := content == c.end
	if inParagraph && blank {
		*c = from
		return false
	}
	if blank || spaces > 4 {
		spaces = 1
	}
	after := *c
	*c = from
	if !b.enter(c, matched, container{kind: item, indent: indent + n + spaces, empty: blank}, mark, c.src[next:next+n-1]) {
		return false
	}
	*c = after
	c.skip(spaces)
	return true
}

// endSetext converts the paragraph to a heading, if the line underlines it.
func (b *blocks) endSetext(c *cursor, rest []byte) bool {
	line := bytes.TrimRight(rest, " \t\r")
	if runLength(line, line[0]) != len(line) {
		return false
	}
	b.define()
	if len(b.lines) == 0 {
		b.leaf = noLeaf
		return false
	}
	level := 1
	if line[0] == '-' {
		level = 2
	}
	for i, l := range b.lines { // a heading has no blanks before a line end
		b.lines[i].end = l.start + len(bytes.TrimRight(c.src[l.start:l.end], " \t"))
	}
	b.heading(passage{b.lines[0].start, b.lines, level})
	b.leaf, b.lines = noLeaf, nil
	c.use()
	return true
}

// heading adds a heading.
func (b *blocks) heading(p passage) {
	b.passages = append(b.passages, p)
	b.tree.text(textNode, p.lines, p.level)
}

// enter opens a container in the first matched ones, unless the nesting is too
// deep. Its name is the number of an item, or the mark of a footnote.
func (b *blocks) enter(c *cursor, matched *int, k container, mark byte, name []byte) bool {
	depth := 0
	for _, o := range b.open[:*matched] {
		depth += o.kind.levels()
	}
	if depth+k.kind.levels() > maxDepth {
		if !b.s.deep {
			b.s.deep = true
			b.s.leaveOut(c.pos, "quotes and lists are nested more than 100 deep; deeper ones are searched as plain text")
		}
		return false
	}
	b.closeTo(*matched)
	b.starts(c, mark)
	b.open = append(b.open, k)
	if b.tree != nil {
		b.tree.enter(k.kind, mark, string(name))
	}
	*matched = len(b.open)
	return true
}

// starts notes that a block begins, and closes the paragraph before it. The
// mark is that of a list: the next items of this list do not begin a block of
// the document.
func (b *blocks) starts(c *cursor, mark byte) {
	b.closeLeaf()
	if len(b.open) == 0 {
		if mark == 0 || mark != b.list {
			b.s.last = c.start
		}
		b.list = mark
	}
	b.tree.begin(len(b.open))
}

// closeTo closes all but the first n containers, and what is in them.
func (b *blocks) closeTo(n int) {
	if n < len(b.open) {
		b.closeLeaf()
		b.open = b.open[:n]
	}
}

// closeLeaf ends a paragraph or another leaf.
func (b *blocks) closeLeaf() {
	if b.leaf == paragraph {
		if b.define(); len(b.lines) > 0 {
			b.passages = append(b.passages, passage{lines: b.lines})
			b.tree.text(textNode, b.lines, 0)
		}
		b.lines = nil
	}
	b.leaf = noLeaf
}

// continues reads the start of a line for an open container, and reports
// whether the container continues.
func (k *container) continues(c *cursor) bool {
	indent, next := c.indent()
	blank := next == c.end
	switch {
	case k.kind == quote:
		if indent > 3 || blank || c.src[next] != '>' {
			return false
		}
		c.moveTo(next + 1)
		c.skip(1)
	case blank:
		return !k.empty
	case indent < k.indent:
		return false
	default:
		k.empty = false
		c.skip(k.indent)
	}
	return true
}
