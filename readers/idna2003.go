package readers

import (
	"strings"
	"unicode"

	"github.com/earl-url/earl/internal/ascii"
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
		if ascii.Only(label) {
			continue
		}
		label, ok := prepare(label)
		if ok && !ascii.Only(label) {
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
		return label, ok && label != "" && (ascii.Only(label) || !strings.HasPrefix(label, "xn--"))
	})
	for label := range strings.SplitSeq(domain, ".") {
		ok = ok && len(label) <= 63
	}
	return domain, ok
}

// nameprep folds the case of a label, makes it NFKC, and reports whether no character is
// prohibited. Source: rfc3491.
func nameprep(label string) (string, bool) {
	return mapLabel(deviations.Replace(strings.Map(dropJunk, label)), notFolded)
}

// nameprepLower is nameprep with small letters instead of folded case.
func nameprepLower(label string) (string, bool) {
	label, ok := mapLabel(sigmas.Replace(lowerText(strings.Map(dropJunk, label))), notFolded, onlyFolded)
	return lowerText(label), ok
}

// mapLabel maps the characters of a label, except those in kept, and makes it NFC. The
// mapping of UTS 46 is NFKC with folded case, except for the characters in deviations,
// compatible and notFolded. Characters that this version of Go does not know stay, and are
// prohibited.
func mapLabel(label string, kept ...*unicode.RangeTable) (string, bool) {
	text := make([]rune, 0, len(label))
	for _, r := range compatible.Replace(label) {
		if unicode.In(r, kept...) || !unicode.IsGraphic(r) {
			text = append(text, r)
		} else {
			text = uts46.AppendMapped(text, r)
		}
	}
	label = string(uts46.NFC(text))
	return label, strings.IndexFunc(label, isProhibited) < 0
}

// compatible has NFKC of the characters that UTS 46 disallows or ignores, and of full stops.
var compatible = strings.NewReplacer(
	"․", ".", "﹒", ".", "‥", "..", "︰", "..", "…", "...", "︙", "...", "︒", "。", "｡", "。",
	"🄀", "0.", "⒈", "1.", "⒉", "2.", "⒊", "3.", "⒋", "4.", "⒌", "5.", "⒍", "6.", "⒎", "7.", "⒏", "8.", "⒐", "9.", "⒑", "10.",
	"⒒", "11.", "⒓", "12.", "⒔", "13.", "⒕", "14.", "⒖", "15.", "⒗", "16.", "⒘", "17.", "⒙", "18.", "⒚", "19.", "⒛", "20.",
	"㏂", "a.m.", "㏇", "co.", "㏘", "p.m.", "\u3164", "\u1160", "\uFFA0", "\u1160",
)

// deviations has the folded case of letters that UTS 46 keeps.
var deviations = strings.NewReplacer("ß", "ss", "ẞ", "ss", "ς", "σ")

// sigmas has NFKC of the characters that are sigmas, and of the one that is a space and
// U+0345.
var sigmas = strings.NewReplacer(
	"ϲ", "ς", "𝛓", "ς", "𝜍", "ς", "𝝇", "ς", "𝞁", "ς", "𝞻", "ς",
	"𝚺", "Σ", "𝛴", "Σ", "𝜮", "Σ", "𝝨", "Σ", "𝞢", "Σ", "\u037A", " \u0345",
)

// notFolded has the characters that UTS 46 maps and nameprep does not: a full stop, and
// letters that are younger than rfc3454.
var notFolded = &unicode.RangeTable{R16: []unicode.Range16{{0x13F8, 0x13FD, 1}, {0x3002, 0x3002, 1}, {0xAB70, 0xABBF, 1}}}

// onlyFolded has Σ, whose lower case depends on its place, U+0345, and the small letters with
// another folded case.
var onlyFolded = &unicode.RangeTable{R16: []unicode.Range16{
	{0x345, 0x345, 1}, {0x3A3, 0x3A3, 1}, {0x1C80, 0x1C88, 1}, {0x1F80, 0x1FAF, 1}, {0x1FB2, 0x1FB4, 1}, {0x1FB7, 0x1FB7, 1},
	{0x1FC2, 0x1FC4, 1}, {0x1FC7, 0x1FC7, 1}, {0x1FF2, 0x1FF4, 1}, {0x1FF7, 0x1FF7, 1},
}}

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
