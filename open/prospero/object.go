package prospero

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

const (
	// maxForwards limits how often an object may have moved.
	maxForwards = 20
	// smallContents is the size of one window of packets, which a server sends
	// without waiting for the client. Larger objects are better retrieved through
	// the protocols made for that.
	smallContents = 16 * 1250
)

// object is a server's description of an object.
type object struct {
	at         place // its final place
	attributes []attribute
}

// open opens the object at a place. Source: rfc1738 3.11.
func (q *query) open(ctx context.Context, at place) (open.Resource, error) {
	o, err := q.object(ctx, at)
	var version *versionError
	switch {
	case errors.As(err, &version) && version.one(): // version 1 has listings
	case cannot(err):
		q.note("the server reports no attributes (%v)", err)
	case err != nil:
		return nil, err
	}
	if o.isDirectory() {
		res, err := q.list(ctx, o)
		if !isNotDirectory(err) || len(methods(o.attributes, o.at)) == 0 {
			return res, err
		}
	}
	return q.refer(ctx, o)
}

// trail is the sequence of places of an object.
type trail struct{ seen map[place]bool }

// step adds a place. It returns an error for a loop or too many places.
func (t *trail) step(p place) error {
	if t.seen == nil {
		t.seen = map[place]bool{}
	}
	switch {
	case t.seen[p.key()]:
		return fmt.Errorf("%w: forwarded in a loop", open.ErrProtocol)
	case len(t.seen) > maxForwards:
		return fmt.Errorf("%w: forwarded more than %d times", open.ErrProtocol, maxForwards)
	}
	t.seen[p.key()] = true
	return nil
}

// object requests the attributes of the object at a place, and follows it if it
// has moved.
func (q *query) object(ctx context.Context, at place) (object, error) {
	for way := (trail{}); ; {
		if err := way.step(at); err != nil {
			return object{}, err
		}
		request, err := at.request(askObject)
		if err != nil {
			return object{}, err
		}
		attributes, next, err := q.attributes(ctx, at.address(), request)
		if err != nil || next == nil {
			return object{at, attributes}, err
		}
		at = *next
		q.noteForward(at)
	}
}

// noteForward notes the new place of an object.
func (q *query) noteForward(to place) {
	if u, err := to.url(q.req.URL.Edition()); err == nil {
		q.note("forwarded to %s", u.Redacted())
	}
}

// attributes reads the attributes of an object, or its new place. A server
// reports the new place with FORWARDED or in an attribute.
func (q *query) attributes(ctx context.Context, address string, request earl.Octets) (list []attribute, moved *place, err error) {
	r, err := q.send(ctx, address, request, false)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	for {
		tokens, err := r.next()
		switch {
		case err == io.EOF:
			return list, nil, nil
		case err != nil:
			return nil, nil, err
		}
		switch tokens[0] {
		case "FORWARDED":
			to, err := readForward(tokens[1:])
			return nil, to, err
		case "ATTRIBUTE":
			a, ok := readAttribute(tokens[1:])
			if !ok {
				continue
			}
			if l, ok := readLink(a.value); ok && a.name == "FORWARDING-POINTER" && a.appliesTo == "OBJECT" {
				return nil, &l.place, nil
			}
			list = append(list, a)
		}
	}
}

// readForward reads the tokens after FORWARDED.
func readForward(tokens []string) (*place, error) {
	to, ok := readPlace(tokens)
	if !ok {
		return nil, fmt.Errorf("%w: FORWARDED without a place", open.ErrProtocol)
	}
	return &to, nil
}

// isDirectory reports whether the links of an object should be requested. An
// object without a file, and so without modes, may be a directory.
func (o object) isDirectory() bool {
	if base := word(o.attributes, "BASE-TYPE"); base != "" {
		return strings.Contains(base, "DIRECTORY")
	}
	modes := word(o.attributes, "UNIX-MODES")
	return modes == "" || modes[0] == 'd' || len(methods(o.attributes, o.at)) == 0
}

