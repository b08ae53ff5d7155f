package fix

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// whyJoined is why a URL that may be a part of a longer one is left.
const whyJoined = "what follows the URL may be joined to it"

// joins reports whether a file may join what follows the text between two offsets to it: a
// placeholder, a bracket, or in a program another string. Then the whole URL is not known.
func (f *file) joins(start, end int) bool {
	after := f.text[end:]
	switch f.syntax {
	case message, markup:
		return false
	case markdown:
		return opensPlaceholder(after)
	case plain, data, careful:
		return opensPlaceholder(after) || continuesLine(after)
	}
	return opensPlaceholder(after) || continuesLine(after) || f.joinsString(start, end)
}

// opensPlaceholder reports whether a text begins with the mark of a placeholder, such as <id> or [id],
// and not with a tag that ends or the label of a link.
func opensPlaceholder(after []byte) bool {
	if len(after) < 2 {
		return false
	}
	switch after[0] {
	case '<':
		return ascii.IsLetter(after[1]) || after[1] == '%' || after[1] == '?'
	case '[':
		return ascii.IsAlphanumeric(after[1]) || strings.IndexByte("%=[$<{_", after[1]) >= 0
	case '{', '$', '`':
		return after[0] != '`' || ascii.IsLetter(after[1])
	}
	return false
}

// continuesLine reports whether a text begins with a backslash at the end of a line.
func continuesLine(after []byte) bool {
	return bytes.HasPrefix(after, []byte("\\\n")) || bytes.HasPrefix(after, []byte("\\\r\n"))
}

// joinsString reports whether a string ends after the text between two offsets that is not
// certainly the whole value: not that of a name, nor the only argument of a call, nor a line of its
// own. Programs write "http://h/a" "b", "http://h/a"$b, "http://h/a".concat(b) and join(["http://h/a", b]).
func (f *file) joinsString(start, end int) bool {
	const quotes = "\"'`"
	if end == len(f.text) || strings.IndexByte(quotes, f.text[end]) < 0 {
		return false
	}
	quote := f.text[end]
	if f.text[start-min(start, 1)] != quote || start == 0 {
		return true // the string has more before the URL: what joins it is not known
	}
	before := byte('\n')
	if b := bytes.TrimRight(f.text[:start-1], " \t"); len(b) > 0 {
		before = b[len(b)-1]
	}
	if start > 1 && strings.IndexByte(" \t\n", f.text[start-2]) < 0 && strings.IndexByte("=:([{,", before) < 0 {
		return true // a"http://h/a"
	}
	rest := f.text[end+1:]
	after := bytes.TrimLeft(rest, " \t")
	switch {
	case len(after) == 0 || after[0] == ';' || after[0] == '#' && len(after) < len(rest):
		return false
	case after[0] == '\n' || after[0] == '\r':
		return continuesValue(bytes.TrimLeft(after, " \t\r\n"))
	case after[0] == ')':
		return before != '('
	case after[0] == ',' || after[0] == '}' || after[0] == ']':
		return before != ':' && before != '='
	case after[0] == ':': // a name
		return len(after) < 2 || strings.IndexByte(" \t\r\n", after[1]) < 0
	}
	return strings.IndexByte(" \t", rest[0]) < 0 || continuesValue(after)
}

// continuesValue reports whether a text after a string begins with an operator or another string,
// maybe with a prefix such as f or u8.
func continuesValue(text []byte) bool {
	prefix := 0
	for prefix < min(len(text), 3) && ascii.IsAlphanumeric(text[prefix]) {
		prefix++
	}
	return prefix < len(text) && (strings.IndexByte("\"'`", text[prefix]) >= 0 || prefix == 0 && strings.IndexByte("+.&|~<>%?*\\$", text[0]) >= 0)
}
