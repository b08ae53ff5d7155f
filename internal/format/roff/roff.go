// Package roff decodes man pages and other documents of roff for package literal:
// \fBhttp://www\&.example\&.org/a\-b\fR is http://www.example.org/a-b. A comment is not searched. The
// package follows groff(7) and groff_char(7). It runs no macros, so the value of a string that a page
// defines is not known, and ends a URL.
package roff

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/format/literal"
)

// maxEscape limits the arguments of an escape, in bytes.
const maxEscape = 1 << 10

// Decoder implements [literal.Decoder].
type Decoder struct {
	inLine    bool // something of the line was read
	inComment bool
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) { literal.Steps(t, src, last, d.step) }

// step reads text up to an escape or the end of the line, an escape, or a comment.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	src = src[:min(len(src), maxEscape)]
	end := bytes.IndexByte(src, '\n')
	if end < 0 && len(src) < maxEscape && !last {
		return 0
	}
	line := src[:end+1]
	if end < 0 {
		line = src
	}
	if !d.inLine {
		d.inComment = isComment(string(line))
		d.inLine = true
	}
	if d.inComment {
		t.Put("", len(line)-max(0, min(1, end+1)))
		if end >= 0 {
			t.Copy(line[end:])
			d.inLine, d.inComment = false, false
		}
		return len(line)
	}
	n := bytes.IndexByte(line, '\\')
	if n != 0 {
		if n < 0 {
			n = len(line)
			d.inLine = end < 0
		}
		t.Copy(line[:n])
		return n
	}
	text, n, more := escape(string(line[1:]))
	switch n++; {
	case !more:
		d.inComment = true
		t.Put("", 1)
		return 1
	case text == breaks:
		t.Break(n)
	default:
		t.Put(text, n)
	}
	d.inLine = line[n-1] != '\n'
	return n
}

// isComment reports whether a line is a comment.
func isComment(line string) bool {
	if line == "" || line[0] != '.' && line[0] != '\'' {
		return false
	}
	rest := strings.TrimLeft(line[1:], " \t")
	return strings.HasPrefix(rest, `\"`) || strings.HasPrefix(rest, `\#`)
}

// starts are the first words of a man page, after empty lines: a comment, the macro for the title
// of a page, and that of mdoc.
var starts = []string{`.\"`, `'\"`, ".TH ", ".Dd "}

// Starts reports whether a document that begins with head is one of roff, and whether more bytes
// would not change the result. whole means that there are no more bytes.
func Starts(head string, whole bool) (is, sure bool) {
	head = strings.TrimLeft(head, "\r\n")
	sure = true
	for _, s := range starts {
		if strings.HasPrefix(head, s) {
			return true, true
		}
		sure = sure && !strings.HasPrefix(s, head)
	}
	return false, sure || whole
}
