package markdown

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/extract"
)

const (
	// maxLabel is the maximum length of the label of a definition. Source:
	// CommonMark 4.7.
	maxLabel = 999
	// maxParentheses is how deep parentheses may be nested in a destination.
	maxParentheses = 32
)

// label returns the length of the label at the start of a text, with its
// brackets, or 0. Source: CommonMark 6.3.
func label(text []byte) int {
	if len(text) == 0 || text[0] != '[' {
		return 0
	}
	blank := true
	for i := 1; i < len(text) && i <= maxLabel+1; i++ {
		switch c := text[i]; {
		case c == ']' && blank:
			return 0
		case c == ']':
			return i + 1
		case c == '[':
			return 0
		case c == '\\' && i+1 < len(text):
			i++
			blank = false
		case !isBlank(c) && c != '\n' && c != '\r':
			blank = false
		}
	}
	return 0
}

// normalized returns a label in the form that is used to compare labels. Source:
// CommonMark 6.3; Unicode, CaseFolding.txt.
func normalized(label []byte) string {
	return strings.ReplaceAll(strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(string(label)), " "))), "ß", "ss")
}

// destination returns the destination at an offset of a text, and the offset
// after it; next is -1 if there is no destination. Source: CommonMark 6.3.
func destination(text []byte, at int) (dest span, next int) {
	if at < len(text) && text[at] == '<' {
		for i := at + 1; i < len(text); i++ {
			switch text[i] {
			case '>':
				return span{at + 1, i}, i + 1
			case '<', '\n', '\r':
				return span{}, -1
			case '\\':
				i++
			}
		}
		return span{}, -1
	}
	open, i := 0, at
loop:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			i++
		case c == '(':
			if open++; open > maxParentheses {
				return span{}, -1
			}
		case c == ')':
			if open == 0 {
				break loop
			}
			open--
		case c <= ' ' || c == 0x7F:
			break loop
		}
	}
	if open > 0 {
		return span{}, -1
	}
	return span{at, i}, i
}

// title returns the offset after the title at an offset, -1 if the title has no
// end, or at if there is no title. Source: CommonMark 6.3.
func title(text []byte, at int) int {
	if at == len(text) || text[at] != '"' && text[at] != '\'' && text[at] != '(' {
		return at
	}
	until := text[at]
	if until == '(' {
		until = ')'
	}
	for i := at + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == until:
			return i + 1
		case c == '(' && until == ')':
			return -1
		case c == '\\':
			i++
		}
	}
	return -1
}

// inlineLink returns the destination of a link whose parenthesis is at an
// offset, and the offset after the link, or -1 if it is not a link. Source:
// CommonMark 6.3.
func inlineLink(text []byte, at int) (dest span, next int) {
	dest, next = destination(text, skipSpace(text, at+1))
	if next < 0 {
		return span{}, -1
	}
	after := skipSpace(text, next)
	if after > next {
		if after = title(text, after); after < 0 {
			return span{}, -1
		}
		after = skipSpace(text, after)
	}
	if after == len(text) || text[after] != ')' {
		return span{}, -1
	}
	return dest, after + 1
}

// A definition is a reference definition. Its offsets are those of a text.
type definition struct {
	label string // normalized
	dest  span
	end   int // after the line end
}

// define removes the definitions at the start of the paragraph and keeps their
// labels and destinations. Source: CommonMark 4.7.
func (b *blocks) define() {
	if len(b.lines) == 0 || b.lines[0].start == b.lines[0].end || b.s.source[b.lines[0].start] != '[' {
		return
	}
	t := newText(b.s.source, b.lines)
	at := 0
	for {
		d, ok := definitionAt(t.bytes, at)
		if !ok {
			break
		}
		dest := t.sourceOf(d.dest)
		if _, known := b.refs[d.label]; !known { // the first one counts
			b.refs[d.label] = dest
		}
		if dest.start < dest.end {
			b.s.labels = append(b.s.labels, span{t.sourceOf(span{at, at}).start, dest.start})
			b.s.links = append(b.s.links, link{span: dest, kind: extract.Attribute})
			b.s.shown = t.appendTo(b.s.shown, span{d.dest.end, d.end}) // the title
		}
		at = d.end
	}
	b.lines = b.lines[t.lineAt(at):]
}

// definitionAt returns the definition at an offset of a text.
func definitionAt(text []byte, at int) (d definition, ok bool) {
	n := label(text[at:])
	if n == 0 || at+n == len(text) || text[at+n] != ':' {
		return d, false
	}
	d.label = normalized(text[at+1 : at+n-1])
	start := skipSpace(text, at+n+1)
	dest, next := destination(text, start)
	if next < 0 || next == start {
		return d, false
	}
	d.dest = dest
	after := skipSpace(text, next)
	if after > next {
		if end := title(text, after); end > after {
			if d.end = lineEndAt(text, end); d.end >= 0 {
				return d, true
			}
		}
	}
	d.end = lineEndAt(text, next)
	return d, d.end >= 0
}

// lineEndAt returns the offset after the end of the line if only blanks are
// before it, else -1.
func lineEndAt(text []byte, at int) int {
	rest := bytes.TrimLeft(text[at:], " \t\r")
	switch {
	case len(rest) == 0:
		return len(text)
	case rest[0] == '\n':
		return len(text) - len(rest) + 1
	}
	return -1
}
