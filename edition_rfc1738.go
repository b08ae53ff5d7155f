package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/octet"
)

// RFC1738 is the edition of RFC 1738, December 1994: the generic syntax and the
// ten schemes of its section 5. If a scheme has its own production, only that
// production is used (R1). A fragment is not part of a URL; a reference may
// have one.
//
// Its section 2.3 mentions relative forms but does not describe them.
// References are read and resolved as in the draft of November 1996 (R32).
var RFC1738 = &rfc1738Edition

// rfc1738Edition is the data of [RFC1738].
var rfc1738Edition = Edition{
	name:  "rfc1738",
	title: "RFC 1738, December 1994",

	classes:     &octet.RFC1738Classes,
	scheme:      octet.RFC1738Scheme,
	schemeFirst: octet.RFC1738Scheme,
	digit:       octet.RFC1738Digit,
	plain:       octet.RFC1738Plain,
	host:        octet.RFC1738Host,
	hostname:    rfc1738Hostname,
	delims:      "/",
	same:        octet.RFC1738Plain,
	fragment:    octet.RFC1738XChar, // draft1996 4: uchar or reserved

	forms: []form{
		{scheme: "http", login: must, path: octet.RFC1738HPath, query: octet.RFC1738Search},
		{scheme: "ftp", login: must, user: octet.RFC1738User, password: octet.RFC1738User, path: octet.RFC1738FTPPath, check: rfc1738FTP},
		{scheme: "file", login: must, noHost: true, noPort: true, slash: must, path: octet.RFC1738FPath},
		{scheme: "gopher", login: must, path: octet.RFC1738XChar},
		{scheme: "mailto", login: never, path: octet.RFC1738XChar, check: rfc1738MailtoPart},
		{scheme: "news", login: never, path: octet.RFC1738XChar, check: rfc1738News},
		{scheme: "nntp", login: must, slash: must, path: octet.RFC1738XChar, check: rfc1738NNTPPath},
		{scheme: "telnet", login: must, user: octet.RFC1738User, password: octet.RFC1738User, path: octet.RFC1738XChar, check: rfc1738TelnetPath},
		{scheme: "wais", login: must, slash: must, path: octet.RFC1738WAISPath, query: octet.RFC1738Search, check: rfc1738WAISDoc},
		{scheme: "prospero", login: must, slash: must, path: octet.RFC1738FTPPath, check: rfc1738Fields},
	},
	other:    form{login: may, loose: true, user: octet.RFC1738User, password: octet.RFC1738User, path: octet.RFC1738XChar},
	relative: &form{login: may, loose: true, user: octet.RFC1738User, password: octet.RFC1738User, path: octet.RFC1738RPath, params: octet.RFC1738RPath, query: octet.RFC1738XChar},

	resolve: resolveGenericRL,

	faults: [numFaults]Rule{
		faultEscape:   rule1738Escape,
		faultControl:  rule1738Control,
		faultHighBit:  rule1738HighBit,
		faultSpace:    rule1738Space,
		faultUnsafe:   rule1738Unsafe,
		faultReserved: rule1738Reserved,
		faultFragment: rule1738Fragment,
		faultNoScheme: rule1738NoScheme,
		faultScheme:   rule1738Scheme,
		faultLogin:    rule1738Login,
		faultUser:     rule1738User,
		faultNoHost:   rule1738NoHost,
		faultPort:     rule1738Port,
		faultNoPort:   rule1738File,
		faultSlash:    rule1738Slash,
		faultLong:     ruleLong,
	},
}

