package html

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// A sheet reads CSS: the URLs of url(), src(), image-set() and @import. An
// empty URL is not a reference. Source: CSS Syntax Level 3; CSS Values 4, URLs;
// CSS Images 4, image-set(); CSS Cascade 5, @import.
type sheet struct {
	max   int                              // the longest URL that is read
	found func(start, end int, url []byte) // called for a URL with its position and its value
	long  func(start int)                  // called for a URL that is too long

	until  string // reading continues after this: the end of a comment, or of something too long
	wants  bool   // the next string is a URL, because it follows @import or src(
	images int    // open parentheses since image-set(; a string directly in it is a URL
	space  bool   // after @namespace, whose name is not a link
}

// read reads a piece, and returns how much of it was read. The rest may
// continue in the next piece, unless last is set.
func (s *sheet) read(text []byte, last bool) int {
	for i := 0; i < len(text); {
		if s.until != "" {
			n := bytes.Index(text[i:], []byte(s.until))
			if n < 0 {
				if last {
					return len(text)
				}
				return max(i, len(text)-len(s.until)+1)
			}
			i += n + len(s.until)
			s.until = ""
			continue
		}
		token, last := text, last
		if len(text)-i > s.max {
			token, last = text[:i+s.max+1], false
		}
		next, ok := s.token(token, i, last)
		switch {
		case ok:
			i = next
		case len(token)-i > s.max:
			s.pass(token, i)
			i += s.max
		default:
			return i
		}
	}
	return len(text)
}

// pass skips the token at i, which is too long, and reports it if it is a URL.
func (s *sheet) pass(text []byte, i int) {
	name, end := ident(text, i)
	url := end < len(text) && text[end] == '(' && bytes.EqualFold(name, []byte("url"))
	if url {
		s.until = ")"
		i = skip(text, end+1, isSpace)
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		s.until = string(text[i : i+1])
		url = url || s.wants || s.images == 1
	}
	if url && !s.space {
		s.long(i)
	}
	s.wants = false
}

// token reads the token at i and returns the offset after it. It returns false
// if the token may continue in the next piece.
func (s *sheet) token(text []byte, i int, last bool) (next int, ok bool) {
	switch c := text[i]; {
	case c == '/':
		if i+1 == len(text) && !last {
			return i, false
		}
		if i+1 < len(text) && text[i+1] == '*' {
			s.until = "*/"
			return i + 2, true
		}
		s.wants = false
		return i + 1, true
	case c == '"' || c == '\'':
		value, end, next, ok := quoted(text, i, last)
		if !ok {
			return i, false
		}
		if (s.wants || s.images == 1) && !s.space && end >= 0 {
			s.found(i+1, end, value)
		}
		s.wants = false
		return next, true
	case isNameOctet(c) || c == '\\':
		return s.name(text, i, last)
	case c == '@' || c == '#':
		name, end := ident(text, i+1)
		if end >= len(text)-1 && !last {
			return i, false
		}
		s.wants = c == '@' && bytes.EqualFold(name, []byte("import"))
		s.space = c == '@' && bytes.EqualFold(name, []byte("namespace"))
		return max(end, i+1), true
	case c == ';' || c == '{' || c == '}':
		s.wants, s.space, s.images = false, false, 0
	case c == '(' && s.images > 0:
		s.images++
	case c == ')' && s.images > 0:
		s.images--
	case !isSpace(c):
		s.wants = false
	}
	return i + 1, true
}

// name reads a name, and the function that it may start.
func (s *sheet) name(text []byte, i int, last bool) (next int, ok bool) {
	name, end := ident(text, i)
	if end >= len(text)-1 && !last { // an escape may continue after the end
		return i, false
	}
	if end == i { // a backslash before a line break
		return i + 1, true
	}
	s.wants = false
	if end == len(text) || text[end] != '(' {
		return end, true
	}
	switch string(bytes.ToLower(name)) {
	case "image-set", "-webkit-image-set":
		s.images = 1
		return end + 1, true
	case "src":
		s.wants = true
		return end + 1, true
	case "url":
		return s.url(text, i, end+1, last)
	}
	return end, true
}

