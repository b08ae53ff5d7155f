package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Mailserver is the typed view of a mailserver URL: a message to a program that
// reads email and returns data, such as a LISTSERV of BITNET. Opening it
// composes the message but sends nothing. RFC 1738 only reserves the name. This
// view implements the last draft about it, which expired in 1995. Source:
// rfc1738 4; draft-ietf-uri-url-mailserver-01.
type Mailserver struct {
	AddrSpec earl.Octets // the address of the mail server in the syntax of RFC 822
	Subject  earl.Octets // the subject of the message; may be empty
	Body     earl.Octets // the text of the message, which the mail server obeys; may be empty
}

// Parts yields the fields of v by their names in lower case.
func (v Mailserver) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("addrspec", earl.ComponentPath, v.AddrSpec)) &&
		yield(octetsPart("subject", earl.ComponentPath, v.Subject)) &&
		yield(octetsPart("body", earl.ComponentPath, v.Body))
}

// ParseMailserver returns the typed view of a mailserver URL. Both slashes are
// required, and a slash inside a part is written %2F. The error is a
// *ParseError. Source: draft-ietf-uri-url-mailserver-01.
func ParseMailserver(u earl.URL) (Mailserver, error) {
	if err := viewScheme(u, "mailserver"); err != nil {
		return Mailserver{}, err
	}
	part := u.SchemePart()
	address, rest, _ := strings.Cut(part, "/")
	subject, body, ok := strings.Cut(rest, "/")
	switch {
	case address == "":
		return Mailserver{}, u.Violation(partStart(u), 0, ruleMailserver)
	case !ok:
		return Mailserver{}, u.Violation(partStart(u)+len(part), 0, ruleMailserver)
	}
	if i := strings.IndexByte(body, '/'); i >= 0 {
		return Mailserver{}, u.Violation(partStart(u)+len(part)-len(body)+i, 1, ruleMailserver)
	}
	return Mailserver{earl.Unescape(address), earl.Unescape(subject), earl.Unescape(body)}, nil
}

// mailserverReserved are the reserved characters that are not escaped in a part.
const mailserverReserved = ";:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-mailserver-01.
func (v Mailserver) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("mailserver")
	c.Need(v.AddrSpec != "", earl.RuleComposeView)
	for i, part := range [...]earl.Octets{v.AddrSpec, v.Subject, v.Body} {
		if i > 0 {
			c.Text("/")
		}
		c.Octets(earl.ComponentPath, part, mailserverReserved)
	}
	return c.URL()
}
