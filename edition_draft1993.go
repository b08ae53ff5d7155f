package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Draft1993 is the edition of the Internet Draft of October 1993. Seven schemes
// have their own production; all others use the generic one, a path and a
// search. A URL can contain spaces and quotes, "+" joins the words of a search,
// and escapes represent ISO Latin-1 characters.
//
// The characters that separate user, password, host and port may also appear in
// them. A login is split at its last "@", at the first ":" before it and at the
// last ":" after it (R16). A path may have void elements anywhere (R15).
var Draft1993 = &draft1993Edition

// draft1993Edition is the data of [Draft1993].
var draft1993Edition = Edition{
	name:    "draft1993",
	title:   "Internet Draft, October 1993",
	charset: "ISO-8859-1", // Encoding

	classes:       &octet.Draft1993Classes,
	scheme:        octet.Draft1993Scheme,
	schemeFirst:   octet.Draft1993Alpha,
	escapes:       true,
	digit:         octet.Draft1993Digit,
	plain:         octet.Draft1993Plain,
	host:          octet.Draft1993XAlpha,
	hostname:      draft1993Hostname,
	split:         true,
	filled:        true,
	delims:        "/?",
	same:          octet.Draft1993Plain,
	allowsUnsafe:  true,
	fragment:      octet.Draft1993XAlpha,
	fragmentInURL: true, // it may be void (R18)

	forms: []form{
		{scheme: "http", login: must, path: octet.Draft1993XPath, query: octet.Draft1993Search, check: draft1993SearchPart},
		{scheme: "ftp", login: must, user: octet.Draft1993XAlpha, password: octet.Draft1993XAlpha, slash: must, path: octet.Draft1993XPath, syntax: Syntax{NoTypecode: true}},
		{scheme: "news", login: never, path: octet.Draft1993XPath, check: draft1993News, syntax: Syntax{Article: ";:&"}},
		{scheme: "prospero", login: must, slash: must, path: octet.Draft1993XPath, check: draft1993Prospero, syntax: Syntax{Nulls: true}},
		{scheme: "telnet", login: must, user: octet.Draft1993XAlpha, password: octet.Draft1993XAlpha, slash: never, path: octet.Draft1993XPath, check: draft1993TelnetPath},
		{scheme: "gopher", login: must, path: octet.Draft1993XPath, query: octet.Draft1993Search, check: draft1993Gopher, syntax: Syntax{Words: true}},
		{scheme: "wais", login: must, slash: must, path: octet.Draft1993XPath, query: octet.Draft1993Search, check: draft1993WAISDoc, syntax: Syntax{Words: true, Length: true}},
	},
	other:    form{login: may, loose: true, user: octet.Draft1993XAlpha, password: octet.Draft1993XAlpha, path: octet.Draft1993XPath, query: octet.Draft1993Search, check: draft1993SearchPart},
	relative: &form{login: may, loose: true, user: octet.Draft1993XAlpha, password: octet.Draft1993XAlpha, path: octet.Draft1993XPath, query: octet.Draft1993Search, check: draft1993Partial},

	resolve: resolvePartial,

	faults: [numFaults]Rule{
		faultEscape:   rule1993Escape,
		faultControl:  rule1993Control,
		faultHighBit:  rule1993HighBit,
		faultSpace:    rule1993Reserved,
		faultUnsafe:   rule1993Unsafe,
		faultReserved: rule1993Reserved,
		faultNoScheme: rule1993NoScheme,
		faultScheme:   rule1993Scheme,
		faultLogin:    rule1993Login,
		faultEmpty:    rule1993Empty,
		faultUser:     rule1993User,
		faultNoHost:   rule1993NoHost,
		faultPort:     rule1993Port,
		faultSlash:    rule1993Slash,
		faultLong:     ruleLong,
	},
}

// draft1993Hostname checks hostname = ialpha [ . hostname ]. In effect this is
// a letter followed by any xalphas. Four groups of digits are also valid.
func draft1993Hostname(text string, i, end int) (off, n int, r Rule) {
	if octet.Draft1993Classes[text[i]]&octet.Draft1993Alpha != 0 {
		if k := octet.Span(&octet.Draft1993Classes, text[:end], i, octet.Draft1993XAlpha); k < end {
			return k, 1, rule1993Host
		}
		return 0, 0, ""
	}
	if isHostnumber(text[i:end]) {
		return 0, 0, ""
	}
	return i, end - i, rule1993Host
}

