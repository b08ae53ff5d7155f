package extract

import (
	"bytes"
	"unicode/utf8"
)

// nested is the maximum depth of brackets in a URL; no one writes more.
const nested = 16

// A nest is the open brackets in a URL: the closing bracket of each, and its
// position.
type nest struct {
	n     int
	close [nested]byte
	at    [nested]int
}

// open opens a bracket. It returns false if there are too many.
func (o *nest) open(c byte, at int) bool {
	if o.n == nested {
		return false
	}
	o.close[o.n], o.at[o.n] = closer(c), at
	o.n++
	return true
}

// shut closes a bracket. It returns false if there is no matching open one.
func (o *nest) shut(c byte) bool {
	if o.n == 0 || o.close[o.n-1] != c {
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
	if brackets.n > 0 {
		end = brackets.at[0]
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
	case c == '[' && (!query || t.labelled(i)): // a label of AsciiDoc, or [/url]
		return 0, none
	case c == '(' || c == '[' || c == '{':
		if !brackets.open(c, i) {
			return 0, none
		}
	case c == ')' || c == ']' || c == '}':
		if !brackets.shut(c) {
			return 0, none
		}
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
		r, n, v := t.rune(i)
		if v == found && !isWord(r) && !isEmoji(r) {
			v = none
		}
		return n, v
	default:
		return 0, none
	}
	return 1, found
}

// labelled reports whether the "[" at i, in a query or a fragment, can begin only the label
// that AsciiDoc puts after a URL: after a fragment, or after the value of a parameter.
func (t text) labelled(i int) bool {
	const longest = 256
	value := false
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
	for end > i {
		c := t.b[end-1]
		switch {
		case is(c, closing):
		case (c == '_' || c == '~') && (c == quote || end-1 > i && t.b[end-2] == c):
		case c == '-' && end-1 > i && t.b[end-2] == '-': // a dash
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeLastRune(t.b[i:end])
			if !isEmoji(r) && !isSelector(r) || end-n > i && isStart(t.b[end-n-1]) {
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
