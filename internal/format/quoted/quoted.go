// Package quoted decodes the strings and the comments of data formats and programs for package
// literal. A [Language] is a table that says how a format writes them: in JSON, "http:\/\/h\/a?b\u0026c" is
// http://h/a?b&c. What is not in a string is text.
package quoted

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

// A Language is how a format writes strings and comments.
type Language struct {
	// Parts are the kinds of strings and comments. The first one that begins at a place is the one
	// that is there, so """ must precede ".
	Parts []Part
	// Bare are the escapes outside of all parts, or nil.
	Bare *literal.Escapes
	// Separators are the bytes between a name and its value, or "". No URL continues after the first
	// one of a line that is not escaped, except after that of a scheme.
	Separators string
	// Join are the operators that join strings, separated by spaces. A URL that ends with a string
	// before one continues.
	Join string
	// Adjacent says which strings are joined without an operator.
	Adjacent Adjacency
}

// A Part is a kind of string or comment.
type Part struct {
	// Open and Close are the marks around it. No URL continues after Close, which may be "\n".
	Open, Close string
	// Comment means that Open is text as well.
	Comment bool
	// At is where it can begin.
	At At
	// Escapes are the escapes in it, or nil.
	Escapes *literal.Escapes
	// Lines means that it can contain line ends. Else it ends with its line, closed or not.
	Lines bool
	// Longest means that of more marks than Close the last ones end it.
	Longest bool
	// Double means that two marks Close represent one.
	Double bool
	// Max is the longest distance of Close in bytes, or 0. If it is farther away, Open is text.
	Max int
	// Tag is what follows Open, and is repeated in Close.
	Tag Tag
	// Hole is what begins an expression in a string, which the brace that closes it ends, or "".
	Hole string
}

// At is where a [Part] can begin.
type At uint8

// The places.
const (
	Anywhere  At = iota
	WordStart    // at the start of a line, or after white space or "="
	LineStart    // at the start of a line, after any white space
	NotInWord    // not after a letter or a digit
	AfterR       // after "r" or "R"
	AfterB       // after "b" or "B"
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	language  *Language
	marks     string   // bytes that begin a part or an escape
	names     string   // marks, and the separators
	look      int      // bytes to read for the longest of them
	part      *Part    // the one that is read, or nil
	end       string   // the Close of part, with its tag
	pending   *Part    // a heredoc that begins on the next line, or nil
	tag       string   // of it
	skip      string   // what represents nothing, after a continued line
	before    byte     // the byte that was read last
	operators []string // the Join of the language
	calls     uint64   // the brackets that are open, the last one first: 1 for that of a call
	begun     bool     // the line has more than white space
	valued    bool     // the line has its separator
}

// New returns a decoder for a language.
func New(l *Language) *Decoder {
	d := &Decoder{language: l, before: '\n', operators: strings.Fields(l.Join)}
	for _, p := range l.Parts {
		d.marks += p.Open[:1]
		if d.look = max(d.look, len(p.Open), p.Max); p.Tag != NoTag {
			d.look = max(d.look, len(p.Open)+maxTag)
		}
		if p.Tag == Heredoc {
			d.marks += "\n"
		}
	}
	if l.Bare != nil {
		d.marks += `\`
	}
	if l.Adjacent == InWord {
		d.marks += "`"
	}
	if d.names = d.marks + l.Separators; l.Separators != "" {
		d.look = max(d.look, len("://"))
	}
	return d
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, func(t *literal.Text, src []byte, last bool) int {
		code := d.part == nil && d.language.Join != ""
		n := d.step(t, src, last)
		if code && d.part == nil {
			d.brackets(src[:n])
		}
		d.pass(src[:n])
		if d.pending != nil && d.part == nil && n > 0 && src[n-1] == '\n' {
			d.part, d.end, d.pending = d.pending, d.tag, nil
		}
		return n
	})
}

// pass notes what was read.
func (d *Decoder) pass(b []byte) {
	if len(b) == 0 {
		return
	}
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 && d.skip == "" {
		b, d.begun, d.valued = b[i:], false, false
	}
	d.begun = d.begun || len(bytes.TrimSpace(b)) > 0
	d.before = b[len(b)-1]
}

// step reads what src begins with.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	if d.skip != "" {
		if n := len(src) - len(bytes.TrimLeft(src, d.skip)); n > 0 {
			t.Put("", n)
			return n
		}
		d.skip = ""
	}
	switch {
	case d.part == nil:
	case d.part.Tag == Heredoc:
		return d.heredoc(t, src, last)
	default:
		return d.inside(t, src, last)
	}
	return d.outside(t, src, last)
}

