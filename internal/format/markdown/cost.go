package markdown

import "bytes"

// maxCost is how many bytes the structure of a piece may need, as estimated by
// cost. Twice as much, with the texts of a piece, is less than 128 MiB.
const maxCost = 24 << 20

// The memory that a structure needs at most, in bytes. TestMemory measures it.
const (
	byteCost   = 4   // per byte of text, which is held up to four times
	lineCost   = 700 // per line, in the worst case a paragraph and its text
	blockCost  = 350 // per block that contains others
	inlineCost = 450 // per character that may begin or end a link, code, a tag or emphasis
	braceCost  = 100 // per expression of MDX
	levelCost  = 48  // per open block and line
)

// inlineCosts are the costs of characters.
var inlineCosts = [256]uint16{
	'[': inlineCost, ']': inlineCost, '!': inlineCost, '`': inlineCost, '<': inlineCost, '*': inlineCost, '_': inlineCost, '~': inlineCost,
	'{': braceCost,
}

// A cost estimates the memory that the structure of a text needs, line by line.
type cost struct {
	sum  int
	read int  // bytes of whole lines that are in sum
	seen int  // bytes of the line after them that have no line end
	full bool // the next line would take more than maxCost

	depth int  // how many blocks may be open
	blank bool // the last line was blank, so that no paragraph continues
}

// lines returns the length of the lines at the start of b that cost no more
// than maxCost. Each call gets the same text, or more of it; last means that it
// is all.
func (c *cost) lines(b []byte, last bool) int {
	for !c.full && c.read < len(b) {
		n := lineEnd(b[c.read+c.seen:])
		if n > 0 {
			n, c.seen = n+c.seen, 0
		} else {
			n = len(b) - c.read
			c.seen = n
			if c.full = n*byteCost > maxCost; !last {
				return c.read
			}
		}
		k := c.line(b[c.read : c.read+n])
		if c.full = c.full || c.sum+k > maxCost; !c.full {
			c.sum += k
			c.read, c.seen = c.read+n, 0
		}
	}
	return c.read
}

// lineEnd returns the length of the first line of b with its end, or 0 if b has no
// line end. A CR ends a line, and the LF after it is a line of its own.
func lineEnd(b []byte) int {
	for at, size := 0, 128; at < len(b); at, size = at+size, 2*size {
		window := b[at:min(len(b), at+size)]
		lf := bytes.IndexByte(window, '\n')
		if lf >= 0 {
			window = window[:lf]
		}
		if cr := bytes.IndexByte(window, '\r'); cr >= 0 {
			return at + cr + 1
		}
		if lf >= 0 {
			return at + lf + 1
		}
	}
	return 0
}

// line returns the cost of a line.
func (c *cost) line(line []byte) int {
	sum := len(line) * byteCost
	levels, at := 0, 0
	for blocks := true; blocks && at < len(line); at++ {
		switch b := line[at]; {
		case b == ' ':
			levels++
		case b == '\t':
			levels += 4
		case b == '>' || b == '-' || b == '+' || b == '*' || at > 0 && (b == '.' || b == ')'):
			levels += 2
			sum += 2 * blockCost
		case b == '\n' || b == '\r':
			if sum < 2*blockCost {
				c.blank = true
				return sum + c.depth*levelCost
			}
		case b < '0' || b > '9':
			blocks = false
			at--
		}
	}
	for _, b := range line[at:] {
		sum += int(inlineCosts[b])
	}
	levels += bytes.Count(line[at:], []byte{'['})
	levels = min(levels, maxDepth+2)
	if c.blank || levels > c.depth {
		c.depth = levels
	}
	c.blank = false
	return sum + lineCost + levels*levelCost
}
