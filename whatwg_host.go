package earl

import (
	"bytes"
	"slices"

	"github.com/earl-url/earl/internal/octet"
	"github.com/earl-url/earl/internal/uts46"
)

// whatwgAppendHost appends the serialized host of in. It returns false if in is
// not a valid host. Source: whatwg host parsing, host parser.
func whatwgAppendHost(b, in []byte, special bool) ([]byte, bool) {
	switch {
	case len(in) > 0 && in[0] == '[':
		pieces, _, r := readIPv6(in)
		return appendIPv6(b, pieces), r == ""
	case special:
		return whatwgAppendDomain(b, in)
	}
	for _, c := range in {
		if octet.WHATWGClasses[c]&octet.WHATWGOpaqueHost == 0 && isForbiddenHost(c) {
			return b, false
		}
	}
	return whatwgEncode(b, in, octet.WHATWGOpaqueHost), true
}

// isForbiddenHost reports whether o is a forbidden host code point. Source: whatwg host miscellaneous.
func isForbiddenHost(o byte) bool {
	return o == 0 || bytes.IndexByte([]byte("\t\n\r #/:<>?@[\\]^|"), o) >= 0
}

// whatwgEncode appends in and escapes each byte that is not in class c. A byte
// that is not valid UTF-8 keeps its value, such as %FF; the standard does not
// define this case. Source: whatwg UTF-8 percent-encode.
func whatwgEncode(b, in []byte, c octet.Class) []byte {
	if cap(b)-len(b) < 3*len(in) { // the buffer of the parser is long enough
		escapes := 0
		for _, o := range in {
			if octet.WHATWGClasses[o]&c == 0 {
				escapes++
			}
		}
		b = slices.Grow(b, len(in)+2*escapes)
	}
	for len(in) > 0 {
		n := 0
		for n < len(in) && octet.WHATWGClasses[in[n]]&c != 0 {
			n++
		}
		b = append(b, in[:n]...)
		for in = in[n:]; len(in) > 0 && octet.WHATWGClasses[in[0]]&c == 0; in = in[1:] {
			b = append(b, '%', octet.HexDigits[in[0]>>4], octet.HexDigits[in[0]&15])
		}
	}
	return b
}

// whatwgAppendDomain appends the domain or IPv4 address of in. Source: whatwg
// host parser, domain parser.
func whatwgAppendDomain(b, in []byte) ([]byte, bool) {
	if isPlainASCII(in) {
		return whatwgAppendASCIIDomain(b, in)
	}
	var decoded [256]byte
	d := appendDecoded(decoded[:0], in)
	if isASCII(d) {
		return whatwgAppendASCIIDomain(b, d)
	}
	ascii, ok := uts46.ToASCII(string(d))
	if !ok {
		return b, false
	}
	return whatwgAppendASCIIDomain(b, []byte(ascii))
}

// whatwgAppendASCIIDomain is whatwgAppendDomain for a decoded domain in ASCII.
func whatwgAppendASCIIDomain(b, in []byte) ([]byte, bool) {
	start := len(b)
	for _, c := range in {
		switch cl := octet.WHATWGClasses[c]; {
		case cl&octet.WHATWGDomain != 0:
			b = append(b, c)
		case cl&octet.WHATWGAlpha != 0:
			b = append(b, c|0x20)
		default:
			return b, false
		}
	}
	if len(b) == start {
		return b, false
	}
	if whatwgEndsInNumber(b[start:]) {
		n, r := whatwgIPv4(b[start:])
		return appendIPv4(b[:start], n), r == ""
	}
	return b, true
}

// isPlainASCII reports whether in is ASCII without a "%".
func isPlainASCII(in []byte) bool {
	for _, c := range in {
		if c >= 0x80 || c == '%' {
			return false
		}
	}
	return true
}

// isASCII reports whether in is ASCII.
func isASCII(in []byte) bool {
	for _, c := range in {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// appendDecoded appends in with its escapes decoded. Source: whatwg
// percent-decode.
func appendDecoded(b, in []byte) []byte {
	for i := 0; i < len(in); i++ {
		if in[i] == '%' && i+2 < len(in) && octet.HexPlus1[in[i+1]] != 0 && octet.HexPlus1[in[i+2]] != 0 {
			b = append(b, (octet.HexPlus1[in[i+1]]-1)<<4|(octet.HexPlus1[in[i+2]]-1))
			i += 2
		} else {
			b = append(b, in[i])
		}
	}
	return b
}

// whatwgEndsInNumber reports whether the last label of a domain, before a final
// dot, is a number, so that the domain must be an IPv4 address.
// Source: whatwg ends in a number checker.
func whatwgEndsInNumber(in []byte) bool {
	if len(in) > 0 && in[len(in)-1] == '.' {
		in = in[:len(in)-1]
	}
	in = in[bytes.LastIndexByte(in, '.')+1:]
	if len(in) == 0 || in[0] < '0' || in[0] > '9' {
		return false
	}
	for _, c := range in {
		if c < '0' || c > '9' {
			_, _, ok := whatwgNumber(in)
			return ok
		}
	}
	return true
}

// whatwgNumber reads a decimal, octal or hexadecimal number. For a number of
// more than 32 bits the result is some number of more than 32 bits. It reports
// whether the number was not in decimal digits. Source: whatwg IPv4 number
// parser.
func whatwgNumber(in []byte) (n uint64, other, ok bool) {
	base := uint64(10)
	switch {
	case len(in) == 0:
		return 0, false, false
	case len(in) >= 2 && in[0] == '0' && in[1]|0x20 == 'x':
		base, in = 16, in[2:]
	case len(in) >= 2 && in[0] == '0':
		base, in = 8, in[1:]
	}
	for _, c := range in {
		digit := uint64(octet.HexPlus1[c]) - 1
		if digit >= base { // 0 - 1 is greater than any base
			return 0, false, false
		}
		n = min(n*base+digit, 1<<33)
	}
	return n, base != 10, true
}

// whatwgIPv4 reads an IPv4 address of one to four numbers. The last number
// fills the bytes that the others leave. Source: whatwg IPv4 parser.
func whatwgIPv4(in []byte) (address uint32, r Rule) {
	if n := len(in) - 1; n > 0 && in[n] == '.' {
		in = in[:n]
	}
	for shift := 24; shift >= 0; shift -= 8 {
		dot := indexOctet(in, '.')
		n, _, ok := whatwgNumber(in[:dot])
		switch {
		case !ok:
			return 0, ruleWHATWGIPv4NonNumeric
		case dot < len(in) && n > 255, n >= 1<<(shift+8):
			return 0, ruleWHATWGIPv4Range
		case dot == len(in):
			return address | uint32(n), ""
		}
		address |= uint32(n) << shift
		in = in[dot+1:]
	}
	return 0, ruleWHATWGIPv4TooMany
}
