package earl

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Rule is a sentence of a standard that a text can violate: "name | section | sentence", a stable
// name, the source of the rule, and what a text must or cannot contain. The zero Rule is no rule.
// A view outside this package has rules of its own, as constants:
//
//	const ruleRequest earl.Rule = "request | rfc1288 2.3 | a request cannot contain a line end"
type Rule string

// Name returns the stable name of the rule, such as "unsafe". Editions that
// have the same rule in different sections share its name.
func (r Rule) Name() string { return r.field(0) }

// Section returns the source of the rule: the document's short name and its
// sections.
func (r Rule) Section() string { return r.field(1) }

// Sentence returns the rule in plain words: what the text must or cannot
// contain.
func (r Rule) Sentence() string { return r.field(2) }

// String returns the section and the name of the rule: "rfc1738 5, no-user".
func (r Rule) String() string { return r.Section() + ", " + r.Name() }

// field returns one of the three fields, "" if it is missing.
func (r Rule) field(i int) string {
	text, more := string(r), true
	for ; i > 0 && more; i-- {
		_, text, more = strings.Cut(text, " | ")
	}
	text, _, _ = strings.Cut(text, " | ")
	if !more {
		return ""
	}
	return text
}

// under returns the rule with the same name in a document, given by its short
// name, or r itself if the document has no such rule.
func (r Rule) under(document string) Rule {
	name := r.Name()
	for _, other := range rules {
		if other.Name() == name && strings.HasPrefix(other.Section(), document+" ") {
			return other
		}
	}
	return r
}

// Rules yields every rule of this package, in the order of the table.
func Rules() iter.Seq[Rule] { return slices.Values(rules[:]) }

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

// The rules that views report. An added [Scheme] has RuleSchemePart for a scheme-specific part
// without its syntax, and rules of its own. [URL.Violation] finds the rule of the URL's edition
// with the same name.
const (
	RuleSchemePart  = ruleSchemePart
	RuleNoView      = ruleNoView
	RuleViewScheme  = ruleViewScheme
	RuleLogin       = rule1738Login
	RuleUser        = rule1738User
	RuleHost        = rule1738Host
	RuleNoHost      = rule1738NoHost
	RulePort        = rule1738Port
	RuleSlash       = rule1738Slash
	RuleFTPType     = rule1738FTPType
	RuleGopher      = rule1738Gopher
	RuleMailto      = rule1738Mailto
	RuleGroup       = rule1738Group
	RuleArticle     = rule1738Article
	RuleNNTP        = rule1738NNTP
	RuleNumber      = rule1738Number
	RuleTelnet      = rule1738Telnet
	RuleWAIS        = rule1738WAIS
	RuleProspero    = rule1738Prospero
	RuleFile        = rule1738File
	RuleComposeUser = ruleComposeUser
	RuleComposeHost = ruleComposeHost
	RuleComposePath = ruleComposePath
	RuleComposePart = ruleComposePart
	RuleComposeView = ruleComposeView
)

