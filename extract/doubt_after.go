package extract

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

const (
	doubtAhead  = 256 // bytes after a match that can show what ended it
	doubtBehind = 256 // bytes before a match that can show that it is in something longer
)

// doubtAfter returns the doubt about a match by what follows it. The text before
// low belongs to another match.
func (t text) doubtAfter(start, end, low int) (Doubt, verdict) {
	if d, v := t.afterAuthority(start, end); d != Whole || v != found {
		return d, v
	}
	i := end
	for ; i-end < doubtAhead; i++ { // the punctuation that the match leaves out
		c, ok := t.at(i)
		switch {
		case !ok:
			return Whole, more
		case c == '"' || c == '\'' || c == 0 && i >= len(t.b):
			return Whole, found
		case c == '*':
			return t.star(start, end, i, low)
		case !is(c, closing):
			return t.stop(start, end, i)
		}
	}
	return Whole, found
}

// afterAuthority returns the doubt about a URL that ends after a host or a port, although the host
// may follow it: what was read is then the name of a user, or a part of the host.
func (t text) afterAuthority(start, end int) (Doubt, verdict) {
	n := bytes.Index(t.b[start:end], []byte("://"))
	if n < 0 || bytes.IndexByte([]byte(":[].%&{<!}|"), t.b[end]) < 0 && t.b[end] < utf8.RuneSelf && !is(t.b[end], letter|digit) {
		return Whole, found
	}
	authority := t.b[start+n+len("://") : end]
	if bytes.ContainsAny(authority, "/?#") {
		return Whole, found
	}
	b, v := t.ahead(end, doubtAhead)
	if v != found {
		return Whole, v
	}
	word := b[:nextDelimiter(b)]
	_, port, hasPort := bytes.Cut(authority, []byte{':'})
	switch at := bytes.IndexByte(word, '@'); {
	case len(word) > 1 && b[0] == ':' && (bytes.IndexByte([]byte("[{<&$%_:"), word[1]) >= 0 || bytes.HasPrefix(word[1:], []byte("«"))):
		return Placeholder, found
	case at > 0 && at+1 < len(word) && (b[0] == ':' || hasPort && len(port) > 0) && is(word[at+1], letter|digit):
		return Character, found
	case len(word) > 0 && is(word[0], letter|digit): // after a port or a bracket
		return Character, found
	case len(word) < 2:
	case bytes.IndexByte([]byte("!}|"), b[0]) >= 0 && is(word[1], letter|digit):
		return Character, found
	case b[0] == '[' && word[1] == '.', (b[0] == ']' || b[0] == '.' && word[1] == ']') && is(word[len(word)-1], letter|digit|urlOctet):
		return Character, found
	}
	return Whole, found
}

// nextDelimiter returns the length of the word at the start of b.
func nextDelimiter(b []byte) int {
	if n := bytes.IndexAny(b, " \t\r\n\"'\x00"); n >= 0 {
		return n
	}
	return len(b)
}

// stop returns the doubt about a match that t.b[i] ends, maybe after
// punctuation that begins at end.
func (t text) stop(start, end, i int) (Doubt, verdict) {
	switch c := t.b[i]; c {
	case '\\':
		return t.backslash(i)
	case '{':
		return Placeholder, found
	case '(':
		if t.b[i-1] == '$' {
			return Placeholder, found
		}
		return t.parenthesis(i)
	case '[':
		d, v := t.square(i)
		if v == found && d == Whole && t.isInHost(start, end) && t.unknownMark(i) {
			d = Pattern
		}
		return d, v
	case '<':
		return t.angle(end, i)
	case '$', '%':
		return Placeholder, found
	case '&':
		return t.ampersand(i)
	case '^', '+', '=':
		return t.joined(i+1, Pattern)
	default:
		switch {
		case c >= utf8.RuneSelf:
			return t.doubtRune(start, end, i)
		case (c < ' ' || c == 0x7F) && !ascii.IsSpace(c) && c != 0:
			return Control, found
		case i == end+1 && t.b[end] == ':' && is(c, letter|digit): // a port that is a name
			return Placeholder, found
		}
	}
	return Whole, found
}

// joined returns the doubt d if the character at i belongs to the same word,
// and is not white space.
func (t text) joined(i int, d Doubt) (Doubt, verdict) {
	c, ok := t.at(i)
	switch {
	case !ok:
		return Whole, more
	case c == 0 || ascii.IsSpace(c) || c == '[' || is(c, closing) || c == '<' || c == '>' || c == ')':
		return Whole, found
	}
	return d, found
}

