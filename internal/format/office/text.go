package office

import (
	"bytes"
	"sort"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/charref"
)

// add adds text of the part, with its references decoded, to the paragraph.
func (p *part) add(text []byte) {
	p.begin()
	at := p.at
	for len(text) > 0 {
		n := bytes.IndexByte(text, '&')
		if n < 0 {
			n = len(text)
		}
		p.marks = append(p.marks, mark{len(p.text), at})
		p.text = append(p.text, text[:n]...)
		at, text = at.after(text[:n]), text[n:]
		if len(text) > 0 {
			n, char := charref.Read(string(text[:min(len(text), charref.Longest)]))
			p.marks = append(p.marks, mark{len(p.text), at})
			p.text = append(p.text, char...)
			at, text = at.after(text[:n]), text[n:]
		}
	}
}

// addRaw adds text without references.
func (p *part) addRaw(text []byte) {
	p.begin()
	p.marks = append(p.marks, mark{len(p.text), p.at})
	p.text = append(p.text, text...)
}

// begin ends the paragraph if the next text does not belong to it, because the
// paragraph is too long or the text is in an element of another name. An
// example is the instruction of a field, followed by the text that is shown for
// it.
func (p *part) begin() {
	name := ""
	if p.depth > 0 && p.depth <= len(p.open) {
		name = p.open[p.depth-1]
	}
	if len(p.text) > maxText || (name == "instrText") != (p.within == "instrText") {
		p.flush()
	}
	p.within = name
}

// unescape returns an attribute's value with its references decoded.
func unescape(value string) string {
	if strings.IndexByte(value, '&') < 0 {
		return value
	}
	var b strings.Builder
	for {
		n := strings.IndexByte(value, '&')
		if n < 0 {
			b.WriteString(value)
			return b.String()
		}
		b.WriteString(value[:n])
		value = value[n:]
		size, char := charref.Read(value)
		b.WriteString(char)
		value = value[size:]
	}
}

// flush searches the text so far.
func (p *part) flush() {
	text, marks := p.text, p.marks
	p.text, p.marks = p.text[:0], p.marks[:0]
	if p.stopped || len(text) == 0 || len(bytes.TrimSpace(text)) == 0 {
		return
	}
	next := mark{0, marks[0].at} // matches come in ascending order: each byte is counted once
	for m, err := range p.search.Text(bytes.NewReader(text)) {
		offset := int(m.Offset)
		i := sort.Search(len(marks), func(i int) bool { return marks[i].text > offset }) - 1
		if marks[i].text > next.text {
			next = marks[i]
		}
		next = mark{offset, next.at.after(text[next.text:offset])}
		if p.emit(m, next.at, err); p.stopped {
			return
		}
	}
}

// emit yields a match at a position.
func (p *part) emit(m extract.Match, at position, err error) {
	m.Offset, m.Line, m.Column, m.Base = at.offset, at.line, at.offset-at.lineStart+1, p.o.Base
	p.stopped = !p.yield(m, err)
}
