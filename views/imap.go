package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// IMAP is the typed view of an imap or imaps URL: the mailboxes of a user, a
// mailbox or a search in it, a message, or a part of one. Source: rfc5092 2.
type IMAP struct {
	Scheme      string      // "imap" or "imaps"
	User        earl.Field  // the user; absent: the client asks
	Auth        earl.Field  // the mechanism of the login; "*" or absent: the client chooses
	Password    earl.Secret // other programs write one; the standard has none
	Host        earl.Octets // the host
	Port        earl.Field  // the port in digits; absent: 143, or 993 for imaps
	Mailbox     earl.Field  // the name of the mailbox in UTF-8; absent: all mailboxes
	UIDValidity earl.Field  // in digits; the mailbox must have the same, or the URL is stale
	Search      earl.Field  // the search in the mailbox, in the form of rfc9051 6.4.4
	UID         earl.Field  // the unique identifier of a message in digits
	Section     earl.Field  // the part of the message, in the form of rfc9051 6.4.5, such as "1.2" or "HEADER"
	Partial     earl.Field  // the range of the section: its offset, and a dot and its length
}

// Parts yields the fields of v by their names in lower case.
func (v IMAP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(fieldPart("auth", earl.ComponentUser, v.Auth)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("mailbox", earl.ComponentPath, v.Mailbox)) &&
		yield(fieldPart("uidvalidity", earl.ComponentPath, v.UIDValidity)) &&
		yield(fieldPart("search", earl.ComponentQuery, v.Search)) &&
		yield(fieldPart("uid", earl.ComponentPath, v.UID)) &&
		yield(fieldPart("section", earl.ComponentPath, v.Section)) &&
		yield(fieldPart("partial", earl.ComponentPath, v.Partial))
}

// ParseIMAP returns the typed view of an imap or imaps URL. The error is a
// *ParseError, also for a URL with URLAUTH, which only another server can use. A
// slash after a mailbox is not part of its name. Source: rfc5092 2, 11.
func ParseIMAP(u earl.URL) (IMAP, error) {
	if err := viewScheme(u, "imap"); err != nil {
		return IMAP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return IMAP{}, err
	}
	v := IMAP{Scheme: u.Scheme(), Password: l.Password, Host: l.Host, Port: l.Port}
	v.User, v.Auth = splitAuth(u)
	path, off, err := viewPath(u)
	if err != nil {
		return IMAP{}, err
	}
	if !v.read(strings.TrimPrefix(path, "/")) {
		return IMAP{}, u.Violation(off, restEnd(u)-off, ruleIMAP)
	}
	return v, nil
}

// read reads the path after its first slash, and reports whether it is valid.
func (v *IMAP) read(path string) bool {
	box, fetch := path, ""
	if i := indexFold(path, "/;uid="); i >= 0 {
		box, fetch = path[:i], path[i:]
	}
	box, search, searches := strings.Cut(box, "?")
	if searches {
		v.Search = earl.Some(earl.Unescape(search))
	}
	if i := indexFold(box, ";uidvalidity="); i >= 0 {
		v.UIDValidity = earl.Some(earl.Unescape(box[i+len(";uidvalidity="):]))
		box = box[:i]
	}
	if box = strings.TrimSuffix(box, "/"); box != "" {
		v.Mailbox = earl.Some(earl.Unescape(box))
	}
	ok := true
	for _, part := range [...]struct {
		name  string
		field *earl.Field
	}{{"/;uid=", &v.UID}, {"/;section=", &v.Section}, {"/;partial=", &v.Partial}} {
		rest, found := cutFold(fetch, part.name)
		if !found {
			continue
		}
		end := strings.Index(rest, "/;")
		if end < 0 {
			end = len(rest)
		}
		*part.field, fetch = earl.Some(earl.Unescape(rest[:end])), rest[end:]
		ok = ok && end > 0 && !strings.ContainsAny(rest[:end], ";?")
	}
	return ok && fetch == "" && !strings.Contains(box, ";") && v.valid()
}

// valid reports whether the parts of v can be together.
func (v *IMAP) valid() bool {
	return (v.Mailbox.Present || !v.UIDValidity.Present && !v.Search.Present && !v.UID.Present) &&
		(v.UID.Present || !v.Section.Present && !v.Partial.Present) && !(v.UID.Present && v.Search.Present) &&
		(!v.UIDValidity.Present || isNumber(v.UIDValidity.Value)) && (!v.UID.Present || isNumber(v.UID.Value)) &&
		(!v.Partial.Present || isPartial(string(v.Partial.Value)))
}

// isPartial reports whether text is a range. Source: rfc5092 11.
func isPartial(text string) bool {
	off, n, ranged := strings.Cut(text, ".")
	return isNumber(earl.Octets(off)) && (!ranged || isNumber(earl.Octets(n)))
}

// indexFold returns the offset of a mark in text, whatever its case, or -1.
func indexFold(text, mark string) int {
	for i := 0; i+len(mark) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(mark)], mark) {
			return i
		}
	}
	return -1
}

// URL composes the URL of v. Source: rfc5092 2, 11.
func (v IMAP) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "imap" && v.Scheme != "imaps" {
		return refuse(e, earl.RuleComposeView)
	}
	const also = "/:@&=+"
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	user, ok := joinAuth(v.User, v.Auth)
	c.Need(ok && v.valid() && !(v.Mailbox.Present && v.Mailbox.Value == "") && !strings.HasSuffix(string(v.Mailbox.Value), "/"), earl.RuleComposeView)
	c.Login(earl.Login{User: user, Password: v.Password, Host: v.Host, Port: v.Port})
	c.Text("/")
	c.Octets(earl.ComponentPath, v.Mailbox.Value, also)
	if v.UIDValidity.Present {
		c.Text(";UIDVALIDITY=")
		c.Text(string(v.UIDValidity.Value))
	}
	if v.Search.Present {
		c.Text("?")
		c.Octets(earl.ComponentPath, v.Search.Value, also)
	}
	for _, part := range [...]struct {
		mark  string
		field earl.Field
	}{{"/;UID=", v.UID}, {"/;SECTION=", v.Section}, {"/;PARTIAL=", v.Partial}} {
		if part.field.Present {
			c.Need(part.field.Value != "", earl.RuleComposeView)
			c.Text(part.mark)
			c.Octets(earl.ComponentPath, part.field.Value, ":@&=+")
		}
	}
	return c.URL()
}