// ahead returns up to n bytes from i, or the verdict that more of the text is needed.
func (t text) ahead(i, n int) ([]byte, verdict) {
	if i+n > len(t.b) && !t.last {
		return nil, t.end()
	}
	return t.b[i:min(len(t.b), i+n)], found
}

// commands are the names of LaTeX that begin like the escapes \n, \r and \t of
// programs.
var commands = [...]string{"text", "tilde", "new", "nobreak", "noindent", "nolink", "noexpand", "ref", "right", "raise", "rule", "thin"}

// backslash returns the doubt about a match that ends at the backslash at i. A
// backslash before white space, before a quote, or before what represents one
// of them in a program or in JSON, ends a URL too. Source: rfc8259 7.
func (t text) backslash(i int) (Doubt, verdict) {
	const longest = 10
	b, v := t.ahead(i+1, longest)
	if v != found {
		return Whole, v
	}
	if len(b) > 1 && b[0] == '\\' { // of LaTeX, or an escape in a string in a string
		b = b[1:]
		if b[0] == 'n' || b[0] == 'r' || b[0] == 't' {
			return Escape, found
		}
	}
	if len(b) == 0 || ascii.IsSpace(b[0]) || b[0] == 0 {
		return Whole, found
	}
	switch b[0] {
	case '"', '\'', '`':
		return Whole, found
	case 'n', 'r', 't':
		if t.decoded && len(b) > 1 && is(b[1], letter|digit) { // not only a line end in a string in a string
			return Escape, found
		}
		for _, name := range commands {
			if bytes.HasPrefix(b, []byte(name)) {
				return Escape, found
			}
		}
		return Whole, found
	case 'u', 'x':
		if r, ok := hexRune(b); ok && (r <= ' ' || r == '"' || r == '\'' || r == '<' || r == '>' || r == '`') {
			return Whole, found
		}
	}
	return Escape, found
}

