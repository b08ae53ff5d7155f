// Package yaml decodes the scalars of YAML 1.2 for package literal. Plain scalars end where their
// collection says, quoted ones have escapes, and block scalars are text, as comments are. Tags and
// directives are names, and are not searched. The document need not be valid: a line with too little
// indentation ends a quoted scalar and a flow collection.
package yaml

import (
	"bytes"

	"github.com/earl-url/earl/internal/format/literal"
)

// escapes are those of double-quoted scalars. Two escapes can be a surrogate pair, as in JSON.
// Source: YAML 1.2.2 5.7.
var escapes = literal.Escapes{
	Chars: map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1B",
		' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00A0", 'L': "\u2028", 'P': "\u2029", '\n': ""},
	Hex:   map[byte]int{'x': 2, 'u': 4, 'U': 8},
	Pairs: true,
}

// A state is what is read.
type state uint8

const (
	between   state = iota // what separates scalars
	plain                  // a plain scalar
	single                 // a scalar in apostrophes
	double                 // a scalar in quotation marks
	header                 // the first line of a block scalar
	block                  // a block scalar
	comment                // up to the line end
	directive              // up to the line end
	tag                    // up to white space or the end of a flow collection
	verbatim               // a tag up to ">"
	anchor                 // up to white space or the end of a flow collection
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	state  state
	before byte // the byte that was read last
	column int  // of the next byte, from 0
	begun  bool // the line has more than its indentation
	joined bool // the line continues the previous one, without white space

	node    int // the column of the last node of a block collection in the line, or one less than that of the line
	limit   int // lines with no more indentation end a quoted scalar and a flow collection
	flow    int // depth of flow collections
	nested  int // depth of brackets in a plain scalar of a flow collection
	content int // the indentation of a block scalar, or -1: that of its first line
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, func(t *literal.Text, src []byte, last bool) int {
		n := d.step(t, src, last)
		d.pass(src[:n])
		return n
	})
}

// pass notes what was read, which is in one line.
func (d *Decoder) pass(b []byte) {
	if len(b) == 0 {
		return
	}
	d.column += len(b)
	if d.before = b[len(b)-1]; d.before != '\n' {
		return
	}
	d.column, d.nested, d.begun = 0, 0, false
	switch d.state {
	case single, double, block:
	case header:
		d.state = block
	default:
		d.state = between
	}
}

// step reads the indentation of a line, or a part of what follows it.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	if !d.begun {
		if n := len(src) - len(bytes.TrimLeft(src, " \t")); n > 0 {
			return d.blanks(t, src, n)
		}
		if src[0] == '\n' || src[0] == '\r' {
			t.Copy(src[:1])
			return 1
		}
		if n, sure := d.marker(t, src, last); n > 0 || !sure {
			return n
		}
		d.begin(src[0])
	}
	switch d.state {
	case between:
		return d.token(t, src, last)
	case plain:
		return d.plain(t, src, last)
	case single, double:
		return d.quoted(t, src, last)
	case tag, verbatim, anchor:
		return d.property(t, src)
	}
	n := bytes.IndexByte(src, '\n') + 1
	if n == 0 {
		n = len(src)
	}
	if d.state == directive {
		t.Put("", n)
	} else {
		t.Copy(src[:n])
	}
	return n
}

// blanks reads n blanks.
func (d *Decoder) blanks(t *literal.Text, src []byte, n int) int {
	if d.joined && !d.begun {
		t.Put("", n)
	} else {
		t.Copy(src[:n])
	}
	return n
}

// marker reads the mark between documents, which ends everything. sure means that src has enough
// bytes. Source: YAML 1.2.2 9.1.2.
func (d *Decoder) marker(t *literal.Text, src []byte, last bool) (n int, sure bool) {
	const length = 3
	if d.column > 0 || src[0] != '-' && src[0] != '.' {
		return 0, true
	}
	if len(src) <= length && !last {
		return 0, false
	}
	if mark := string(src[:min(len(src), length)]); mark != "---" && mark != "..." || len(src) > length && !isBlank(src[length]) {
		return 0, true
	}
	*d = Decoder{node: -1, begun: true}
	t.Copy(src[:length])
	return length, true
}

// begin begins a line after its indentation, with a byte.
func (d *Decoder) begin(c byte) {
	indent := d.column
	d.begun, d.joined = true, false
	if d.state == block {
		if d.content < 0 {
			d.content = max(indent, d.node+1)
		}
		if indent >= d.content {
			return
		}
		d.state = between
	}
	closes := d.state == between && (c == ']' || c == '}')
	if (d.state != between || d.flow > 0) && indent <= d.limit && !closes {
		d.state, d.flow = between, 0
	}
	if d.flow == 0 && d.state == between {
		d.node = indent - 1
	}
}

