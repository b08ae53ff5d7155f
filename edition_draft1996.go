package earl

import "github.com/earl-url/earl/internal/octet"

// Draft1996 is the edition of the Internet Draft of 2 November 1996, which
// merges RFC 1738 and RFC 1808 into one generic syntax. Its production URL
// decides what is valid: generic-RL, or a scheme and any characters (R22). The
// components are those of its section 7: the fragment, the scheme, the server
// up to the next "/", the query, the params, the path. An empty fragment, query
// or params counts as absent.
var Draft1996 = &draft1996Edition

// draft1996Edition is the data of [Draft1996].
var draft1996Edition = Edition{
	name:  "draft1996",
	title: "Internet Draft, 2 November 1996",

	classes:       &octet.Draft1996Classes,
	scheme:        octet.Draft1996Scheme,
	schemeFirst:   octet.Draft1996Scheme,
	digit:         octet.Draft1996Digit,
	plain:         octet.Draft1996Plain,
	host:          octet.Draft1996Server,
	server:        octet.Draft1996Server,
	split:         true,
	delims:        "/",
	emptyPort:     true,
	noEmpty:       true,
	absoluteBase:  true,
	same:          octet.Draft1996Plain,
	fragment:      octet.Draft1996Any,
	fragmentInURL: true,

	other:    form{login: may, noHost: true, user: octet.Draft1996Server, password: octet.Draft1996Server, path: octet.Draft1996Path, params: octet.Draft1996Params, query: octet.Draft1996Any},
	relative: &form{login: may, noHost: true, user: octet.Draft1996Server, password: octet.Draft1996Server, path: octet.Draft1996Path, params: octet.Draft1996Params, query: octet.Draft1996Any},

	resolve: resolveGenericRL,

	faults: [numFaults]Rule{
		faultEscape:   rule1996Escape,
		faultControl:  rule1996Control,
		faultHighBit:  rule1996HighBit,
		faultSpace:    rule1996Space,
		faultUnsafe:   rule1996Unsafe,
		faultReserved: rule1996Reserved,
		faultNoScheme: rule1996NoScheme,
		faultScheme:   rule1996Scheme,
		faultLong:     ruleLong,
	},
}
