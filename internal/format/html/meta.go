package html

import "strings"

// says returns the value of an attribute of the tag, decoded, in lower case.
func (d *document) says(name string) string {
	for _, a := range d.tag.attrs {
		if a.name == name {
			d.decode(a)
			return strings.ToLower(string(d.p.text))
		}
	}
	return ""
}

// contentForm returns the form of the CONTENT of the META.
func (d *document) contentForm() form {
	if d.says("http-equiv") == "refresh" {
		return refresh
	}
	for _, name := range []string{"property", "name", "itemprop"} {
		for word := range strings.FieldsSeq(d.says(name)) {
			if isLink(word) {
				return one
			}
		}
	}
	return aside
}

// redirect returns the position of the URL in the CONTENT of a META REFRESH; ok
// is false if it has none. Source: HTML, shared declarative refresh steps.
func redirect(text []byte) (start, end int, ok bool) {
	i := skip(text, 0, isSpace)
	time := i
	i = skip(text, i, func(c byte) bool { return '0' <= c && c <= '9' })
	if i == time && (i == len(text) || text[i] != '.') {
		return 0, 0, false
	}
	i = skip(text, i, func(c byte) bool { return '0' <= c && c <= '9' || c == '.' })
	if i == len(text) || !isSpace(text[i]) && text[i] != ';' && text[i] != ',' {
		return 0, 0, false
	}
	i = skip(text, i, isSpace)
	if i < len(text) && (text[i] == ';' || text[i] == ',') {
		i = skip(text, i+1, isSpace)
	}
	if i == len(text) {
		return 0, 0, false
	}
	i = afterKeyword(text, i)
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		quote := text[i]
		i++
		return i, skip(text, i, func(c byte) bool { return c != quote }), true
	}
	return i, len(text), true
}

// afterKeyword returns the position of the URL, or of its quote, after "url"
// and "=", which are optional.
func afterKeyword(text []byte, i int) int {
	const keyword = "url"
	if i+len(keyword) > len(text) || !strings.EqualFold(string(text[i:i+len(keyword)]), keyword) {
		return i
	}
	k := skip(text, i+len(keyword), isSpace)
	if k == len(text) || text[k] != '=' {
		return i
	}
	return skip(text, k+1, isSpace)
}

// skip returns the offset after the bytes of a kind at i.
func skip(text []byte, i int, kind func(byte) bool) int {
	for i < len(text) && kind(text[i]) {
		i++
	}
	return i
}
