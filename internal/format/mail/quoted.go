package mail

import (
	"bytes"

	"github.com/earl-url/earl/internal/ascii"
)

// heldOctets is the maximum number of bytes of white space and quotation marks
// that are held until their meaning is known. A line of a message cannot be
// longer (rfc5322 2.1.1).
const heldOctets = 998

// A quoted decodes quoted-printable. Invalid escapes are unchanged. The
// standard library's reader does not return the origin of its bytes. Source:
// rfc2045 6.7; with word set, rfc2047 4.2.
type quoted struct {
	in   stream
	word bool
	out  output
	held output // "=" and what may follow it, or white space that may end a line
}

func (q *quoted) next() (chunk, error) {
	q.out.reset()
	for len(q.out.b) == 0 {
		c, err := q.in.next()
		if err != nil {
			if len(q.held.b) > 0 && !q.isBreak() {
				q.flush()
				break
			}
			return chunk{}, err
		}
		for b, r := range c.spans() {
			for i := 0; i < len(b); {
				if n := q.plain(b[i:], r.group); n > 0 {
					q.out.add(b[i:i+n], r.at(r.off+int64(i)), 1, r.width)
					i += n
					continue
				}
				q.addByte(b[i], r.at(r.off+int64(i)), r.width)
				i++
			}
		}
	}
	return q.out.chunk, nil
}

// plain returns how many bytes need no decoding: those before the next "=" or
// line end, without the white space directly before it.
func (q *quoted) plain(b []byte, group int32) int {
	if q.word || group > 1 || len(q.held.b) > 0 {
		return 0
	}
	if n := bytes.IndexByte(b, '='); n >= 0 {
		b = b[:n]
	}
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		b = b[:n]
	}
	return len(bytes.TrimRight(b, " \t\r"))
}

// addByte processes the next byte, which came from width bytes at p.
func (q *quoted) addByte(c byte, p position, width int32) {
	h := q.held.b
	switch blank := c == ' ' || c == '\t' || c == '\r'; {
	case len(h) == 0 && (c == '=' || blank && c != '\r' && !q.word):
		q.held.addByte(c, p, width)
	case len(h) == 0:
		if q.word && c == '_' {
			c = ' '
		}
		q.out.addByte(c, p, width)
	case h[0] == '=' && len(h) == 1 && ascii.IsHex(c):
		q.held.addByte(c, p, width)
	case h[0] == '=' && len(h) == 2 && ascii.IsHex(h[1]) && ascii.IsHex(c):
		first := q.held.at(0)
		q.out.addByte(byte(ascii.Hex(h[1]))<<4|byte(ascii.Hex(c)), first, widthTo(first, p.offset+int64(width)))
		q.held.reset()
	case c == '\n' && h[0] == '=' && q.isBreak():
		q.held.reset()
	case c == '\n' && h[0] != '=': // white space at the end of a line was added in transport
		if n := len(h); h[n-1] == '\r' {
			q.out.copy(q.held.slice(n-1, n))
		}
		q.held.reset()
		q.out.addByte(c, p, width)
	case blank && len(h) < heldOctets && h[len(h)-1] != '\r' && (h[0] != '=' || q.isBreak()):
		q.held.addByte(c, p, width)
	default:
		q.flush()
		q.addByte(c, p, width)
	}
}

// isBreak reports whether the held bytes are "=", optionally with white space:
// a soft line break.
func (q *quoted) isBreak() bool {
	for _, c := range q.held.b[1:] {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// flush writes the held bytes unchanged.
func (q *quoted) flush() {
	q.out.copy(q.held.chunk)
	q.held.reset()
}
