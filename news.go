package earl

import (
	"strings"
)

// News is the typed view of a news URL: exactly one of Group, MessageID and All.
// It names no server: the reader's own is meant. Source: rfc1738 3.6.
type News struct {
	Group     Field
	MessageID Field // has "@"; without angle brackets
	All       bool  // "*"
}

// Parts yields the fields of v by their names in lower case.
func (v News) Parts(yield func(Part) bool) {
	_ = yield(fieldPart("group", ComponentPath, v.Group)) &&
		yield(fieldPart("messageid", ComponentPath, v.MessageID)) &&
		yield(flagPart("all", ComponentPath, v.All))
}

// ParseNews returns the typed view of a news URL. The error is a *ParseError.
// What has an "@" is a message-id, in an edition without a production for news
// also where it is written as an escape: no group has one. Its host follows the
// last "@". Source: rfc1738 3.6, 5; draft1993 News.
func ParseNews(u URL) (News, error) {
	if err := viewScheme(u, "news"); err != nil {
		return News{}, err
	}
	text := u.SchemePart()
	part := Unescape(text)
	switch {
	case part == "*":
		return News{All: true}, nil
	case strings.Contains(string(part), "@"):
		// A production of its own tells an article by a plain "@": behind the
		// last stands a host, which has none.
		own := u.edition.form("news").scheme != ""
		if !isMessageID(part) || own && strings.Contains(string(Unescape(text[strings.LastIndexByte(text, '@')+1:])), "@") {
			return News{}, viewError(u, u.partStart(), len(text), rule1738Article)
		}
		return News{MessageID: Some(part)}, nil
	case part == "" || strings.ContainsAny(text, "/?"):
		return News{}, viewError(u, u.partStart(), len(text), rule1738Group)
	}
	return News{Group: Some(part)}, nil
}

// isMessageID reports whether o is <unique>@<full_domain_name>, without the
// angle brackets around it. Source: rfc1738 3.6.
func isMessageID(o Octets) bool {
	at := strings.LastIndexByte(string(o), '@')
	return 0 < at && at < len(o)-1 && o[0] != '<' && o[len(o)-1] != '>'
}

// URL composes the URL of v. Source: rfc1738 3.6, 5.
func (v News) URL(e *Edition) (URL, error) {
	c := compose(e, "news")
	c.need(v.fits(), ruleComposeView)
	switch {
	case v.All:
		c.text("*")
	case v.Group.Present:
		c.octets(v.Group.Value, "", 0)
	case c.rule == 0:
		at := strings.LastIndexByte(string(v.MessageID.Value), '@')
		unique := c.f.article
		if unique == 0 {
			unique = c.f.path
		}
		c.octets(v.MessageID.Value[:at], ";/?:&=+", unique)
		c.text("@")
		c.octets(v.MessageID.Value[at+1:], "", 0)
	}
	return c.url()
}

// fits reports whether v is exactly one thing, and can be told from the others.
func (v News) fits() bool {
	switch {
	case v.All:
		return !v.Group.Present && !v.MessageID.Present
	case v.Group.Present:
		return !v.MessageID.Present && isGroup(v.Group.Value)
	}
	return v.MessageID.Present && isMessageID(v.MessageID.Value)
}

// isGroup reports whether o can be told from "*" and a message-id.
func isGroup(o Octets) bool { return o != "" && o != "*" && !strings.Contains(string(o), "@") }
