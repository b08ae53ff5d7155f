package earl

import (
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// appendIPv4 appends an address as four decimal numbers. Source: whatwg
// IPv4 serializer.
func appendIPv4(b []byte, address uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, uint64(address>>shift&0xFF), 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

// readIPv6 reads an address in brackets. If it is not valid, off is the
// position of the error. It is one state machine. Source: whatwg IPv6 parser.
func readIPv6(in []byte) (a [8]uint16, off int, r Rule) {
	if in[len(in)-1] != ']' {
		return a, len(in), ruleWHATWGIPv6Unclosed
	}
	in = in[:len(in)-1]
	i, piece, compress := 1, 0, -1
	if i < len(in) && in[i] == ':' {
		if i+1 == len(in) || in[i+1] != ':' {
			return a, i, ruleWHATWGIPv6Compression
		}
		i, piece, compress = 3, 1, 1
	}
	for i < len(in) {
		if piece == 8 {
			return a, i, ruleWHATWGIPv6TooMany
		}
		if in[i] == ':' {
			if compress >= 0 {
				return a, i, ruleWHATWGIPv6Multiple
			}
			i++
			piece++
			compress = piece
			continue
		}
		start, value := i, uint16(0)
		for i < len(in) && i < start+4 && octet.HexPlus1[in[i]] != 0 {
			value = value<<4 | uint16(octet.HexPlus1[in[i]]-1)
			i++
		}
		switch {
		case i == len(in):
		case in[i] == '.' && i == start:
			return a, i, ruleWHATWGIPv4In6Octet
		case in[i] == '.' && piece > 6:
			return a, start, ruleWHATWGIPv4In6TooMany
		case in[i] == '.':
			high, low, k, r := readIPv4InIPv6(in[start:])
			if r != "" {
				return a, start + k, r
			}
			a[piece], value = high, low
			piece++
			i = len(in)
		case in[i] == ':' && i+1 < len(in):
			i++
		default:
			return a, i, ruleWHATWGIPv6Octet
		}
		a[piece] = value
		piece++
	}
	if compress < 0 {
		if piece != 8 {
			return a, i, ruleWHATWGIPv6TooFew
		}
		return a, 0, ""
	}
	var moved [8]uint16
	copy(moved[:], a[:compress])
	copy(moved[8-(piece-compress):], a[compress:piece])
	return moved, 0, ""
}

// readIPv4InIPv6 reads four decimal numbers as two pieces.
func readIPv4InIPv6(in []byte) (high, low uint16, off int, r Rule) {
	var n [4]uint16
	i, seen := 0, 0
	for ; i < len(in); seen++ {
		if seen > 0 {
			if in[i] != '.' || seen == 4 {
				return 0, 0, i, ruleWHATWGIPv4In6Octet
			}
			i++
		}
		start := i
		for ; i < len(in) && '0' <= in[i] && in[i] <= '9'; i++ {
			if i > start && n[seen] == 0 {
				return 0, 0, i, ruleWHATWGIPv4In6Octet
			}
			if n[seen] = n[seen]*10 + uint16(in[i]-'0'); n[seen] > 255 {
				return 0, 0, i, ruleWHATWGIPv4In6Range
			}
		}
		if i == start {
			return 0, 0, i, ruleWHATWGIPv4In6Octet
		}
	}
	if seen != 4 {
		return 0, 0, i, ruleWHATWGIPv4In6TooFew
	}
	return n[0]<<8 | n[1], n[2]<<8 | n[3], 0, ""
}

// appendIPv6 appends an address in brackets, with "::" for the first
// longest run of two or more zero pieces. Source: whatwg IPv6 serializer.
func appendIPv6(b []byte, a [8]uint16) []byte {
	from, longest := -1, 1
	for i := 0; i < 8; i++ {
		n := 0
		for i+n < 8 && a[i+n] == 0 {
			n++
		}
		if n > longest {
			from, longest = i, n
		}
		i += n
	}
	b = append(b, '[')
	for i := 0; i < 8; i++ {
		if i == from {
			b = append(b, ':')
			if i == 0 {
				b = append(b, ':')
			}
			i += longest - 1
			continue
		}
		b = strconv.AppendUint(b, uint64(a[i]), 16)
		if i < 7 {
			b = append(b, ':')
		}
	}
	return append(b, ']')
}

// rfc5952Literal appends a host in brackets. An IPv6 address gets its one form:
// "::" for the first longest run of zeros, and the last 32 bits of an address
// that contains one of IPv4 in decimal. Source: rfc5952 4, 5.
func rfc5952Literal(b []byte, host string) []byte {
	pieces, _, r := readIPv6([]byte(host))
	if r != "" {
		return append(b, host...) // a later version: rfc3986 3.2.2
	}
	if [6]uint16(pieces[:6]) != [6]uint16{5: 0xFFFF} {
		return appendIPv6(b, pieces)
	}
	b = append(b, "[::ffff:"...)
	return append(appendIPv4(b, uint32(pieces[6])<<16|uint32(pieces[7])), ']')
}

// ipLiteral returns the end of the IP-literal = "[" ( IPv6address /
// IPvFuture ) "]" at i, or 0.
func ipLiteral(text string, i int) (end int) {
	k := strings.IndexByte(text[i:], ']')
	if k < 0 {
		return 0
	}
	address := text[i+1 : i+k]
	if isIPv6(address, isIPv4) || isFutureAddress(address) {
		return i + k + 1
	}
	return 0
}

// isFutureAddress reports whether text is "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ).
func isFutureAddress(text string) bool {
	if text == "" || text[0]|0x20 != 'v' {
		return false
	}
	version, address, _ := strings.Cut(text[1:], ".")
	for i := range len(version) {
		if octet.HexPlus1[version[i]] == 0 {
			return false
		}
	}
	return version != "" && address != "" && octet.Run(&octet.RFC3986Classes, address, 0, octet.RFC3986UserInfo) == len(address)
}

// isIPv6 reports whether text is an IPv6address: eight groups of one to
// four hexadecimal digits. The last two groups may be an IPv4 address, by
// embedded, and "::" may replace one run of one or more groups.
func isIPv6(text string, embedded func(string) bool) bool {
	groups, gap := 0, false
	i := 0
	if strings.HasPrefix(text, "::") {
		gap, i = true, 2
	}
	for i < len(text) {
		j := i
		for j < len(text) && octet.HexPlus1[text[j]] != 0 {
			j++
		}
		if j < len(text) && text[j] == '.' {
			if !embedded(text[i:]) {
				return false
			}
			groups += 2
			break
		}
		if j == i || j-i > 4 {
			return false
		}
		groups++
		i = j
		if i == len(text) {
			break
		}
		if text[i] != ':' || i+1 == len(text) {
			return false
		}
		if i++; text[i] == ':' {
			if gap {
				return false
			}
			gap = true
			i++
		}
	}
	return groups == 8 && !gap || groups < 8 && gap
}

// isIPv4 reports whether text is an IPv4address: four numbers up to 255 without
// leading zeros.
func isIPv4(text string) bool {
	for k := range 4 {
		number, rest, more := strings.Cut(text, ".")
		n := 0
		for i := range len(number) {
			if number[i] < '0' || number[i] > '9' || i > 2 {
				return false
			}
			n = n*10 + int(number[i]-'0')
		}
		if number == "" || n > 255 || len(number) > 1 && number[0] == '0' || more != (k < 3) {
			return false
		}
		text = rest
	}
	return true
}
