package earl

// RFC3986 is the edition of RFC 3986, January 2005: one generic syntax for all
// schemes, in which a URI includes its fragment. Views take the parts of a
// scheme from RFC 1738.
var RFC3986 = &rfc3986Edition

// rfc3986Edition is the data of [RFC3986].
var rfc3986Edition = Edition{
	name:  "rfc3986",
	title: "RFC 3986, January 2005",

	classes:       &rfc3986Classes,
	scheme:        rfc3986Scheme,
	schemeFirst:   rfc3986Alpha,
	digit:         rfc3986Digit,
	plain:         rfc3986Plain,
	host:          rfc3986Name,
	literal:       ipLiteral,
	rfc5952:       true,
	delims:        "/?",
	emptyPort:     true,
	same:          rfc3986Unreserved,
	dots:          true,
	fragment:      rfc3986Query,
	fragmentInURL: true,

	other:    form{syntax: Syntax{Headers: true}, login: may, noHost: true, user: rfc3986Name, password: rfc3986UserInfo, path: rfc3986Path, query: rfc3986Query},
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

// rfc3986NoScheme checks path-noscheme: the first segment of a relative path
// has no ":".
func rfc3986NoScheme(text string, i int) (off, n int, r Rule) {
	return firstSegment(text, i, rule3986Colon)
}
