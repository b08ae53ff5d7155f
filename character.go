package earl

import "unicode/utf8"

// badCharacter returns the offset of the first character outside ASCII that
// allowed refuses, or of a byte that is not UTF-8, or len(text).
func badCharacter(text string, allowed func(c rune, private bool) bool, private bool) int {
	for i, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 || !allowed(c, private) {
			return i
		}
	}
	return len(text)
}