const (
	ruleSchemePart Rule = "scheme-part | rfc1738 4 | what follows this scheme does not have the syntax of the scheme"
	ruleLong       Rule = "length | earl | a URL must be shorter than 4 GiB"
	ruleNoView     Rule = "no-view | rfc1738 5 | earl knows no parts of URLs of this scheme"
	ruleViewScheme Rule = "view-scheme | rfc1738 5 | this view is for another scheme"
	ruleGopherType Rule = "gopher-type | draft1996 5.3 | the first character of this relative path would become the gophertype"
	ruleBasePath   Rule = `base-path | draft1996 9 | the base has no path; a "/" is inserted before this relative path`
	ruleAmbiguous  Rule = "ambiguous | rfc3986 7.6 | editions read different servers in this text"

	rule1738Escape   Rule = `escape | rfc1738 2.2, 5 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule1738Control  Rule = "control | rfc1738 2.2 | a control character must be escaped"
	rule1738HighBit  Rule = "non-ascii | rfc1738 2.2 | a byte above 0x7F is not US-ASCII and must be escaped"
	rule1738Space    Rule = "space | rfc1738 2.2 | a space must be escaped as %20"
	rule1738Unsafe   Rule = "unsafe | rfc1738 2.2 | this unsafe character must be escaped"
	rule1738Reserved Rule = "reserved | rfc1738 2.2, 5 | this reserved character has no purpose here and must be escaped"
	rule1738Fragment Rule = `fragment | rfc1738 2.2 | a URL cannot contain "#" and a fragment; parse a reference, or write %23`
	rule1738NoScheme Rule = "no-scheme | rfc1738 2.1 | a URL must start with a scheme and a colon"
	rule1738Scheme   Rule = `scheme | rfc1738 2.1, 5 | a scheme can contain only letters, digits, "+", "-" and "."`
	rule1738Login    Rule = `login | rfc1738 3.1, 5 | this scheme needs "//" and a host after its colon`
	rule1738User     Rule = "no-user | rfc1738 5 | this scheme cannot have a user or a password"
	rule1738Host     Rule = `host | rfc1738 3.1, 5 | a host can contain only letters, digits, "-" and ".", and no escapes`
	rule1738Label    Rule = "host-label | rfc1738 3.1, 5 | each label of a host must start and end with a letter or a digit"
	rule1738TopLabel Rule = "host-top-label | rfc1738 3.1, 5 | the last label of a host must start with a letter, except in an IPv4 address"
	rule1738NoHost   Rule = "no-host | rfc1738 3.1, 5 | this scheme needs a host"
	rule1738Port     Rule = "port | rfc1738 3.1, 5 | a port must be decimal digits; without digits, omit the colon"
	rule1738Slash    Rule = `no-slash | rfc1738 5 | this scheme needs a "/" after the host`
	rule1738FTPType  Rule = `ftp-type | rfc1738 3.2.2, 5 | ";" can only start ";type=a", ";type=i" or ";type=d" at the end; else write %3B`
	rule1738Gopher   Rule = "gopher-selector | rfc1738 3.4.1 | a selector or a search cannot contain a tab, CR or LF, escaped or not"
	rule1738Mailto   Rule = "mailto-empty | rfc1738 3.5, 5 | a mailto URL needs an address"
	rule1738Group    Rule = `news-group | rfc1738 3.6, 5 | a newsgroup must be a letter, then letters, digits, "-", ".", "+" or "_"`
	rule1738Article  Rule = `news-article | rfc1738 3.6, 5 | a message-id must contain "@" and a host, and no angle brackets`
	rule1738NNTP     Rule = `nntp-group | rfc1738 3.7, 5 | a newsgroup must be a letter, then letters, digits, "-", ".", "+" or "_"`
	rule1738Number   Rule = "nntp-number | rfc1738 3.7, 5 | an article number must be decimal digits"
	rule1738Telnet   Rule = `telnet-path | rfc1738 3.8, 5 | nothing can follow the host except one "/"`
	rule1738WAIS     Rule = "wais-path | rfc1738 3.9, 5 | a wais path must be database, database?search or database/wtype/wpath"
	rule1738Prospero Rule = `prospero-field | rfc1738 3.11, 5 | ";" must start a field, ";name=value"; escape other ";" and "=" as %3B and %3D`
	rule1738File     Rule = "file-host | rfc1738 3.10, 5 | a file URL needs a path after its host, and cannot have a port"

	rule1994Escape   Rule = `escape | draft1994 2.2, 5 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule1994Control  Rule = "control | draft1994 2.2 | a control character must be escaped"
	rule1994Space    Rule = "space | draft1994 2.2 | a space must be escaped as %20"
	rule1994Reserved Rule = "reserved | draft1994 2.2, 5 | this reserved character has no purpose here and must be escaped"
	rule1994NoScheme Rule = "no-scheme | draft1994 2.1 | a URL must start with a scheme and a colon"
	rule1994Login    Rule = `login | draft1994 3.1, 5 | this scheme needs "//" and a host after its colon`
	rule1994Host     Rule = "host | draft1994 5 | a host must be a name that starts with a letter, or four groups of digits"
	rule1994Port     Rule = "port | draft1994 5 | a port must be decimal digits; without digits, omit the colon"
	rule1994FTPType  Rule = `ftp-type | draft1994 3.2.2, 5 | ";" can only start ";type=a", ";type=i" or ";type=d" at the end; else write %3B`
	rule1994Mailto   Rule = "mailto-empty | draft1994 5 | a mailto URL needs an address"
	rule1994Article  Rule = `news-article | draft1994 5 | a message-id must contain "@" and a host, and no angle brackets`
	rule1994Number   Rule = "nntp-number | draft1994 5 | an article number must be decimal digits"
	rule1994WAIS     Rule = "wais-path | draft1994 5 | a wais path must be database, database?search or database/wtype/wpath"
	rule1994File     Rule = "file-host | draft1994 5 | a file URL cannot have a port"
	rule1994HighBit  Rule = "non-ascii | draft1994 2.2 | a byte above 0x7F is not US-ASCII and must be escaped"
	rule1994Unsafe   Rule = "unsafe | draft1994 2.2 | this character must be escaped"
	rule1994Fragment Rule = `fragment | draft1994 2.2 | a URL cannot contain "#" and a fragment; parse a reference, or write %23`
	rule1994Scheme   Rule = `scheme | draft1994 2.1, 5 | a scheme can contain only letters, digits, "+", "-" and "."`
	rule1994User     Rule = "no-user | draft1994 5 | this scheme cannot have a user or a password"
	rule1994NoHost   Rule = "no-host | draft1994 5 | this scheme needs a host; a file URL needs a host or a path"
	rule1994Slash    Rule = `no-slash | draft1994 5 | this scheme needs a "/" after the host`
	rule1994Group    Rule = `news-group | draft1994 5 | a newsgroup must be a letter, then letters, digits, "-" and "."`
	rule1994NNTP     Rule = `nntp-group | draft1994 5 | a newsgroup must be a letter, then letters, digits, "-" and "."`
	rule1994Gopher   Rule = "gopher-selector | draft1994 3.4.1 | a selector or a search cannot contain a tab, CR or LF, escaped or not"
	rule1994Telnet   Rule = `telnet-path | draft1994 5 | nothing can follow the host except one "/"`
	rule1994Prospero Rule = `prospero-field | draft1994 5 | ";" must start a field, ";name=value"; escape other ";" and "=" as %3B and %3D`

	rule1993Escape   Rule = `escape | draft1993 Encoding, BNF | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule1993Control  Rule = "control | draft1993 Encoding, BNF | a control character must be escaped"
	rule1993HighBit  Rule = "non-ascii | draft1993 Encoding, BNF | a character outside US-ASCII must be escaped"
	rule1993Unsafe   Rule = "unsafe | draft1993 BNF | this character must be escaped"
	rule1993Reserved Rule = "reserved | draft1993 BNF | this character has no purpose here and must be escaped"
	rule1993NoScheme Rule = "no-scheme | draft1993 SCHEME | a URL must start with a scheme and a colon"
	rule1993Scheme   Rule = `scheme | draft1993 BNF | a scheme must start with a letter, and cannot contain "+"`
	rule1993Login    Rule = `login | draft1993 Internet protocol parts | this scheme needs "//" and a host after its colon`
	rule1993Empty    Rule = "empty-user | draft1993 BNF | a user or a password cannot be empty"
	rule1993User     Rule = "no-user | draft1993 BNF | this scheme cannot have a user or a password"
	rule1993Host     Rule = "host | draft1993 BNF | a host must be a name that starts with a letter, or four groups of digits"
	rule1993NoHost   Rule = "no-host | draft1993 BNF | this scheme needs a host"
	rule1993Port     Rule = "port | draft1993 BNF | a port must be decimal digits; without digits, omit the colon"
	rule1993Slash    Rule = `no-slash | draft1993 BNF | this scheme needs a "/" after the host`
	rule1993Search   Rule = `search | draft1993 BNF | a search must be words joined by "+"`
	rule1993Gopher   Rule = "gopher-selector | draft1993 GOPHER | a selector or a search cannot contain a tab, CR or LF, escaped or not"
	rule1993Group    Rule = "news-group | draft1993 NEWS, BNF | a newsgroup must be a letter, then letters, digits, safe characters and escapes"
	rule1993Article  Rule = `news-article | draft1993 NEWS, BNF | an article must contain "@" and a host`
	rule1993Telnet   Rule = "telnet-path | draft1993 BNF | nothing can follow the login"
	rule1993WAIS     Rule = "wais-path | draft1993 WAIS, BNF | a wais path must be database, database?search or database/wtype/digits/path"
	rule1993Prospero Rule = "prospero-field | draft1993 PROSPERO, BNF | %00 must be followed by a version of digits, and by attributes"

	rule1996Escape   Rule = `escape | draft1996 3.2, 4 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule1996Control  Rule = "control | draft1996 3.2.1, 4 | a control character must be escaped"
	rule1996HighBit  Rule = "non-ascii | draft1996 3.2.1, 4 | a byte above 0x7F is not US-ASCII and must be escaped"
	rule1996Space    Rule = "space | draft1996 3.2.2 | a space must be escaped as %20"
	rule1996Unsafe   Rule = "unsafe | draft1996 3.2.2 | this unsafe character must be escaped"
	rule1996Reserved Rule = "reserved | draft1996 3.2.3, 4 | this reserved character has no purpose here and must be escaped"
	rule1996NoScheme Rule = "no-scheme | draft1996 4 | a URL must start with a scheme and a colon"
	rule1996Scheme   Rule = `scheme | draft1996 4 | a scheme can contain only letters, digits, "+", "-" and "."`
	rule1996Login    Rule = `login | draft1996 3.4.1 | this scheme needs "//" and a host after its colon`
	rule1996Host     Rule = "host | draft1996 3.4.1 | a host must be a domain name or four groups of digits"
	rule1996NoHost   Rule = "no-host | draft1996 3.4.1 | this scheme needs a host"
	rule1996Port     Rule = "port | draft1996 3.4.1 | a port must be decimal digits; without digits, omit the colon"

	rule2396Escape   Rule = `escape | rfc2396 2.4.1 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule2396Control  Rule = "control | rfc2396 2.4.3 | a control character must be escaped"
	rule2396HighBit  Rule = "non-ascii | rfc2396 2.1, 2.4.3 | a byte above 0x7F is not US-ASCII and must be escaped"
	rule2396Space    Rule = "space | rfc2396 2.4.3 | a space must be escaped as %20"
	rule2396Unsafe   Rule = "unsafe | rfc2396 2.4.3 | this delimiter or unwise character must be escaped"
	rule2396Reserved Rule = "reserved | rfc2396 2.2 | a reserved character that is not allowed here must be escaped"
	rule2396Fragment Rule = `fragment | rfc2396 4.1 | a URI cannot contain "#" and a fragment; parse a reference, or write %23`
	rule2396NoScheme Rule = "no-scheme | rfc2396 3.1 | a URI must start with a scheme and a colon"
	rule2396Scheme   Rule = `scheme | rfc2396 3.1 | a scheme must be a letter, then letters, digits, "+", "-" and "."`
	rule2396Part     Rule = "opaque-part | rfc2396 3 | something must follow the scheme and its colon"
	rule2396Colon    Rule = `first-segment | rfc2396 5 | a relative path cannot begin with "a:b"; write "./a:b" or "a%3Ab"`
	rule2396Literal  Rule = "ip-literal | rfc2732 3 | brackets must contain an IPv6 address"
	rule2396Port     Rule = "port | rfc2396 3.2.2 | a port must be decimal digits"

	rule3986Escape      Rule = `escape | rfc3986 2.1 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule3986Control     Rule = "control | rfc3986 2 | a control character must be escaped"
	rule3986HighBit     Rule = "non-ascii | rfc3986 2 | a byte above 0x7F is not US-ASCII and must be escaped"
	rule3986Space       Rule = "space | rfc3986 2 | a space must be escaped as %20"
	rule3986Unsafe      Rule = "unsafe | rfc3986 2 | this character must be escaped"
	rule3986Reserved    Rule = "reserved | rfc3986 2.2 | a reserved character that delimits nothing here must be escaped"
	rule3986NoScheme    Rule = "no-scheme | rfc3986 3.1 | a URI must start with a scheme and a colon"
	rule3986Scheme      Rule = `scheme | rfc3986 3.1 | a scheme must be a letter, then letters, digits, "+", "-" and "."`
	rule3986LiteralHost Rule = "ip-literal | rfc3986 3.2.2 | brackets must contain an IPv6 or IPvFuture address"
	rule3986Port        Rule = "port | rfc3986 3.2.3 | a port must be decimal digits"
	rule3986Colon       Rule = `first-segment | rfc3986 4.2 | a relative path cannot begin with "a:b"; write "./a:b" or "a%3Ab"`

	rule3987Escape      Rule = `escape | rfc3987 2.2 | "%" must be followed by two hex digits; write %25 for a literal "%"`
	rule3987Control     Rule = "control | rfc3987 2.2 | a control character must be escaped"
	rule3987HighBit     Rule = "non-ascii | rfc3987 2.2, 4.1 | an IRI cannot contain this byte or this character outside US-ASCII here"
	rule3987Space       Rule = "space | rfc3987 2.2 | a space must be escaped as %20"
	rule3987Unsafe      Rule = "unsafe | rfc3987 2.2 | this character must be escaped"
	rule3987Reserved    Rule = "reserved | rfc3987 2.2 | a reserved character that delimits nothing here must be escaped"
	rule3987NoScheme    Rule = "no-scheme | rfc3987 2.2 | an IRI must start with a scheme and a colon"
	rule3987Scheme      Rule = `scheme | rfc3987 2.2 | a scheme must be a letter, then letters, digits, "+", "-" and "."`
	rule3987LiteralHost Rule = "ip-literal | rfc3987 2.2 | brackets must contain an IPv6 or IPvFuture address"
	rule3987Port        Rule = "port | rfc3987 2.2 | a port must be decimal digits"
	rule3987Colon       Rule = `first-segment | rfc3987 2.2 | a relative path cannot begin with "a:b"; write "./a:b" or "a%3Ab"`

	ruleWHATWGUnit            Rule = "invalid-URL-unit | whatwg URL parsing | a URL cannot contain this character; browsers remove or escape it"
	ruleWHATWGMissingSolidus  Rule = `special-scheme-missing-following-solidus | whatwg URL parsing | this scheme must be followed by "//" and a host`
	ruleWHATWGNoScheme        Rule = "missing-scheme-non-relative-URL | whatwg URL parsing | a URL without a base must start with a scheme and a colon"
	ruleWHATWGReverseSolidus  Rule = `invalid-reverse-solidus | whatwg URL parsing | this scheme uses "/", not "\"`
	ruleWHATWGCredentials     Rule = "invalid-credentials | whatwg URL parsing | a URL must not contain a user or a password"
	ruleWHATWGHostMissing     Rule = "host-missing | whatwg URL parsing | this scheme needs a host, and so does a user or a port"
	ruleWHATWGPortRange       Rule = "port-out-of-range | whatwg URL parsing | a port must be 65535 or less"
	ruleWHATWGPortInvalid     Rule = "port-invalid | whatwg URL parsing | a port must be decimal digits"
	ruleWHATWGDrive           Rule = "file-invalid-Windows-drive-letter | whatwg URL parsing | a relative file URL cannot start with a drive letter"
	ruleWHATWGDriveHost       Rule = "file-invalid-Windows-drive-letter-host | whatwg URL parsing | a drive letter cannot be a host"
	ruleWHATWGToASCII         Rule = "domain-to-ASCII | whatwg IDNA | this is not a valid domain name (UTS 46)"
	ruleWHATWGDomainPercent   Rule = "domain-percent-encoded | whatwg host parsing | a domain name must not contain escapes"
	ruleWHATWGHostOctet       Rule = `host-invalid-code-point | whatwg host parsing | a host cannot contain a space, NUL or any of # / : < > ? @ [ \ ] ^ |`
	ruleWHATWGIPv4Empty       Rule = "IPv4-empty-part | whatwg host parsing | an IPv4 address cannot end with a dot"
	ruleWHATWGIPv4TooFew      Rule = "IPv4-too-few-parts | whatwg host parsing | an IPv4 address must have four parts"
	ruleWHATWGIPv4TooMany     Rule = "IPv4-too-many-parts | whatwg host parsing | an IPv4 address cannot have more than four parts"
	ruleWHATWGIPv4NonNumeric  Rule = "IPv4-non-numeric-part | whatwg host parsing | a host that ends in a number must be an IPv4 address"
	ruleWHATWGIPv4NonDecimal  Rule = "IPv4-non-decimal-part | whatwg host parsing | the parts of an IPv4 address must be decimal, without leading zeros"
	ruleWHATWGIPv4Range       Rule = "IPv4-out-of-range-part | whatwg host parsing | a part of an IPv4 address must be 255 or less"
	ruleWHATWGIPv4NonASCII    Rule = "IPv4-non-ASCII-input | whatwg host parsing | an IPv4 address must be written in ASCII digits"
	ruleWHATWGIPv6Unclosed    Rule = `IPv6-unclosed | whatwg host parsing | an IPv6 address must end with "]"`
	ruleWHATWGIPv6Compression Rule = `IPv6-invalid-compression | whatwg host parsing | an IPv6 address cannot start with a single ":"`
	ruleWHATWGIPv6TooMany     Rule = "IPv6-too-many-pieces | whatwg host parsing | an IPv6 address cannot have more than eight pieces"
	ruleWHATWGIPv6Multiple    Rule = `IPv6-multiple-compression | whatwg host parsing | an IPv6 address can contain "::" only once`
	ruleWHATWGIPv6Octet       Rule = "IPv6-invalid-code-point | whatwg host parsing | a piece of an IPv6 address must be one to four hex digits"
	ruleWHATWGIPv6TooFew      Rule = `IPv6-too-few-pieces | whatwg host parsing | an IPv6 address without "::" must have eight pieces`
	ruleWHATWGIPv6Zero        Rule = "IPv6-piece-leading-zero | whatwg host parsing | a piece of an IPv6 address must not have leading zeros"
	ruleWHATWGIPv4In6TooMany  Rule = "IPv4-in-IPv6-too-many-pieces | whatwg host parsing | an IPv4 address can only be the last two pieces of an IPv6 address"
	ruleWHATWGIPv4In6Octet    Rule = "IPv4-in-IPv6-invalid-code-point | whatwg host parsing | an IPv4 address in IPv6 must be four decimal numbers without leading zeros"
	ruleWHATWGIPv4In6Range    Rule = "IPv4-in-IPv6-out-of-range-part | whatwg host parsing | a part of an IPv4 address must be 255 or less"
	ruleWHATWGIPv4In6TooFew   Rule = "IPv4-in-IPv6-too-few-parts | whatwg host parsing | an IPv4 address in an IPv6 address must have four parts"
	ruleWHATWGSet             Rule = "cannot-set | whatwg URL class | this component of this URL cannot have this value"

	ruleComposeUser Rule = "compose-user | rfc1738 3.1 | a password needs a user, and a user needs a host"
	ruleComposeHost Rule = "compose-host | rfc1738 3.1 | these bytes cannot be written as a host"
	ruleComposePath Rule = `compose-path | rfc3986 3.3 | a path must start with "/" after a host, and not with "//" without a host`
	ruleComposePart Rule = "compose-part | rfc1738 5 | this scheme has no such part in this edition"
	ruleComposeView Rule = "compose-view | rfc1738 5 | these parts cannot be written as a URL of their scheme"
)

