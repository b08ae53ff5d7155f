package pdf

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// pageText is the text of a page, line by line as it is shown.
type pageText struct {
	d      *document
	member string
	text   []byte
	offset int64 // of text[0]
	line   int64 // of text[0], from 1
	forms  int   // the number of forms read
}

// maxPage is how many bytes of text are joined: pages have some kilobytes.
const maxPage = 1 << 20

// newline ends a line.
func (p *pageText) newline() {
	if n := len(p.text); n > 0 && p.text[n-1] != '\n' {
		p.text = append(p.text, '\n')
	}
	if len(p.text) > maxPage {
		p.flush()
	}
}

// space separates words.
func (p *pageText) space() {
	if n := len(p.text); n > 0 && p.text[n-1] != '\n' && p.text[n-1] != ' ' {
		p.text = append(p.text, ' ')
	}
}

// flush searches the text so far.
func (p *pageText) flush() {
	text := p.text
	p.text = p.text[:0]
	if p.d.stopped {
		return
	}
	for m, err := range p.d.search.Text(bytes.NewReader(text)) {
		m.Offset += p.offset
		m.Line += p.line - 1
		if p.emit(m, err); p.d.stopped {
			return
		}
	}
	p.offset += int64(len(text))
	p.line += int64(bytes.Count(text, []byte{'\n'}))
}

// emit yields a match.
func (p *pageText) emit(m extract.Match, err error) {
	m.Member, m.Base = p.member, p.d.base
	p.d.stopped = !p.d.yield(m, err)
}

// link yields the URL of a link, which is on a separate line.
func (p *pageText) link(url string) {
	if p.flush(); p.d.stopped {
		return
	}
	m := extract.Match{Text: url, URL: url, Offset: p.offset, Line: p.line, Column: 1,
		Kind: extract.Attribute, Confidence: extract.High, Relative: !ascii.HasScheme(url), Followed: true}
	if m.Relative && p.d.base.From == extract.NoBase {
		m.Confidence = extract.Low
	}
	p.offset += int64(len(url)) + 1
	p.line++
	p.emit(m, nil)
}

// A matrix transforms coordinates. Source: ISO 32000-1 8.3.3.
type matrix [6]float64

// identity is the matrix that changes nothing.
var identity = matrix{1, 0, 0, 1, 0, 0}

// times returns the matrix that applies m first, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// state is what q saves and Q restores. Source: ISO 32000-1 8.4, 9.3.
type state struct {
	matrix       matrix
	font         *font
	size         float64
	leading      float64
	chars, words float64 // added to the width of each character, and of each space
	scale        float64 // of widths
}

// An interpreter reads the operators of content that show text.
// Source: ISO 32000-1 9.4.
type interpreter struct {
	d         *document
	out       *pageText
	resources dict
	state     state
	saved     []state
	text      matrix // of the next character
	line      matrix // of the start of the line
	depth     int    // nesting of forms

	shown      bool
	endX, endY float64 // after the last character
}

const (
	maxSaved = 64   // states: programs save about ten
	maxForms = 8    // nesting of forms
	allForms = 5000 // forms of a page, each counted as often as it is used
	maxStack = 64   // operands: an operator has about six
)

// contents reads the content of a page: a stream, or several streams that form
// one.
func (in *interpreter) contents(v value, resources dict) error {
	in.resources = resources
	streams := []value{v}
	if all, ok := in.d.resolve(v).([]value); ok {
		streams = all
	}
	var readers []io.Reader
	for _, s := range streams {
		hdr, p := in.d.object(s)
		stream, ok := hdr.(dict)
		if !ok {
			continue
		}
		r, err := in.d.decode(stream, p)
		if err != nil {
			return err
		}
		readers = append(readers, r, bytes.NewReader([]byte{'\n'}))
	}
	return in.run(io.MultiReader(readers...))
}

// run reads operators and their operands.
func (in *interpreter) run(r io.Reader) error {
	l := newLexer(r, false)
	var stack []value
	for in.d.err == nil && !in.d.stopped {
		v, err := l.value()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errSyntax):
			stack = stack[:0]
			continue
		case err != nil:
			return err
		}
		op, ok := v.(operator)
		if !ok {
			if len(stack) < maxStack {
				stack = append(stack, v)
			}
			continue
		}
		if op == "ID" {
			err = skipImage(l)
		} else {
			err = in.operator(op, stack)
		}
		if err != nil {
			return err
		}
		stack = stack[:0]
	}
	return nil
}

// skipImage reads an image in the content up to its end. Source: ISO 32000-1 8.9.7.
func skipImage(l *lexer) error {
	var last [3]byte
	for {
		c, err := l.byte()
		if err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		if isSpace(last[0]) && last[1] == 'E' && last[2] == 'I' && isSpace(c) {
			return nil
		}
		last = [3]byte{last[1], last[2], c}
	}
}

