// Package uts46 turns Unicode domains into ASCII ones, by Unicode Technical
// Standard 46 as the URL Standard asks for it. It is the only place that knows
// IDNA. The edition WHATWG calls it, and the command, to show hosts in Unicode.
//
// Tables and algorithm are those of golang.org/x/net/idna: Unicode 15 with a Go
// release before 1.27, Unicode 17 from then on. What the current UTS 46 asks for
// beyond Unicode 15's is done here: "ẞ" means "ß", and an A-label that decodes to
// nothing outside ASCII is an error. Code points that Unicode 16 and 17 added are
// errors until the tables have them.
package uts46

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// maxDomain bounds what is converted, in octets: Punycode takes time by the
// square of a label's length, and no name in the DNS has more than 253 octets.
// Departs: the URL Standard sets no bound.
const maxDomain = 8 << 10

// ToASCII returns a domain that has octets above 7F in ASCII: mapped to lower
// case and NFC, each Unicode label in Punycode. It is false where UTS 46 records
// an error with CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength off, and
// CheckBidi and CheckJoiners on. Source: whatwg IDNA, domain parser ToASCII.
func ToASCII(domain string) (string, bool) {
	return convert(domain, idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))
}

// IsStrict reports whether a domain holds with CheckHyphens, UseSTD3ASCIIRules
// and VerifyDnsLength on too: whether it is one that may be written. It does not
// allocate for a domain in ASCII without A-labels. Source: whatwg valid domain.
func IsStrict(domain string) bool {
	if plain, ok := plainStrict(domain); plain {
		return ok
	}
	ascii, ok := convert(domain, idna.CheckHyphens(true), idna.StrictDomainName(true), idna.VerifyDNSLength(true))
	return ok && !strings.HasSuffix(ascii, ".")
}

// plainStrict judges a domain of letters, digits, hyphens and dots alone, and
// reports whether it is one: no label starts "xn--".
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

// convert runs ToASCII with options on top of those that both uses share.
func convert(domain string, o ...idna.Option) (string, bool) {
	if len(domain) > maxDomain || !utf8.ValidString(domain) || hasEmptyALabel(domain) {
		return "", false
	}
	domain = strings.ReplaceAll(domain, "ẞ", "ß")
	options := append([]idna.Option{idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false)}, o...)
	ascii, err := idna.New(options...).ToASCII(domain)
	return ascii, err == nil
}

// hasEmptyALabel reports whether a label of the domain, once mapped, is "xn--"
// with no code point outside ASCII in it. Source: UTS 46 section 4, step 4.
func hasEmptyALabel(domain string) bool {
	mapped := strings.ToLower(norm.NFKC.String(strings.Map(unignored, domain)))
	for label := range strings.SplitSeq(mapped, ".") {
		if encoded, ok := strings.CutPrefix(label, "xn--"); ok && (encoded == "" || strings.HasSuffix(encoded, "-")) {
			return true
		}
	}
	return false
}

// unignored takes out the code points that UTS 46 maps to nothing, and turns
// those that it maps to a full stop into one.
func unignored(r rune) rune {
	switch r {
	case 0xAD, 0x34F, 0x180B, 0x180C, 0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF:
		return -1
	case 0x3002, 0xFF61, 0xFF0E:
		return '.'
	}
	return r
}

// ToUnicode returns a domain in ASCII with its A-labels in Unicode, for people
// to read. It is false where one of them is not what [ToASCII] writes.
// Source: whatwg domain to Unicode.
func ToUnicode(domain string) (string, bool) {
	if len(domain) > maxDomain || hasEmptyALabel(domain) {
		return "", false
	}
	p := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.Transitional(false), idna.CheckHyphens(false), idna.StrictDomainName(false))
	text, err := p.ToUnicode(domain)
	return text, err == nil
}