// refer returns a Referral to the URLs of an object's access methods. It
// returns the object itself if the server prefers to send it, or if there is no
// other way.
func (q *query) refer(ctx context.Context, o object) (open.Resource, error) {
	res := &open.Referral{Meta: q.meta(open.KindReferral, o.attributes)}
	var names, others []string
	preferred, contents, login := false, false, false
	for _, m := range methods(o.attributes, o.at) {
		u, _, err := m.url(q.req.URL.Edition())
		switch {
		case m.name == contentsMethod:
			contents = true
			preferred = len(res.Targets) == 0
		case err != nil:
			others = append(others, fmt.Sprintf("%v: %v", m, err))
		case m.name == "FTP":
			login = true
			others = append(others, "with your own login "+u.Redacted())
		default:
			names = append(names, m.name)
			res.Targets = append(res.Targets, u)
		}
	}
	small := res.Size >= 0 && res.Size <= smallContents
	if contents && (preferred && small || len(res.Targets) == 0) {
		return q.contents(ctx, o)
	}
	if len(res.Targets) == 0 {
		err := open.ErrNoOpener
		if login {
			err = open.ErrLogin
		}
		return nil, fmt.Errorf("%w: the access methods of the object: %s", err, strings.Join(others, "; "))
	}
	for _, other := range others {
		q.note("an access method that earl does not use: %s", other)
	}
	res.Reason, res.Note = "access by "+strings.Join(names, ", "), q.takeNotes()
	return res, nil
}

// contents reads an object from its directory server.
func (q *query) contents(ctx context.Context, o object) (open.Resource, error) {
	request, err := o.at.request(askContents)
	if err != nil {
		return nil, err
	}
	list, _, err := q.attributes(ctx, o.at.address(), request)
	if err != nil {
		return nil, err
	}
	text, ok := contentsOf(list)
	if !ok {
		return nil, fmt.Errorf("%w: the server sends no contents", open.ErrNotFound)
	}
	doc := &open.Document{Meta: q.meta(open.KindDocument, o.attributes)}
	doc.Size, doc.Note = int64(len(text)), q.takeNotes()
	if doc.Type == "" {
		doc.Type = open.TypeByName(o.at.name)
	}
	doc.Body = wire.Part(io.NopCloser(strings.NewReader(text)), q.req.Offset, q.req.End)
	return doc, nil
}

// contentsOf returns the contents in attributes: DATA, or TAGGED contents as
// lines.
func contentsOf(list []attribute) (text string, ok bool) {
	for _, a := range all(list, "CONTENTS") {
		switch {
		case len(a.value) > 0 && a.value[0] == "DATA":
			return strings.Join(a.value[1:], " "), true
		case len(a.value) > 1 && a.value[0] == "TAGGED":
			text += a.value[1] + ": " + strings.Join(a.value[2:], " ") + "\n"
			ok = true
		}
	}
	return text, ok
}

// meta returns the Meta of the requested object from its attributes.
func (q *query) meta(kind open.Kind, list []attribute) open.Meta {
	m := open.Meta{URL: q.req.URL, Kind: kind, Size: sizeOf(list), Time: timeOf(list)}
	_, m.Type = interpretation(list)
	return m
}

// sizeOf returns the size in attributes, such as "29 bytes", or -1.
func sizeOf(list []attribute) int64 {
	value, _ := first(list, "SIZE")
	fields := strings.Fields(strings.Join(value, " "))
	if len(fields) == 0 || len(fields) > 1 && fields[1] != "bytes" {
		return -1
	}
	n, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// timeOf returns the time of the last change in attributes.
func timeOf(list []attribute) time.Time {
	t, err := time.Parse("20060102150405Z", word(list, "LAST-MODIFIED"))
	if err != nil {
		return time.Time{}
	}
	return t
}

// interpretation returns the kind and the media type of an object from its
// attributes.
func interpretation(list []attribute) (open.Kind, string) {
	for _, a := range all(list, "OBJECT-INTERPRETATION") {
		switch what := strings.Join(a.value, " "); {
		case what == "DIRECTORY":
			return open.KindListing, ""
		case what == "SEARCH":
			return open.KindForm, ""
		case what == "PORTAL":
			return open.KindSession, ""
		case strings.HasPrefix(what, "DOCUMENT TEXT"):
			return open.KindDocument, "text/plain"
		case what == "IMAGE GIF":
			return open.KindDocument, "image/gif"
		case what != "" && what != "VOID":
			return open.KindDocument, ""
		}
	}
	return open.KindUnknown, ""
}
