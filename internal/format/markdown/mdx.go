package markdown

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// An mdx finds what is not Markdown in MDX: modules, expressions in braces and the tags of
// JSX. Of these only the attributes href and src have links. Source: mdxjs.com, "What is
// MDX"; facebook.github.io/jsx.
type mdx struct {
	s       *structure
	src     []byte
	endless bool   // an expression or a module has no end: no later one is read
	comment bool   // a comment has no end
	link    span   // the last tag with a link, if it has no end tag yet
	element string // of link
}

// maxCodeSpan is the maximum length of a code span in MDX.
const maxCodeSpan = 4 << 10

// mdx overwrites with spaces what is not Markdown, and records its links and anchors.
func (s *structure) mdx() {
	x := &mdx{s: s, src: s.source}
	text := true // a paragraph, which contains no module
	for at := 0; at < len(x.src); {
		if at == 0 || x.src[at-1] == '\n' {
			if n := x.fence(at); n > 0 {
				at, text = at+n, false
				continue
			}
			line, _, _ := bytes.Cut(x.src[at:], []byte{'\n'})
			if isModule := bytes.HasPrefix(line, []byte("import ")) || bytes.HasPrefix(line, []byte("export ")); isModule && (at == 0 || !text) {
				at = x.hide(at, x.module(at))
				continue
			}
			text = len(bytes.TrimSpace(line)) > 0
		}
		next := at + 1
		switch x.src[at] {
		case '\\':
			next++
		case '`':
			next = x.codeSpan(at)
		case '{':
			next = x.braces(at)
		case '<':
			if next = x.htmlComment(at); next < 0 {
				next = x.hide(at, x.tag(at))
			}
		}
		at = max(next, at+1)
	}
	for _, at := range s.hidden {
		blank(s.source, at, ' ')
	}
}

// hide records that a part is not Markdown, and returns its end.
func (x *mdx) hide(start, end int) int {
	if end > start {
		x.s.hidden = append(x.s.hidden, span{start, end})
	}
	return end
}

// fence returns the length of the block of code between fences at the start of a line, in
// any containers, or 0.
func (x *mdx) fence(at int) int {
	line, rest, _ := bytes.Cut(x.src[at:], []byte{'\n'})
	line = bytes.TrimLeft(line, " \t>*+-.)0123456789")
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0
	}
	n := runLength(line, line[0])
	if n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	for fence := line[:n]; len(rest) > 0; {
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		if line = bytes.Trim(line, " \t>\r"); len(line) > 0 && isFenceEnd(line, fence) {
			break
		}
	}
	return len(x.src) - len(rest) - at
}

// codeSpan returns the offset after a code span, or after its backticks if they do not
// begin one.
func (x *mdx) codeSpan(at int) int {
	n := runLength(x.src[at:], '`')
	for i := at + n; i < min(len(x.src), at+maxCodeSpan); {
		switch run := runLength(x.src[i:], '`'); {
		case run == n:
			return i + n
		case run == 0 && x.src[i] == '\n' && i+1 < len(x.src) && x.src[i+1] == '\n':
			return at + n
		default:
			i += max(run, 1)
		}
	}
	return at + n
}

// module returns the offset after the imports and exports at an offset. A blank line
// outside of brackets ends them, or the first one if the brackets do not match.
func (x *mdx) module(at int) int {
	first, depth := 0, 0
	for i := at; i < len(x.src); i = x.token(i) {
		switch x.src[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '\n':
			if _, end := newCursor(x.src, i+1, len(x.src)).indent(); end == len(x.src) || x.src[end] == '\n' || x.src[end] == '\r' {
				if depth <= 0 || x.endless {
					return i + 1
				}
				if first == 0 {
					first = i + 1
				}
			}
		}
	}
	if depth > 0 && first > 0 {
		x.endless = true
		return first
	}
	return len(x.src)
}

