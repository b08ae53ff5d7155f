package earl

import "strings"

// Unescape returns the bytes that the text of one component represents. It does
// not allocate if the text has no escapes. A "%" without two hexadecimal
// digits, which only whatwg accepts, represents itself. Split a URL into
// components before you unescape: an escaped delimiter does not delimit
// anything. Source: rfc1738 2.2.
func Unescape(text string) Octets {
	i := strings.IndexByte(text, '%')
	if i < 0 {
		return Octets(text)
	}
	b := make([]byte, 0, len(text))
	for start := 0; ; {
		b = append(b, text[start:i]...)
		if start = i; isEscape(text, i) {
			b = append(b, unescape(text, i))
			start += 3
		} else {
			b = append(b, '%')
			start++
		}
		k := strings.IndexByte(text[start:], '%')
		if k < 0 {
			return Octets(append(b, text[start:]...))
		}
		i = start + k
	}
}

// PlainText returns the text of a component without the escapes that mean the same as their
// bytes, such as "type" for "t%79pe": so a view recognizes its keywords. Source: rfc3986 2.3.
func (e *Edition) PlainText(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	return string(e.normalEscapes(nil, text, LevelEscapes, e.same, 0))
}

// AppendEscape appends o to b as the text of a component. A byte that is in
// also, or that every component of the edition can contain, is appended
// unchanged. All others become escapes with upper-case digits. Source: rfc1738
// 2.2.
func (e *Edition) AppendEscape(b []byte, o Octets, also string) []byte {
	e = e.writer()
	text := string(o)
	for i := 0; ; i++ {
		plain := stretch(e.classes, text, i, e.plain)
		b = append(b, text[i:plain]...)
		if i = plain; i == len(text) {
			return b
		}
		if c := text[i]; strings.IndexByte(also, c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
}
