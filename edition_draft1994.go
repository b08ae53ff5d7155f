package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// Draft1994 is the edition of draft-ietf-uri-url-06, August 1994, a few months
// before RFC 1738. It allows national characters without escapes, a host is a
// letter followed by anything, and there is no generic syntax with a login.
//
// Its section 2 mentions relative forms but does not describe them. References
// are read and resolved as in the draft of November 1996 (R32).
var Draft1994 = &draft1994Edition

// draft1994Edition is the data of [Draft1994].
var draft1994Edition = Edition{
	name:  "draft1994",
	title: "draft-ietf-uri-url-06, August 1994",

	classes:      &octet.Draft1994Classes,
	scheme:       octet.Draft1994Scheme,
	schemeFirst:  octet.Draft1994Scheme,
	digit:        octet.Draft1994Digit,
	plain:        octet.Draft1994Plain,
	host:         octet.Draft1994UChar,
	hostname:     draft1994Hostname,
	delims:       "/",
	same:         octet.Draft1994Plain,
	allowsUnsafe: true,
	fragment:     octet.Draft1994XChar, // draft1996 4: uchar or reserved

	forms: []form{
		{scheme: "ftp", login: must, user: octet.Draft1994User, password: octet.Draft1994User, path: octet.Draft1994FTPPath, check: draft1994FTP},
		{scheme: "file", login: must, noHost: true, noPort: true, path: octet.Draft1994FPath, check: draft1994FilePath},
		{scheme: "http", login: must, path: octet.Draft1994HPath, query: octet.Draft1994Search},
		{scheme: "gopher", login: must, path: octet.Draft1994XChar, syntax: Syntax{BarePlus: true}},
		{scheme: "mailto", login: never, path: octet.Draft1994XChar, check: draft1994MailtoPart},
		{scheme: "news", login: never, path: octet.Draft1994XChar, check: draft1994News},
		{scheme: "nntp", login: must, slash: must, path: octet.Draft1994XChar, check: draft1994NNTPPath},
		{scheme: "telnet", login: must, user: octet.Draft1994User, password: octet.Draft1994User, path: octet.Draft1994XChar, check: draft1994TelnetPath},
		{scheme: "wais", login: must, slash: must, path: octet.Draft1994WAISPath, query: octet.Draft1994Search, check: draft1994WAISDoc},
		{scheme: "prospero", login: must, slash: must, path: octet.Draft1994FTPPath, check: draft1994Fields},
	},
	other:    form{login: may, loose: true, user: octet.Draft1994User, password: octet.Draft1994User, path: octet.Draft1994XChar},
	relative: &form{login: may, loose: true, user: octet.Draft1994User, password: octet.Draft1994User, path: octet.Draft1994RPath, params: octet.Draft1994FTPPath, query: octet.Draft1994XChar},

	resolve: resolveGenericRL,

	faults: [numFaults]Rule{
		faultEscape:   rule1994Escape,
		faultControl:  rule1994Control,
		faultHighBit:  rule1994HighBit,
		faultSpace:    rule1994Space,
		faultUnsafe:   rule1994Unsafe,
		faultReserved: rule1994Reserved,
		faultFragment: rule1994Fragment,
		faultNoScheme: rule1994NoScheme,
		faultScheme:   rule1994Scheme,
		faultLogin:    rule1994Login,
		faultUser:     rule1994User,
		faultNoHost:   rule1994NoHost,
		faultPort:     rule1994Port,
		faultNoPort:   rule1994File,
		faultSlash:    rule1994Slash,
		faultLong:     ruleLong,
	},
}

// draft1994Hostname checks hostname = alpha *uchar, or four groups of digits.
func draft1994Hostname(text string, i, end int) (off, n int, r Rule) {
	if octet.Draft1994Classes[text[i]]&octet.Draft1994Alpha != 0 {
		if k := octet.Span(&octet.Draft1994Classes, text[:end], i, octet.Draft1994UChar); k < end {
			return k, 1, rule1994Host
		}
		return 0, 0, ""
	}
	if isHostnumber(text[i:end]) {
		return 0, 0, ""
	}
	return i, end - i, rule1994Host
}

// draft1994FTP checks ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]].
func draft1994FTP(text string, i int) (off, n int, r Rule) {
	return typecodePart(text, i, rule1994FTPType)
}

// draft1994FilePath checks fileurl = "file://" host [ "/" fpath ]. The host may
// be empty if there is a path (R9).
func draft1994FilePath(text string, i int) (off, n int, r Rule) {
	if i == len(text) && strings.HasSuffix(text, "//") {
		return i, 0, rule1994NoHost
	}
	return 0, 0, ""
}

// draft1994MailtoPart checks encoded822addr = 1*xchar.
func draft1994MailtoPart(text string, i int) (off, n int, r Rule) {
	return filledPart(text, i, rule1994Mailto)
}

// draft1994IsGroup reports whether text is group = alpha *[ alpha | digit | "-" | "." ].
func draft1994IsGroup(text string) bool {
	return isWord(&octet.Draft1994Classes, text, octet.Draft1994Alpha, octet.Draft1994Group)
}

// draft1994News checks grouppart = "*" | group | article.
func draft1994News(text string, i int) (off, n int, r Rule) {
	if text[i:] == "*" || draft1994IsGroup(text[i:]) {
		return 0, 0, ""
	}
	at := strings.IndexByte(text[i:], '@') + i
	switch {
	case at < i:
		return i, len(text) - i, rule1994Group
	case at == i, at+1 == len(text), octet.Span(&octet.Draft1994Classes, text[:at], i, octet.Draft1994Article) < at:
		return i, len(text) - i, rule1994Article
	}
	return draft1994Hostname(text, at+1, len(text))
}

// draft1994NNTPPath checks "/" group [ "/" digits ].
func draft1994NNTPPath(text string, i int) (off, n int, r Rule) {
	return groupNumberPart(text, i, draft1994IsGroup, rule1994NNTP, rule1994Number)
}

// draft1994TelnetPath checks [ "/" ].
func draft1994TelnetPath(text string, i int) (off, n int, r Rule) {
	return slashPart(text, i, rule1994Telnet)
}

// draft1994WAISDoc checks database, database "?" search, or database "/" wtype "/" wpath.
func draft1994WAISDoc(text string, i int) (off, n int, r Rule) {
	return databasePart(text, i, 3, rule1994WAIS)
}

// draft1994Fields checks ppath *[ ";" fieldname "=" fieldvalue ]. A value may
// contain "=", which is in extra.
func draft1994Fields(text string, i int) (off, n int, r Rule) {
	return fieldsPart(&octet.Draft1994Classes, octet.Draft1994Field, text, i, rule1994Prospero)
}
