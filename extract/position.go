package extract

import "bytes"

// A position is the offset and line up to which lines have been counted. It only moves
// forward, so counting takes linear time.
type position struct {
	at    int64 // the offset
	line  int64 // from 1
	start int64 // offset of the line's first byte
	depth int   // how many ">" quote the line
	head  bool  // only white space and ">" since the start of the line
}

// advance moves to buf[i], where buf[0] has the offset base. It does nothing if
// the position is not before buf[i].
func (p *position) advance(buf []byte, base int64, i int) {
	if base+int64(i) <= p.at {
		return
	}
	span := buf[p.at-base : i]
	if n := bytes.LastIndexByte(span, '\n'); n >= 0 {
		p.line += int64(bytes.Count(span, []byte{'\n'}))
		p.start = p.at + int64(n) + 1
		p.depth, p.head = 0, true
		span = span[n+1:]
	}
	for ; p.head && len(span) > 0; span = span[1:] {
		switch span[0] {
		case '>':
			p.depth++
		case ' ', '\t':
		default:
			p.head = false
		}
	}
	p.at = base + int64(i)
}
