package earl

import "strings"

// RFC3986 is the edition of RFC 3986, January 2005: one generic syntax for all
// schemes, in which a URI includes its fragment. Views take the parts of a
// scheme from RFC 1738.
var RFC3986 = &Edition{
	name:  "rfc3986",
	title: "RFC 3986, January 2005",

	classes:       &rfc3986Classes,
	scheme:        rfc3986Scheme,
	schemeFirst:   rfc3986Alpha,
	digit:         rfc3986Digit,
	plain:         rfc3986Plain,
	host:          rfc3986Name,
	literal:       rfc3986Literal,
	normalLiteral: rfc5952Literal,
	delims:        "/?",
	emptyPort:     true,
	same:          rfc3986Unreserved,
	dots:          true,
	mailHeaders:   true,
	fragment:      rfc3986Query,
	fragmentInURL: true,

	other:    form{login: may, noHost: true, user: rfc3986Name, password: rfc3986UserInfo, path: rfc3986Path, query: rfc3986Query},
	relative: &form{login: may, noHost: true, user: rfc3986Name, password: rfc3986UserInfo, path: rfc3986Path, query: rfc3986Query, check: rfc3986NoScheme},

	faults: [numFaults]Rule{
		faultEscape:   rule3986Escape,
		faultControl:  rule3986Control,
		faultHighBit:  rule3986HighBit,
		faultSpace:    rule3986Space,
		faultUnsafe:   rule3986Unsafe,
		faultReserved: rule3986Reserved,
		faultNoScheme: rule3986NoScheme,
		faultUser:     rule1738User, // for a scheme that With added
		faultScheme:   rule3986Scheme,
		faultLiteral:  rule3986LiteralHost,
		faultPort:     rule3986Port,
		faultLong:     ruleLong,
	},
}

// rfc3986NoScheme checks path-noscheme: the first segment of a relative path has no ":".
func rfc3986NoScheme(text string, i int) (off, n int, r Rule) {
	if i > 0 { // after a login
		return 0, 0, 0
	}
	if k := strings.IndexAny(text, ":/?"); k >= 0 && text[k] == ':' {
		return k, 1, rule3986Colon
	}
	return 0, 0, 0
}

// rfc3986Literal returns the end of the IP-literal = "[" ( IPv6address /
// IPvFuture ) "]" at i, or 0.
func rfc3986Literal(text string, i int) (end int) {
	k := strings.IndexByte(text[i:], ']')
	if k < 0 {
		return 0
	}
	address := text[i+1 : i+k]
	if rfc3986IsIPv6(address) || rfc3986IsFuture(address) {
		return i + k + 1
	}
	return 0
}

// rfc3986IsFuture reports whether text is "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ).
func rfc3986IsFuture(text string) bool {
	if text == "" || text[0]|0x20 != 'v' {
		return false
	}
	version, address, _ := strings.Cut(text[1:], ".")
	for i := range len(version) {
		if hexPlus1[version[i]] == 0 {
			return false
		}
	}
	return version != "" && address != "" && run(&rfc3986Classes, address, 0, rfc3986UserInfo) == len(address)
}

// rfc3986IsIPv6 reports whether text is an IPv6address: eight groups of one to
// four hexadecimal digits. The last two groups may be an IPv4 address, and "::"
// may replace one run of one or more groups.
func rfc3986IsIPv6(text string) bool {
	groups, gap := 0, false
	i := 0
	if strings.HasPrefix(text, "::") {
		gap, i = true, 2
	}
	for i < len(text) {
		j := i
		for j < len(text) && hexPlus1[text[j]] != 0 {
			j++
		}
		if j < len(text) && text[j] == '.' {
			if !rfc3986IsIPv4(text[i:]) {
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

// rfc3986IsIPv4 reports whether text is an IPv4address: four dec-octets without leading zeros.
func rfc3986IsIPv4(text string) bool {
	for k := range 4 {
		octet, rest, more := strings.Cut(text, ".")
		n := 0
		for i := range len(octet) {
			if octet[i] < '0' || octet[i] > '9' || i > 2 {
				return false
			}
			n = n*10 + int(octet[i]-'0')
		}
		if octet == "" || n > 255 || len(octet) > 1 && octet[0] == '0' || more != (k < 3) {
			return false
		}
		text = rest
	}
	return true
}
