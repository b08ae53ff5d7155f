package markdown

import (
	"strconv"
	"strings"
	"unicode"
)

// slugs are the names of a document's headings.
type slugs map[string]int // how often each was given

// name returns the name of a heading as GitHub makes it: in lower case, letters,
// digits, "_" and "-" alone, a hyphen for each space, and a number where another
// heading has the name.
func (s slugs) name(heading string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
	name := plain
	for s[name] > 0 {
		name = plain + "-" + strconv.Itoa(s[plain])
		s[plain]++
	}
	s[name]++
	return name
}
