package xml

import (
	"bytes"

	"github.com/earl-url/earl/internal/format/literal"
)

// declaration reads a declaration, or a DOCTYPE up to the declarations in it, which open begins.
// The identifiers in it are names. Source: XML 2.8, 4.2.2, 4.7.
func (d *decoder) declaration(t *literal.Text, src []byte, last bool, open byte) int {
	end, quoted := declarationEnd(src, open)
	if end < 0 {
		if !last {
			return 0
		}
		d.gap(t, 1, true)
		return 1
	}
	if d.declare(src[:end]) || d.o.Part || d.content {
		quoted = nil
	}
	done := 0
	for _, q := range quoted {
		d.gap(t, q[0]-done, true)
		d.write(t, src[q[0]:q[1]], name)
		done = q[1]
	}
	d.gap(t, end-done, true)
	if open != 0 && src[end-1] == open {
		d.state = inSubset
	}
	return end
}

// declarationEnd returns the offset after the end of a declaration, or -1, and the quoted texts in
// it.
func declarationEnd(src []byte, open byte) (end int, quoted [][2]int) {
	for i := 1; i < len(src); i++ {
		switch c := src[i]; {
		case c == '>', c == open && open != 0:
			return i + 1, quoted
		case c == '"' || c == '\'':
			n := bytes.IndexByte(src[i+1:], c)
			if n < 0 {
				return -1, nil
			}
			quoted = append(quoted, [2]int{i + 1, i + 1 + n})
			i += n + 1
		}
	}
	return -1, nil
}

// subset reads the next thing in the declarations of a DOCTYPE.
func (d *decoder) subset(t *literal.Text, src []byte, last bool) int {
	if len(src) < len(openComment) && !last {
		return 0
	}
	end, mark := -1, ""
	switch {
	case src[0] == ']':
		d.state = inText
		d.gap(t, 1, true)
		return 1
	case bytes.HasPrefix(src, []byte(openComment)):
		mark = "-->"
	case bytes.HasPrefix(src, []byte("<?")):
		mark = "?>"
	case src[0] == '<':
		return d.declaration(t, src, last, 0)
	default:
		if end = bytes.IndexAny(src, "<]"); end < 0 {
			end = len(src)
		}
	}
	if mark != "" {
		if end = bytes.Index(src, []byte(mark)); end >= 0 {
			end += len(mark)
		} else if last {
			end = 1
		} else {
			return 0
		}
	}
	d.gap(t, end, true)
	return end
}

// declare notes the entity that a declaration declares, and reports whether it declares one whose
// text is in it.
func (d *decoder) declare(src []byte) bool {
	words, ok := bytes.CutPrefix(src, []byte("<!ENTITY"))
	if !ok {
		return false
	}
	words = bytes.TrimLeft(words, space)
	n := nameLength(words)
	rest := bytes.TrimLeft(words[n:], space)
	if n == 0 || len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
		return false
	}
	value, _, ok := bytes.Cut(rest[1:], rest[:1])
	if ok {
		d.entities.add(string(words[:n]), string(value))
	}
	return ok
}