// rules are all rules of this package.
var rules = [...]Rule{
	ruleSchemePart, ruleLong, ruleNoView, ruleViewScheme,
	ruleGopherType, ruleBasePath, ruleAmbiguous,

	rule1738Escape, rule1738Control, rule1738HighBit, rule1738Space, rule1738Unsafe, rule1738Reserved,
	rule1738Fragment, rule1738NoScheme, rule1738Scheme, rule1738Login, rule1738User, rule1738Host, rule1738Label,
	rule1738TopLabel, rule1738NoHost, rule1738Port, rule1738Slash, rule1738FTPType, rule1738Gopher,
	rule1738Mailto, rule1738Group, rule1738Article, rule1738NNTP, rule1738Number, rule1738Telnet, rule1738WAIS,
	rule1738Prospero, rule1738File,
	rule1994Escape, rule1994Control, rule1994Space, rule1994Reserved, rule1994NoScheme, rule1994Login,
	rule1994Host, rule1994Port, rule1994FTPType, rule1994Mailto, rule1994Article, rule1994Number, rule1994WAIS,
	rule1994File, rule1994HighBit, rule1994Unsafe, rule1994Fragment, rule1994Scheme, rule1994User, rule1994NoHost,
	rule1994Slash, rule1994Group, rule1994NNTP, rule1994Gopher, rule1994Telnet, rule1994Prospero,
	rule1993Escape, rule1993Control, rule1993HighBit, rule1993Unsafe, rule1993Reserved, rule1993NoScheme,
	rule1993Scheme, rule1993Login, rule1993Empty, rule1993User, rule1993Host, rule1993NoHost, rule1993Port,
	rule1993Slash, rule1993Search, rule1993Gopher, rule1993Group, rule1993Article, rule1993Telnet, rule1993WAIS,
	rule1993Prospero,
	rule1996Escape, rule1996Control, rule1996HighBit, rule1996Space, rule1996Unsafe, rule1996Reserved,
	rule1996NoScheme, rule1996Scheme, rule1996Login, rule1996Host, rule1996NoHost, rule1996Port,
	rule2396Escape, rule2396Control, rule2396HighBit, rule2396Space, rule2396Unsafe, rule2396Reserved,
	rule2396Fragment, rule2396NoScheme, rule2396Scheme, rule2396Part, rule2396Colon, rule2396Literal,
	rule2396Port,
	rule3986Escape, rule3986Control, rule3986HighBit, rule3986Space, rule3986Unsafe, rule3986Reserved,
	rule3986NoScheme, rule3986Scheme, rule3986LiteralHost, rule3986Port, rule3986Colon,
	rule3987Escape, rule3987Control, rule3987HighBit, rule3987Space, rule3987Unsafe, rule3987Reserved,
	rule3987NoScheme, rule3987Scheme, rule3987LiteralHost, rule3987Port, rule3987Colon,
	ruleWHATWGUnit, ruleWHATWGMissingSolidus, ruleWHATWGNoScheme, ruleWHATWGReverseSolidus, ruleWHATWGCredentials,
	ruleWHATWGHostMissing, ruleWHATWGPortRange, ruleWHATWGPortInvalid, ruleWHATWGDrive, ruleWHATWGDriveHost,
	ruleWHATWGToASCII, ruleWHATWGDomainPercent, ruleWHATWGHostOctet, ruleWHATWGIPv4Empty, ruleWHATWGIPv4TooFew,
	ruleWHATWGIPv4TooMany, ruleWHATWGIPv4NonNumeric, ruleWHATWGIPv4NonDecimal, ruleWHATWGIPv4Range,
	ruleWHATWGIPv4NonASCII, ruleWHATWGIPv6Unclosed, ruleWHATWGIPv6Compression, ruleWHATWGIPv6TooMany,
	ruleWHATWGIPv6Multiple, ruleWHATWGIPv6Octet, ruleWHATWGIPv6TooFew, ruleWHATWGIPv6Zero,
	ruleWHATWGIPv4In6TooMany, ruleWHATWGIPv4In6Octet, ruleWHATWGIPv4In6Range, ruleWHATWGIPv4In6TooFew,
	ruleWHATWGSet,
	ruleComposeUser, ruleComposeHost, ruleComposePath, ruleComposePart, ruleComposeView,
}

