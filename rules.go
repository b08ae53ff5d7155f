package earl

import "iter"

// Rule is a sentence of a standard that a text can violate. The zero Rule is no
// rule. One table has all rules. It does not refer to the variables of
// editions, so a program links only the editions that it names. Source: SPEC
// A11.
type Rule uint8

// Name returns the stable name of the rule, such as "unsafe". Editions that
// have the same rule in different sections share its name.
func (r Rule) Name() string { return rules[r].name }

// Section returns the source of the rule: the document's short name and its
// sections.
func (r Rule) Section() string { return rules[r].section }

// Sentence returns the rule in plain words: what the text must or cannot
// contain.
func (r Rule) Sentence() string { return rules[r].sentence }

// String returns the section and the name of the rule: "rfc1738 5, no-user".
func (r Rule) String() string { return rules[r].section + ", " + rules[r].name }

// under returns the rule with the same name in a document, given by its short
// name, or r itself if the document has no such rule.
func (r Rule) under(document string) Rule {
	for i := range rules {
		section := rules[i].section
		if n := len(document); rules[i].name == rules[r].name && len(section) > n && section[:n] == document && section[n] == ' ' {
			return Rule(i)
		}
	}
	return r
}

// Rules yields every rule, in the order of the table.
func Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for r := 1; r < len(rules); r++ {
			if !yield(Rule(r)) {
				return
			}
		}
	}
}

// A fault is an error that the parser itself detects. Each edition has a rule
// for it.
type fault uint8

const (
	faultEscape   fault = iota // "%" without two hexadecimal digits
	faultControl               // 0x00-0x1F, 0x7F
	faultHighBit               // 0x80-0xFF
	faultSpace                 // 0x20
	faultUnsafe                // in no class of the edition
	faultReserved              // in some class, but not here
	faultFragment              // "#" in an edition without fragments
	faultNoScheme              // no scheme and colon at the start
	faultScheme                // a byte that a scheme cannot contain, or cannot start with
	faultLogin                 // "//" is missing
	faultEmpty                 // an empty user or password, if these cannot be empty
	faultUser                  // a user in a scheme without users
	faultHost                  // a byte that a host cannot contain
	faultNoHost                // no host in a scheme that needs one
	faultLiteral               // brackets that do not contain an address
	faultPort                  // no digits
	faultNoPort                // a port in a scheme without ports
	faultSlash                 // the path's "/" is missing
	faultColon                 // ":" in the first segment of a relative reference
	faultLong                  // more bytes than a URL can have
	numFaults
)

// RuleSchemePart is the rule that the Check of an added [Scheme] returns if the
// scheme-specific part does not have the scheme's syntax.
const RuleSchemePart = ruleSchemePart

