package earl

import (
	"strings"
)

// NNTP is the typed view of an nntp or nntps URL. Source: rfc1738 3.7.
type NNTP struct {
	Scheme string // "nntp" or "nntps"
	Host   Octets // the host
	Port   Field  // the port in digits; absent: 119, or 563 for nntps
	Group  Octets // the newsgroup
	Number Field  // the number of the article in digits; absent: the URL is of the group
}

// Parts yields the fields of v by their names in lower case.
func (v NNTP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(octetsPart("group", ComponentPath, v.Group)) &&
		yield(fieldPart("number", ComponentPath, v.Number))
}

// ParseNNTP returns the typed view of an nntp or nntps URL. The error is a
// *ParseError. "*" and message-ids belong to news, not nntp. If u has no
// escapes, ParseNNTP allocates nothing. Source: rfc1738 3.7, 5.
func ParseNNTP(u URL) (NNTP, error) {
	if err := viewScheme(u, "nntp"); err != nil {
		return NNTP{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return NNTP{}, err
	}
	path, off, err := viewURLPath(u)
	if err != nil {
		return NNTP{}, err
	}
	group, number, more := strings.Cut(path, "/")
	v := NNTP{Scheme: u.Scheme(), Host: l.host, Port: l.port, Group: Unescape(group)}
	if !isGroup(v.Group) || strings.Contains(group, "?") {
		return NNTP{}, viewError(u, off, len(group), rule1738NNTP)
	}
	if more {
		if v.Number = Some(Unescape(number)); !isNumber(v.Number.Value) {
			return NNTP{}, viewError(u, off+len(group)+1, len(number), rule1738Number)
		}
	}
	return v, nil
}

// isNumber reports whether o is digits = 1*digit.
func isNumber(o Octets) bool { return o != "" && isDigits(o) }

// URL composes the URL of v. Source: rfc1738 3.7, 5.
func (v NNTP) URL(e *Edition) (URL, error) {
	if v.Scheme != "nntp" && v.Scheme != "nntps" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.need(isGroup(v.Group), ruleComposeView)
	c.text("/")
	c.putOctets(v.Group, "", 0)
	if v.Number.Present {
		c.need(isNumber(v.Number.Value), ruleComposeView)
		c.text("/")
		c.text(string(v.Number.Value))
	}
	return c.url()
}
