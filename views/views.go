// Package views has the typed views of the schemes that earl opens: the decoded parts of a URL of
// one scheme, such as [FTP] or [Gopher]. [Parse] returns the view of any URL.
//
// The package is written against the public API of package earl, as a view of a scheme from
// outside is: see docs/examples/xfinger.
package views

import (
	"iter"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// Parse returns the typed view of u by its scheme: of this package, or that of a scheme which
// [earl.Edition.With] added. The error is a *[earl.ParseError] for a violation of the scheme's
// syntax, or with the rule [earl.RuleNoView] if the scheme has no view.
func Parse(u earl.URL) (earl.View, error) {
	scheme := u.Scheme()
	for i := range table {
		if table[i].scheme == scheme {
			return table[i].parse(u)
		}
	}
	if s, ok := u.Edition().Scheme(scheme); ok && s.View != nil {
		return s.View(u)
	}
	return nil, u.Violation(0, len(scheme), earl.RuleNoView)
}

// table has the function that reads each scheme's view.
var table = [...]struct {
	scheme string
	parse  func(earl.URL) (earl.View, error)
}{
	{"ftp", func(u earl.URL) (earl.View, error) { return asView(ParseFTP(u)) }},
	{"ftps", func(u earl.URL) (earl.View, error) { return asView(ParseFTP(u)) }},
	{"http", func(u earl.URL) (earl.View, error) { return asView(ParseHTTP(u)) }},
	{"https", func(u earl.URL) (earl.View, error) { return asView(ParseHTTP(u)) }},
	{"gopher", func(u earl.URL) (earl.View, error) { return asView(ParseGopher(u)) }},
	{"gophers", func(u earl.URL) (earl.View, error) { return asView(ParseGopher(u)) }},
	{"mailto", func(u earl.URL) (earl.View, error) { return asView(ParseMailto(u)) }},
	{"news", func(u earl.URL) (earl.View, error) { return asView(ParseNews(u)) }},
	{"nntp", func(u earl.URL) (earl.View, error) { return asView(ParseNNTP(u)) }},
	{"nntps", func(u earl.URL) (earl.View, error) { return asView(ParseNNTP(u)) }},
	{"telnet", func(u earl.URL) (earl.View, error) { return asView(ParseTelnet(u)) }},
	{"wais", func(u earl.URL) (earl.View, error) { return asView(ParseWAIS(u)) }},
	{"file", func(u earl.URL) (earl.View, error) { return asView(ParseFile(u)) }},
	{"prospero", func(u earl.URL) (earl.View, error) { return asView(ParseProspero(u)) }},
	{"finger", func(u earl.URL) (earl.View, error) { return asView(ParseFinger(u)) }},
	{"pop", func(u earl.URL) (earl.View, error) { return asView(ParsePOP(u)) }},
	{"pops", func(u earl.URL) (earl.View, error) { return asView(ParsePOP(u)) }},
	{"imap", func(u earl.URL) (earl.View, error) { return asView(ParseIMAP(u)) }},
	{"imaps", func(u earl.URL) (earl.View, error) { return asView(ParseIMAP(u)) }},
	{"ldap", func(u earl.URL) (earl.View, error) { return asView(ParseLDAP(u)) }},
	{"ldaps", func(u earl.URL) (earl.View, error) { return asView(ParseLDAP(u)) }},
	{"dict", func(u earl.URL) (earl.View, error) { return asView(ParseDict(u)) }},
	{"gemini", func(u earl.URL) (earl.View, error) { return asView(ParseGemini(u)) }},
	{"tn3270", func(u earl.URL) (earl.View, error) { return asView(ParseTN3270(u)) }},
	{"rlogin", func(u earl.URL) (earl.View, error) { return asView(ParseRLogin(u)) }},
	{"nfs", func(u earl.URL) (earl.View, error) { return asView(ParseNFS(u)) }},
	{"data", func(u earl.URL) (earl.View, error) { return asView(ParseData(u)) }},
	{"mid", func(u earl.URL) (earl.View, error) { return asView(ParseMID(u)) }},
	{"cid", func(u earl.URL) (earl.View, error) { return asView(ParseCID(u)) }},
	{"z39.50r", func(u earl.URL) (earl.View, error) { return asView(ParseZ3950(u)) }},
	{"z39.50s", func(u earl.URL) (earl.View, error) { return asView(ParseZ3950(u)) }},
	{"whois", func(u earl.URL) (earl.View, error) { return asView(ParseWhois(u)) }},
	{"mailserver", func(u earl.URL) (earl.View, error) { return asView(ParseMailserver(u)) }},
	{"afs", func(u earl.URL) (earl.View, error) { return asView(ParseAFS(u)) }},
	{"sftp", func(u earl.URL) (earl.View, error) { return asView(ParseSFTP(u)) }},
	{"tftp", func(u earl.URL) (earl.View, error) { return asView(ParseTFTP(u)) }},
}

// asView converts the result of parsing one kind of view to a View.
func asView[V earl.View](v V, err error) (earl.View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// viewScheme returns an error unless u has the given scheme or its TLS variant.
func viewScheme(u earl.URL, scheme string) error {
	if s := u.Scheme(); s == scheme || s == scheme+"s" && isScheme(s) {
		return nil
	}
	return u.Violation(0, len(u.Scheme()), earl.RuleViewScheme)
}

// viewLogin reads the login of u. Some editions accept more than RFC 1738: a
// missing login, or an empty host. Source: rfc1738 3.1, 5.
func viewLogin(u earl.URL) (earl.Login, error) {
	host, ok := u.Host()
	if !ok {
		return earl.Login{}, u.Violation(partStart(u), 0, earl.RuleLogin)
	}
	var l earl.Login
	if host == "" && u.Scheme() != "file" {
		return earl.Login{}, u.Violation(hostStart(u), 0, earl.RuleNoHost)
	}
	// An escaped bracket does not start an address. The view could not
	// distinguish it from an unescaped one.
	if l.Host = earl.Unescape(host); strings.HasPrefix(string(l.Host), "[") && host[0] != '[' {
		return earl.Login{}, u.Violation(hostStart(u), len(host), earl.RuleHost)
	}
	if user, ok := u.User(); ok {
		l.User = earl.Some(earl.Unescape(user))
	}
	if password, ok := u.Password(); ok {
		l.Password = earl.NewSecret(earl.Unescape(password))
	}
	l.Port = textField(u.Port())
	if !isDigits(l.Port.Value) {
		return earl.Login{}, u.Violation(hostEnd(u)+1, len(l.Port.Value), earl.RulePort)
	}
	return l, nil
}

// viewHost reads the login of a scheme without user and password.
func viewHost(u earl.URL) (earl.Login, error) {
	l, err := viewLogin(u)
	if err == nil && l.User.Present {
		return earl.Login{}, u.Violation(partStart(u)+2, hostStart(u)-(partStart(u)+2), earl.RuleUser)
	}
	return l, err
}

// viewPath returns the text between the login and the fragment, and its offset:
// a "/" and the url-path, or nothing. Source: rfc1738 3.1.
func viewPath(u earl.URL) (path string, off int, err error) {
	path, off = u.Rest()
	if path == "" || path[0] == '/' {
		return path, off, nil
	}
	if s, ok := u.Edition().Scheme(u.Scheme()); path[0] == '?' && ok && s.RootPath {
		return "/" + path, off - 1, nil // rfc3986 6.2.3: an empty path means "/"
	}
	return "", 0, u.Violation(off, 0, earl.RuleSlash)
}

// viewURLPath returns the url-path, without its "/", and its offset, for
// schemes that need the "/".
func viewURLPath(u earl.URL) (path string, off int, err error) {
	path, off, err = viewPath(u)
	if err == nil && path == "" {
		err = u.Violation(off, 0, earl.RuleSlash)
	}
	if err != nil {
		return "", 0, err
	}
	return path[1:], off + 1, nil
}

// segments returns the decoded pieces of text between its slashes, at least
// one.
func segments(text string) []earl.Octets {
	s := make([]earl.Octets, 0, strings.Count(text, "/")+1)
	eachPiece(text, '/', func(piece string) bool {
		s = append(s, earl.Unescape(piece))
		return true
	})
	return s
}

// reserved are the characters of rfc1738 5 and draft1996 4 that are not escaped
// in a component that does not reserve them, if the edition allows them there.
const reserved = ";/?:@&=+"

// putSegments appends a "/" and a segment for each of s.
func putSegments(c *earl.Composer, s []earl.Octets, also string) {
	for _, segment := range s {
		c.Text("/")
		c.Octets(earl.ComponentPath, segment, also)
	}
}

// isDigits reports whether o has only decimal digits; it may be empty.
func isDigits(o earl.Octets) bool {
	for i := range len(o) {
		if o[i] < '0' || o[i] > '9' {
			return false
		}
	}
	return true
}

// hasControl reports whether o contains a control character, 0x00-0x1F or 0x7F.
func hasControl(o earl.Octets) bool {
	for i := range len(o) {
		if o[i] < ' ' || o[i] == 0x7F {
			return true
		}
	}
	return false
}

// refuse returns the error for a view that cannot be written.
func refuse(e *earl.Edition, r earl.Rule) (earl.URL, error) {
	c := e.Composer("")
	c.Need(false, r)
	return c.URL()
}

// The offsets of the components of u, which has a scheme.

func partStart(u earl.URL) int { return len(u.Scheme()) + 1 }

func restStart(u earl.URL) int {
	_, off := u.Rest()
	return off
}

func restEnd(u earl.URL) int {
	text, off := u.Rest()
	return off + len(text)
}

func hostStart(u earl.URL) int {
	off, _, _ := u.Span(earl.ComponentHost)
	return off
}

func hostEnd(u earl.URL) int {
	off, n, _ := u.Span(earl.ComponentHost)
	return off + n
}

// hasLogin reports whether u has "//" and a login.
func hasLogin(u earl.URL) bool {
	_, ok := u.Host()
	return ok
}

// isScheme reports whether the registry has a scheme.
func isScheme(name string) bool {
	_, ok := (*earl.Edition)(nil).Scheme(name)
	return ok
}

// textField makes a Field of text that is not decoded.
func textField(text string, ok bool) earl.Field {
	return earl.Field{Value: earl.Octets(text), Present: ok}
}

// eachPiece yields the pieces of text between the bytes sep.
func eachPiece(text string, sep byte, yield func(string) bool) {
	for {
		i := strings.IndexByte(text, sep)
		if i < 0 {
			yield(text)
			return
		}
		if !yield(text[:i]) {
			return
		}
		text = text[i+1:]
	}
}

// inLogin are the reserved characters that are not escaped in a user and a
// password. Source: rfc1738 5.
const inLogin = ";?&="

// isEscape reports whether text has "%" and two hexadecimal digits at i.
func isEscape(text string, i int) bool {
	return i+2 < len(text) && text[i] == '%' && isHex(text[i+1]) && isHex(text[i+2])
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// The rules of schemes that no edition has a production for.
const (
	ruleMailHeader  earl.Rule = `mail-header | rfc6068 2 | header fields after "?" must be "name=value", separated by "&"`
	ruleMessageID   earl.Rule = "message-id | rfc2392 2 | a mid URL needs a Message-ID, without angle brackets"
	ruleContentID   earl.Rule = "content-id | rfc2392 2 | this part of the URL must be a Content-ID, without angle brackets"
	ruleDict        earl.Rule = "dict-path | rfc2229 5 | a dict path must be d:word:database:n or m:word:database:strategy:n"
	ruleTFTP        earl.Rule = `tftp-path | rfc3617 3 | a tftp path must be a file, optionally with ";mode=octet" or ";mode=netascii"`
	ruleLDAP        earl.Rule = "ldap-parts | rfc4516 2 | after the dn come ?attributes, ?scope (base, one or sub), ?filter and ?extensions; names in a list cannot be empty"
	ruleDataComma   earl.Rule = "data-comma | rfc2397 3 | a comma must precede the data"
	ruleDataHead    earl.Rule = `data-head | rfc2397 3 | before the comma only "type/subtype", ";name=value" and a final ";base64" are allowed`
	ruleDataBase64  earl.Rule = "data-base64 | rfc2397 3 | base64 must have only its 64 characters, in groups of 4 that are padded with \"=\""
	rulePOP         earl.Rule = "pop-path | rfc2384 3 | nothing can follow the host except the number of a message, or ;UID= and its unique-id"
	ruleMailserver  earl.Rule = `mailserver | draft-ietf-uri-url-mailserver-01 | an address, "/", a subject, "/" and a text are needed; a "/" inside them is %2F`
	ruleAFSPort     earl.Rule = "afs-port | draft1993 BNF | a cell has no port"
	ruleIMAP        earl.Rule = "imap-path | rfc5092 2 | the path must be mailbox;UIDVALIDITY=n, and then ?search or /;UID=n/;SECTION=part/;PARTIAL=range"
	rule2056Path    earl.Rule = "z39.50-path | rfc2056 2 | the path must be database or database+database, optionally with ?docid"
	rule2056Keyword earl.Rule = `z39.50-keyword | rfc2056 2 | ";" must start esn=, rs=, or an extension x-search=, x-scan=, x-use=, x-record=`
	rule2056Parts   earl.Rule = "z39.50-parts | rfc2056 2 | z39.50r needs database?docid; z39.50s has one of docid, x-search and x-scan"
)

// rules are the rules of this package.
var rules = [...]earl.Rule{
	ruleMailHeader, ruleMessageID, ruleContentID, ruleDict, ruleTFTP, ruleLDAP, ruleDataComma, ruleDataHead, ruleDataBase64, rulePOP, ruleMailserver, ruleAFSPort, ruleIMAP, rule2056Path, rule2056Keyword, rule2056Parts,
}

// Rules yields every rule: those of [earl.Rules], then those of this package.
func Rules() iter.Seq[earl.Rule] {
	return func(yield func(earl.Rule) bool) {
		for _, list := range [...]iter.Seq[earl.Rule]{earl.Rules(), slices.Values(rules[:])} {
			for r := range list {
				if !yield(r) {
					return
				}
			}
		}
	}
}
