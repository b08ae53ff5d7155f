package earl

import "strings"

// WHATWG is the edition of the URL Standard, a living one, as the Web Platform
// Tests of July 2026 have it: what browsers do. Reading rewrites: the text of a URL is
// its serialisation, and what a reader repairs comes as violations that say so
// ([Violation].Repaired). A text is valid if the parser does not fail on it. With
// methods are the setters of the standard's URL class; a fragment is part of a URL.
//
// A string is taken as UTF-8. An octet that is none is kept, as an escape (%FF);
// the standard never sees one.
var WHATWG = &Edition{
	name:  "whatwg",
	title: "URL Living Standard, WHATWG",

	rewriter: &rewriter{
		asWritten: whatwgAsWritten,
		parse:     whatwgParse,
		append:    whatwgAppend,
		valid:     whatwgValid,
		relative:  whatwgRelative,
		check:     whatwgCheck,
		set:       whatwgSet,
	},

	classes:       &whatwgClasses,
	scheme:        whatwgScheme,
	schemeFirst:   whatwgAlpha,
	digit:         whatwgDigit,
	plain:         whatwgPlain,
	host:          whatwgOpaqueHost,
	literal:       whatwgLiteral,
	delims:        "/?#",
	emptyPort:     true,
	same:          whatwgPlain,
	sameQuery:     whatwgPlain,
	mailHeaders:   true,
	fragment:      whatwgFragment,
	fragmentInURL: true,

	// What views and Compose write; the parser looks at none of it.
	other: form{login: may, noHost: true, user: whatwgUser, password: whatwgUser, path: whatwgSpecialPath, query: whatwgSpecialQuery},

	faults: [numFaults]Rule{faultLong: ruleLong, faultUser: rule1738User},
}

// whatwgLiteral returns where the IPv6 address in brackets ends that starts at i, 0 if none does.
func whatwgLiteral(text string, i int) (end int) {
	k := strings.IndexByte(text[i:], ']')
	if k < 0 || text[i] != '[' {
		return 0
	}
	if _, _, r := whatwgIPv6([]byte(text[i : i+k+1])); r != 0 {
		return 0
	}
	return i + k + 1
}
