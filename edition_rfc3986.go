package earl

import "github.com/earl-url/earl/internal/octet"

// RFC3986 is the edition of RFC 3986, January 2005: one generic syntax for all
// schemes, in which a URI includes its fragment. Views take the parts of a
// scheme from RFC 1738.
var RFC3986 = &rfc3986Edition

// rfc3986Edition is the data of [RFC3986].
var rfc3986Edition = Edition{
	name:  "rfc3986",
	title: "RFC 3986, January 2005",

	classes:       &octet.RFC3986Classes,
	scheme:        octet.RFC3986Scheme,
	schemeFirst:   octet.RFC3986Alpha,
	digit:         octet.RFC3986Digit,
	plain:         octet.RFC3986Plain,
	host:          octet.RFC3986Name,
	literal:       ipLiteral,
	rfc5952:       true,
	delims:        "/?",
	emptyPort:     true,
	same:          octet.RFC3986Unreserved,
	dots:          true,
	fragment:      octet.RFC3986Query,
	fragmentInURL: true,

	other:    form{syntax: Syntax{Headers: true}, login: may, noHost: true, user: octet.RFC3986Name, password: octet.RFC3986UserInfo, path: octet.RFC3986Path, query: octet.RFC3986Query},
	relative: &form{login: may, noHost: true, user: octet.RFC3986Name, password: octet.RFC3986UserInfo, path: octet.RFC3986Path, query: octet.RFC3986Query, check: rfc3986NoScheme},

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

// rfc3986NoScheme checks path-noscheme: the first segment of a relative path
// has no ":".
func rfc3986NoScheme(text string, i int) (off, n int, r Rule) {
	return firstSegment(text, i, rule3986Colon)
}