// expression returns the offset after the expression that a brace begins, or -1. The id
// of a heading, "{#id}", is not one.
func (x *mdx) expression(at int) int {
	if x.endless || bytes.HasPrefix(x.src[at:], []byte("{#")) {
		return -1
	}
	depth := 0
	for i := at; i < len(x.src); i = x.token(i) {
		switch x.src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	x.endless = true
	return -1
}

// braces hides the expression that a brace begins, and returns the offset after it, or -1.
// One in a word stays, since the word may be a URL that is a template; if it may contain a
// URL itself, only its brace stays.
func (x *mdx) braces(at int) int {
	end := x.expression(at)
	if end < 0 || at == 0 || !ascii.IsAlphanumeric(x.src[at-1]) && strings.IndexByte("/=?&#-.:_%(@+,;~$", x.src[at-1]) < 0 {
		return x.hide(at, end)
	}
	if inner := x.src[at:end]; bytes.ContainsAny(inner, "\n:\"'`[<") {
		x.hide(at+1, end)
	}
	return end
}

// token returns the offset after a string, a comment or another byte of JavaScript.
func (x *mdx) token(at int) int {
	rest := x.src[at:]
	switch c := rest[0]; {
	case c == '\\':
		return at + 2
	case c == '`':
		return at + stringLength(rest, "")
	case c == '"' || c == '\'':
		return at + stringLength(rest, "\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return at + n + 4
		}
		return len(x.src)
	case bytes.HasPrefix(rest, []byte("//")) && (at == 0 || x.src[at-1] != ':'):
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return at + n
		}
		return len(x.src)
	}
	return at + 1
}

// stringLength returns the length of the string at the start of a text, or 1 if it does
// not end before one of some bytes.
func stringLength(text []byte, before string) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == text[0]:
			return i + 1
		case c == '\\':
			i++
		case strings.IndexByte(before, c) >= 0:
			return 1
		}
	}
	if before == "" {
		return len(text)
	}
	return 1
}

// htmlComment returns the offset after the comment of HTML that "<" begins, or -1. It is
// left to Markdown: older documents have some.
func (x *mdx) htmlComment(at int) int {
	if x.comment || !bytes.HasPrefix(x.src[at:], []byte("<!--")) {
		return -1
	}
	n := bytes.Index(x.src[at:], []byte("-->"))
	if x.comment = n < 0; x.comment {
		return -1
	}
	return at + n
}

// tag returns the offset after the tag of JSX that "<" begins, or -1.
func (x *mdx) tag(start int) int {
	at := start + 1
	closing := at < len(x.src) && x.src[at] == '/'
	if closing {
		at++
	}
	end := x.name(at)
	element := string(x.src[at:end])
	var links []link
	var names []string
	for at = skipSpace(x.src, end); at < len(x.src); at = skipSpace(x.src, at) {
		switch rest := x.src[at:]; {
		case rest[0] == '>', bytes.HasPrefix(rest, []byte("/>")):
			x.s.links, x.s.ids = append(x.s.links, links...), append(x.s.ids, names...)
			next := at + bytes.IndexByte(rest, '>') + 1
			if rest[0] == '>' {
				x.shows(element, closing, start, next, len(links) > 0)
			}
			return next
		case element == "":
			return -1
		case rest[0] == '{':
			if at = x.expression(at); at < 0 {
				return -1
			}
			continue
		}
		end := x.name(at)
		if end == at {
			return -1
		}
		attribute := string(x.src[at:end])
		value, next := x.value(end)
		if at = next; at < 0 {
			return -1
		}
		switch {
		case value.start == value.end:
		case attribute == "href" || attribute == "src":
			links = append(links, link{span: value, kind: extract.Attribute, jsx: string(x.src[value.start:value.end])})
		case attribute == "id" || attribute == "name" && element == "a":
			names = append(names, unescape(string(x.src[value.start:value.end]), false))
		}
	}
	return -1
}

// shows records that the content of an element with a link is only shown, when its end tag
// is read.
func (x *mdx) shows(element string, closing bool, start, end int, linked bool) {
	switch {
	case linked:
		x.link, x.element = span{start, end}, element
	case closing && element == x.element && x.link.end > 0:
		x.s.shown, x.link = append(x.s.shown, span{x.link.end, start}), span{}
	}
}

// value returns the string that is the value of an attribute whose name ends at an offset,
// and the offset after it, or -1. An expression is no string.
func (x *mdx) value(at int) (value span, next int) {
	equals := skipSpace(x.src, at)
	if equals == len(x.src) || x.src[equals] != '=' {
		return span{}, at
	}
	if at = skipSpace(x.src, equals+1); at == len(x.src) {
		return span{}, -1
	}
	switch q := x.src[at]; q {
	case '{':
		return span{}, x.expression(at)
	case '"', '\'':
		if n := bytes.IndexByte(x.src[at+1:], q); n >= 0 {
			return span{at + 1, at + 1 + n}, at + n + 2
		}
	}
	return span{}, -1
}

// name returns the offset after the name of an element or an attribute.
func (x *mdx) name(at int) int {
	for start := at; at < len(x.src); at++ {
		c := x.src[at]
		if first := ascii.IsLetter(c) || c == '_' || c == '$' || c >= 0x80; !first && (at == start || !ascii.IsDigit(c) && c != '.' && c != ':' && c != '-') {
			break
		}
	}
	return at
}
