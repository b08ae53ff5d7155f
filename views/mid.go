package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// MID is the typed view of a mid URL: a message by its Message-ID, or a part of
// it by its Content-ID. The URL has no server: the client looks in the messages
// and on the news servers that the user configured. Both ids are compared byte
// for byte with the text between the angle brackets in the header. Source:
// rfc2392 2.
type MID struct {
	MessageID earl.Octets // the message, without angle brackets
	ContentID earl.Field  // the part of the message, without angle brackets; absent: the whole message
}

// Parts yields the fields of v by their names in lower case.
func (v MID) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("messageid", earl.ComponentPath, v.MessageID)) &&
		yield(fieldPart("contentid", earl.ComponentPath, v.ContentID))
}

// ParseMID returns the typed view of a mid URL. The error is a *ParseError. The
// first "/" that is not escaped separates the two ids. Source: rfc2392 2.
func ParseMID(u earl.URL) (MID, error) {
	if err := viewScheme(u, "mid"); err != nil {
		return MID{}, err
	}
	text := u.SchemePart()
	message, content, both := strings.Cut(text, "/")
	v := MID{MessageID: earl.Unescape(message)}
	if !isBareID(v.MessageID) {
		return MID{}, u.Violation(partStart(u), len(message), ruleMessageID)
	}
	if both {
		if v.ContentID = earl.Some(earl.Unescape(content)); !isBareID(v.ContentID.Value) {
			return MID{}, u.Violation(partStart(u)+len(message)+1, len(content), ruleContentID)
		}
	}
	return v, nil
}

// isBareID reports whether o can be an id without the angle brackets that
// enclose it in a header. Many programs write ids without "@". Source: rfc2392
// 2; rfc5322 3.6.4.
func isBareID(o earl.Octets) bool { return o != "" && o[0] != '<' && o[len(o)-1] != '>' }

// IDOf returns the id in the value of a header field such as Message-ID or
// Content-ID, as [MID] has it: without the angle brackets, and without the
// comments and folds that may be around it and inside it. If there are no angle
// brackets, it returns the whole value without them. Source: rfc5322 3.2.2,
// 3.6.4.
func IDOf(value string) earl.Octets {
	var b []byte
	inside, quoted := false, false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case quoted && c == '\\' && i+1 < len(value) && value[i+1] != '\r' && value[i+1] != '\n':
			b = append(b, c, value[i+1])
			i++
		case c == '"':
			quoted = !quoted
			b = append(b, c)
		case quoted && c != '\r' && c != '\n':
			b = append(b, c)
		case c == '(':
			i = endOfComment(value, i)
		case c == '<' && !inside:
			inside, b = true, b[:0]
		case c == '>' && inside:
			return earl.Octets(b)
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			b = append(b, c)
		}
	}
	return earl.Octets(b)
}

// endOfComment returns the offset of the last byte of the comment that begins at
// text[i]. A comment can contain others. Source: rfc5322 3.2.2.
func endOfComment(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// idReserved are the reserved characters that are not escaped in an id. "/"
// would end it.
const idReserved = ";:@&=+"

// URL composes the URL of v. Source: rfc2392 2.
func (v MID) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("mid")
	c.Need(isBareID(v.MessageID), earl.RuleComposeView)
	c.Octets(earl.ComponentPath, v.MessageID, idReserved)
	if v.ContentID.Present {
		c.Need(isBareID(v.ContentID.Value), earl.RuleComposeView)
		c.Text("/")
		c.Octets(earl.ComponentPath, v.ContentID.Value, idReserved)
	}
	c.Need(v.ContentID.Present || v.ContentID.Value == "", earl.RuleComposeView)
	return c.URL()
}