// url reads the text after "url(", which starts at i.
func (s *sheet) url(text []byte, i, start int, last bool) (next int, ok bool) {
	start = skip(text, start, isSpace)
	if start == len(text) {
		return start, last
	}
	var value []byte
	var end int
	if c := text[start]; c == '"' || c == '\'' {
		if value, end, next, ok = quoted(text, start, last); !ok {
			return i, false
		}
		start, ok = start+1, end >= 0
	} else if value, end, next, ok = unquoted(text, start); next == len(text) && !last {
		return i, false
	}
	if ok && !s.space {
		s.found(start, end, value)
	}
	return next, true
}

// quoted reads a string that starts with a quote, and returns the offset of its
// end and the offset after its closing quote. A line break also ends it; then
// it is not a valid string and its end is -1.
func quoted(text []byte, i int, last bool) (value []byte, end, next int, ok bool) {
	quote := text[i]
	for i++; i < len(text); {
		switch c := text[i]; {
		case c == quote:
			return value, i, i + 1, true
		case c == '\n' || c == '\r' || c == '\f':
			return value, -1, i, true
		case c == '\\':
			value, i = escape(value, text, i)
		default:
			value = append(value, c)
			i++
		}
	}
	return value, len(text), len(text), last
}

// unquoted reads a URL without quotes, which starts at i, and returns the
// offset of its end and the offset after its ")". It returns false for text
// that a URL cannot contain.
func unquoted(text []byte, i int) (value []byte, end, next int, ok bool) {
	ok = true
	for i < len(text) {
		switch c := text[i]; {
		case c == ')':
			return value, i, i + 1, ok
		case isSpace(c):
			end = i
			if i = skip(text, i, isSpace); i == len(text) || text[i] == ')' {
				return value, end, min(i+1, len(text)), ok
			}
			ok = false
		case c == '\\' && escapes(text, i):
			value, i = escape(value, text, i)
		case c == '"' || c == '\'' || c == '(' || c < ' ' || c == 0x7F || c == '\\':
			ok = false
			i++
		default:
			value = append(value, c)
			i++
		}
	}
	return value, i, i, ok
}

// ident reads a name, which may have escapes.
func ident(text []byte, i int) (name []byte, end int) {
	for i < len(text) {
		switch c := text[i]; {
		case isNameOctet(c):
			name = append(name, c)
			i++
		case c == '\\' && escapes(text, i):
			name, i = escape(name, text, i)
		default:
			return name, i
		}
	}
	return name, i
}

// isNameOctet reports whether a name can contain c.
func isNameOctet(c byte) bool {
	return ascii.IsAlphanumeric(c) || c == '-' || c == '_' || c >= utf8.RuneSelf
}

// escapes reports whether the backslash at i starts an escape outside of a string.
func escapes(text []byte, i int) bool {
	return i+1 < len(text) && text[i+1] != '\n' && text[i+1] != '\r' && text[i+1] != '\f'
}

// escape reads the escape whose backslash is at i, and appends its value to b:
// a character given by its number, nothing for a line break, else the next
// character.
func escape(b, text []byte, i int) ([]byte, int) {
	const longest = 6
	i++
	k := i
	for k < len(text) && k-i < longest && ascii.IsHex(text[k]) {
		k++
	}
	if k == i {
		if k < len(text) && text[k] == '\r' && k+1 < len(text) && text[k+1] == '\n' {
			k++
		}
		if k < len(text) && text[k] != '\n' && text[k] != '\r' && text[k] != '\f' {
			b = append(b, text[k])
		}
		return b, min(k+1, len(text))
	}
	n, _ := strconv.ParseUint(string(text[i:k]), 16, 32)
	if n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		n = utf8.RuneError
	}
	if k+1 < len(text) && text[k] == '\r' && text[k+1] == '\n' {
		k++
	}
	if k < len(text) && isSpace(text[k]) {
		k++
	}
	return utf8.AppendRune(b, rune(n)), k
}
