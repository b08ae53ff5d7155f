package earl

import (
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/octet"
)

// RFC3987 is the edition of RFC 3987, January 2005: RFC 3986 with characters
// outside ASCII, which are written in UTF-8. [URL.Mapped] escapes them. Views
// take the parts of a scheme from RFC 1738.
var RFC3987 = &rfc3987Edition

// rfc3987Edition is the data of [RFC3987].
var rfc3987Edition = Edition{
	name:  "rfc3987",
	title: "RFC 3987, January 2005",

	classes:       &octet.RFC3987Classes,
	scheme:        octet.RFC3987Scheme,
	schemeFirst:   octet.RFC3987Alpha,
	digit:         octet.RFC3987Digit,
	plain:         octet.RFC3987Plain,
	host:          octet.RFC3987Name,
	literal:       ipLiteral,
	rfc5952:       true,
	delims:        "/?",
	emptyPort:     true,
	same:          octet.RFC3987Unreserved,
	dots:          true,
	fragment:      octet.RFC3987Fragment,
	fragmentInURL: true,
	private:       octet.RFC3987Query,
	character:     rfc3987Character,

	other:    form{syntax: Syntax{Headers: true}, login: may, noHost: true, user: octet.RFC3987Name, password: octet.RFC3987UserInfo, path: octet.RFC3987Path, query: octet.RFC3987Query, check: rfc3987Characters},
	relative: &form{login: may, noHost: true, user: octet.RFC3987Name, password: octet.RFC3987UserInfo, path: octet.RFC3987Path, query: octet.RFC3987Query, check: rfc3987NoScheme},

	faults: [numFaults]Rule{
		faultEscape:   rule3987Escape,
		faultControl:  rule3987Control,
		faultHighBit:  rule3987HighBit,
		faultSpace:    rule3987Space,
		faultUnsafe:   rule3987Unsafe,
		faultReserved: rule3987Reserved,
		faultNoScheme: rule3987NoScheme,
		faultUser:     rule1738User, // for a scheme that With added
		faultScheme:   rule3987Scheme,
		faultLiteral:  rule3987LiteralHost,
		faultPort:     rule3987Port,
		faultLong:     ruleLong,
	},
}

// rfc3987NoScheme checks the characters, and ipath-noscheme: the first segment
// of a relative path has no ":".
func rfc3987NoScheme(text string, i int) (off, n int, r Rule) {
	if off, n, r := rfc3987Characters(text, i); r != "" {
		return off, n, r
	}
	return firstSegment(text, i, rule3987Colon)
}

// rfc3987Characters checks the characters outside ASCII of text, whose path
// starts at i, from its login on.
func rfc3987Characters(text string, i int) (off, n int, r Rule) {
	path, _, _ := strings.Cut(text[i:], "?")
	query := i + len(path)
	start := strings.Index(text[:i], "//")
	if start < 0 {
		start = i
	}
	if off = start + badCharacter(text[start:query], rfc3987Character, false); off == query {
		off += badCharacter(text[query:], rfc3987Character, true)
	}
	if off < len(text) {
		return off, 1, rule3987HighBit
	}
	return 0, 0, ""
}

// rfc3987Character checks ucschar, and iprivate in a query. The characters that
// only change the direction of text are not allowed. Source: rfc3987 2.2, 4.1.
func rfc3987Character(c rune, private bool) bool {
	switch {
	case c == 0x200E, c == 0x200F, 0x202A <= c && c <= 0x202E:
		return false
	case 0xA0 <= c && c <= 0xD7FF, 0xF900 <= c && c <= 0xFDCF, 0xFDF0 <= c && c <= 0xFFEF:
		return true
	case 0x10000 <= c && c <= 0xEFFFD:
		return c&0xFFFF <= 0xFFFD && (c < 0xE0000 || 0xE1000 <= c)
	}
	return private && (0xE000 <= c && c <= 0xF8FF || 0xF0000 <= c && c <= 0x10FFFD && c&0xFFFF <= 0xFFFD)
}

// Mapped returns u with an escape for each byte outside ASCII, so that a URL of
// [RFC3987] is also one of [RFC3986]. The characters of the host are escaped
// too; [WHATWG] converts a host to its xn-- form. Source: rfc3987 3.1, step 2.
func (u URL) Mapped() URL {
	b := make([]byte, 0, len(u.text))
	for i := range len(u.text) {
		if o := u.text[i]; o >= 0x80 {
			b = append(b, '%', octet.HexDigits[o>>4], octet.HexDigits[o&15])
		} else {
			b = append(b, o)
		}
	}
	var v URL
	if len(b) == len(u.text) || !u.edition.read(&v, string(b), true) {
		return u
	}
	return v
}

// badCharacter returns the offset of the first character outside ASCII that
// allowed refuses, or of a byte that is not UTF-8, or len(text).
func badCharacter(text string, allowed func(c rune, private bool) bool, private bool) int {
	for i, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 || !allowed(c, private) {
			return i
		}
	}
	return len(text)
}
