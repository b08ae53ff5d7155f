package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Doubt is why a match may be only a part of a URL, or no link at all. A program
// that opens, rewrites or reports URLs leaves a doubtful match alone and says so.
type Doubt uint8

// The doubts. The zero value means that the match is whole.
const (
	Whole       Doubt = iota
	Escape            // it ends at an escape of the text's own format, such as \_ in LaTeX or \u0026 in JSON
	Placeholder       // it contains, or ends at, text that a program replaces, such as ${name}, {{name}} or %s
	Pattern           // it contains, or ends at, a mark of a pattern, such as * or (a|b)
	Control           // it ends at a control character, such as the escape sequence of a terminal
	Character         // it ends at a character that is also in URLs, such as an en dash between letters
	Reference         // it contains a reference to a character, such as &amp;, that the format of the text does not have
	Inside            // it begins in the middle of a longer word or URL
	Name              // it is whole, but it is a name, such as that of a namespace of XML, and not a link
)

var doubtWords = [...]string{"", "escape", "placeholder", "pattern", "control", "character", "reference", "inside", "name"}

var doubtReasons = [...]string{
	"",
	"it ends at something that is not understood: an escape",
	"it contains a placeholder that a program replaces",
	"it ends at something that is not understood: a pattern",
	"it ends at something that is not understood: a control character",
	"it ends at something that is not understood: a character that may belong to the URL",
	"it ends at something that is not understood: a character reference",
	"it begins after something that is not understood",
	"it is a name, not a link",
}

// String returns the word for d, such as "escape", or "".
func (d Doubt) String() string { return doubtWords[d] }

// Reason returns d for people: a phrase without its full stop, or "".
func (d Doubt) Reason() string { return doubtReasons[d] }

// doubtful are the ASCII bytes that need a check of the text around them if they
// are in a URL of running text; delimiting are those that end one without a doubt.
var (
	doubtful   = [256]bool{'{': true, '$': true, '*': true, '%': true, '&': true}
	delimiting = [256]bool{' ': true, '\n': true, '\r': true, '\t': true, '"': true, ')': true, '>': true, '(': true, '<': true}
)

// doubt sets the doubt of a match of running text, and its text with what
// follows the mark. The verdict is found or more.
func (s *scanner) doubt(f *candidate) verdict {
	if f.kind == Wrapped {
		s.doubtWrapped(f)
		return found
	}
	if f.doubt == Whole {
		if f.end >= len(s.buf) && !s.eof {
			return more
		}
		if f.end < len(s.buf) && (!delimiting[s.buf[f.end]] || s.buf[f.end] == '(' || s.buf[f.end] == '<') {
			var v verdict
			if f.doubt, v = s.window().doubtAfter(f.start, f.end, s.low); v != found {
				return v
			}
		}
		if f.doubt == Whole && f.start > s.low && !delimiting[s.buf[f.start-1]] {
			f.doubt = s.doubtBefore(f)
		}
		if f.doubt == Whole && (f.url == "" || f.kind != Bare) && isMarked(s.buf[f.start:f.end]) { // a defanged URL has marks of its own
			f.doubt = doubtIn(s.buf[f.start:f.end], f.end < len(s.buf) && s.buf[f.end] == ';')
		}
		switch f.doubt {
		case Whole:
			return found
		case Placeholder:
			if v := s.asTemplate(f); v != found {
				return v
			}
		}
		longer, v := s.window().longer(f.end)
		if v != found {
			return v
		}
		switch {
		case f.kind == Template:
		case longer > f.end && f.url == "":
			f.alternatives = []string{string(s.buf[f.start:longer])}
		case f.doubt == Inside && f.kind != Bare:
			f.alternatives = []string{string(s.buf[s.wholeName(f.start):f.end])}
		}
	}
	f.confidence = Low
	return found
}

// doubtWrapped sets the doubt of a match in a wrapper, whose end is certain.
func (s *scanner) doubtWrapped(f *candidate) {
	url := f.url
	if url == "" {
		url = string(s.buf[f.start:f.end])
	}
	switch {
	case PlaceholderIn(url):
		f.kind, f.doubt, f.confidence = Template, Placeholder, Low
	case !s.o.Decoded && strings.Contains(url, "\\"):
		f.doubt, f.confidence = Escape, Low
	}
}

