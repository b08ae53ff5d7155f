// Package uts46 converts Unicode domains to ASCII by Unicode Technical Standard 46, as the
// URL Standard requires. It is the only package that implements IDNA. The edition WHATWG
// uses it, the command uses it to print hosts in Unicode, and the models of programs use its
// tables for the mappings of those programs.
//
// Its tables are those of Unicode 17, whatever the version of Go. Code points that a later
// version of Unicode assigns are errors.
package uts46

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// maxDomain is the longest domain in bytes that is converted. The time of Punycode grows
// with the square of a label's length, and no name in the DNS has more than 253 bytes.
// Departs: the URL Standard has no limit.
const maxDomain = 8 << 10

// ToASCII returns a domain with bytes above 0x7F in ASCII: mapped to lower case and NFC,
// with each Unicode label in Punycode. It returns false if UTS 46 records an error with
// CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off, and CheckBidi and CheckJoiners
// on. It does not allocate for a domain that it returns unchanged.
// Source: whatwg IDNA, domain parser ToASCII.
func ToASCII(domain string) (string, bool) {
	var buffer [128]rune
	text, ok := process(buffer[:0], domain)
	if !ok {
		return "", false
	}
	var space [256]byte
	ascii := appendASCII(space[:0], text)
	if string(ascii) == domain {
		return domain, true
	}
	return string(ascii), true
}

// IsStrict reports whether a domain is also valid with CheckHyphens, UseSTD3ASCIIRules and
// VerifyDnsLength on. Only such domains may be written in URLs. It does not allocate for a
// domain in ASCII without A-labels. Source: whatwg valid domain.
func IsStrict(domain string) bool {
	if plain, ok := plainStrict(domain); plain {
		return ok
	}
	var buffer [128]rune
	text, ok := process(buffer[:0], domain)
	if !ok {
		return false
	}
	for rest, more := text, true; more; {
		var label []rune
		if label, rest, more = cutLabel(rest); !isStrict(label) {
			return false
		}
	}
	var ascii [256]byte
	return isShort(appendASCII(ascii[:0], text))
}

// plainStrict is IsStrict for a plain domain: one in ASCII without a label that starts with
// "xn--". plain reports whether the domain is plain.
func plainStrict(domain string) (plain, ok bool) {
	ok = len(domain) <= 253
	start := 0
	for i := 0; i <= len(domain); i++ {
		if i < len(domain) && domain[i] != '.' {
			c := domain[i] | 0x20
			if domain[i] >= utf8.RuneSelf {
				return false, false
			}
			ok = ok && ('a' <= c && c <= 'z' && domain[i] >= 'A' || '0' <= domain[i] && domain[i] <= '9' || domain[i] == '-')
			continue
		}
		label := domain[start:i]
		if len(label) >= 4 && strings.EqualFold(label[:4], "xn--") {
			return false, false
		}
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || len(label) >= 4 && label[2:4] == "--" {
			ok = false
		}
		start = i + 1
	}
	return true, ok
}

// isShort reports whether a domain and its labels have lengths that the DNS permits.
// Source: UTS 46 section 4.2, VerifyDnsLength.
func isShort(domain []byte) bool {
	if len(domain) > 253 {
		return false
	}
	for more := true; more; {
		n := bytes.IndexByte(domain, '.')
		if more = n >= 0; !more {
			n = len(domain)
		}
		if n == 0 || n > 63 {
			return false
		}
		domain = domain[min(n+1, len(domain)):]
	}
	return true
}

// ToUnicode returns a domain in ASCII with its A-labels in Unicode, for users. It returns
// false if an A-label is not one that [ToASCII] writes.
// Source: whatwg domain to Unicode.
func ToUnicode(domain string) (string, bool) {
	var buffer [128]rune
	text, ok := process(buffer[:0], domain)
	return string(text), ok
}

// process appends a domain with all its labels in Unicode. It returns false if there is an
// error with CheckBidi and CheckJoiners on and the other flags off.
// Source: UTS 46 section 4.
func process(b []rune, domain string) ([]rune, bool) {
	if len(domain) > maxDomain {
		return nil, false
	}
	var buffer [128]rune
	text, ok := appendMapped(buffer[:0], domain)
	if !ok {
		return nil, false
	}
	b, ok = appendLabels(b, NFC(text))
	return b, ok && areValid(b)
}

// appendLabels appends a domain with its A-labels in Unicode. It returns false if one of
// them cannot be decoded.
func appendLabels(b, domain []rune) ([]rune, bool) {
	for more := true; more; {
		var label []rune
		var ok bool
		label, domain, more = cutLabel(domain)
		if b, ok = appendDecoded(b, label); !ok {
			return b, false
		}
		if more {
			b = append(b, '.')
		}
	}
	return b, true
}

// appendDecoded appends a label, decoded if it starts with "xn--". It returns false if the
// label cannot be decoded. Source: UTS 46 section 4, step 4.
func appendDecoded(b, label []rune) ([]rune, bool) {
	if !isALabel(label) {
		return append(b, label...), true
	}
	if !isASCII(label) {
		return b, false
	}
	start := len(b)
	b, ok := appendUnicode(b, label[len("xn--"):])
	return b, ok && isEncodable(b[start:])
}

// appendASCII appends a domain with each label outside ASCII in Punycode.
// Source: UTS 46 section 4.2.
func appendASCII(b []byte, domain []rune) []byte {
	for more := true; more; {
		var label []rune
		label, domain, more = cutLabel(domain)
		if isASCII(label) {
			for _, r := range label {
				b = append(b, byte(r))
			}
		} else {
			b = appendPunycode(append(b, "xn--"...), label)
		}
		if more {
			b = append(b, '.')
		}
	}
	return b
}
