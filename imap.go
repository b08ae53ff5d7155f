package earl

import "strings"

// IMAP is the typed view of an imap or imaps URL: the mailboxes of a user, a
// mailbox or a search in it, a message, or a part of one. Source: rfc5092 2.
type IMAP struct {
	Scheme      string // "imap" or "imaps"
	User        Field  // the user; absent: the client asks
	Auth        Field  // the mechanism of the login; "*" or absent: the client chooses
	Password    Secret // other programs write one; the standard has none
	Host        Octets // the host
	Port        Field  // the port in digits; absent: 143, or 993 for imaps
	Mailbox     Field  // the name of the mailbox in UTF-8; absent: all mailboxes
	UIDValidity Field  // in digits; the mailbox must have the same, or the URL is stale
	Search      Field  // the search in the mailbox, in the form of rfc9051 6.4.4
	UID         Field  // the unique identifier of a message in digits
	Section     Field  // the part of the message, in the form of rfc9051 6.4.5, such as "1.2" or "HEADER"
	Partial     Field  // the range of the section: its offset, and a dot and its length
}

// Parts yields the fields of v by their names in lower case.
func (v IMAP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(fieldPart("auth", ComponentUser, v.Auth)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("mailbox", ComponentPath, v.Mailbox)) &&
		yield(fieldPart("uidvalidity", ComponentPath, v.UIDValidity)) &&
		yield(fieldPart("search", ComponentQuery, v.Search)) &&
		yield(fieldPart("uid", ComponentPath, v.UID)) &&
		yield(fieldPart("section", ComponentPath, v.Section)) &&
		yield(fieldPart("partial", ComponentPath, v.Partial))
}

// ParseIMAP returns the typed view of an imap or imaps URL. The error is a
// *ParseError, also for a URL with URLAUTH, which only another server can use. A
// slash after a mailbox is not part of its name. Source: rfc5092 2, 11.
func ParseIMAP(u URL) (IMAP, error) {
	if err := viewScheme(u, "imap"); err != nil {
		return IMAP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return IMAP{}, err
	}
	v := IMAP{Scheme: u.Scheme(), Password: l.password, Host: l.host, Port: l.port}
	v.User, v.Auth = splitAuth(u)
	path, off, err := viewPath(u)
	if err != nil {
		return IMAP{}, err
	}
	if !v.read(strings.TrimPrefix(path, "/")) {
		return IMAP{}, viewError(u, off, u.at(endQuery)-off, ruleIMAP)
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
		v.Search = Some(Unescape(search))
	}
	if i := indexFold(box, ";uidvalidity="); i >= 0 {
		v.UIDValidity = Some(Unescape(box[i+len(";uidvalidity="):]))
		box = box[:i]
	}
	if box = strings.TrimSuffix(box, "/"); box != "" {
		v.Mailbox = Some(Unescape(box))
	}
	ok := true
	for _, part := range [...]struct {
		name  string
		field *Field
	}{{"/;uid=", &v.UID}, {"/;section=", &v.Section}, {"/;partial=", &v.Partial}} {
		rest, found := cutFold(fetch, part.name)
		if !found {
			continue
		}
		end := strings.Index(rest, "/;")
		if end < 0 {
			end = len(rest)
		}
		*part.field, fetch = Some(Unescape(rest[:end])), rest[end:]
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
	return isNumber(Octets(off)) && (!ranged || isNumber(Octets(n)))
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
func (v IMAP) URL(e *Edition) (URL, error) {
	if v.Scheme != "imap" && v.Scheme != "imaps" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	const also = "/:@&=+"
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	user, ok := joinAuth(v.User, v.Auth)
	c.need(ok && v.valid() && !(v.Mailbox.Present && v.Mailbox.Value == "") && !strings.HasSuffix(string(v.Mailbox.Value), "/"), ruleComposeView)
	c.login(login{user, v.Password, v.Host, v.Port})
	c.text("/")
	c.putOctets(v.Mailbox.Value, also, c.f.path)
	if v.UIDValidity.Present {
		c.text(";UIDVALIDITY=")
		c.text(string(v.UIDValidity.Value))
	}
	if v.Search.Present {
		c.text("?")
		c.putOctets(v.Search.Value, also, c.f.path)
	}
	for _, part := range [...]struct {
		mark  string
		field Field
	}{{"/;UID=", v.UID}, {"/;SECTION=", v.Section}, {"/;PARTIAL=", v.Partial}} {
		if part.field.Present {
			c.need(part.field.Value != "", ruleComposeView)
			c.text(part.mark)
			c.putOctets(part.field.Value, ":@&=+", c.f.path)
		}
	}
	return c.url()
}