// draft1993SearchPart checks [ ? search ], search = xalphas [ + search ].
func draft1993SearchPart(text string, i int) (off, n int, r Rule) {
	_, search, ok := strings.Cut(text[i:], "?")
	if !ok {
		return 0, 0, ""
	}
	for word := range strings.SplitSeq(search, "+") {
		if word == "" {
			return len(text) - len(search), len(search), rule1993Search
		}
	}
	return 0, 0, ""
}

// draft1993Gopher checks [ / gtype [ selector ] ] [ ? search ]. The gtype is an
// xalpha, so it cannot be a slash or a plus sign.
func draft1993Gopher(text string, i int) (off, n int, r Rule) {
	if i+1 < len(text) && strings.IndexByte("/+", text[i+1]) >= 0 && text[i] == '/' {
		return i + 1, 1, rule1993Reserved
	}
	return draft1993SearchPart(text, i)
}

// draft1993Partial checks a partial form: no colon comes before its first slash.
func draft1993Partial(text string, i int) (off, n int, r Rule) {
	if k := strings.IndexAny(text, ":/"); i == 0 && k >= 0 && text[k] == ':' {
		return 0, k, rule1993Scheme
	}
	return draft1993SearchPart(text, i)
}

// draft1993News checks groupart = * | group | article, group = ialpha [ . group
// ], article = xalphas @ host. Text with an "@" is an article; its host follows
// the last "@".
func draft1993News(text string, i int) (off, n int, r Rule) {
	part := text[i:]
	at := strings.LastIndexByte(part, '@')
	switch {
	case part == "*", at < 0 && part != "" && octet.Draft1993Classes[part[0]]&octet.Draft1993Alpha != 0 && octet.Span(&octet.Draft1993Classes, part, 0, octet.Draft1993XAlpha) == len(part):
		return 0, 0, ""
	case at < 0:
		return i, len(part), rule1993Group
	case at == 0, at+1 == len(part), octet.Span(&octet.Draft1993Classes, part[:at], 0, octet.Draft1993XAlpha) < at:
		return i, len(part), rule1993Article
	}
	return draft1993Hostname(text, i+at+1, len(text))
}

// draft1993TelnetPath checks telnetaddress: nothing can follow the login.
func draft1993TelnetPath(text string, i int) (off, n int, r Rule) {
	if i < len(text) {
		return i, len(text) - i, rule1993Telnet
	}
	return 0, 0, ""
}

// draft1993WAISDoc checks database [ ? search ], or database / wtype / digits /
// path. Database and wtype cannot be empty.
func draft1993WAISDoc(text string, i int) (off, n int, r Rule) {
	path, _, search := strings.Cut(text[i+1:], "?")
	database, doc, isDoc := strings.Cut(path, "/")
	wtype, rest, _ := strings.Cut(doc, "/")
	digits, _, whole := strings.Cut(rest, "/")
	if database == "" || isDoc && (search || wtype == "" || !allDigits(digits) || !whole) || strings.Contains(database+wtype, "+") {
		return i + 1, len(text) - i - 1, rule1993WAIS
	}
	return draft1993SearchPart(text, i)
}

// draft1993Prospero checks hsoname [ %00 version [ %00 attribute ... ] ]. The
// version is digits or empty, an attribute letters and digits (R17).
func draft1993Prospero(text string, i int) (off, n int, r Rule) {
	k := strings.Index(text[i:], "%00")
	if k < 0 {
		return 0, 0, ""
	}
	fields := strings.Split(text[i+k+3:], "%00")
	for j, field := range fields {
		if j == 0 && field != "" && !allDigits(field) || j > 0 && !isWord(&octet.Draft1993Classes, field, octet.Draft1993Alphanum, octet.Draft1993Alphanum) {
			return i + k, len(text) - i - k, rule1993Prospero
		}
	}
	return 0, 0, ""
}