// operator executes an operator.
func (in *interpreter) operator(op operator, stack []value) error {
	s := &in.state
	switch op {
	case "q":
		if len(in.saved) < maxSaved {
			in.saved = append(in.saved, in.state)
		}
	case "Q":
		if n := len(in.saved); n > 0 {
			in.state, in.saved = in.saved[n-1], in.saved[:n-1]
		}
	case "cm":
		s.matrix = matrixOf(stack).times(s.matrix)
	case "BT":
		in.text, in.line = identity, identity
	case "Tf":
		if len(stack) == 2 {
			s.font, s.size = in.font(stack[0]), number(stack, 1)
		}
	case "TL":
		s.leading = number(stack, 0)
	case "Tc":
		s.chars = number(stack, 0)
	case "Tw":
		s.words = number(stack, 0)
	case "Tz":
		s.scale = number(stack, 0) / 100
	case "Td":
		in.move(number(stack, 0), number(stack, 1))
	case "TD":
		s.leading = -number(stack, 1)
		in.move(number(stack, 0), number(stack, 1))
	case "T*":
		in.move(0, -s.leading)
	case "Tm":
		in.text = matrixOf(stack)
		in.line = in.text
	case "Tj":
		in.show(stack, 0)
	case "'":
		in.move(0, -s.leading)
		in.show(stack, 0)
	case "\"":
		s.words, s.chars = number(stack, 0), number(stack, 1)
		in.move(0, -s.leading)
		in.show(stack, 2)
	case "TJ":
		in.showPieces(stack)
	case "Do":
		return in.form(stack)
	}
	return nil
}

// number returns an operand, or 0 if it is not a number.
func number(stack []value, i int) float64 {
	if i >= len(stack) {
		return 0
	}
	n, _ := stack[i].(float64)
	return n
}

// matrixOf returns the matrix of six operands.
func matrixOf(stack []value) (m matrix) {
	if len(stack) != len(m) {
		return identity
	}
	for i := range m {
		m[i] = number(stack, i)
	}
	return m
}

// move begins a line at an offset from the start of the last one.
func (in *interpreter) move(x, y float64) {
	in.line = matrix{1, 0, 0, 1, x, y}.times(in.line)
	in.text = in.line
}

// show shows a string.
func (in *interpreter) show(stack []value, i int) {
	if i < len(stack) {
		if s, ok := stack[i].(text); ok {
			in.place()
			in.characters(string(s))
		}
	}
}

// showPieces shows strings with moves between them, in thousandths of the size.
func (in *interpreter) showPieces(stack []value) {
	if len(stack) == 0 {
		return
	}
	pieces, _ := stack[0].([]value)
	for _, piece := range pieces {
		switch v := piece.(type) {
		case float64:
			in.text = matrix{1, 0, 0, 1, -v / 1000 * in.state.size * in.state.scale, 0}.times(in.text)
		case text:
			in.place()
			in.characters(string(v))
		}
	}
}

// place begins a line or a word if the next character is not right after the last.
func (in *interpreter) place() {
	const (
		gap  = 0.18 // relative to the size: a space has 0.25 or more, kerning less
		back = -0.5
		rise = 0.4
	)
	m := in.text.times(in.state.matrix)
	height := math.Abs(in.state.size) * math.Max(math.Hypot(m[2], m[3]), 1e-9)
	x, y := m[4]-in.endX, m[5]-in.endY
	if m[0] == 0 && m[1] != 0 { // written upwards or downwards
		x, y = y*m[1]/math.Abs(m[1]), x
	}
	switch {
	case !in.shown:
	case math.Abs(y) > rise*height:
		in.out.newline()
	case x > gap*height || x < back*height:
		in.out.space()
	}
	in.shown = true
}

// characters shows the characters of a string and moves to the position after
// them.
func (in *interpreter) characters(s string) {
	f := in.state.font
	if f == nil {
		f = &plainFont
	}
	width := 0.0
	for len(s) > 0 {
		n := f.codeLength(s)
		code := s[:n]
		s = s[n:]
		in.out.text = append(in.out.text, f.decode(code)...)
		width += f.width(code)/1000*in.state.size + in.state.chars
		if n == 1 && code == " " {
			width += in.state.words
		}
	}
	in.text = matrix{1, 0, 0, 1, width * in.state.scale, 0}.times(in.text)
	m := in.text.times(in.state.matrix)
	in.endX, in.endY = m[4], m[5]
	if len(in.out.text) > maxPage {
		in.out.flush()
	}
}

// form reads the content of a form. Source: ISO 32000-1 8.10.
func (in *interpreter) form(stack []value) error {
	if in.out.forms++; len(stack) != 1 || in.depth >= maxForms || in.out.forms > allForms {
		return nil
	}
	key, _ := stack[0].(name)
	v, p := in.d.object(in.d.dictOf(in.resources["XObject"])[key])
	hdr, ok := v.(dict)
	if !ok || hdr["Subtype"] != name("Form") {
		return nil
	}
	r, err := in.d.decode(hdr, p)
	if err != nil {
		return err
	}
	inner := &interpreter{d: in.d, out: in.out, resources: in.resources, state: in.state, depth: in.depth + 1,
		shown: in.shown, endX: in.endX, endY: in.endY}
	if own := in.d.dictOf(hdr["Resources"]); own != nil {
		inner.resources = own
	}
	if m := in.d.arrayOf(hdr["Matrix"]); m != nil {
		inner.state.matrix = matrixOf(m).times(in.state.matrix)
	}
	err = inner.run(r)
	in.shown, in.endX, in.endY = inner.shown, inner.endX, inner.endY
	return err
}
