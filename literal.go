package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

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
