package readers

import "strings"

// isLooseIPv6 reports whether s is an IPv6 address without a zone. The numbers of an IPv4
// address at its end have 1 to 3 digits and can be greater than 255.
func isLooseIPv6(s string) bool {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && isDotted(s[i+1:]) {
		s = s[:i+1] + "0.0.0.0"
	}
	return isIPv6(s)
}

// isDotted reports whether s is four numbers of 1 to 3 digits with dots between them.
func isDotted(s string) bool {
	n := 0
	for part := range strings.SplitSeq(s, ".") {
		if n++; n > 4 || part == "" || len(part) > 3 || !only(part, digits) {
			return false
		}
	}
	return n == 4
}

// isIPv6Zone reports whether s is an IPv6 address with or without a zone after "%".
func isIPv6Zone(s string) bool {
	address, zone, ok := strings.Cut(s, "%")
	return isLooseIPv6(address) && (!ok || zone != "" && isEscapedOf(zone, unreserved+"!"))
}
