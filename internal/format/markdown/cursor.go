package markdown

// A cursor is a position in a line. A tab extends to the next column that is a
// multiple of four, and may be used in part. Source: CommonMark 2.2.
type cursor struct {
	src        []byte
	start, end int // of the line, without its end
	pos        int // of the next byte
	col        int // the column of pos
	left       int // columns of the tab before pos that are not used
}

// newCursor returns a cursor at the start of the line of src from start to end.
func newCursor(src []byte, start, end int) *cursor {
	if end > start && src[end-1] == '\n' {
		end--
	}
	if end > start && src[end-1] == '\r' {
		end--
	}
	return &cursor{src: src, start: start, end: end, pos: start}
}

// indent returns the number of columns of blanks that follow, and the offset
// after them.
func (c *cursor) indent() (columns, next int) {
	columns, col := c.left, c.col
	for next = c.pos; next < c.end && isBlank(c.src[next]); next++ {
		n := 1
		if c.src[next] == '\t' {
			n = 4 - col%4
		}
		columns, col = columns+n, col+n
	}
	return columns, next
}

// skip uses at most n columns of blanks.
func (c *cursor) skip(n int) {
	k := min(n, c.left)
	c.left -= k
	for n -= k; n > 0 && c.pos < c.end && isBlank(c.src[c.pos]); c.pos++ {
		width := 1
		if c.src[c.pos] == '\t' {
			width = 4 - c.col%4
		}
		c.col += width
		c.left = max(width-n, 0)
		n -= width
	}
}

// moveTo uses everything before an offset.
func (c *cursor) moveTo(next int) {
	for ; c.pos < next; c.pos++ {
		if c.src[c.pos] == '\t' {
			c.col += 4 - c.col%4
		} else {
			c.col++
		}
	}
	c.left = 0
}

// use uses the whole line.
func (c *cursor) use() { c.pos = c.end + 1 }

// isBlank reports whether a byte is a space or a tab.
func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// runLength returns how many times a text repeats a byte at its start.
func runLength(text []byte, b byte) (n int) {
	for n < len(text) && text[n] == b {
		n++
	}
	return n
}