const (
	_ Rule = iota
	ruleSchemePart
	ruleLong
	ruleNoView
	ruleViewScheme
	ruleMailHeader
	ruleGopherType
	ruleBasePath
	ruleAmbiguous

	rule1738Escape
	rule1738Control
	rule1738HighBit
	rule1738Space
	rule1738Unsafe
	rule1738Reserved
	rule1738Fragment
	rule1738NoScheme
	rule1738Scheme
	rule1738Login
	rule1738User
	rule1738Host
	rule1738Label
	rule1738TopLabel
	rule1738NoHost
	rule1738Port
	rule1738Slash
	rule1738FTPType
	rule1738Gopher
	rule1738Mailto
	rule1738Group
	rule1738Article
	rule1738NNTP
	rule1738Number
	rule1738Telnet
	rule1738WAIS
	rule1738Prospero
	rule1738File

	rule1994Escape
	rule1994Control
	rule1994Space
	rule1994Reserved
	rule1994NoScheme
	rule1994Login
	rule1994Host
	rule1994Port
	rule1994FTPType
	rule1994Mailto
	rule1994Article
	rule1994Number
	rule1994WAIS
	rule1994File
	rule1994HighBit
	rule1994Unsafe
	rule1994Fragment
	rule1994Scheme
	rule1994User
	rule1994NoHost
	rule1994Slash
	rule1994Group
	rule1994NNTP
	rule1994Gopher
	rule1994Telnet
	rule1994Prospero

	rule1993Escape
	rule1993Control
	rule1993HighBit
	rule1993Unsafe
	rule1993Reserved
	rule1993NoScheme
	rule1993Scheme
	rule1993Login
	rule1993Empty
	rule1993User
	rule1993Host
	rule1993NoHost
	rule1993Port
	rule1993Slash
	rule1993Search
	rule1993Gopher
	rule1993Group
	rule1993Article
	rule1993Telnet
	rule1993WAIS
	rule1993Prospero

	rule1996Escape
	rule1996Control
	rule1996HighBit
	rule1996Space
	rule1996Unsafe
	rule1996Reserved
	rule1996NoScheme
	rule1996Scheme
	rule1996Login
	rule1996Host
	rule1996NoHost
	rule1996Port

	rule3986Escape
	rule3986Control
	rule3986HighBit
	rule3986Space
	rule3986Unsafe
	rule3986Reserved
	rule3986NoScheme
	rule3986Scheme
	rule3986LiteralHost
	rule3986Port
	rule3986Colon

	ruleWHATWGUnit
	ruleWHATWGMissingSolidus
	ruleWHATWGNoScheme
	ruleWHATWGReverseSolidus
	ruleWHATWGCredentials
	ruleWHATWGHostMissing
	ruleWHATWGPortRange
	ruleWHATWGPortInvalid
	ruleWHATWGDrive
	ruleWHATWGDriveHost
	ruleWHATWGToASCII
	ruleWHATWGDomainPercent
	ruleWHATWGHostOctet
	ruleWHATWGIPv4Empty
	ruleWHATWGIPv4TooFew
	ruleWHATWGIPv4TooMany
	ruleWHATWGIPv4NonNumeric
	ruleWHATWGIPv4NonDecimal
	ruleWHATWGIPv4Range
	ruleWHATWGIPv4NonASCII
	ruleWHATWGIPv6Unclosed
	ruleWHATWGIPv6Compression
	ruleWHATWGIPv6TooMany
	ruleWHATWGIPv6Multiple
	ruleWHATWGIPv6Octet
	ruleWHATWGIPv6TooFew
	ruleWHATWGIPv6Zero
	ruleWHATWGIPv4In6TooMany
	ruleWHATWGIPv4In6Octet
	ruleWHATWGIPv4In6Range
	ruleWHATWGIPv4In6TooFew
	ruleWHATWGSet

	ruleComposeUser
	ruleComposeHost
	ruleComposePath
	ruleComposePart
	ruleComposeView
)

