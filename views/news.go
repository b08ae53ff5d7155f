package views

import (
	"cmp"
	"strings"

	"github.com/earl-url/earl"
)

// News is the typed view of a news URL. Exactly one of Group, MessageID and All
// is set. The URL has no server: the client uses the server that the user
// configured. Source: rfc1738 3.6.
type News struct {
	Group     earl.Field // the newsgroup
	MessageID earl.Field // the message-id, which contains "@", without angle brackets
	All       bool       // whether the URL is "news:*", which means all newsgroups
}

// Parts yields the fields of v by their names in lower case.
func (v News) Parts(yield func(earl.Part) bool) {
	_ = yield(fieldPart("group", earl.ComponentPath, v.Group)) &&
		yield(fieldPart("messageid", earl.ComponentPath, v.MessageID)) &&
		yield(flagPart("all", earl.ComponentPath, v.All))
}

// ParseNews returns the typed view of a news URL. The error is a *ParseError.
// Text with an "@" is a message-id. In editions without a production for news
// this includes an escaped "@", because no group contains one. The host of a
// message-id follows its last "@". Source: rfc1738 3.6, 5; draft1993 News.
func ParseNews(u earl.URL) (News, error) {
	if err := viewScheme(u, "news"); err != nil {
		return News{}, err
	}
	text := u.SchemePart()
	part := earl.Unescape(text)
	switch {
	case part == "*":
		return News{All: true}, nil
	case strings.Contains(string(part), "@"):
		// An edition with its own production recognizes an article by an
		// unescaped "@", and the host after the last one contains none.
		own := u.Edition().Syntax("news").Production
		if !isMessageID(part) || own && strings.Contains(string(earl.Unescape(text[strings.LastIndexByte(text, '@')+1:])), "@") {
			return News{}, u.Violation(partStart(u), len(text), earl.RuleArticle)
		}
		return News{MessageID: earl.Some(part)}, nil
	case part == "" || strings.ContainsAny(text, "/?"):
		return News{}, u.Violation(partStart(u), len(text), earl.RuleGroup)
	}
	return News{Group: earl.Some(part)}, nil
}

// isMessageID reports whether o is <unique>@<full_domain_name>, without the
// angle brackets around it. Source: rfc1738 3.6.
func isMessageID(o earl.Octets) bool {
	at := strings.LastIndexByte(string(o), '@')
	return 0 < at && at < len(o)-1 && o[0] != '<' && o[len(o)-1] != '>'
}

// URL composes the URL of v. Source: rfc1738 3.6, 5.
func (v News) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("news")
	c.Need(v.fits(), earl.RuleComposeView)
	switch {
	case v.All:
		c.Text("*")
	case v.Group.Present:
		c.Octets(earl.ComponentPath, v.Group.Value, "")
	case v.fits():
		at := strings.LastIndexByte(string(v.MessageID.Value), '@')
		c.Octets(earl.ComponentPath, v.MessageID.Value[:at], cmp.Or(e.Syntax("news").Article, ";/?:&=+"))
		c.Text("@")
		c.Octets(earl.ComponentPath, v.MessageID.Value[at+1:], "")
	}
	return c.URL()
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
func isGroup(o earl.Octets) bool { return o != "" && o != "*" && !strings.Contains(string(o), "@") }