// hexRune returns the character that "uHHHH" or "xHH" represents.
func hexRune(b []byte) (r rune, ok bool) {
	n := len("uHHHH")
	if b[0] != 'x' && b[0] != 'u' {
		return 0, false
	}
	if b[0] == 'x' {
		n = len("xHH")
	}
	if len(b) < n {
		return 0, false
	}
	for _, c := range b[1:n] {
		switch {
		case is(c, digit):
			r = r<<4 | rune(c-'0')
		case isHex(c):
			r = r<<4 | rune(lower(c)-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// parenthesis returns the doubt about a match that ends at the "(" at i, which
// is not closed in the same word.
func (t text) parenthesis(i int) (Doubt, verdict) {
	c, ok := t.at(i + 1)
	switch {
	case !ok:
		return Whole, more
	case c == 0 || ascii.IsSpace(c):
		return Whole, found
	}
	return Pattern, found
}

// square returns the doubt about a match that ends at the "[" at i. In AsciiDoc
// a label follows a URL, in a wiki the mark of a note, in a forum a tag.
func (t text) square(i int) (Doubt, verdict) {
	b, v := t.ahead(i+1, doubtAhead)
	if v != found {
		return Whole, v
	}
	n := bytes.IndexAny(b, "]\r\n")
	if n < 0 || b[n] != ']' {
		return Whole, found
	}
	class, rest := b[:n], b[n+1:]
	switch {
	case n > 0 && t.b[i-1] == '/' && bytes.IndexByte(class, ' ') < 0: // a part of a path that a program replaces
		return Placeholder, found
	case n == 0, len(class) > 1 && class[0] == '/' && is(class[1], letter):
		return Whole, found
	case isRange(class):
		return Pattern, found
	case len(rest) == 0:
		return Whole, found
	}
	switch c := rest[0]; {
	case c == '.' || c == '?' || c == '#':
		if len(rest) > 1 && (is(rest[1], letter|digit) || rest[1] == '*') {
			return Pattern, found
		}
	case bytes.IndexByte([]byte("/-_*+{&=%$\\"), c) >= 0, is(c, digit):
		return Pattern, found
	}
	return Whole, found
}

// isRange reports whether the text in square brackets is a range of letters or
// numbers, or a negated class: 1-9, a-z, 001-100, ^/.
func isRange(class []byte) bool {
	if class[0] == '!' || class[0] == '^' {
		return len(class) > 1 && (class[0] == '!' || !is(class[1], letter|digit))
	}
	a, b, ok := bytes.Cut(class, []byte{'-'})
	if !ok || len(a) == 0 || len(b) == 0 {
		return false
	}
	return isNumber(a) && isNumber(b) && bytes.IndexByte(class, '.') < 0 || len(a) == 1 && len(b)&1 == 1 && is(a[0], letter) && is(b[0], letter)
}

// tags are elements of HTML that text has after a URL.
const tags = " a abbr article aside b big blockquote br center cite code dd del div dl dt em font footer h1 h2 h3 h4 h5 h6 hr i img ins kbd li " +
	"main nav ol p pre q s samp section small span strike strong sub sup table tbody td th tr tt u ul var wbr "

// angle returns the doubt about a match that ends at the "<" at i: a
// placeholder such as <id>, <%= id %> or <?= $id ?> may begin there.
func (t text) angle(end, i int) (Doubt, verdict) {
	const longest = 64
	b, v := t.ahead(i+1, longest)
	if v != found {
		return Whole, v
	}
	if len(b) > 0 && (b[0] == '%' || b[0] == '?') {
		return Placeholder, found
	}
	n := 0
	for n < len(b) && (is(b[n], letter|digit) || b[n] == '-' || b[n] == '_' || b[n] == ' ') {
		n++
	}
	if n == 0 || n == len(b) || b[n] != '>' || !is(b[0], letter) || has(tags, b[:n]) {
		return Whole, found
	}
	if open := i > end || bytes.IndexByte([]byte("/=-_&?#"), t.b[end-1]) >= 0; open {
		return Placeholder, found
	}
	if n+1 < len(b) && bytes.IndexByte([]byte("/-_?&=#."), b[n+1]) >= 0 && n+2 < len(b) && is(b[n+2], letter|digit) {
		return Placeholder, found
	}
	return Whole, found
}

// ampersand returns the doubt about a host that ends at the "&" at i.
func (t text) ampersand(i int) (Doubt, verdict) {
	b, v := t.ahead(i, maxReference)
	if v == found && referenceLength(b) > 0 {
		return Reference, found
	}
	return Whole, v
}

// maxReference is the length of the longest reference to a character that is
// looked for.
const maxReference = 34

// referenceLength returns the length of the character reference at the start of
// b, with its semicolon, or 0.
func referenceLength(b []byte) int {
	i := 1
	if i < len(b) && b[i] == '#' {
		i++
	}
	for i < len(b) && is(b[i], letter|digit) {
		i++
	}
	if i < 3 || i == len(b) || b[i] != ';' {
		return 0
	}
	return i + 1
}

// star returns the doubt about a match that ends at the "*" at i: the end of
// emphasis or of a comment, or a pattern.
func (t text) star(start, end, i, low int) (Doubt, verdict) {
	for i < len(t.b) && t.b[i] == '*' {
		i++
	}
	c, ok := t.at(i)
	next, both := t.at(i + 1)
	switch {
	case !ok, c == '/' && !both:
		return Whole, more
	case c == '/' && !is(next, letter|digit):
		return Whole, found
	case t.emphasized(start, low):
		return Whole, found
	}
	return Pattern, found
}

// emphasized reports whether a "*" before i, in the same paragraph, can begin
// emphasis.
func (t text) emphasized(i, low int) bool {
	b := t.b[max(0, i-doubtBehind):i]
	if n := bytes.LastIndex(b, []byte("\n\n")); n >= 0 {
		b = b[n+2:]
	}
	for k, c := range b {
		if c == '*' && (k+1 == len(b) || !ascii.IsSpace(b[k+1])) {
			return true
		}
	}
	return false
}

// doubtRune returns the doubt about a match that ends at the character outside
// ASCII at i.
func (t text) doubtRune(start, end, i int) (Doubt, verdict) {
	r, n, v := t.rune(i)
	if v == long {
		v = more
	}
	if v != found {
		return Whole, v
	}
	if r == utf8.RuneError && n == 1 {
		return Character, found // the text has another charset
	}
	if isWord(r) || isEmoji(r) {
		return t.afterHost(end, i)
	}
	switch {
	case r == '\u2026':
		return Character, found // programs shorten a URL that they show to "h.example/pa…"
	case isIdeographicDot(r) && t.isInHost(start, end):
		return t.dotInHost(start, end, i+n)
	case r == '\u2014' || r == '\u2015', unicode.In(r, unicode.Z, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Terminal_Punctuation):
		return Whole, found
	case unicode.Is(unicode.Pf, r) && r != '\u2019':
		return Whole, found
	case unicode.In(r, unicode.S, unicode.Co):
		if v := t.startsURL(i + n); v == more || v == long {
			return Whole, more
		} else if v == found {
			return Whole, found
		}
		return t.joined(i+n, Character)
	}
	next, _, v := t.rune(i + n)
	switch {
	case v == long || v == more:
		return Whole, more
	case next >= utf8.RuneSelf && next != utf8.RuneError && (isWord(next) || isEmoji(next)), next < utf8.RuneSelf && (is(byte(next), letter|digit) || next == '/' || next == '%'):
		if v := t.startsURL(i + n); v != none {
			return Whole, v
		}
		return Character, found
	}
	return Whole, found
}

// isIdeographicDot reports whether r is a dot in a host. Source: rfc3490 3.1.
func isIdeographicDot(r rune) bool { return r == '\u3002' || r == '\uFF0E' || r == '\uFF61' }

// isInHost reports whether a match ends with its host.
func (t text) isInHost(start, end int) bool {
	b := t.b[start:end]
	if i := bytes.Index(b, []byte("//")); i >= 0 {
		b = b[i+2:]
	}
	return !bytes.ContainsAny(b, "/?#")
}

// dotInHost returns the doubt about a host that ends at an ideographic dot
// before i: in prose it ends a sentence.
func (t text) dotInHost(start, end, i int) (Doubt, verdict) {
	r, _, v := t.rune(i)
	switch {
	case v == more || v == long:
		return Whole, more
	case r < utf8.RuneSelf && is(byte(r), letter|digit), isWord(r) && r >= utf8.RuneSelf && bytes.IndexByte(t.b[start:end], '.') < 0:
		if v := t.startsURL(i); v != none {
			return Whole, v
		}
		return Character, found
	}
	return Whole, found
}

// afterHost returns the doubt about a host that ends before letters of another
// script at i: they are text, unless the host seems to continue after them.
func (t text) afterHost(end, i int) (Doubt, verdict) {
	spaced := false
	for n := 0; i-end < doubtAhead; i += n {
		c, ok := t.at(i)
		if !ok {
			return Whole, more
		}
		if c < utf8.RuneSelf {
			next, ok := t.at(i + 1)
			switch {
			case !ok:
				return Whole, more
			case spaced, c == '/', (c == '.' || c == ':') && is(next, letter|digit):
				return Character, found
			}
			return Whole, found
		}
		var r rune
		var v verdict
		if r, n, v = t.rune(i); v != found {
			return Whole, more
		} else if !isWord(r) && !isEmoji(r) {
			break
		}
		spaced = spaced || isWord(r) && !isUnspaced(r) && !unicode.In(r, unicode.Hangul, unicode.M, unicode.Lm)
	}
	if spaced {
		return Character, found
	}
	return Whole, found
}

// longer returns the end of the word that a match, which ends at end, is in: with
// balanced brackets and without punctuation at its end.
func (t text) longer(end int) (int, verdict) {
	var brackets nest
	i := end
	for ; i-end < doubtAhead; i++ {
		c, ok := t.at(i)
		switch {
		case !ok:
			return end, more
		case c == '(' || c == '[' || c == '{':
			if !brackets.push(rune(c), i) {
				return end, found
			}
			continue
		case c == ')' || c == ']' || c == '}':
			if brackets.pop(rune(c)) {
				continue
			}
		case c == '<':
			next, ok := t.at(i + 1)
			if !ok {
				return end, more
			}
			if next == '%' {
				continue
			}
		case c > ' ' && c != '"' && c != '>' && c != '`' && c != '|' && c != 0x7F:
			continue
		case (c == ' ' || c == '>' || c == '|') && brackets.n > 0, c == '>' && i > end && t.b[i-1] == '%', c == ' ' && bytes.Contains(t.b[end:i], []byte("<%")) && !bytes.Contains(t.b[end:i], []byte("%>")):
			continue
		}
		break
	}
	if i-end >= doubtAhead || brackets.n > 0 {
		return end, found
	}
	return t.trim(end, i, 0), found
}
