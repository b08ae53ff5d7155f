package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// RFC2396 is the edition of RFC 2396, August 1998, with the IPv6 addresses of
// RFC 2732. Java's java.net.URI and many databases follow it. What follows the
// scheme without a slash is opaque: one part without a query. An authority is a
// server or a name of a registry; both are split into user, password, host and
// port (R34). Views take the parts of a scheme from RFC 1738.
var RFC2396 = &rfc2396Edition

// rfc2396Edition is the data of [RFC2396].
var rfc2396Edition = Edition{
	name:  "rfc2396",
	title: "RFC 2396, August 1998",

	classes:      &octet.RFC2396Classes,
	scheme:       octet.RFC2396Scheme,
	schemeFirst:  octet.RFC2396Alpha,
	digit:        octet.RFC2396Digit,
	plain:        octet.RFC2396Plain,
	host:         octet.RFC2396Authority,
	server:       octet.RFC2396Authority,
	split:        true,
	literal:      rfc2396Literal,
	rfc5952:      true,
	delims:       "/?",
	emptyPort:    true,
	same:         octet.RFC2396Unreserved,
	allowsUnsafe: true,
	fragment:     octet.RFC2396Any,

	other: form{syntax: Syntax{Headers: true}, login: may, noHost: true, user: octet.RFC2396UserInfo, password: octet.RFC2396UserInfo, path: octet.RFC2396Path, query: octet.RFC2396Any,
		opaque: &form{login: never, path: octet.RFC2396Any, check: rfc2396Opaque}},
	relative: &form{login: may, noHost: true, user: octet.RFC2396UserInfo, password: octet.RFC2396UserInfo, path: octet.RFC2396Path, query: octet.RFC2396Any, check: rfc2396RelSegment},

	resolve: resolveRFC2396,

	faults: [numFaults]Rule{
		faultEscape:   rule2396Escape,
		faultControl:  rule2396Control,
		faultHighBit:  rule2396HighBit,
		faultSpace:    rule2396Space,
		faultUnsafe:   rule2396Unsafe,
		faultReserved: rule2396Reserved,
		faultFragment: rule2396Fragment,
		faultNoScheme: rule2396NoScheme,
		faultScheme:   rule2396Scheme,
		faultUser:     rule1738User,  // for a scheme that With added
		faultLogin:    rule1738Login, // for a scheme that With added
		faultLiteral:  rule2396Literal,
		faultPort:     rule2396Port,
		faultLong:     ruleLong,
	},
}

// rfc2396Opaque checks opaque_part = uric_no_slash *uric.
func rfc2396Opaque(text string, i int) (off, n int, r Rule) {
	switch {
	case i == len(text):
		return i, 0, rule2396Part
	case text[i] == '[' || text[i] == ']':
		return i, 1, rule2396Reserved
	}
	return 0, 0, ""
}

// rfc2396RelSegment checks rel_segment: the first segment of a relative path
// has no ":".
func rfc2396RelSegment(text string, i int) (off, n int, r Rule) {
	return firstSegment(text, i, rule2396Colon)
}

// rfc2396Literal returns the end of the ipv6reference = "[" IPv6address "]" at
// i, or 0. Source: rfc2732 3; rfc2373 2.2, appendix B.
func rfc2396Literal(text string, i int) (end int) {
	k := strings.IndexByte(text[i:], ']')
	if k < 0 || !isIPv6(text[i+1:i+k], rfc2373IsIPv4) {
		return 0
	}
	return i + k + 1
}

// rfc2373IsIPv4 reports whether text is four numbers of one to three digits.
func rfc2373IsIPv4(text string) bool {
	for k := range 4 {
		number, rest, more := strings.Cut(text, ".")
		if number == "" || len(number) > 3 || octet.Run(&octet.RFC2396Classes, number, 0, octet.RFC2396Digit) < len(number) || more != (k < 3) {
			return false
		}
		text = rest
	}
	return true
}

// resolveRFC2396 appends the target of a reference by the steps of rfc2396 5.2.
// Only a path that is merged with the base's loses dot segments, and a ".." with
// nothing left to remove is kept. A reference without scheme, authority, path
// and query is the current document: the base (R35).
func resolveRFC2396(b []byte, base, ref string) []byte {
	r, t := splitPartial(ref), splitPartial(base)
	if r.scheme != "" { // 3
		return append(b, ref...)
	}
	b = append(b, t.scheme...)
	switch {
	case r.server != "": // 4
		b = append(append(b, r.server...), r.path...)
	case r.path == "" && r.query == "": // 2
		b = append(append(append(b, t.server...), t.path...), t.query...)
	case strings.HasPrefix(r.path, "/"): // 5
		b = append(append(b, t.server...), r.path...)
	default: // 6
		b = append(b, t.server...)
		start := len(b)
		b = append(b, t.path[:strings.LastIndexByte(t.path, '/')+1]...)
		if len(b) == start && t.server != "" {
			b = append(b, '/')
		}
		b = removeSegments(append(b, r.path...), start)
	}
	return append(append(b, r.query...), r.fragment...) // 7
}
