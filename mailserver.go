package earl

import "strings"

// Mailserver is the typed view of a mailserver URL: a message to a program that
// reads email and returns data, such as a LISTSERV of BITNET. Opening it
// composes the message but sends nothing. RFC 1738 only reserves the name. This
// view implements the last draft about it, which expired in 1995. Source:
// rfc1738 4; draft-ietf-uri-url-mailserver-01.
type Mailserver struct {
	AddrSpec Octets // the address of the mail server in the syntax of RFC 822
	Subject  Octets // the subject of the message; may be empty
	Body     Octets // the text of the message, which the mail server obeys; may be empty
}

// Parts yields the fields of v by their names in lower case.
func (v Mailserver) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("addrspec", ComponentPath, v.AddrSpec)) &&
		yield(octetsPart("subject", ComponentPath, v.Subject)) &&
		yield(octetsPart("body", ComponentPath, v.Body))
}

// ParseMailserver returns the typed view of a mailserver URL. Both slashes are
// required, and a slash inside a part is written %2F. The error is a
// *ParseError. Source: draft-ietf-uri-url-mailserver-01.
func ParseMailserver(u URL) (Mailserver, error) {
	if err := viewScheme(u, "mailserver"); err != nil {
		return Mailserver{}, err
	}
	part := u.SchemePart()
	address, rest, _ := strings.Cut(part, "/")
	subject, body, ok := strings.Cut(rest, "/")
	switch {
	case address == "":
		return Mailserver{}, viewError(u, u.partStart(), 0, ruleMailserver)
	case !ok:
		return Mailserver{}, viewError(u, u.partStart()+len(part), 0, ruleMailserver)
	}
	if i := strings.IndexByte(body, '/'); i >= 0 {
		return Mailserver{}, viewError(u, u.partStart()+len(part)-len(body)+i, 1, ruleMailserver)
	}
	return Mailserver{Unescape(address), Unescape(subject), Unescape(body)}, nil
}

// mailserverReserved are the reserved characters that are not escaped in a part.
const mailserverReserved = ";:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-mailserver-01.
func (v Mailserver) URL(e *Edition) (URL, error) {
	c := compose(e, "mailserver")
	c.need(v.AddrSpec != "", ruleComposeView)
	for i, part := range [...]Octets{v.AddrSpec, v.Subject, v.Body} {
		if i > 0 {
			c.text("/")
		}
		c.putOctets(part, mailserverReserved, c.f.path)
	}
	return c.url()
}
