package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// WHATWG is the edition of the URL Standard: what browsers do, as tested by the
// Web Platform Tests of July 2026. Parsing rewrites a URL: its text is the
// serialization, and Check reports what was repaired as violations with
// [Violation].Repaired set. A text is valid if the parser does not fail.
// [URL.With] works like the setters of the standard's URL class. A fragment is
// part of a URL.
//
// A string is read as UTF-8. A byte that is not valid UTF-8 is kept as an
// escape, such as %FF; the standard does not define this case.
var WHATWG = &whatwgEdition

// whatwgEdition is the data of [WHATWG].
var whatwgEdition = Edition{
	name:  "whatwg",
	title: "URL Living Standard, WHATWG",

	rewriter: &rewriter{
		asWritten: whatwgAsWritten,
		parse:     whatwgParse,
		append:    whatwgAppend,
		valid:     whatwgValid,
		relative:  whatwgRelative,
		check:     whatwgCheck,
		keeps:     whatwgKeeps,
		set:       whatwgSet,
	},

	classes:       &octet.WHATWGClasses,
	scheme:        octet.WHATWGScheme,
	schemeFirst:   octet.WHATWGAlpha,
	digit:         octet.WHATWGDigit,
	plain:         octet.WHATWGPlain,
	host:          octet.WHATWGOpaqueHost,
	literal:       whatwgLiteral,
	delims:        "/?#",
	emptyPort:     true,
	same:          octet.WHATWGPlain,
	fragment:      octet.WHATWGFragment,
	fragmentInURL: true,

	// For views and Compose; the parser does not use it.
	other: form{syntax: Syntax{Headers: true, Forgiving: true}, login: may, noHost: true, user: octet.WHATWGUser, password: octet.WHATWGUser, path: octet.WHATWGSpecialPath, query: octet.WHATWGSpecialQuery},

	faults: [numFaults]Rule{faultLong: ruleLong, faultUser: rule1738User},
}

// whatwgKeeps reports whether parsing does not change a serialized URL after
// escapes of plain bytes were decoded. Only the drive letter of a file URL can
// appear by this: "file:///%43|" becomes "file:///C:". Dot segments have no
// escapes that are not read as dots.
func whatwgKeeps(text string) bool {
	return !strings.HasPrefix(text, "file:") || strings.IndexByte(text, '|') < 0
}

// whatwgLiteral returns the end of the bracketed IPv6 address that starts at i,
// or 0.
func whatwgLiteral(text string, i int) (end int) {
	k := strings.IndexByte(text[i:], ']')
	if k < 0 || text[i] != '[' {
		return 0
	}
	if _, _, r := readIPv6([]byte(text[i : i+k+1])); r != "" {
		return 0
	}
	return i + k + 1
}