// outside reads what is in no part, up to the start of one.
func (d *Decoder) outside(t *literal.Text, src []byte, last bool) int {
	marks := d.marks
	if !d.valued {
		marks = d.names
	}
	n := bytes.IndexAny(src, marks)
	switch {
	case n < 0:
		n = len(src)
	case n > 0:
	case len(src) < d.look && !last:
		return 0
	case src[0] == '\\' && d.language.Bare != nil:
		return d.escape(t, src, last, d.language.Bare)
	case !d.valued && strings.IndexByte(d.language.Separators, src[0]) >= 0:
		if d.valued = d.begun; src[0] == '=' || src[0] == ':' && !bytes.HasPrefix(src, []byte("://")) {
			t.Break(1)
			return 1
		}
		n = 1
	case src[0] == '`' && d.language.Adjacent == InWord && !ascii.IsSpace(d.before) && len(src) > 1 && ascii.IsLetter(src[1]):
		t.Put(joined, 1)
		return 1
	default:
		for i := range d.language.Parts {
			if p := &d.language.Parts[i]; bytes.HasPrefix(src, []byte(p.Open)) && d.begins(p) {
				if n := d.open(t, p, src); n > 0 {
					return n
				}
			}
		}
		n = 1
	}
	t.Copy(src[:n])
	return n
}

// begins reports whether a part can begin after what was read.
func (d *Decoder) begins(p *Part) bool {
	switch p.At {
	case WordStart:
		return !d.begun || d.before == ' ' || d.before == '\t' || d.before == '='
	case LineStart:
		return !d.begun
	case AfterR:
		return d.before|0x20 == 'r'
	case AfterB:
		return d.before|0x20 == 'b'
	case NotInWord:
		return !ascii.IsAlphanumeric(d.before) && d.before < utf8.RuneSelf
	}
	return true
}

// open reads the start of a part, which src begins with. It returns 0 if the part does not begin
// there.
func (d *Decoder) open(t *literal.Text, p *Part, src []byte) int {
	n, end := len(p.Open), p.Close
	if p.Tag != NoTag {
		if n, end = p.Tag.read(src, n, p.Close); n == 0 {
			return 0
		}
	}
	switch {
	case p.Max > 0 && !closes(src[n:min(len(src), p.Max)], p):
		return 0
	case p.Tag == Heredoc:
		d.pending, d.tag = p, end
		t.Copy(src[:n])
		return n
	}
	switch d.part, d.end = p, end; {
	case p.Comment:
		t.Copy(src[:n])
	case d.language.Adjacent == InWord && !ascii.IsSpace(d.before) && continuesWord(src[n:]):
		t.Put(joined, n)
	default:
		t.Break(n)
	}
	return n
}

// closes reports whether a part is closed in b, on the same line.
func closes(b []byte, p *Part) bool {
	for i := 0; i < len(b) && b[i] != '\n'; i++ {
		switch {
		case b[i] == '\\' && p.Escapes != nil:
			i++
		case b[i] == p.Close[0]:
			return true
		}
	}
	return false
}

// inside reads a part, up to its end or an escape.
func (d *Decoder) inside(t *literal.Text, src []byte, last bool) int {
	p := d.part
	n := 0
	for n < len(src) && src[n] != d.end[0] && (p.Hole == "" || src[n] != p.Hole[0]) && (src[n] != '\\' || p.Escapes == nil) && (src[n] != '\n' || p.Lines) {
		n++
	}
	marks := len(d.end)
	if p.Longest {
		marks++
	} else if p.Double {
		marks = 2 * len(d.end)
	}
	switch {
	case n > 0:
	case src[0] == '\\' && p.Escapes != nil:
		return d.escape(t, src, last, p.Escapes)
	case src[0] == '\n' && !p.Lines:
		n, d.part = 1, nil
	case p.Hole != "" && src[0] == p.Hole[0]:
		return d.hole(t, src, last)
	case len(src) < marks && !last:
		return 0
	case p.Double && bytes.HasPrefix(src, []byte(d.end+d.end)):
		t.Put(d.end, marks)
		return marks
	case bytes.HasPrefix(src, []byte(d.end)) && (len(src) < marks || !p.Longest || src[marks-1] != d.end[0]):
		return d.close(t, src, last)
	default:
		n = 1
	}
	t.Copy(src[:n])
	return n
}

// escape reads the backslash at the start of src and what belongs to it.
func (d *Decoder) escape(t *literal.Text, src []byte, last bool, e *literal.Escapes) int {
	if len(src) < literal.LongestEscape && !last {
		return 0
	}
	text, n := e.Read(src)
	if n == 0 { // not an escape of the language
		t.Copy(src[:1])
		return 1
	}
	if src[n-1] == '\n' {
		d.skip = e.Skip
	}
	t.Put(text, n)
	return n
}
