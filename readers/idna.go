package readers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts46"
)

// idna2008 returns a label in lower case as an A-label, if IDNA 2008 permits it without
// any mapping. Source: rfc5891 5.4, rfc5892 2.
func idna2008(label string) (string, bool) {
	if strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
		return "", false
	}
	if r := []rune(label); len(r) > 3 && r[2] == '-' && r[3] == '-' {
		return "", false
	}
	for _, r := range label {
		if !isLetterDigit(r) {
			return "", false
		}
	}
	encoded, ok := uts46.ToASCII(label)
	if !ok || len(encoded) > 63 {
		return "", false
	}
	back, ok := uts46.ToUnicode(encoded)
	return encoded, ok && back == label
}

// isLetterDigit reports whether IDNA 2008 permits a character in a label, in some
// contexts at least. Source: rfc5892 2.1, 2.6, 2.7.
func isLetterDigit(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r == '-' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	case r == 0x640 || r == 0x7FA || r == 0x302E || r == 0x302F || 0x3031 <= r && r <= 0x3035 || r == 0x303B:
		return false
	case r == 0x200C || r == 0x200D || r == 0x3007 || r == 0x30FB || r == 0x6FD || r == 0x6FE || r == 0xF0B:
		return true
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}

// idnaPython returns a domain as the package idna encodes it after the mapping of
// UTS 46, and false where it fails.
func idnaPython(domain string) (string, bool) {
	mapped, ok := uts46.ToASCII(domain)
	if !ok {
		return "", false
	}
	text, ok := uts46.ToUnicode(mapped)
	if !ok || text == "" {
		return "", false
	}
	text = strings.TrimSuffix(text, ".")
	for label := range strings.SplitSeq(text, ".") {
		if a, ok := idna2008(label); !ok || a == "" {
			return "", false
		}
	}
	return mapped, len(mapped) <= 253
}