// Violation is a part of a text that violates a rule of an edition.
type Violation struct {
	Off, Len int  // in bytes from 0, in the original text; Len 0: something is missing at Off
	Rule     Rule // the rule that it violates
	Repaired bool // the edition accepts the text (whatwg)
}

// Message describes v in text, the text that was checked: its position, the
// characters there, the rule and its section. It quotes nothing of a password.
func (v Violation) Message(text string) string {
	var b strings.Builder
	b.WriteString(Violation{Off: v.Off}.Position(text))
	if what := v.quote(text); what != "" {
		fmt.Fprintf(&b, ", %q", what)
	}
	fmt.Fprintf(&b, ": %s (%s)", v.Rule.Sentence(), v.Rule.Section())
	return b.String()
}

// Position returns the position of v in text for people: "character 3" or
// "characters 3 to 5", counted from 1. If text is not valid UTF-8, it counts
// bytes.
func (v Violation) Position(text string) string {
	what, count := "character", utf8.RuneCountInString
	if !utf8.ValidString(text) {
		what, count = "byte", func(s string) int { return len(s) }
	}
	off := min(v.Off, len(text))
	first := count(text[:off]) + 1
	last := first - 1 + count(text[off:min(off+v.Len, len(text))])
	if last > first {
		return what + "s " + strconv.Itoa(first) + " to " + strconv.Itoa(last)
	}
	return what + " " + strconv.Itoa(first)
}

