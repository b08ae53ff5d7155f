package extract

import (
	"bytes"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts58"
)

// nested is the maximum depth of brackets in a URL; no one writes more.
const nested = 16

// A nest is the open brackets in a URL, and their positions.
type nest struct {
	n    int
	open [nested]rune
	at   [nested]int
}

// push opens a bracket. It returns false if there are too many.
func (o *nest) push(r rune, at int) bool {
	if o.n == nested {
		return false
	}
	o.open[o.n], o.at[o.n] = r, at
	o.n++
	return true
}

// pop closes a bracket. It returns false if there is no matching open one.
// Source: UTS 58, Link_Bracket.
func (o *nest) pop(r rune) bool {
	if o.n == 0 || o.open[o.n-1] != uts58.Opening(r) {
		return false
	}
	o.n--
	return true
}

// closer returns the closing bracket for an opening one.
func closer(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// tail reads the text after a host, or after a scheme, from i, and returns the
// end of the URL: brackets are balanced, and punctuation at the end is left
// out. quote is the byte before the URL: if it is an apostrophe, an apostrophe
// also ends the URL.
func (t text) tail(i int, quote byte) (end int, v verdict) {
	var brackets nest
	query := false
	end = i
	for {
		for end < len(t.b) && is(t.b[end], urlOctet) {
			query = query || t.b[end] == '?' || t.b[end] == '#'
			end++
		}
		if end == len(t.b) {
			if v = t.end(); v == none {
				break
			}
			return 0, v
		}
		n, v := t.step(end, quote, query, &brackets)
		if v == more || v == long {
			return 0, v
		}
		if v == none {
			if t.b[end] == '{' && t.b[end-1] == '$' {
				end--
			}
			break
		}
		end += n
	}
	for _, at := range brackets.at[:brackets.n] {
		if t.b[at-1] != '_' { // "a_(b" has a name of two parts
			end = at
			break
		}
	}
	return t.trim(i, end, quote), found
}

// step checks the character at i, which is in a URL only in some contexts, and
// returns its length. The verdict none ends the URL.
func (t text) step(i int, quote byte, query bool, brackets *nest) (n int, v verdict) {
	c := t.b[i]
	switch {
	case c == '{' && t.b[i-1] == '$': // ${name}
		return 0, none
	case c == '[' && query && t.labelled(i): // a label of AsciiDoc, or [/url]
		return 0, none
	case c == '[' && !query:
		if v = t.classed(i); v == found && !brackets.push('[', i) {
			v = none
		}
		return 1, v
	case c == '(' || c == '[' || c == '{':
		if !brackets.push(rune(c), i) {
			return 0, none
		}
	case c == ')' || c == ']' || c == '}':
		if !brackets.pop(rune(c)) {
			return 0, none
		}
	case c == '"':
		return t.inWord(i)
	case c == '\'':
		if quote == '\'' {
			return 0, none
		}
	case c == ',' || c == ';':
		switch v = t.startsURL(i + 1); v {
		case found:
			return 0, none
		case more, long:
			return 0, v
		}
	case c >= utf8.RuneSelf:
		return t.outside(i, brackets)
	default:
		return 0, none
	}
	return 1, found
}

// outside checks the character outside ASCII at i as step does. A soft one is in
// the URL here; trim leaves it out at the end. A bracket opens only after a
// character outside ASCII, or at the start of a part: after others it belongs to
// the text around the URL.
func (t text) outside(i int, brackets *nest) (n int, v verdict) {
	r, n, v := t.rune(i)
	if v != found || isWord(r) {
		return n, v
	}
	switch termOf(r) {
	case uts58.Hard:
		return 0, none
	case uts58.Open:
		if t.b[i-1] < utf8.RuneSelf && !isStart(t.b[i-1]) || !brackets.push(r, i) {
			return 0, none
		}
		return n, found
	case uts58.Close:
		if !brackets.pop(r) {
			return 0, none
		}
		return n, found
	}
	switch v = t.startsURL(i + n); v {
	case none:
		return n, found
	case found:
		return 0, none
	}
	return 0, v
}

// inWord checks the quotation mark at i as step does: it is in a URL between two
// letters, if no other one precedes it in its line.
func (t text) inWord(i int) (n int, v verdict) {
	const longest = 256
	line := t.b[max(0, i-longest):i]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	c, ok := t.at(i + 1)
	switch last := t.b[i-1]; {
	case !ok:
		return 0, t.end()
	case !is(c, letter) && c < utf8.RuneSelf, !is(last, letter) && last < utf8.RuneSelf, bytes.IndexByte(line, '"') >= 0:
		return 0, none
	}
	return 1, found
}

// classed reports whether the "[" at i, in a path, and its "]" are in a word:
// letters follow them directly. Otherwise a label of AsciiDoc, a note of a wiki
// or a tag of a forum is more likely.
func (t text) classed(i int) verdict {
	const longest = 64
	b, v := t.ahead(i+1, longest)
	if v != found {
		return v
	}
	n := bytes.IndexAny(b, "] \t\n\"")
	if n <= 0 || b[n] != ']' || b[0] == '/' || b[0] == '^' || isNumber(b[:n]) {
		return none
	}
	after := bytes.TrimLeft(b[n+1:], ")]}")
	if r, _ := utf8.DecodeRune(after); r < utf8.RuneSelf && is(byte(r), letter) || r >= utf8.RuneSelf && isWord(r) {
		return found
	}
	return none
}

// labelled reports whether the "[" at i, in a query or a fragment, can begin only the label
// that AsciiDoc puts after a URL: after a fragment, or after the value of a parameter.
func (t text) labelled(i int) bool {
	const longest = 256
	value := false
	if t.b[i-1] == '=' {
		return false
	}
	for k := i - 1; k >= max(0, i-longest); k-- {
		switch c := t.b[k]; {
		case c == '#':
			return true
		case c == '?' || c == '&' || c == ';':
			return value
		case c == '=' && k < i-1 && is(t.b[i-1], letter|digit):
			value = true
		case c <= ' ':
			return false
		}
	}
	return false
}

// startsURL reports whether there is a scheme and "://" at i: the next URL of a
// list.
func (t text) startsURL(i int) verdict {
	j := i
	for j < len(t.b) && j-i < schemeLength && is(t.b[j], schemeOctet) {
		j++
	}
	if j == i {
		if _, ok := t.at(i); !ok {
			return t.end()
		}
		return none
	}
	const mark = "://"
	if j-i == schemeLength || !bytes.HasPrefix([]byte(mark), t.b[j:min(len(t.b), j+len(mark))]) {
		return none
	}
	if j+len(mark) > len(t.b) {
		return t.end()
	}
	return found
}

// trim returns the end of a URL that cannot end before i, without the
// punctuation that belongs to the text around it. quote is the byte before the
// URL.
func (t text) trim(i, end int, quote byte) int {
	selected := false // the character before end is drawn as a picture
	for end > i {
		c := t.b[end-1]
		switch {
		case is(c, closing):
		case c == 's' && bytes.HasSuffix(t.b[i:end-1], []byte("’")): // the genitive of English
		case (c == '_' || c == '~') && (c == quote || c == '~' && end-1 > i && t.b[end-2] == c):
		case c == '-' && end-1 > i && t.b[end-2] == '-': // a dash
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeLastRune(t.b[i:end])
			picture := isPicture(r) || isOrnament(r) || isSelector(r) || isEmoji(r) && selected
			if selected = isSelector(r); !isSoft(r) && (!picture || end-n > i && isStart(t.b[end-n-1])) {
				return end
			}
			end -= n - 1
		default:
			return end
		}
		end--
	}
	return end
}

// isSelector reports whether r modifies how the picture before it is drawn.
func isSelector(r rune) bool { return r == 0xFE0F || r == 0x200D || 0x1F3FB <= r && r <= 0x1F3FF }

// isStart reports whether c starts a part of a URL, so that a picture after it
// is a whole part.
func isStart(c byte) bool { return c == '/' || c == '=' || c == '?' || c == '#' }
