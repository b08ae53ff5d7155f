package earl

import "unicode/utf8"

// charactersHold reports whether the edition allows each character outside
// ASCII of u in its component.
func (e *Edition) charactersHold(u *URL) bool {
	text := u.text
	i := 0
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	if i == len(text) {
		return true
	}
	params, query := u.at(endParams), u.at(endQuery)
	return e.badCharacter(text[:params], 0) == params && e.badCharacter(text[params:query], e.private) == query-params &&
		e.badCharacter(text[query:], 0) == len(text)-query
}

// badCharacter returns the offset of the first character outside ASCII that a
// component of class c cannot have, or len(text).
func (e *Edition) badCharacter(text string, c class) int {
	for i, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 || !e.character(r, c != 0 && c == e.private) {
			return i
		}
	}
	return len(text)
}
