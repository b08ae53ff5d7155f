package earl

import "iter"

// Rule is a sentence of a standard that a text can violate. The zero Rule is no
// rule. One table has all rules. It does not refer to the variables of
// editions, so a program links only the editions that it names.
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
	ruleMessageID
	ruleContentID
	ruleGopherType
	ruleDict
	ruleTFTP
	ruleBasePath
	ruleAmbiguous
	ruleLDAP
	ruleDataComma
	ruleDataHead
	ruleDataBase64
	rulePOP
	ruleMailserver
	ruleAFSPort
	ruleIMAP

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

	rule2396Escape
	rule2396Control
	rule2396HighBit
	rule2396Space
	rule2396Unsafe
	rule2396Reserved
	rule2396Fragment
	rule2396NoScheme
	rule2396Scheme
	rule2396Part
	rule2396Colon
	rule2396Literal
	rule2396Port

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

	rule3987Escape
	rule3987Control
	rule3987HighBit
	rule3987Space
	rule3987Unsafe
	rule3987Reserved
	rule3987NoScheme
	rule3987Scheme
	rule3987LiteralHost
	rule3987Port
	rule3987Colon

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

	rule2056Path
	rule2056Keyword
	rule2056Parts
)

// rules is the table of all rules.
var rules = [...]struct{ name, section, sentence string }{
	ruleSchemePart: {"scheme-part", "rfc1738 4", "what follows this scheme does not have the syntax of the scheme"},
	ruleLong:       {"length", "earl", "a URL must be shorter than 4 GiB"},
	ruleNoView:     {"no-view", "rfc1738 5", "earl knows no parts of URLs of this scheme"},
	ruleViewScheme: {"view-scheme", "rfc1738 5", "this view is for another scheme"},
	ruleMailHeader: {"mail-header", "rfc6068 2", `header fields after "?" must be "name=value", separated by "&"`},
	ruleMessageID:  {"message-id", "rfc2392 2", "a mid URL needs a Message-ID, without angle brackets"},
	ruleContentID:  {"content-id", "rfc2392 2", "this part of the URL must be a Content-ID, without angle brackets"},
	ruleGopherType: {"gopher-type", "draft1996 5.3", "the first character of this relative path would become the gophertype"},
	ruleDict:       {"dict-path", "rfc2229 5", "a dict path must be d:word:database:n or m:word:database:strategy:n"},
	ruleTFTP:       {"tftp-path", "rfc3617 3", `a tftp path must be a file, optionally with ";mode=octet" or ";mode=netascii"`},
	ruleBasePath:   {"base-path", "draft1996 9", `the base has no path; a "/" is inserted before this relative path`},
	ruleLDAP:       {"ldap-parts", "rfc4516 2", "after the dn come ?attributes, ?scope (base, one or sub), ?filter and ?extensions; names in a list cannot be empty"},
	rulePOP:        {"pop-path", "rfc2384 3", "nothing can follow the host except the number of a message, or ;UID= and its unique-id"},
	ruleIMAP:       {"imap-path", "rfc5092 2", "the path must be mailbox;UIDVALIDITY=n, and then ?search or /;UID=n/;SECTION=part/;PARTIAL=range"},
	ruleAmbiguous:  {"ambiguous", "rfc3986 7.6", "editions read different servers in this text"},
	ruleDataComma:  {"data-comma", "rfc2397 3", "a comma must precede the data"},
	ruleDataHead:   {"data-head", "rfc2397 3", `before the comma only "type/subtype", ";name=value" and a final ";base64" are allowed`},
	ruleAFSPort:    {"afs-port", "draft1993 BNF", "a cell has no port"},
	ruleMailserver: {"mailserver", "draft-ietf-uri-url-mailserver-01", `an address, "/", a subject, "/" and a text are needed; a "/" inside them is %2F`},
	ruleDataBase64: {"data-base64", "rfc2397 3", "base64 must have only its 64 characters, in groups of 4 that are padded with \"=\""},

	rule1738Escape:   {"escape", "rfc1738 2.2, 5", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule1738Control:  {"control", "rfc1738 2.2", "a control character must be escaped"},
	rule1738HighBit:  {"non-ascii", "rfc1738 2.2", "a byte above 0x7F is not US-ASCII and must be escaped"},
	rule1738Space:    {"space", "rfc1738 2.2", "a space must be escaped as %20"},
	rule1738Unsafe:   {"unsafe", "rfc1738 2.2", "this unsafe character must be escaped"},
	rule1738Reserved: {"reserved", "rfc1738 2.2, 5", "this reserved character has no purpose here and must be escaped"},
	rule1738Fragment: {"fragment", "rfc1738 2.2", `a URL cannot contain "#" and a fragment; parse a reference, or write %23`},
	rule1738NoScheme: {"no-scheme", "rfc1738 2.1", "a URL must start with a scheme and a colon"},
	rule1738Scheme:   {"scheme", "rfc1738 2.1, 5", `a scheme can contain only letters, digits, "+", "-" and "."`},
	rule1738Login:    {"login", "rfc1738 3.1, 5", `this scheme needs "//" and a host after its colon`},
	rule1738User:     {"no-user", "rfc1738 5", "this scheme cannot have a user or a password"},
	rule1738Host:     {"host", "rfc1738 3.1, 5", `a host can contain only letters, digits, "-" and ".", and no escapes`},
	rule1738Label:    {"host-label", "rfc1738 3.1, 5", "each label of a host must start and end with a letter or a digit"},
	rule1738TopLabel: {"host-top-label", "rfc1738 3.1, 5", "the last label of a host must start with a letter, except in an IPv4 address"},
	rule1738NoHost:   {"no-host", "rfc1738 3.1, 5", "this scheme needs a host"},
	rule1738Port:     {"port", "rfc1738 3.1, 5", "a port must be decimal digits; without digits, omit the colon"},
	rule1738Slash:    {"no-slash", "rfc1738 5", `this scheme needs a "/" after the host`},
	rule1738FTPType:  {"ftp-type", "rfc1738 3.2.2, 5", `";" can only start ";type=a", ";type=i" or ";type=d" at the end; else write %3B`},
	rule1738Gopher:   {"gopher-selector", "rfc1738 3.4.1", "a selector or a search cannot contain a tab, CR or LF, escaped or not"},
	rule1738Mailto:   {"mailto-empty", "rfc1738 3.5, 5", "a mailto URL needs an address"},
	rule1738Group:    {"news-group", "rfc1738 3.6, 5", `a newsgroup must be a letter, then letters, digits, "-", ".", "+" or "_"`},
	rule1738Article:  {"news-article", "rfc1738 3.6, 5", `a message-id must contain "@" and a host, and no angle brackets`},
	rule1738NNTP:     {"nntp-group", "rfc1738 3.7, 5", `a newsgroup must be a letter, then letters, digits, "-", ".", "+" or "_"`},
	rule1738Number:   {"nntp-number", "rfc1738 3.7, 5", "an article number must be decimal digits"},
	rule1738Telnet:   {"telnet-path", "rfc1738 3.8, 5", `nothing can follow the host except one "/"`},
	rule1738WAIS:     {"wais-path", "rfc1738 3.9, 5", "a wais path must be database, database?search or database/wtype/wpath"},
	rule1738Prospero: {"prospero-field", "rfc1738 3.11, 5", `";" must start a field, ";name=value"; escape other ";" and "=" as %3B and %3D`},
	rule1738File:     {"file-host", "rfc1738 3.10, 5", "a file URL needs a path after its host, and cannot have a port"},

	rule1994Escape:   {"escape", "draft1994 2.2, 5", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule1994Control:  {"control", "draft1994 2.2", "a control character must be escaped"},
	rule1994Space:    {"space", "draft1994 2.2", "a space must be escaped as %20"},
	rule1994Reserved: {"reserved", "draft1994 2.2, 5", "this reserved character has no purpose here and must be escaped"},
	rule1994NoScheme: {"no-scheme", "draft1994 2.1", "a URL must start with a scheme and a colon"},
	rule1994Login:    {"login", "draft1994 3.1, 5", `this scheme needs "//" and a host after its colon`},
	rule1994Host:     {"host", "draft1994 5", "a host must be a name that starts with a letter, or four groups of digits"},
	rule1994Port:     {"port", "draft1994 5", "a port must be decimal digits; without digits, omit the colon"},
	rule1994FTPType:  {"ftp-type", "draft1994 3.2.2, 5", `";" can only start ";type=a", ";type=i" or ";type=d" at the end; else write %3B`},
	rule1994Mailto:   {"mailto-empty", "draft1994 5", "a mailto URL needs an address"},
	rule1994Article:  {"news-article", "draft1994 5", `a message-id must contain "@" and a host, and no angle brackets`},
	rule1994Number:   {"nntp-number", "draft1994 5", "an article number must be decimal digits"},
	rule1994WAIS:     {"wais-path", "draft1994 5", "a wais path must be database, database?search or database/wtype/wpath"},
	rule1994File:     {"file-host", "draft1994 5", "a file URL cannot have a port"},
	rule1994HighBit:  {"non-ascii", "draft1994 2.2", "a byte above 0x7F is not US-ASCII and must be escaped"},
	rule1994Unsafe:   {"unsafe", "draft1994 2.2", "this character must be escaped"},
	rule1994Fragment: {"fragment", "draft1994 2.2", `a URL cannot contain "#" and a fragment; parse a reference, or write %23`},
	rule1994Scheme:   {"scheme", "draft1994 2.1, 5", `a scheme can contain only letters, digits, "+", "-" and "."`},
	rule1994User:     {"no-user", "draft1994 5", "this scheme cannot have a user or a password"},
	rule1994NoHost:   {"no-host", "draft1994 5", "this scheme needs a host; a file URL needs a host or a path"},
	rule1994Slash:    {"no-slash", "draft1994 5", `this scheme needs a "/" after the host`},
	rule1994Group:    {"news-group", "draft1994 5", `a newsgroup must be a letter, then letters, digits, "-" and "."`},
	rule1994NNTP:     {"nntp-group", "draft1994 5", `a newsgroup must be a letter, then letters, digits, "-" and "."`},
	rule1994Gopher:   {"gopher-selector", "draft1994 3.4.1", "a selector or a search cannot contain a tab, CR or LF, escaped or not"},
	rule1994Telnet:   {"telnet-path", "draft1994 5", `nothing can follow the host except one "/"`},
	rule1994Prospero: {"prospero-field", "draft1994 5", `";" must start a field, ";name=value"; escape other ";" and "=" as %3B and %3D`},
	rule1993Escape:   {"escape", "draft1993 Encoding, BNF", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule1993Control:  {"control", "draft1993 Encoding, BNF", "a control character must be escaped"},
	rule1993HighBit:  {"non-ascii", "draft1993 Encoding, BNF", "a character outside US-ASCII must be escaped"},
	rule1993Unsafe:   {"unsafe", "draft1993 BNF", "this character must be escaped"},
	rule1993Reserved: {"reserved", "draft1993 BNF", "this character has no purpose here and must be escaped"},
	rule1993NoScheme: {"no-scheme", "draft1993 SCHEME", "a URL must start with a scheme and a colon"},
	rule1993Scheme:   {"scheme", "draft1993 BNF", `a scheme must start with a letter, and cannot contain "+"`},
	rule1993Login:    {"login", "draft1993 Internet protocol parts", `this scheme needs "//" and a host after its colon`},
	rule1993Empty:    {"empty-user", "draft1993 BNF", "a user or a password cannot be empty"},
	rule1993User:     {"no-user", "draft1993 BNF", "this scheme cannot have a user or a password"},
	rule1993Host:     {"host", "draft1993 BNF", "a host must be a name that starts with a letter, or four groups of digits"},
	rule1993NoHost:   {"no-host", "draft1993 BNF", "this scheme needs a host"},
	rule1993Port:     {"port", "draft1993 BNF", "a port must be decimal digits; without digits, omit the colon"},
	rule1993Slash:    {"no-slash", "draft1993 BNF", `this scheme needs a "/" after the host`},
	rule1993Search:   {"search", "draft1993 BNF", `a search must be words joined by "+"`},
	rule1993Gopher:   {"gopher-selector", "draft1993 GOPHER", "a selector or a search cannot contain a tab, CR or LF, escaped or not"},
	rule1993Group:    {"news-group", "draft1993 NEWS, BNF", "a newsgroup must be a letter, then letters, digits, safe characters and escapes"},
	rule1993Article:  {"news-article", "draft1993 NEWS, BNF", `an article must contain "@" and a host`},
	rule1993Telnet:   {"telnet-path", "draft1993 BNF", "nothing can follow the login"},
	rule1993WAIS:     {"wais-path", "draft1993 WAIS, BNF", "a wais path must be database, database?search or database/wtype/digits/path"},
	rule1993Prospero: {"prospero-field", "draft1993 PROSPERO, BNF", "%00 must be followed by a version of digits, and by attributes"},
	rule1996Escape:   {"escape", "draft1996 3.2, 4", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule1996Control:  {"control", "draft1996 3.2.1, 4", "a control character must be escaped"},
	rule1996HighBit:  {"non-ascii", "draft1996 3.2.1, 4", "a byte above 0x7F is not US-ASCII and must be escaped"},
	rule1996Space:    {"space", "draft1996 3.2.2", "a space must be escaped as %20"},
	rule1996Unsafe:   {"unsafe", "draft1996 3.2.2", "this unsafe character must be escaped"},
	rule1996Reserved: {"reserved", "draft1996 3.2.3, 4", "this reserved character has no purpose here and must be escaped"},
	rule1996NoScheme: {"no-scheme", "draft1996 4", "a URL must start with a scheme and a colon"},
	rule1996Scheme:   {"scheme", "draft1996 4", `a scheme can contain only letters, digits, "+", "-" and "."`},
	rule1996Login:    {"login", "draft1996 3.4.1", `this scheme needs "//" and a host after its colon`},
	rule1996Host:     {"host", "draft1996 3.4.1", "a host must be a domain name or four groups of digits"},
	rule1996NoHost:   {"no-host", "draft1996 3.4.1", "this scheme needs a host"},
	rule1996Port:     {"port", "draft1996 3.4.1", "a port must be decimal digits; without digits, omit the colon"},

	rule2396Escape:   {"escape", "rfc2396 2.4.1", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule2396Control:  {"control", "rfc2396 2.4.3", "a control character must be escaped"},
	rule2396HighBit:  {"non-ascii", "rfc2396 2.1, 2.4.3", "a byte above 0x7F is not US-ASCII and must be escaped"},
	rule2396Space:    {"space", "rfc2396 2.4.3", "a space must be escaped as %20"},
	rule2396Unsafe:   {"unsafe", "rfc2396 2.4.3", "this delimiter or unwise character must be escaped"},
	rule2396Reserved: {"reserved", "rfc2396 2.2", "a reserved character that is not allowed here must be escaped"},
	rule2396Fragment: {"fragment", "rfc2396 4.1", `a URI cannot contain "#" and a fragment; parse a reference, or write %23`},
	rule2396NoScheme: {"no-scheme", "rfc2396 3.1", "a URI must start with a scheme and a colon"},
	rule2396Scheme:   {"scheme", "rfc2396 3.1", `a scheme must be a letter, then letters, digits, "+", "-" and "."`},
	rule2396Part:     {"opaque-part", "rfc2396 3", "something must follow the scheme and its colon"},
	rule2396Colon:    {"first-segment", "rfc2396 5", `the first segment of a relative path cannot contain ":"; write "./" before it`},
	rule2396Literal:  {"ip-literal", "rfc2732 3", "brackets must contain an IPv6 address"},
	rule2396Port:     {"port", "rfc2396 3.2.2", "a port must be decimal digits"},

	rule3986Escape:      {"escape", "rfc3986 2.1", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule3986Control:     {"control", "rfc3986 2", "a control character must be escaped"},
	rule3986HighBit:     {"non-ascii", "rfc3986 2", "a byte above 0x7F is not US-ASCII and must be escaped"},
	rule3986Space:       {"space", "rfc3986 2", "a space must be escaped as %20"},
	rule3986Unsafe:      {"unsafe", "rfc3986 2", "this character must be escaped"},
	rule3986Reserved:    {"reserved", "rfc3986 2.2", "a reserved character that delimits nothing here must be escaped"},
	rule3986NoScheme:    {"no-scheme", "rfc3986 3.1", "a URI must start with a scheme and a colon"},
	rule3986Scheme:      {"scheme", "rfc3986 3.1", `a scheme must be a letter, then letters, digits, "+", "-" and "."`},
	rule3986LiteralHost: {"ip-literal", "rfc3986 3.2.2", "brackets must contain an IPv6 or IPvFuture address"},
	rule3986Port:        {"port", "rfc3986 3.2.3", "a port must be decimal digits"},
	rule3986Colon:       {"first-segment", "rfc3986 4.2", `the first segment of a relative path cannot contain ":"; write "./" before it`},

	rule3987Escape:      {"escape", "rfc3987 2.2", `"%" must be followed by two hex digits; write %25 for a literal "%"`},
	rule3987Control:     {"control", "rfc3987 2.2", "a control character must be escaped"},
	rule3987HighBit:     {"non-ascii", "rfc3987 2.2, 4.1", "an IRI cannot contain this byte or this character outside US-ASCII here"},
	rule3987Space:       {"space", "rfc3987 2.2", "a space must be escaped as %20"},
	rule3987Unsafe:      {"unsafe", "rfc3987 2.2", "this character must be escaped"},
	rule3987Reserved:    {"reserved", "rfc3987 2.2", "a reserved character that delimits nothing here must be escaped"},
	rule3987NoScheme:    {"no-scheme", "rfc3987 2.2", "an IRI must start with a scheme and a colon"},
	rule3987Scheme:      {"scheme", "rfc3987 2.2", `a scheme must be a letter, then letters, digits, "+", "-" and "."`},
	rule3987LiteralHost: {"ip-literal", "rfc3987 2.2", "brackets must contain an IPv6 or IPvFuture address"},
	rule3987Port:        {"port", "rfc3987 2.2", "a port must be decimal digits"},
	rule3987Colon:       {"first-segment", "rfc3987 2.2", `the first segment of a relative path cannot contain ":"; write "./" before it`},

	ruleWHATWGUnit:            {"invalid-URL-unit", "whatwg URL parsing", "a URL cannot contain this character; browsers remove or escape it"},
	ruleWHATWGMissingSolidus:  {"special-scheme-missing-following-solidus", "whatwg URL parsing", `this scheme must be followed by "//" and a host`},
	ruleWHATWGNoScheme:        {"missing-scheme-non-relative-URL", "whatwg URL parsing", "a URL without a base must start with a scheme and a colon"},
	ruleWHATWGReverseSolidus:  {"invalid-reverse-solidus", "whatwg URL parsing", `this scheme uses "/", not "\"`},
	ruleWHATWGCredentials:     {"invalid-credentials", "whatwg URL parsing", "a URL must not contain a user or a password"},
	ruleWHATWGHostMissing:     {"host-missing", "whatwg URL parsing", "this scheme needs a host, and so does a user or a port"},
	ruleWHATWGPortRange:       {"port-out-of-range", "whatwg URL parsing", "a port must be 65535 or less"},
	ruleWHATWGPortInvalid:     {"port-invalid", "whatwg URL parsing", "a port must be decimal digits"},
	ruleWHATWGDrive:           {"file-invalid-Windows-drive-letter", "whatwg URL parsing", "a relative file URL cannot start with a drive letter"},
	ruleWHATWGDriveHost:       {"file-invalid-Windows-drive-letter-host", "whatwg URL parsing", "a drive letter cannot be a host"},
	ruleWHATWGToASCII:         {"domain-to-ASCII", "whatwg IDNA", "this is not a valid domain name (UTS 46)"},
	ruleWHATWGDomainPercent:   {"domain-percent-encoded", "whatwg host parsing", "a domain name must not contain escapes"},
	ruleWHATWGHostOctet:       {"host-invalid-code-point", "whatwg host parsing", `a host cannot contain a space, NUL or any of # / : < > ? @ [ \ ] ^ |`},
	ruleWHATWGIPv4Empty:       {"IPv4-empty-part", "whatwg host parsing", "an IPv4 address cannot end with a dot"},
	ruleWHATWGIPv4TooFew:      {"IPv4-too-few-parts", "whatwg host parsing", "an IPv4 address must have four parts"},
	ruleWHATWGIPv4TooMany:     {"IPv4-too-many-parts", "whatwg host parsing", "an IPv4 address cannot have more than four parts"},
	ruleWHATWGIPv4NonNumeric:  {"IPv4-non-numeric-part", "whatwg host parsing", "a host that ends in a number must be an IPv4 address"},
	ruleWHATWGIPv4NonDecimal:  {"IPv4-non-decimal-part", "whatwg host parsing", "the parts of an IPv4 address must be decimal, without leading zeros"},
	ruleWHATWGIPv4Range:       {"IPv4-out-of-range-part", "whatwg host parsing", "a part of an IPv4 address must be 255 or less"},
	ruleWHATWGIPv4NonASCII:    {"IPv4-non-ASCII-input", "whatwg host parsing", "an IPv4 address must be written in ASCII digits"},
	ruleWHATWGIPv6Unclosed:    {"IPv6-unclosed", "whatwg host parsing", `an IPv6 address must end with "]"`},
	ruleWHATWGIPv6Compression: {"IPv6-invalid-compression", "whatwg host parsing", `an IPv6 address cannot start with a single ":"`},
	ruleWHATWGIPv6TooMany:     {"IPv6-too-many-pieces", "whatwg host parsing", "an IPv6 address cannot have more than eight pieces"},
	ruleWHATWGIPv6Multiple:    {"IPv6-multiple-compression", "whatwg host parsing", `an IPv6 address can contain "::" only once`},
	ruleWHATWGIPv6Octet:       {"IPv6-invalid-code-point", "whatwg host parsing", "a piece of an IPv6 address must be one to four hex digits"},
	ruleWHATWGIPv6TooFew:      {"IPv6-too-few-pieces", "whatwg host parsing", `an IPv6 address without "::" must have eight pieces`},
	ruleWHATWGIPv6Zero:        {"IPv6-piece-leading-zero", "whatwg host parsing", "a piece of an IPv6 address must not have leading zeros"},
	ruleWHATWGIPv4In6TooMany:  {"IPv4-in-IPv6-too-many-pieces", "whatwg host parsing", "an IPv4 address can only be the last two pieces of an IPv6 address"},
	ruleWHATWGIPv4In6Octet:    {"IPv4-in-IPv6-invalid-code-point", "whatwg host parsing", "an IPv4 address in IPv6 must be four decimal numbers without leading zeros"},
	ruleWHATWGIPv4In6Range:    {"IPv4-in-IPv6-out-of-range-part", "whatwg host parsing", "a part of an IPv4 address must be 255 or less"},
	ruleWHATWGIPv4In6TooFew:   {"IPv4-in-IPv6-too-few-parts", "whatwg host parsing", "an IPv4 address in an IPv6 address must have four parts"},
	ruleWHATWGSet:             {"cannot-set", "whatwg URL class", "this component of this URL cannot have this value"},

	ruleComposeUser: {"compose-user", "rfc1738 3.1", "a password needs a user, and a user needs a host"},
	ruleComposeHost: {"compose-host", "rfc1738 3.1", "these bytes cannot be written as a host"},
	ruleComposePath: {"compose-path", "rfc3986 3.3", `a path must start with "/" after a host, and not with "//" without a host`},
	ruleComposePart: {"compose-part", "rfc1738 5", "this scheme has no such part in this edition"},
	ruleComposeView: {"compose-view", "rfc1738 5", "these parts cannot be written as a URL of their scheme"},

	rule2056Path:    {"z39.50-path", "rfc2056 2", "the path must be database or database+database, optionally with ?docid"},
	rule2056Keyword: {"z39.50-keyword", "rfc2056 2", `";" must start esn=, rs=, or an extension x-search=, x-scan=, x-use=, x-record=`},
	rule2056Parts:   {"z39.50-parts", "rfc2056 2", "z39.50r needs database?docid; z39.50s has one of docid, x-search and x-scan"},
}
