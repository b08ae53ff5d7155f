package markdown

import (
	"bytes"
	"iter"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// inline reads the markup in the text of a passage: code, links, autolinks and
// raw HTML. It fails at most once to find each kind of end, so its time
// is linear in the length of the text. Source: CommonMark 6, appendix.
type inline struct {
	*text
	s        *structure
	refs     map[string]span
	brackets []bracket
	linked   int // of the brackets before this index only those of images may begin a link

	ticks   map[int]int     // the start of the last run of this many backticks; nil: not known
	missing map[string]bool // ends that do not appear in the rest of the text
	tokens  *tokens         // of a heading, and for a page
}

// A bracket is a "[" whose "]" has not been read.
type bracket struct {
	at       int
	image    bool
	inactive bool // it contains a link
	holds    bool // it contains another "["

	tokens, delimiters int // how many there were before it
}

// passage reads a passage. A table is read cell by cell.
func (s *structure) passage(p passage, refs map[string]span) {
	if p.level == 0 {
		if i := s.table(p.lines); i > 0 {
			s.passage(passage{lines: p.lines[:i-1]}, refs)
			for _, row := range append(p.lines[i-1:i:i], p.lines[i+1:]...) {
				s.row(row, refs)
			}
			return
		}
	}
	if len(p.lines) == 0 {
		return
	}
	n := &inline{text: newText(s.source, p.lines), s: s, refs: refs}
	if p.level > 0 {
		n.tokens = &tokens{src: n.bytes}
	}
	n.read()
	if p.level > 0 {
		s.headings = append(s.headings, heading{p.at, p.level, n.tokens.plain(false)})
	}
}

// table returns the number of the line under the header of the table in lines,
// or 0. Source: GFM 4.10.
func (s *structure) table(lines []span) int {
	for i := 1; i < len(lines); i++ {
		columns, ok := isDelimiter(s.source[lines[i].start:lines[i].end])
		if !ok {
			continue
		}
		header := 0
		for range cells(s.source[lines[i-1].start:lines[i-1].end]) {
			header++
		}
		if header == columns {
			return i
		}
		return 0
	}
	return 0
}

// row reads the cells of a row of a table.
func (s *structure) row(line span, refs map[string]span) {
	for cell := range s.cells(line) {
		if cell.start < cell.end {
			n := &inline{text: newText(s.source, []span{cell}), s: s, refs: refs}
			n.read()
		}
	}
}

// cells yields the cells of a row of a table.
func (s *structure) cells(line span) iter.Seq[span] {
	return func(yield func(span) bool) {
		row := s.source[line.start:line.end]
		for cell := range cells(row) {
			if at := line.start + cap(row) - cap(cell); !yield(span{at, at + len(cell)}) {
				return
			}
		}
	}
}

// marks are the bytes that may begin or end markup.
var marks = [256]bool{'\\': true, '`': true, '<': true, '!': true, '[': true, ']': true, '*': true, '_': true, '~': true}

// read reads the whole text.
func (n *inline) read() {
	for at := 0; at < len(n.bytes); {
		if !marks[n.bytes[at]] {
			at++
			continue
		}
		next := at + 1
		switch n.bytes[at] {
		case '\\':
			if next < len(n.bytes) && isPunctuation(n.bytes[next]) {
				next++
			}
		case '`':
			next = n.code(at)
		case '<':
			next = n.angle(at)
		case '!':
			if next < len(n.bytes) && n.bytes[next] == '[' {
				n.push(bracket{at: next, image: true})
				next++
			}
		case '[':
			n.push(bracket{at: at})
		case ']':
			next = n.close(at)
		case '*', '_', '~':
			if n.tokens != nil {
				next = n.tokens.run(at)
			}
		}
		at = next
	}
	n.tokens.emphasize(0)
}

// push records a "[".
func (n *inline) push(b bracket) {
	if k := len(n.brackets); k > 0 {
		n.brackets[k-1].holds = true
	}
	if n.tokens != nil {
		b.tokens, b.delimiters = len(n.tokens.list), len(n.tokens.delimiters)
	}
	n.brackets = append(n.brackets, b)
}

// close reads a "]", and returns the offset after what it ends.
func (n *inline) close(at int) int {
	k := len(n.brackets) - 1
	if k < 0 {
		return at + 1
	}
	b := n.brackets[k]
	n.brackets, n.linked = n.brackets[:k], min(n.linked, k)
	if b.inactive {
		return at + 1
	}
	dest, next := n.link(b, at)
	if next < 0 {
		return at + 1
	}
	n.s.shown = n.appendTo(n.s.shown, span{b.at, next})
	n.s.texts = append(n.s.texts, linkText{span{n.sourceOf(span{b.at, b.at}).start, n.sourceOf(span{at, at}).start}, b.image})
	if b.image {
		n.tokens.image(b, at, next, n.dest(dest))
		return next
	}
	n.tokens.emphasize(b.delimiters)
	n.tokens.add(token{at: b.at, end: b.at + 1, kind: linkStart, dest: n.dest(dest)})
	n.tokens.add(token{at: at, end: next, kind: linkEnd})
	for i := n.linked; i < k; i++ { // links cannot be nested
		n.brackets[i].inactive = n.brackets[i].inactive || !n.brackets[i].image
	}
	n.linked = k
	return next
}

// dest returns a destination in the source as a page has it.
func (n *inline) dest(at span) string {
	if n.tokens == nil {
		return ""
	}
	return spaces.Replace(unescape(string(n.source[at.start:at.end]), true))
}

// link returns the destination in the source of the link whose text is between a bracket
// and at, and the offset after the link, or -1 if it is not a link.
func (n *inline) link(b bracket, at int) (dest span, next int) {
	if at+1 < len(n.bytes) && n.bytes[at+1] == '(' {
		if dest, next := inlineLink(n.bytes, at+1); next >= 0 {
			if dest = n.sourceOf(dest); dest.start < dest.end {
				n.s.links = append(n.s.links, link{span: dest, kind: extract.Attribute})
			}
			return dest, next
		}
	}
	after := at + 1
	ref := label(n.bytes[after:])
	switch {
	case ref > 0:
		if dest, ok := n.refs[normalized(n.bytes[after+1:after+ref-1])]; ok {
			return dest, after + ref
		}
		return span{}, -1
	case b.holds || at-b.at > maxLabel:
		return span{}, -1
	case bytes.HasPrefix(n.bytes[after:], []byte("[]")):
		after += 2
	}
	if dest, ok := n.refs[normalized(n.bytes[b.at+1:at])]; ok {
		return dest, after
	}
	return span{}, -1
}

// code reads a code span and returns the offset after it, or after its
// backticks if they do not begin one. Source: CommonMark 6.1.
func (n *inline) code(at int) int {
	length := runLength(n.bytes[at:], '`')
	if n.ticks == nil {
		n.ticks = map[int]int{}
		for i := at; i < len(n.bytes); i++ {
			if run := runLength(n.bytes[i:], '`'); run > 0 {
				n.ticks[run] = i
				i += run
			}
		}
	}
	start := at + length
	if n.ticks[length] <= at {
		return start
	}
	for i := start; ; i++ {
		i += bytes.IndexByte(n.bytes[i:], '`')
		run := runLength(n.bytes[i:], '`')
		if run == length {
			n.s.code = n.appendTo(n.s.code, span{start, i})
			n.tokens.code(at, start, i, i+run)
			return i + run
		}
		i += run
	}
}

// angle reads the construct that a "<" begins, and returns the offset after it.
func (n *inline) angle(at int) int {
	if kind, end := autolink(n.bytes[at:]); end > 0 {
		end += at
		n.s.links = append(n.s.links, link{span: n.sourceOf(span{at + 1, end - 1}), kind: kind})
		if n.tokens != nil {
			text, to := string(n.bytes[at+1:end-1]), ""
			if kind == extract.Address {
				to = "mailto:"
			}
			n.tokens.add(token{at: at, end: end, kind: autolinkToken, text: text, dest: to + unescape(text, false)})
		}
		return end
	}
	end := at + n.rawHTML(at)
	if end == at {
		return at + 1
	}
	n.s.html = n.appendTo(n.s.html, span{at, end})
	tag := token{at: at, end: end}
	if name, _, _ := tagName(n.bytes[at:]); name == "br" {
		tag.kind = lineBreak
	}
	n.tokens.add(tag)
	return end
}

// autolink returns the kind and the length of the autolink at the start of a
// text. The length is 0 if no tag begins there. Source: CommonMark 6.5.
func autolink(text []byte) (kind extract.Kind, length int) {
	end := bytes.IndexAny(text[1:], "<> \n\r\t") + 1
	if end < 1 || text[end] != '>' {
		return kind, 0
	}
	inner := text[1:end]
	if colon := bytes.IndexByte(inner, ':'); colon >= 2 && colon <= 32 && ascii.HasScheme(string(inner[:colon+1])) {
		for _, c := range inner {
			if c < ' ' {
				return kind, 0
			}
		}
		return extract.Wrapped, end + 1
	}
	if isAddress(inner) {
		return extract.Address, end + 1
	}
	return kind, 0
}

// isAddress reports whether a text is an e-mail address. Source: CommonMark 6.5.
func isAddress(text []byte) bool {
	at := bytes.IndexByte(text, '@')
	if at < 1 {
		return false
	}
	for _, c := range text[:at] {
		if !ascii.IsLetter(c) && !ascii.IsDigit(c) && bytes.IndexByte([]byte(".!#$%&'*+/=?^_`{|}~-"), c) < 0 {
			return false
		}
	}
	for part := range bytes.SplitSeq(text[at+1:], []byte{'.'}) {
		if len(part) == 0 || len(part) > 63 || part[0] == '-' || part[len(part)-1] == '-' {
			return false
		}
		for _, c := range part {
			if !ascii.IsLetter(c) && !ascii.IsDigit(c) && c != '-' {
				return false
			}
		}
	}
	return true
}

// rawHTML returns the length of the tag, comment, instruction, declaration or CDATA
// at an offset, or 0. Source: CommonMark 6.6.
func (n *inline) rawHTML(at int) int {
	rest := n.bytes[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!-->")):
		return len("<!-->")
	case bytes.HasPrefix(rest, []byte("<!--->")):
		return len("<!--->")
	case bytes.HasPrefix(rest, []byte("<!--")):
		return n.until(at, 4, "-->")
	case bytes.HasPrefix(rest, []byte("<?")):
		return n.until(at, 2, "?>")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return n.until(at, 9, "]]>")
	case len(rest) > 2 && rest[1] == '!' && ascii.IsLetter(rest[2]):
		return n.until(at, 2, ">")
	case len(rest) < 2:
		return 0
	}
	return tagLength(rest)
}

// until returns the length from an offset up to and including end, which is not
// searched in the first bytes, or 0.
func (n *inline) until(at, first int, end string) int {
	if n.missing[end] {
		return 0
	}
	i := bytes.Index(n.bytes[at+first:], []byte(end))
	if i < 0 {
		if n.missing == nil {
			n.missing = map[string]bool{}
		}
		n.missing[end] = true
		return 0
	}
	return first + i + len(end)
}
