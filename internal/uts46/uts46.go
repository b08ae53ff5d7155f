// Package uts46 converts Unicode domains to ASCII by Unicode Technical Standard 46, as the
// URL Standard requires. It is the only package that implements IDNA. The edition WHATWG
// uses it, and the command uses it to print hosts in Unicode.
//
// Tables and algorithm are those of golang.org/x/net/idna: Unicode 15 with a Go
// release before 1.27, Unicode 17 from then on. This package adds what the current UTS 46
// requires beyond Unicode 15: "ẞ" means "ß", and an A-label that decodes to ASCII only is
// an error. Code points that Unicode 16 and 17 added are errors until the tables contain
// them.
package uts46

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// maxDomain is the longest domain in bytes that is converted. The time of Punycode grows
// with the square of a label's length, and no name in the DNS has more than 253 bytes.
// Departs: the URL Standard has no limit.
const maxDomain = 8 << 10

// ToASCII returns a domain with bytes above 0x7F in ASCII: mapped to lower case and NFC,
// with each Unicode label in Punycode. It returns false if UTS 46 records an error with
// CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off, and CheckBidi and CheckJoiners
// on. Source: whatwg IDNA, domain parser ToASCII.
func ToASCII(domain string) (string, bool) {
	return convert(domain, idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))
}

// IsStrict reports whether a domain is also valid with CheckHyphens, UseSTD3ASCIIRules and
// VerifyDnsLength on. Only such domains may be written in URLs. It does not allocate for a
// domain in ASCII without A-labels. Source: whatwg valid domain.
func IsStrict(domain string) bool {
	if plain, ok := plainStrict(domain); plain {
		return ok
	}
	ascii, ok := convert(domain, idna.CheckHyphens(true), idna.StrictDomainName(true), idna.VerifyDNSLength(true))
	return ok && !strings.HasSuffix(ascii, ".")
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

// convert runs ToASCII with options in addition to the common ones.
func convert(domain string, o ...idna.Option) (string, bool) {
	if len(domain) > maxDomain || !utf8.ValidString(domain) || hasEmptyALabel(domain) {
		return "", false
	}
	domain = strings.ReplaceAll(domain, "ẞ", "ß")
	options := append([]idna.Option{idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false)}, o...)
	ascii, err := idna.New(options...).ToASCII(domain)
	return ascii, err == nil
}

// hasEmptyALabel reports whether a label of the mapped domain starts with "xn--" and
// contains no code point outside ASCII. Source: UTS 46 section 4, step 4.
func hasEmptyALabel(domain string) bool {
	mapped := strings.ToLower(norm.NFKC.String(strings.Map(unignored, domain)))
	for label := range strings.SplitSeq(mapped, ".") {
		if encoded, ok := strings.CutPrefix(label, "xn--"); ok && (encoded == "" || strings.HasSuffix(encoded, "-")) {
			return true
		}
	}
	return false
}

// unignored removes the code points that UTS 46 maps to nothing, and replaces those that
// it maps to a full stop.
func unignored(r rune) rune {
	switch r {
	case 0xAD, 0x34F, 0x180B, 0x180C, 0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF:
		return -1
	case 0x3002, 0xFF61, 0xFF0E:
		return '.'
	}
	return r
}

// ToUnicode returns a domain in ASCII with its A-labels in Unicode, for users. It returns
// false if an A-label is not one that [ToASCII] writes.
// Source: whatwg domain to Unicode.
func ToUnicode(domain string) (string, bool) {
	if len(domain) > maxDomain || hasEmptyALabel(domain) {
		return "", false
	}
	p := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.CheckHyphens(false), idna.StrictDomainName(false))
	text, err := p.ToUnicode(domain)
	return text, err == nil
}