// isMarked reports whether a URL has a doubtful byte.
func isMarked(url []byte) bool {
	for _, c := range url {
		if doubtful[c] || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// PlaceholderIn reports whether the URL of a link contains text that a program
// replaces, such as {{name}}, ${name} or <%= name %>, or three dots instead of a part of
// the path. In an absolute URL with a host {id}, <id>, $1 and %s are such texts too: they
// are not characters of URLs.
func PlaceholderIn(url string) bool {
	for _, mark := range [...]string{"{{", "{%", "<%", "<?", "${"} {
		if strings.Contains(url, mark) {
			return true
		}
	}
	for segment := range strings.SplitSeq(url, "/") {
		if segment == "..." || segment == "…" {
			return true
		}
	}
	_, rest, ok := strings.Cut(url, "://")
	for i := range len(rest) {
		switch c := rest[i]; {
		case !ok:
			return false
		case c == '<' || (c == '{' || c == '$' || c == '%') && isPlaceholder([]byte(rest), i):
			return true
		}
	}
	return false
}

// doubtIn returns the doubt about a URL of running text that has a mark in it.
// semicolon means that a semicolon follows the URL.
func doubtIn(url []byte, semicolon bool) Doubt {
	query := false
	outside := false
	for i, c := range url {
		outside = outside || c >= utf8.RuneSelf
		if query = query || c == '?' || c == '#'; !doubtful[c] {
			continue
		}
		switch {
		case c == '&' && !isReference(url[i:], semicolon), c == '*' && query:
		case c == '&':
			return Reference
		case c == '*', c == '$' && i+1 == len(url):
			return Pattern
		case c != '%' && isPlaceholder(url, i), c == '%' && !isEscape(url, i):
			return Placeholder
		}
	}
	if outside && (!utf8.Valid(url) || isShortened(url) || isBrokenHost(url)) { // not valid: in another charset
		return Character
	}
	return Whole
}

// isShortened reports whether a URL seems to have an ellipsis that a program put there: it is
// not between letters or digits.
func isShortened(url []byte) bool {
	const ellipsis = "…"
	n := bytes.Index(url, []byte(ellipsis))
	if n < 0 {
		return false
	}
	next, _ := utf8.DecodeRune(url[n+len(ellipsis):])
	return !endsWord(url[:n]) || next < utf8.RuneSelf && !is(byte(next), letter|digit) || next >= utf8.RuneSelf && !isWord(next)
}

// isPlaceholder reports whether a placeholder begins at url[i], which is "{",
// "$" or "%". In OData, "$" begins the name of a parameter or of a resource.
func isPlaceholder(url []byte, i int) bool {
	next := byte(0)
	if i+1 < len(url) {
		next = url[i+1]
	}
	switch url[i] {
	case '{':
		return true
	case '%': // %s, %d, %(name)s, %{name}, %5d
		return !isEscape(url, i) && (next == '(' || next == '{' || next == 's' || next == 'd' || next == 'v' || next == 'q')
	}
	if next == '{' || next == '(' || is(next, digit) || 'A' <= next && next <= 'Z' {
		return true
	}
	if !is(next, letter) {
		return false
	}
	if i > 0 && (url[i-1] == '?' || url[i-1] == '&') {
		name := url[i+1:]
		end := bytes.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !is(byte(r), letter) })
		return end < 0 || name[end] != '='
	}
	return i == 0 || !is(url[i-1], letter|digit) && url[i-1] != '$' // not of a name, as on VMS
}

// isReference reports whether a character reference begins at the start of b,
// which a semicolon may follow. A semicolon at the end of a URL is left out of it.
func isReference(b []byte, semicolon bool) bool {
	if referenceLength(b) > 0 {
		return true
	}
	return semicolon && len(b) < maxReference && referenceLength(append(b[:len(b):len(b)], ';')) == len(b)+1
}

// isEscape reports whether an escape begins at url[i], which is "%".
func isEscape(url []byte, i int) bool {
	return i+2 < len(url) && isHex(url[i+1]) && isHex(url[i+2])
}

// isHex reports whether c is a hexadecimal digit.
func isHex(c byte) bool { return is(c, digit) || 'a' <= lower(c) && lower(c) <= 'f' }
