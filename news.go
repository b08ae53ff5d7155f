package earl

import (
	"strings"
)

// News is the typed view of a news URL. Exactly one of Group, MessageID and All
// is set. The URL has no server: the client uses the server that the user
// configured. Source: rfc1738 3.6.
type News struct {
	Group     Field // the newsgroup
	MessageID Field // the message-id, which contains "@", without angle brackets
	All       bool  // whether the URL is "news:*", which means all newsgroups
}

// Parts yields the fields of v by their names in lower case.
func (v News) Parts(yield func(Part) bool) {
	_ = yield(fieldPart("group", ComponentPath, v.Group)) &&
		yield(fieldPart("messageid", ComponentPath, v.MessageID)) &&
		yield(flagPart("all", ComponentPath, v.All))
}

// ParseNews returns the typed view of a news URL. The error is a *ParseError.
// Text with an "@" is a message-id. In editions without a production for news
// this includes an escaped "@", because no group contains one. The host of a
// message-id follows its last "@". Source: rfc1738 3.6, 5; draft1993 News.
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
		// An edition with its own production recognizes an article by an
		// unescaped "@", and the host after the last one contains none.
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
		c.putOctets(v.Group.Value, "", 0)
	case c.rule == "":
		at := strings.LastIndexByte(string(v.MessageID.Value), '@')
		unique := c.f.article
		if unique == 0 {
			unique = c.f.path
		}
		c.putOctets(v.MessageID.Value[:at], ";/?:&=+", unique)
		c.text("@")
		c.putOctets(v.MessageID.Value[at+1:], "", 0)
	}
	return c.url()
}

// fits reports whether v has exactly one of its fields, and its text could not
// be one of the others.
func (v News) fits() bool {
	switch {
	case v.All:
		return !v.Group.Present && !v.MessageID.Present
	case v.Group.Present:
		return !v.MessageID.Present && isGroup(v.Group.Value)
	}
	return v.MessageID.Present && isMessageID(v.MessageID.Value)
}

// isGroup reports whether o cannot be "*" or a message-id.
func isGroup(o Octets) bool { return o != "" && o != "*" && !strings.Contains(string(o), "@") }
