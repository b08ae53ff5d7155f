package readers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// lowerText lowers all letters as Python and JavaScript do: İ becomes two characters, and Σ
// at the end of a word becomes ς. Bytes that are not valid UTF-8 stay.
// Source: Unicode section 3.13.
func lowerText(s string) string {
	if ascii.Only(s) {
		return lower(s)
	}
	b := make([]byte, 0, len(s)+1)
	afterCased := false // only characters that the case ignores are between a cased one and r
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(b, s[i-1])
		case r == 'İ':
			b = append(b, "i\u0307"...)
		case r == 'Σ' && afterCased && !isBeforeCased(s[i:]):
			b = append(b, "ς"...)
		default:
			b = utf8.AppendRune(b, unicode.ToLower(r))
		}
		afterCased = isCased(r) || afterCased && isCaseIgnorable(r)
	}
	return string(b)
}

// isBeforeCased reports whether s starts with a cased character, after characters that the
// case ignores.
func isBeforeCased(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, isCaseIgnorable))
	return isCased(r)
}

func isCased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase)
}

// isCaseIgnorable reports whether r does not end a word for Σ. Source: Unicode definition D136.
func isCaseIgnorable(r rune) bool {
	const inWords = "'.:·\u0387\u055F\u05F4‘’․‧\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A"
	return strings.ContainsRune(inWords, r) || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
