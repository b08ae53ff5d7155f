package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// NNTP is the typed view of an nntp or nntps URL. Source: rfc1738 3.7.
type NNTP struct {
	Scheme string      // "nntp" or "nntps"
	Host   earl.Octets // the host
	Port   earl.Field  // the port in digits; absent: 119, or 563 for nntps
	Group  earl.Octets // the newsgroup
	Number earl.Field  // the number of the article in digits; absent: the URL is of the group
}

// Parts yields the fields of v by their names in lower case.
func (v NNTP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(octetsPart("group", earl.ComponentPath, v.Group)) &&
		yield(fieldPart("number", earl.ComponentPath, v.Number))
}

// ParseNNTP returns the typed view of an nntp or nntps URL. The error is a
// *ParseError. "*" and message-ids belong to news, not nntp. If u has no
// escapes, ParseNNTP allocates nothing. Source: rfc1738 3.7, 5.
func ParseNNTP(u earl.URL) (NNTP, error) {
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
	v := NNTP{Scheme: u.Scheme(), Host: l.Host, Port: l.Port, Group: earl.Unescape(group)}
	if !isGroup(v.Group) || strings.Contains(group, "?") {
		return NNTP{}, u.Violation(off, len(group), earl.RuleNNTP)
	}
	if more {
		if v.Number = earl.Some(earl.Unescape(number)); !isNumber(v.Number.Value) {
			return NNTP{}, u.Violation(off+len(group)+1, len(number), earl.RuleNumber)
		}
	}
	return v, nil
}

// isNumber reports whether o is digits = 1*digit.
func isNumber(o earl.Octets) bool { return o != "" && isDigits(o) }

// URL composes the URL of v. Source: rfc1738 3.7, 5.
func (v NNTP) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "nntp" && v.Scheme != "nntps" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Need(isGroup(v.Group), earl.RuleComposeView)
	c.Text("/")
	c.Octets(earl.ComponentPath, v.Group, "")
	if v.Number.Present {
		c.Need(isNumber(v.Number.Value), earl.RuleComposeView)
		c.Text("/")
		c.Text(string(v.Number.Value))
	}
	return c.URL()
}
