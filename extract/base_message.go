package extract

import (
	"cmp"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// A Message is the message that contains a document: a message of mail or news,
// or one that is enclosed in another. The cid URLs of the document identify its
// parts. A reader of messages creates a Message at its header, and adds the
// parts while it reads them, so all are known only at the end of the message.
// One goroutine writes it; others may read it after that. Source: rfc2392 2.
type Message struct {
	ID     earl.Octets // of its Message-ID, without angle brackets; "" if it has none
	Within *Message    // the message that encloses it, or nil

	parts  map[earl.Octets]struct{}
	partly bool
}

// maxContentID limits what is kept of the Content-ID of a part, in bytes. A line
// of a header is not longer. Source: rfc5322 2.1.1.
const maxContentID = 998

// AddPart adds a part with a Content-ID, without its angle brackets.
func (m *Message) AddPart(id earl.Octets) {
	switch {
	case id == "":
	case len(id) > maxContentID:
		m.partly = true
	default:
		if m.parts == nil {
			m.parts = map[earl.Octets]struct{}{}
		}
		m.parts[id] = struct{}{}
	}
}

// Unread records that the message was not read completely, so that parts may be
// missing in m.
func (m *Message) Unread() { m.partly = true }

// Find returns the message that has a part with a Content-ID: m, or else the
// nearest one that encloses it. It returns nil if there is no such part. sure is
// false if there may be one that was not read. Source: rfc2392 2.
func (m *Message) Find(id earl.Octets) (in *Message, sure bool) {
	sure = true
	for at := m; at != nil; at = at.Within {
		if _, ok := at.parts[id]; ok {
			return at, sure
		}
		sure = sure && !at.partly
	}
	return nil, sure
}

// ContentID returns the Content-ID in a reference that is a cid URL, and false
// for any other reference.
func ContentID(ref string) (earl.Octets, bool) {
	const scheme = "cid:"
	if len(ref) <= len(scheme) || !strings.EqualFold(ref[:len(scheme)], scheme) {
		return "", false
	}
	u, err := earl.RFC3986.Parse(ref)
	if err != nil {
		return "", false
	}
	v, err := views.ParseCID(u)
	return v.ContentID, err == nil
}

// Part returns the mid URL of the part that a reference means, if the reference
// is a cid URL and the document is in a message with an id. Until the message
// was read to its end, it is the part of the nearest message. Source: rfc2392 2.
func (b Base) Part(e *earl.Edition, ref string) (earl.URL, bool) {
	if b.Message == nil {
		return earl.URL{}, false
	}
	id, ok := ContentID(ref)
	if !ok {
		return earl.URL{}, false
	}
	in, _ := b.Message.Find(id)
	if in = cmp.Or(in, b.Message); in.ID == "" {
		return earl.URL{}, false
	}
	u, err := views.CID{ContentID: id}.In(in.ID).URL(cmp.Or(e, earl.RFC3986))
	return u, err == nil
}
