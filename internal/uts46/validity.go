package uts46

import (
	"slices"
	"unicode/utf8"
)

const (
	zeroWidthNonJoiner = 0x200C
	zeroWidthJoiner    = 0x200D
)

// cutLabel returns the first label of a domain, the labels after it, and whether there are
// labels after it.
func cutLabel(domain []rune) (label, rest []rune, more bool) {
	if i := slices.Index(domain, '.'); i >= 0 {
		return domain[:i], domain[i+1:], true
	}
	return domain, nil, false
}

// isASCII reports whether a label is ASCII.
func isASCII(label []rune) bool {
	for _, r := range label {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isALabel reports whether a label starts with "xn--".
func isALabel(label []rune) bool {
	return len(label) >= 4 && label[0] == 'x' && label[1] == 'n' && label[2] == '-' && label[3] == '-'
}

// isEncodable reports whether a label that was decoded from Punycode meets the criteria
// that other labels meet already: it is not ASCII, its code points are valid, and it is in
// Normalization Form C. Source: UTS 46 section 4, step 4; section 4.1, criteria 1 and 7.
func isEncodable(label []rune) bool {
	if isASCII(label) {
		return false
	}
	for _, r := range label {
		if propertyOf(r)&status != valid {
			return false
		}
	}
	return slices.Equal(NFC(label), label)
}

// isBidi reports whether a domain has code points that are written from right to left.
// Source: RFC 5893 section 1.4.
func isBidi(domain []rune) bool {
	for _, r := range domain {
		if r >= 0x300 && propertyOf(r)&(bidiR|bidiAN) != 0 {
			return true
		}
	}
	return false
}

// areValid reports whether all labels of a domain are valid.
func areValid(domain []rune) bool {
	bidi := isBidi(domain)
	for more := true; more; {
		var label []rune
		if label, domain, more = cutLabel(domain); !isValid(label, bidi) {
			return false
		}
	}
	return true
}

// isValid reports whether a label meets the criteria for all labels, except those of
// isEncodable. bidi says that the domain has code points that are written from right to
// left. Source: UTS 46 section 4.1, criteria 4, 6, 8 and 9.
func isValid(label []rune, bidi bool) bool {
	switch {
	case len(label) == 0:
		return true
	case isALabel(label), propertyOf(label[0])&isMark != 0:
		return false
	case bidi && !followsBidiRule(label):
		return false
	}
	for i, r := range label {
		if r == zeroWidthJoiner && !isAfterVirama(label, i) ||
			r == zeroWidthNonJoiner && !isAfterVirama(label, i) && !isBetweenJoining(label, i) {
			return false
		}
	}
	return true
}

// isAfterVirama reports whether the code point before label[i] is a virama.
// Source: RFC 5892 appendices A.1 and A.2.
func isAfterVirama(label []rune, i int) bool {
	return i > 0 && propertyOf(label[i-1]).combiningClass() == virama
}

// isBetweenJoining reports whether the code points around label[i] join each other.
// Source: RFC 5892 appendix A.1.
func isBetweenJoining(label []rune, i int) bool {
	before, after := i-1, i+1
	for before >= 0 && propertyOf(label[before])&joining == transparent {
		before--
	}
	for after < len(label) && propertyOf(label[after])&joining == transparent {
		after++
	}
	if before < 0 || after == len(label) {
		return false
	}
	b, a := propertyOf(label[before])&joining, propertyOf(label[after])&joining
	return (b == joinsLeft || b == joinsDual) && (a == joinsRight || a == joinsDual)
}

// followsBidiRule reports whether a label follows the Bidi Rule.
// Source: RFC 5893 section 2.
func followsBidiRule(label []rune) bool {
	first := propertyOf(label[0]) & bidi
	may, end := bidiL|bidiEN|bidiNeutral|bidiNSM, bidiL|bidiEN
	if first == bidiR {
		may, end = bidiR|bidiAN|bidiEN|bidiNeutral|bidiNSM, bidiR|bidiAN|bidiEN
	} else if first != bidiL {
		return false
	}
	all, last := property(0), property(0)
	for _, r := range label {
		class := propertyOf(r) & bidi
		all |= class
		if class != bidiNSM {
			last = class
		}
	}
	return all&^may == 0 && last&end != 0 && all&(bidiAN|bidiEN) != bidiAN|bidiEN
}

// isStrict reports whether a label meets CheckHyphens and UseSTD3ASCIIRules.
// Source: UTS 46 section 4.1, criteria 2, 3 and 7.
func isStrict(label []rune) bool {
	n := len(label)
	if n == 0 || label[0] == '-' || label[n-1] == '-' || n >= 4 && label[2] == '-' && label[3] == '-' {
		return false
	}
	for _, r := range label {
		if r < utf8.RuneSelf && r != '-' && !('a' <= r && r <= 'z') && !('0' <= r && r <= '9') {
			return false
		}
	}
	return true
}
