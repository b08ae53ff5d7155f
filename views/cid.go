package views

import "github.com/earl-url/earl"

// CID is the typed view of a cid URL: a part of a message by its Content-ID.
// The message is the one that contains the URL, so the URL has a meaning only
// there: see [CID.In]. Source:
// rfc2392 2.
type CID struct {
	ContentID earl.Octets // the part, without angle brackets
}

// Parts yields the field of v by its name in lower case.
func (v CID) Parts(yield func(earl.Part) bool) {
	yield(octetsPart("contentid", earl.ComponentPath, v.ContentID))
}

// ParseCID returns the typed view of a cid URL. The error is a *ParseError.
// Source: rfc2392 2.
func ParseCID(u earl.URL) (CID, error) {
	if err := viewScheme(u, "cid"); err != nil {
		return CID{}, err
	}
	text := u.SchemePart()
	v := CID{ContentID: earl.Unescape(text)}
	if !isBareID(v.ContentID) {
		return CID{}, u.Violation(partStart(u), len(text), ruleContentID)
	}
	return v, nil
}

// URL composes the URL of v. Source: rfc2392 2.
func (v CID) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("cid")
	c.Need(isBareID(v.ContentID), earl.RuleComposeView)
	c.Octets(earl.ComponentPath, v.ContentID, idReserved)
	return c.URL()
}

// In returns the view of the part that v means in a message with a Message-ID,
// which is given without its angle brackets. Its URL identifies the part from
// everywhere. Source: rfc2392 2.
func (v CID) In(messageID earl.Octets) MID {
	return MID{MessageID: messageID, ContentID: earl.Some(v.ContentID)}
}