// rfc1738Hostname checks a host: labels of letters, digits and inner "-"
// whose last one starts with a letter, or four groups of digits of any length.
// Source: rfc1738 3.1, 5.
//
// It accepts most hosts without a branch for each byte, which the processor
// would have to predict. In a valid host a dot is not next to a dot or a "-",
// and the ends of the host count as dots. The weights of two such neighbors,
// and only of these, add up to 8 or more.
func rfc1738Hostname(text string, i, end int) (off, n int, r Rule) {
	all, sums, before := octet.RFC1738Host, byte(0), rfc1738Weight['.']
	for k := i; k < end; k++ {
		weight := rfc1738Weight[text[k]]
		all &= octet.RFC1738Classes[text[k]]
		sums |= before + weight
		before = weight
	}
	top := end
	for top > i && text[top-1] != '.' {
		top--
	}
	if sums |= before + rfc1738Weight['.']; sums < 8 && all != 0 && octet.RFC1738Classes[text[top]]&octet.RFC1738Digit == 0 {
		return 0, 0, ""
	}
	return rfc1738Labels(text, i, end)
}

// rfc1738Weight is 0 except for the bytes that separate labels, or words in
// them.
var rfc1738Weight = [256]byte{'-': 3, '.': 5}

// rfc1738Labels is the slow twin of rfc1738Hostname. It checks rule by rule.
func rfc1738Labels(text string, i, end int) (off, n int, r Rule) {
	host := text[:end]
	if k := octet.Run(&octet.RFC1738Classes, host, i, octet.RFC1738Host); k < end {
		return k, 1, rule1738Host
	}
	label := i
	for {
		dot := strings.IndexByte(host[label:], '.')
		last := dot < 0
		if last {
			dot = end - label
		}
		if dot == 0 || host[label] == '-' || host[label+dot-1] == '-' {
			return label, dot, rule1738Label
		}
		if last {
			break
		}
		label += dot + 1
	}
	if octet.RFC1738Classes[host[label]]&octet.RFC1738Digit != 0 && !isHostnumber(host[i:]) {
		return label, end - label, rule1738TopLabel
	}
	return 0, 0, ""
}

// rfc1738FTP checks ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]].
func rfc1738FTP(text string, i int) (off, n int, r Rule) {
	return typecodePart(text, i, rule1738FTPType)
}

// rfc1738MailtoPart checks encoded822addr = 1*xchar.
func rfc1738MailtoPart(text string, i int) (off, n int, r Rule) {
	return filledPart(text, i, rule1738Mailto)
}

// rfc1738IsGroup reports whether text is group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ].
func rfc1738IsGroup(text string) bool {
	return isWord(&octet.RFC1738Classes, text, octet.RFC1738Alpha, octet.RFC1738Group)
}

// rfc1738News checks grouppart = "*" | group | article.
func rfc1738News(text string, i int) (off, n int, r Rule) {
	if text[i:] == "*" || rfc1738IsGroup(text[i:]) {
		return 0, 0, ""
	}
	at := strings.IndexByte(text[i:], '@') + i
	switch {
	case at < i:
		return i, len(text) - i, rule1738Group
	case at == i, at+1 == len(text), octet.Span(&octet.RFC1738Classes, text[:at], i, octet.RFC1738Article) < at:
		return i, len(text) - i, rule1738Article
	}
	return rfc1738Hostname(text, at+1, len(text))
}

// rfc1738NNTPPath checks "/" group [ "/" digits ].
func rfc1738NNTPPath(text string, i int) (off, n int, r Rule) {
	return groupNumberPart(text, i, rfc1738IsGroup, rule1738NNTP, rule1738Number)
}

// rfc1738TelnetPath checks [ "/" ].
func rfc1738TelnetPath(text string, i int) (off, n int, r Rule) {
	return slashPart(text, i, rule1738Telnet)
}

// rfc1738WAISDoc checks database, database "?" search, or database "/" wtype "/" wpath.
func rfc1738WAISDoc(text string, i int) (off, n int, r Rule) {
	return databasePart(text, i, 3, rule1738WAIS)
}

// rfc1738Fields checks ppath *[ ";" fieldname "=" fieldvalue ].
func rfc1738Fields(text string, i int) (off, n int, r Rule) {
	return fieldsPart(&octet.RFC1738Classes, octet.RFC1738Field, text, i, rule1738Prospero)
}
