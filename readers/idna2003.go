package readers

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/earl-url/earl/internal/uts46"
)

// asciiDots makes all full stops of IDNA 2003 the one of ASCII. Source: rfc3490 3.1.
func asciiDots(host string) string {
	return strings.NewReplacer("。", ".", "．", ".", "｡", ".").Replace(host)
}

// asciiLabels writes each label of a host that is not ASCII in Punycode, after prepare.
// Source: rfc3490 4.1.
func asciiLabels(host string, prepare func(label string) (string, bool)) (string, bool) {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		label, ok := prepare(label)
		if ok && !isASCII(label) {
			label, ok = uts46.Punycode(label)
		}
		if !ok {
			return "", false
		}
		labels[i] = label
	}
	return strings.Join(labels, "."), true
}

// idnaCodec encodes a domain as Python's codec idna and Perl's URI::_idna: each label has
// 1 to 63 bytes, and a label that is not ASCII does not start like an A-label.
func idnaCodec(domain string, prepare func(label string) (string, bool)) (string, bool) {
	if strings.HasPrefix(domain, ".") || strings.Contains(domain, "..") {
		return "", false
	}
	domain, ok := asciiLabels(domain, func(label string) (string, bool) {
		label, ok := prepare(label)
		return label, ok && label != "" && (isASCII(label) || !strings.HasPrefix(label, "xn--"))
	})
	for label := range strings.SplitSeq(domain, ".") {
		ok = ok && len(label) <= 63
	}
	return domain, ok
}

// nameprep maps a label with a function that folds case, and reports whether no character
// is prohibited. Source: rfc3491.
func nameprep(label string, fold cases.Caser) (string, bool) {
	label = strings.Map(dropJunk, label)
	label = fold.String(norm.NFKC.String(fold.String(label)))
	return label, strings.IndexFunc(label, isProhibited) < 0
}

// dropJunk returns -1 for a character that nameprep maps to nothing.
func dropJunk(r rune) rune {
	switch r {
	case 0xAD, 0x34F, 0x1806, 0x180B, 0x180C, 0x180D, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF:
		return -1
	}
	if 0xFE00 <= r && r <= 0xFE0F {
		return -1
	}
	return r
}

// isProhibited reports whether nameprep refuses a character.
func isProhibited(r rune) bool {
	if r < 0x80 {
		return false
	}
	isGraphic := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
	return !isGraphic || r == 0xFFFC || r == 0xFFFD || 0x2FF0 <= r && r <= 0x2FFB || r == 0x340 || r == 0x341
}