// token reads what begins between scalars.
func (d *Decoder) token(t *literal.Text, src []byte, last bool) int {
	c := src[0]
	if c == ' ' || c == '\t' {
		return d.blanks(t, src, len(src)-len(bytes.TrimLeft(src, " \t")))
	}
	const look = len("%YAML ")
	if len(src) < look && !last && bytes.IndexByte(src, '\n') < 0 {
		return 0
	}
	blank := len(src) == 1 || isBlank(src[1])
	switch {
	case c == '\n', c == '\r':
	case c == '#' && (isBlank(d.before) || d.before == 0):
		d.state = comment
	case c == '"', c == '\'':
		return d.open(t, c)
	case c == '[', c == '{':
		if d.flow == 0 {
			d.limit = d.node
		}
		d.flow++
	case d.flow > 0 && (c == ']' || c == '}' || c == ','):
		if c != ',' {
			d.flow--
		}
		t.Break(1)
		return 1
	case (c == '-' || c == '?') && blank && d.flow == 0:
		d.node = d.column
	case c == ':' && (blank || d.flow > 0), c == '?' && blank:
	case c == '!', c == '&':
		d.state = tag
		if c == '&' {
			d.state = anchor
		} else if bytes.HasPrefix(src, []byte("!<")) {
			d.state = verbatim
		}
		return d.property(t, src)
	case d.column == 0 && (bytes.HasPrefix(src, []byte("%TAG ")) || bytes.HasPrefix(src, []byte("%YAML "))):
		d.state = directive
		t.Put("", 1)
		return 1
	case d.flow == 0 && (c == '|' || c == '>') && d.isHeader(src):
		d.state = header
	default:
		if d.state = plain; d.flow == 0 {
			d.node = d.column
		}
		return d.plain(t, src, last)
	}
	t.Copy(src[:1])
	return 1
}

// open reads the mark before a quoted scalar.
func (d *Decoder) open(t *literal.Text, c byte) int {
	if d.flow == 0 {
		d.limit, d.node = d.node, d.column
	}
	d.state = double
	if c == '\'' {
		d.state = single
	}
	t.Break(1)
	return 1
}

// isHeader reports whether a block scalar begins at the start of src, and sets its indentation.
// Source: YAML 1.2.2 8.1.1.
func (d *Decoder) isHeader(src []byte) bool {
	d.content = -1
	for i, c := range src[1:] {
		switch {
		case isBlank(c):
			return true
		case i == 2:
			return false
		case '1' <= c && c <= '9':
			d.content = max(d.node, 0) + int(c-'0')
		case c != '+' && c != '-':
			return false
		}
	}
	return true
}

// plain reads a part of a plain scalar, or its end. Source: YAML 1.2.2 7.3.3.
func (d *Decoder) plain(t *literal.Text, src []byte, last bool) int {
	n := 0
	for ; n < len(src); n++ {
		switch c := src[n]; {
		case c == '\n':
			n++
			t.Copy(src[:n])
			return n
		case c == ':' && n+1 == len(src) && !last:
			t.Copy(src[:n])
			return n
		case c == ':' && (n+1 == len(src) || isBlank(src[n+1])), c == '#' && n > 0 && isBlank(src[n-1]), c == '#' && n == 0 && isBlank(d.before):
			return d.end(t, src, n)
		case d.flow == 0:
		case c == '[', c == '{':
			d.nested++
		case c == ',' && d.nested == 0, (c == ']' || c == '}') && d.nested == 0:
			return d.end(t, src, n)
		case c == ']', c == '}':
			d.nested--
		}
	}
	t.Copy(src[:n])
	return n
}

// end reads n bytes, the last of a plain scalar, or else the byte that follows it.
func (d *Decoder) end(t *literal.Text, src []byte, n int) int {
	d.state, d.nested = between, 0
	if n == 0 {
		return d.token(t, src, true)
	}
	t.Copy(src[:n])
	return n
}

// quoted reads a part of a quoted scalar, an escape or its end. Source: YAML 1.2.2 7.3.1, 7.3.2.
func (d *Decoder) quoted(t *literal.Text, src []byte, last bool) int {
	marks := "'\n"
	if d.state == double {
		marks = "\"\\\n"
	}
	switch n := bytes.IndexAny(src, marks); {
	case n != 0 || src[0] == '\n':
		if n < 0 {
			n = len(src)
		}
		t.Copy(src[:max(n, 1)])
		return max(n, 1)
	case len(src) < literal.LongestEscape && !last && (src[0] == '\\' || len(src) == 1):
		return 0
	case src[0] == '\\':
		text, n := escapes.Read(src)
		if n == 0 {
			t.Copy(src[:1])
			return 1
		}
		d.joined = src[n-1] == '\n'
		t.Put(text, n)
		return n
	case d.state == single && len(src) > 1 && src[1] == '\'':
		t.Put("'", 2)
		return 2
	}
	d.state = between
	t.Break(1)
	return 1
}

// property reads a part of a tag or an anchor, or the byte that follows it.
func (d *Decoder) property(t *literal.Text, src []byte) int {
	n := 0
	for ; n < len(src); n++ {
		c := src[n]
		if d.state == verbatim && c == '>' {
			d.state = tag
		} else if isBlank(c) || d.state != verbatim && d.flow > 0 && (c == ',' || c == ']' || c == '}') {
			break
		}
	}
	switch {
	case n == 0:
		d.state = between
		return d.token(t, src, true)
	case d.state == anchor:
		t.Copy(src[:n])
	default:
		t.Put("", n)
	}
	return n
}

// isBlank reports whether a byte is white space.
func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
