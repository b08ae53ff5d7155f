package mail

import (
	"bytes"

	"github.com/earl-url/earl/internal/mbox"
)

// An unquoted removes one ">" from each line of an mbox that was quoted so that
// it does not look like the line before a message. In an mboxo, lines that
// already had a ">" were not quoted. It cannot be distinguished from an mboxrd,
// so their ">" is removed too.
type unquoted struct {
	in   stream
	out  output
	held output // ">" and the start of a line that may be quoted
	line bool   // the next byte begins a line
}

func (u *unquoted) next() (chunk, error) {
	u.out.reset()
	for len(u.out.b) == 0 {
		c, err := u.in.next()
		if err != nil {
			if len(u.held.b) > 0 {
				u.flush(0)
				break
			}
			return chunk{}, err
		}
		for b, r := range c.spans() {
			u.take(b, r)
		}
	}
	return u.out.chunk, nil
}

// take processes bytes of the file.
func (u *unquoted) take(b []byte, r run) {
	for i := 0; i < len(b); {
		n, at := 1, r.at(r.off+int64(i))
		switch {
		case (u.line || len(u.held.b) > 0) && quotes(u.held.b, b[i]):
			u.held.addByte(b[i], at, r.width)
			if u.line = false; b[i] == ' ' {
				u.flush(1)
			}
		case len(u.held.b) > 0:
			u.flush(0)
			continue
		default:
			if n = bytes.IndexByte(b[i:], '\n') + 1; n == 0 {
				n = len(b) - i
			}
			u.out.add(b[i:i+n], at, 1, r.width)
			u.line = b[i+n-1] == '\n'
		}
		i += n
	}
}

// quotes reports whether a line that starts with held and c can be a quoted
// one.
func quotes(held []byte, c byte) bool {
	marks := bytes.Count(held, []byte{'>'})
	if marks == len(held) && c == '>' {
		return marks < heldOctets
	}
	return marks > 0 && mbox.Envelope[len(held)-marks] == c
}

// flush writes the held bytes, without the first n.
func (u *unquoted) flush(n int) {
	u.out.copy(u.held.slice(n, len(u.held.b)))
	u.held.reset()
}