// maxQuote is the maximum number of bytes that a message quotes from a text.
const maxQuote = 40

// quote returns the text that v covers, or "" if it overlaps a password.
func (v Violation) quote(text string) string {
	end := min(v.Off+v.Len, len(text))
	if v.Len == 0 || v.Off >= end {
		return ""
	}
	for _, s := range secretSpans(text) {
		if v.Off < s.end && s.start < end {
			return ""
		}
	}
	if end-v.Off > maxQuote {
		return text[v.Off:v.Off+maxQuote] + "..."
	}
	return text[v.Off:end]
}

// String returns the position and the rule: "bytes 7 to 13: rfc1738 5,
// no-user". It counts from 1 and quotes nothing of the text;
// [Violation.Message] does.
func (v Violation) String() string {
	place := fmt.Sprintf("byte %d", v.Off+1)
	if v.Len > 1 {
		place = fmt.Sprintf("bytes %d to %d", v.Off+1, v.Off+v.Len)
	}
	return place + ": " + v.Rule.String()
}

// ParseError is the error for a text that is not valid, with its first
// violation.
type ParseError struct {
	Edition   *Edition
	Input     string
	Violation Violation
	// Readings has what each edition reads if [Auto] refused the text because
	// they disagree about its scheme, host or port. It is nil for all other
	// errors.
	Readings []URL
}

// Error returns the violation's message. It quotes nothing of a password.
func (e *ParseError) Error() string {
	if e.Readings != nil {
		return fmt.Sprintf("earl: %s: the editions disagree: %s", redactQuoted(e.Input), e.Disagreement())
	}
	return fmt.Sprintf("earl: %s: %s", redactQuoted(e.Input), e.Violation.Message(e.Input))
}

// GoString implements fmt.GoStringer, so %#v shows no password.
func (e *ParseError) GoString() string { return "earl.ParseError(" + strconv.Quote(e.Error()) + ")" }

// redactQuoted returns a text for an error message: quoted, truncated, without
// its password.
func redactQuoted(text string) string {
	text = Redact(text)
	if len(text) > 2*maxQuote {
		text = text[:2*maxQuote] + "..."
	}
	return fmt.Sprintf("%q", text)
}