// rules is the table of all rules.
var rules = [...]struct{ name, section, sentence string }{
	ruleSchemePart: {"scheme-part", "rfc1738 4", "the scheme-specific part does not have the syntax that this scheme was registered with"},
	ruleLong:       {"length", "earl", "a URL holds less than 4 GiB"},
	ruleNoView:     {"no-view", "rfc1738 5", "only the schemes of RFC 1738 have typed parts"},
	ruleViewScheme: {"view-scheme", "rfc1738 5", "this view is of another scheme"},
	ruleMailHeader: {"mail-header", "rfc6068 2", `"?" starts header fields: "name=value", parted by "&"`},
	ruleGopherType: {"gopher-type", "draft1996 5.3", "this relative path starts where the base has its gophertype, so that its first character becomes the type"},
	ruleBasePath:   {"base-path", "draft1996 9", `the base has no path to be relative to; a "/" is put between it and this relative path`},
	ruleAmbiguous:  {"ambiguous", "rfc3986 7.6", "the editions that can read this text read different servers"},

	rule1738Escape:   {"escape", "rfc1738 2.2, 5", `"%" must be followed by two hexadecimal digits; a "%" that stands for itself is written %25`},
	rule1738Control:  {"control", "rfc1738 2.2", "a control octet must be written as an escape, % and two hexadecimal digits"},
	rule1738HighBit:  {"non-ascii", "rfc1738 2.2", "an octet above 7F is not US-ASCII and must be written as an escape, % and two hexadecimal digits"},
	rule1738Space:    {"space", "rfc1738 2.2", "a space must be written %20"},
	rule1738Unsafe:   {"unsafe", "rfc1738 2.2", "an unsafe character must be written as an escape, % and two hexadecimal digits"},
	rule1738Reserved: {"reserved", "rfc1738 2.2, 5", "a reserved character that does not serve its reserved purpose here must be written as an escape"},
	rule1738Fragment: {"fragment", "rfc1738 2.2", `"#" and the fragment behind it are not part of a URL; read it as a reference, or write %23`},
	rule1738NoScheme: {"no-scheme", "rfc1738 2.1", "a URL starts with a scheme and a colon"},
	rule1738Scheme:   {"scheme", "rfc1738 2.1, 5", `a scheme is made of letters, digits, "+", "-" and "."`},
	rule1738Login:    {"login", "rfc1738 3.1, 5", `this scheme has "//" and a host behind its colon`},
	rule1738User:     {"no-user", "rfc1738 5", "this scheme has no user and no password"},
	rule1738Host:     {"host", "rfc1738 3.1, 5", `a host is made of letters, digits, "-" and ".", without escapes`},
	rule1738Label:    {"host-label", "rfc1738 3.1, 5", `each label of a host starts and ends with a letter or digit, and none is empty`},
	rule1738TopLabel: {"host-top-label", "rfc1738 3.1, 5", "the last label of a host starts with a letter, or the host is four groups of digits"},
	rule1738NoHost:   {"no-host", "rfc1738 3.1, 5", "this scheme needs a host"},
	rule1738Port:     {"port", "rfc1738 3.1, 5", "a port is one or more decimal digits; without them the colon is left out"},
	rule1738Slash:    {"no-slash", "rfc1738 5", `this scheme needs a "/" behind the host`},
	rule1738FTPType:  {"ftp-type", "rfc1738 3.2.2, 5", `";" starts nothing but ";type=" and one of a, i, d at the end of the path; elsewhere it is written %3B`},
	rule1738Gopher:   {"gopher-selector", "rfc1738 3.4.1", "a selector and a search hold no 09, 0A and 0D, encoded or not"},
	rule1738Mailto:   {"mailto-empty", "rfc1738 3.5, 5", "a mailto URL has an address of one character or more"},
	rule1738Group:    {"news-group", "rfc1738 3.6, 5", `what is not "*" and has no "@" is a newsgroup: a letter, then letters, digits, "-", ".", "+", "_"`},
	rule1738Article:  {"news-article", "rfc1738 3.6, 5", `a message-id is one character or more, "@" and a host, without angle brackets`},
	rule1738NNTP:     {"nntp-group", "rfc1738 3.7, 5", `an nntp URL names a newsgroup: a letter, then letters, digits, "-", ".", "+", "_"`},
	rule1738Number:   {"nntp-number", "rfc1738 3.7, 5", "an article number is one or more decimal digits"},
	rule1738Telnet:   {"telnet-path", "rfc1738 3.8, 5", `nothing stands behind the host but one "/"`},
	rule1738WAIS:     {"wais-path", "rfc1738 3.9, 5", `a wais path is database, database?search or database/wtype/wpath; a "/" inside one of them is written %2F`},
	rule1738Prospero: {"prospero-field", "rfc1738 3.11, 5", `";" starts a field: ";name=value"; elsewhere ";" and "=" are written %3B and %3D`},
	rule1738File:     {"file-host", "rfc1738 3.10, 5", "a file URL has a host or nothing before its path, and no port"},

	rule1994Escape:   {"escape", "draft1994 2.2, 5", `"%" must be followed by two hexadecimal digits; a "%" that stands for itself is written %25`},
	rule1994Control:  {"control", "draft1994 2.2", "a control octet must be written as an escape, % and two hexadecimal digits"},
	rule1994Space:    {"space", "draft1994 2.2", "a space must be written %20"},
	rule1994Reserved: {"reserved", "draft1994 2.2, 5", "a reserved character that does not serve its reserved purpose here must be written as an escape"},
	rule1994NoScheme: {"no-scheme", "draft1994 2.1", "a URL starts with a scheme and a colon"},
	rule1994Login:    {"login", "draft1994 3.1, 5", `this scheme has "//" and a host behind its colon`},
	rule1994Host:     {"host", "draft1994 5", `a host is a letter and then letters, digits, safe, extra and national characters and escapes, or four groups of digits`},
	rule1994Port:     {"port", "draft1994 5", "a port is one or more decimal digits; without them the colon is left out"},
	rule1994FTPType:  {"ftp-type", "draft1994 3.2.2, 5", `";" starts nothing but ";type=" and one of a, i, d at the end of the path; elsewhere it is written %3B`},
	rule1994Mailto:   {"mailto-empty", "draft1994 5", "a mailto URL has an address of one character or more"},
	rule1994Article:  {"news-article", "draft1994 5", `a message-id is one character or more, "@" and a host, without angle brackets`},
	rule1994Number:   {"nntp-number", "draft1994 5", "an article number is one or more decimal digits"},
	rule1994WAIS:     {"wais-path", "draft1994 5", `a wais path is database, database?search or database/wtype/wpath; a "/" inside one of them is written %2F`},
	rule1994File:     {"file-host", "draft1994 5", `a file URL has no port`},
	rule1994HighBit:  {"non-ascii", "draft1994 2.2", "an octet above 7F is not US-ASCII and must be written as an escape, % and two hexadecimal digits"},
	rule1994Unsafe:   {"unsafe", "draft1994 2.2", `this character must be written as an escape, % and two hexadecimal digits`},
	rule1994Fragment: {"fragment", "draft1994 2.2", `"#" and the fragment behind it are not part of a URL; read it as a reference, or write %23`},
	rule1994Scheme:   {"scheme", "draft1994 2.1, 5", `a scheme is made of letters, digits, "+", "-" and "."`},
	rule1994User:     {"no-user", "draft1994 5", "this scheme has no user and no password"},
	rule1994NoHost:   {"no-host", "draft1994 5", `this scheme needs a host; a file URL has a host or a path`},
	rule1994Slash:    {"no-slash", "draft1994 5", `this scheme needs a "/" behind the host`},
	rule1994Group:    {"news-group", "draft1994 5", `what is not "*" and has no "@" is a newsgroup: a letter, then letters, digits, "-" and "."`},
	rule1994NNTP:     {"nntp-group", "draft1994 5", `an nntp URL names a newsgroup: a letter, then letters, digits, "-" and "."`},
	rule1994Gopher:   {"gopher-selector", "draft1994 3.4.1", "a selector and a search hold no 09, 0A and 0D, encoded or not"},
	rule1994Telnet:   {"telnet-path", "draft1994 5", `nothing stands behind the host but one "/"`},
	rule1994Prospero: {"prospero-field", "draft1994 5", `";" starts a field: ";name=value"; elsewhere ";" and "=" are written %3B and %3D`},
	rule1993Escape:   {"escape", "draft1993 Encoding, BNF", `"%" always starts an escape, % and two hexadecimal digits; a "%" that stands for itself is written %25`},
	rule1993Control:  {"control", "draft1993 Encoding, BNF", `a control character is in no production and must be written as an escape`},
	rule1993HighBit:  {"non-ascii", "draft1993 Encoding, BNF", `an ISO Latin-1 character outside US-ASCII must be written as an escape`},
	rule1993Unsafe:   {"unsafe", "draft1993 BNF", `this character is in no production and must be written as an escape`},
	rule1993Reserved: {"reserved", "draft1993 BNF", `this character has no role here and must be written as an escape`},
	rule1993NoScheme: {"no-scheme", "draft1993 SCHEME", `a full form starts with a scheme and a colon`},
	rule1993Scheme:   {"scheme", "draft1993 BNF", `a scheme is a letter, then letters, digits, safe and extra characters and escapes, up to the first colon; no "+"`},
	rule1993Login:    {"login", "draft1993 Internet protocol parts", `this scheme has "//" and a host behind its colon`},
	rule1993Empty:    {"empty-user", "draft1993 BNF", `a user and a password have one character or more`},
	rule1993User:     {"no-user", "draft1993 BNF", `this scheme has no user and no password`},
	rule1993Host:     {"host", "draft1993 BNF", `a host is a letter and then letters, digits, safe and extra characters and escapes, or four groups of digits`},
	rule1993NoHost:   {"no-host", "draft1993 BNF", `this scheme needs a host`},
	rule1993Port:     {"port", "draft1993 BNF", `a port is one or more decimal digits; without them the colon is left out`},
	rule1993Slash:    {"no-slash", "draft1993 BNF", `this scheme needs a "/" behind the host`},
	rule1993Search:   {"search", "draft1993 BNF", `a search is words of one character or more, joined by "+"`},
	rule1993Gopher:   {"gopher-selector", "draft1993 GOPHER", "a selector and a search hold no 09, 0A and 0D, encoded or not"},
	rule1993Group:    {"news-group", "draft1993 NEWS, BNF", `what is not "*" and has no "@" is a newsgroup: a letter, then letters, digits, safe and extra characters and escapes`},
	rule1993Article:  {"news-article", "draft1993 NEWS, BNF", `an article is one character or more, "@" and a host`},
	rule1993Telnet:   {"telnet-path", "draft1993 BNF", `nothing stands behind the login`},
	rule1993WAIS:     {"wais-path", "draft1993 WAIS, BNF", `a wais path is database, database?search or database/wtype/digits/path; database and wtype are not empty`},
	rule1993Prospero: {"prospero-field", "draft1993 PROSPERO, BNF", `%00 starts a version of digits or nothing, and then each attribute of letters and digits`},
	rule1996Escape:   {"escape", "draft1996 3.2, 4", `"%" must be followed by two hexadecimal digits; a "%" that stands for itself is written %25`},
	rule1996Control:  {"control", "draft1996 3.2.1, 4", `a control octet must be written as an escape`},
	rule1996HighBit:  {"non-ascii", "draft1996 3.2.1, 4", `an octet above 7F is not US-ASCII and must be written as an escape`},
	rule1996Space:    {"space", "draft1996 3.2.2", `a space must be written %20`},
	rule1996Unsafe:   {"unsafe", "draft1996 3.2.2", `an unsafe character must be written as an escape, % and two hexadecimal digits`},
	rule1996Reserved: {"reserved", "draft1996 3.2.3, 4", `a reserved character that does not serve its reserved purpose here must be written as an escape`},
	rule1996NoScheme: {"no-scheme", "draft1996 4", `a URL starts with a scheme and a colon`},
	rule1996Scheme:   {"scheme", "draft1996 4", `a scheme is made of letters, digits, "+", "-" and "."`},
	rule1996Login:    {"login", "draft1996 3.4.1", `this scheme has "//" and a host behind its colon`},
	rule1996Host:     {"host", "draft1996 3.4.1", "a host is a domain name, or four groups of digits"},
	rule1996NoHost:   {"no-host", "draft1996 3.4.1", "this scheme needs a host"},
	rule1996Port:     {"port", "draft1996 3.4.1", "a port is decimal; without it the colon is left out"},

	rule3986Escape:      {"escape", "rfc3986 2.1", `"%" must be followed by two hexadecimal digits; a "%" that stands for itself is written %25`},
	rule3986Control:     {"control", "rfc3986 2", "a control octet must be written as an escape, % and two hexadecimal digits"},
	rule3986HighBit:     {"non-ascii", "rfc3986 2", "an octet above 7F is not US-ASCII and must be written as an escape, % and two hexadecimal digits"},
	rule3986Space:       {"space", "rfc3986 2", "a space must be written %20"},
	rule3986Unsafe:      {"unsafe", "rfc3986 2", "this character is neither reserved nor unreserved and must be written as an escape, % and two hexadecimal digits"},
	rule3986Reserved:    {"reserved", "rfc3986 2.2", "a reserved character that delimits nothing here must be written as an escape"},
	rule3986NoScheme:    {"no-scheme", "rfc3986 3.1", "a URI starts with a scheme and a colon"},
	rule3986Scheme:      {"scheme", "rfc3986 3.1", `a scheme is a letter, then letters, digits, "+", "-" and "."`},
	rule3986LiteralHost: {"ip-literal", "rfc3986 3.2.2", "brackets hold an IPv6 address or vN and a future one, and end the host"},
	rule3986Port:        {"port", "rfc3986 3.2.3", "a port is decimal digits"},
	rule3986Colon:       {"first-segment", "rfc3986 4.2", `the first segment of a relative path has no ":"; "./" before it would do`},

	ruleWHATWGUnit:            {"invalid-URL-unit", "whatwg URL parsing", `this is neither a URL code point nor an escape; it is taken out at the ends of the text, as are tabs and newlines, and elsewhere written as an escape or left`},
	ruleWHATWGMissingSolidus:  {"special-scheme-missing-following-solidus", "whatwg URL parsing", `this scheme is followed by "//" and no further slash before the host`},
	ruleWHATWGNoScheme:        {"missing-scheme-non-relative-URL", "whatwg URL parsing", `a URL starts with a scheme and a colon, unless there is a base that it can be relative to`},
	ruleWHATWGReverseSolidus:  {"invalid-reverse-solidus", "whatwg URL parsing", `this scheme has "/" where "\" stands`},
	ruleWHATWGCredentials:     {"invalid-credentials", "whatwg URL parsing", `a user and a password must not be written`},
	ruleWHATWGHostMissing:     {"host-missing", "whatwg URL parsing", `this scheme needs a host, and so does a user or a port`},
	ruleWHATWGPortRange:       {"port-out-of-range", "whatwg URL parsing", `a port is 65535 at most`},
	ruleWHATWGPortInvalid:     {"port-invalid", "whatwg URL parsing", `a port is decimal digits`},
	ruleWHATWGDrive:           {"file-invalid-Windows-drive-letter", "whatwg URL parsing", `a relative file URL does not start with a drive letter`},
	ruleWHATWGDriveHost:       {"file-invalid-Windows-drive-letter-host", "whatwg URL parsing", `a drive letter is not a host`},
	ruleWHATWGToASCII:         {"domain-to-ASCII", "whatwg IDNA", `a domain is labels of letters, digits and inner hyphens, 63 octets long at most, or what UTS 46 makes such labels of; an escape counts as its octet`},
	ruleWHATWGDomainPercent:   {"domain-percent-encoded", "whatwg host parsing", `a domain is written without escapes`},
	ruleWHATWGHostOctet:       {"host-invalid-code-point", "whatwg host parsing", `a host has no space, no 00 and none of # / : < > ? @ [ \ ] ^ |`},
	ruleWHATWGIPv4Empty:       {"IPv4-empty-part", "whatwg host parsing", `an IPv4 address does not end with a dot`},
	ruleWHATWGIPv4TooFew:      {"IPv4-too-few-parts", "whatwg host parsing", `an IPv4 address has four parts`},
	ruleWHATWGIPv4TooMany:     {"IPv4-too-many-parts", "whatwg host parsing", `an IPv4 address has four parts at most`},
	ruleWHATWGIPv4NonNumeric:  {"IPv4-non-numeric-part", "whatwg host parsing", `a host whose last part is a number is an IPv4 address: all its parts are numbers`},
	ruleWHATWGIPv4NonDecimal:  {"IPv4-non-decimal-part", "whatwg host parsing", `the parts of an IPv4 address are decimal numbers without leading zeros`},
	ruleWHATWGIPv4Range:       {"IPv4-out-of-range-part", "whatwg host parsing", `a part of an IPv4 address is 255 at most; a last one may fill those that are left out`},
	ruleWHATWGIPv4NonASCII:    {"IPv4-non-ASCII-input", "whatwg host parsing", `an IPv4 address is written in ASCII digits`},
	ruleWHATWGIPv6Unclosed:    {"IPv6-unclosed", "whatwg host parsing", `an IPv6 address ends with "]", and so does the host`},
	ruleWHATWGIPv6Compression: {"IPv6-invalid-compression", "whatwg host parsing", `an IPv6 address starts with no single ":"`},
	ruleWHATWGIPv6TooMany:     {"IPv6-too-many-pieces", "whatwg host parsing", `an IPv6 address has eight pieces at most`},
	ruleWHATWGIPv6Multiple:    {"IPv6-multiple-compression", "whatwg host parsing", `an IPv6 address has one "::" at most`},
	ruleWHATWGIPv6Octet:       {"IPv6-invalid-code-point", "whatwg host parsing", `a piece of an IPv6 address is one to four hexadecimal digits, and a ":" is followed by another`},
	ruleWHATWGIPv6TooFew:      {"IPv6-too-few-pieces", "whatwg host parsing", `an IPv6 address without "::" has eight pieces`},
	ruleWHATWGIPv6Zero:        {"IPv6-piece-leading-zero", "whatwg host parsing", `a piece of an IPv6 address has no leading zero`},
	ruleWHATWGIPv4In6TooMany:  {"IPv4-in-IPv6-too-many-pieces", "whatwg host parsing", `an IPv4 address stands for the last two pieces of an IPv6 address`},
	ruleWHATWGIPv4In6Octet:    {"IPv4-in-IPv6-invalid-code-point", "whatwg host parsing", `an IPv4 address in an IPv6 address is four decimal numbers without leading zeros`},
	ruleWHATWGIPv4In6Range:    {"IPv4-in-IPv6-out-of-range-part", "whatwg host parsing", `a part of an IPv4 address is 255 at most`},
	ruleWHATWGIPv4In6TooFew:   {"IPv4-in-IPv6-too-few-parts", "whatwg host parsing", `an IPv4 address in an IPv6 address has four parts`},
	ruleWHATWGSet:             {"cannot-set", "whatwg URL class", `this URL does not take this value for this component`},

	ruleComposeUser: {"compose-user", "rfc1738 3.1", "there is no password without a user, and none of both without a host"},
	ruleComposeHost: {"compose-host", "rfc1738 3.1", "these octets cannot be written as a host"},
	ruleComposePath: {"compose-path", "rfc3986 3.3", `behind a host a path starts with "/"; without one it does not start with "//"`},
	ruleComposePart: {"compose-part", "rfc1738 5", "this scheme has no such part under this edition"},
	ruleComposeView: {"compose-view", "rfc1738 5", "these parts cannot be written as a URL of their scheme"},
}
